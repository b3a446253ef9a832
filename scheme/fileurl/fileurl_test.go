package fileurl

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/syntaxtest"
)

func TestPOSIX(t *testing.T) {
	for path, uri := range map[string]string{
		"/path/to/file": "file:///path/to/file", "/": "file:///", "/a b/50%/é?#[;=": "file:///a%20b/50%25/%C3%A9%3F%23%5B;=",
		"/\xFF\n": "file:///%FF%0A", "//host/x": "file:////host/x", `/a\b`: "file:///a%5Cb", "/a/../b": "file:///a/../b", "/c:/x": "file:///c:/x",
	} {
		if got, err := FromPOSIX(path); err != nil || got != uri {
			t.Errorf("%q: %q, %v", path, got, err)
		}
		if got, err := ToPOSIX(uri); err != nil || got != path {
			t.Errorf("%q: %q, %v", uri, got, err)
		}
	}
	for uri, path := range map[string]string{
		"file:/a": "/a", "FILE://LocalHost/a": "/a", "file:///%61+b": "/a+b", "file:///é": "/é", "file:///a|b": "/a|b",
	} {
		if got, err := ToPOSIX(uri); err != nil || got != path {
			t.Errorf("%q: %q, %v", uri, got, err)
		}
	}
	_, err := FromPOSIX("a/b")
	syntaxtest.Check(t, "a/b", err, 0, "a", NotAbsolute)
	_, err = FromPOSIX("")
	syntaxtest.Check(t, "", err, 0, "", NotAbsolute)
	_, err = FromPOSIX("/a\x00")
	syntaxtest.Check(t, "NUL", err, 2, "\x00", percent.InvalidByte)
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"http:/a", 0, "http:", NotFile},
		{"file:a", 5, "a", NotAbsolute},
		{"file://host", 11, "", NotAbsolute},
		{"file://host/a", 7, "host", RemoteHost},
		{"file:///a%2fb", 9, "%2f", EscapedSeparator},
		{"file:///a%00", 9, "%00", EscapedSeparator},
		{"file:///a%zz", 9, "%zz", percent.InvalidEscape},
		{"file:///a%4", 9, "%4", percent.TruncatedEscape},
		{"file:///a?b", 9, "?", percent.InvalidByte},
		{"file:///a#b", 9, "#", percent.InvalidByte},
		{"file:///a b", 9, " ", percent.InvalidByte},
	} {
		_, err := ToPOSIX(tt.in)
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
}

func TestWindows(t *testing.T) {
	for path, uri := range map[string]string{
		`C:\a b.txt`: "file:///C:/a%20b.txt", `c:\`: "file:///c:/", `C:\50%\é[`: "file:///C:/50%25/%C3%A9%5B",
		`\\host.example.com\Share\path\to\file.txt`: "file://host.example.com/Share/path/to/file.txt",
		`\\host\`: "file://host/", `\\host\a b`: "file://host/a%20b",
	} {
		if got, err := FromWindows(path); err != nil || got != uri {
			t.Errorf("%q: %q, %v", path, got, err)
		}
		if got, err := ToWindows(uri); err != nil || got != path {
			t.Errorf("%q: %q, %v", uri, got, err)
		}
	}
	for path, uri := range map[string]string{
		`C:/a\b`: "file:///C:/a/b", `\\?\C:\a`: "file:///C:/a", `\\?\UNC\h\s`: "file://h/s", `\\?\unc\h\s`: "file://h/s", "//h/s": "file://h/s",
		`\\host`: "file://host/", `\\?\UNC\s`: "file://s/", `\\a.b.\s`: "file://a.b./s",
	} {
		if got, err := FromWindows(path); err != nil || got != uri {
			t.Errorf("%q: %q, %v", path, got, err)
		}
	}
	for uri, path := range map[string]string{
		"file:/C:/a": `C:\a`, "file:c": "", "file:///C|/a": `C:\a`, "file:///C:": `C:\`, "file://localhost/C:/a": `C:\a`,
		"file:////host/share/x": `\\host\share\x`, "file://///host/share/x": `\\host\share\x`, "file:///%43%3A/a": `C:\a`,
	} {
		got, err := ToWindows(uri)
		if path == "" {
			syntaxtest.Check(t, uri, err, 5, "c", NotAbsolute)
		} else if err != nil || got != path {
			t.Errorf("%q: %q, %v", uri, got, err)
		}
	}
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{`C:a`, 0, "C:a", NotAbsolute},
		{`a\b`, 0, `a\b`, NotAbsolute},
		{`\a`, 0, `\a`, NotAbsolute},
		{`\\.\COM1`, 0, `\\.\`, DevicePath},
		{`\\.`, 2, ".", InvalidHost},
		{`\\..\x`, 2, "..", InvalidHost},
		{`\\?\UNC\.\pipe\x`, 8, ".", InvalidHost},
		{`\\?\C:\a/b`, 8, "/", percent.InvalidByte},
		{`\\?\C:/a`, 6, "/", percent.InvalidByte},
		{`\\?\UNC\s/x\y`, 9, "/", percent.InvalidByte},
		{`\\?\a`, 4, "a", NotAbsolute},
		{`\\h o\s`, 3, " ", InvalidHost},
		{`\\\s`, 2, "", InvalidHost},
		{`\\localhost\c$`, 2, "localhost", InvalidHost},
		{"C:\\\x00", 3, "\x00", percent.InvalidByte},
	} {
		_, err := FromWindows(tt.in)
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"file:///a/b", 7, "/a/b", MissingDrive},
		{"file:///C:a", 7, "/C:a", MissingDrive},
		{"file:///C:/a%5Cb", 12, "%5C", EscapedSeparator},
		{"file:///C:/a%2Fb", 12, "%2F", EscapedSeparator},
		{"file://h%41/s", 8, "%", InvalidHost},
		{"file:////h%20/s", 7, "//h%20/s", InvalidHost},
		{"file:////", 7, "//", MissingDrive},
		{"file://./PhysicalDrive0", 7, ".", InvalidHost},
		{"file://./pipe/x", 7, ".", InvalidHost},
		{"file://../x", 7, "..", InvalidHost},
		{"file://.../x", 7, "...", InvalidHost},
		{"file:////./x", 7, "//./x", InvalidHost},
		{"file:////%2e/x", 7, "//%2e/x", InvalidHost},
		{"file:////%2e./x", 7, "//%2e./x", InvalidHost},
		{"file://///../x", 7, "///../x", InvalidHost},
	} {
		_, err := ToWindows(tt.in)
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
}

func FuzzRoundTrip(f *testing.F) {
	f.Add("/a b/é%")
	f.Add(`C:\a`)
	f.Add(`\\h\s\x`)
	f.Add("file:///C|/%41")
	f.Fuzz(func(t *testing.T, s string) {
		if uri, err := FromPOSIX(s); err == nil {
			if got, err := ToPOSIX(uri); err != nil || got != s {
				t.Fatalf("%q: %q, %q, %v", s, uri, got, err)
			}
		}
		if uri, err := FromWindows(s); err == nil && strings.Count(uri, "/") > 2 {
			path, err := ToWindows(uri)
			if err != nil {
				t.Fatalf("%q: %q, %v", s, uri, err)
			}
			if again, err := FromWindows(path); err != nil || again != uri {
				t.Fatalf("%q: %q, %q, %q, %v", s, uri, path, again, err)
			}
		}
		for _, to := range []func(string) (string, error){ToPOSIX, ToWindows} {
			if _, err := to(s); err != nil {
				syntaxtest.Within(t, s, err)
			}
		}
	})
}
