package safebrowsing

import (
	"errors"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
)

// TestPublished are the tests that the page "URLs and Hashing" prints. Its first
// editions kept the port of www.gotaport.com.
func TestPublished(t *testing.T) {
	for in, want := range map[string]string{
		"http://host/%25%32%35":          "http://host/%25",
		"http://host/%25%32%35%25%32%35": "http://host/%25%25",
		"http://host/%2525252525252525":  "http://host/%25",
		"http://host/asdf%25%32%35asd":   "http://host/asdf%25asd",
		"http://host/%%%25%32%35asd%%":   "http://host/%25%25%25asd%25%25",
		"http://www.google.com/":         "http://www.google.com/",
		"http://%31%36%38%2e%31%38%38%2e%39%39%2e%32%36/%2E%73%65%63%75%72%65/%77%77%77%2E%65%62%61%79%2E%63%6F%6D/":              "http://168.188.99.26/.secure/www.ebay.com/",
		"http://195.127.0.11/uploads/%20%20%20%20/.verify/.eBaysecure=updateuserdataxplimnbqmn-xplmvalidateinfoswqpcmlx=hgplmcx/": "http://195.127.0.11/uploads/%20%20%20%20/.verify/.eBaysecure=updateuserdataxplimnbqmn-xplmvalidateinfoswqpcmlx=hgplmcx/",
		"http://host%23.com/%257Ea%2521b%2540c%2523d%2524e%25f%255E00%252611%252A22%252833%252944_55%252B":                        "http://host%23.com/~a!b@c%23d$e%25f^00&11*22(33)44_55+",
		"http://3279880203/blah":                    "http://195.127.0.11/blah",
		"http://www.google.com/blah/..":             "http://www.google.com/",
		"www.google.com/":                           "http://www.google.com/",
		"www.google.com":                            "http://www.google.com/",
		"http://www.evil.com/blah#frag":             "http://www.evil.com/blah",
		"http://www.GOOgle.com/":                    "http://www.google.com/",
		"http://www.google.com.../":                 "http://www.google.com/",
		"http://www.google.com/foo\tbar\rbaz\n2":    "http://www.google.com/foobarbaz2",
		"http://www.google.com/q?":                  "http://www.google.com/q?",
		"http://www.google.com/q?r?":                "http://www.google.com/q?r?",
		"http://www.google.com/q?r?s":               "http://www.google.com/q?r?s",
		"http://evil.com/foo#bar#baz":               "http://evil.com/foo",
		"http://evil.com/foo;":                      "http://evil.com/foo;",
		"http://evil.com/foo?bar;":                  "http://evil.com/foo?bar;",
		"http://\x01\x80.com/":                      "http://%01%80.com/",
		"http://notrailingslash.com":                "http://notrailingslash.com/",
		"http://www.gotaport.com:1234/":             "http://www.gotaport.com/",
		"  http://www.google.com/  ":                "http://www.google.com/",
		"http:// leadingspace.com/":                 "http://%20leadingspace.com/",
		"http://%20leadingspace.com/":               "http://%20leadingspace.com/",
		"%20leadingspace.com/":                      "http://%20leadingspace.com/",
		"https://www.securesite.com/":               "https://www.securesite.com/",
		"http://host.com/ab%23cd":                   "http://host.com/ab%23cd",
		"http://host.com//twoslashes?more//slashes": "http://host.com/twoslashes?more//slashes",
	} {
		if got, err := Canonicalize(in); err != nil || got != want {
			t.Errorf("%q: %q, %v, want %q", in, got, err, want)
		}
	}
}

func TestCanonicalize(t *testing.T) {
	for in, want := range map[string]string{
		"http://0x7f.1/":                 "http://127.0.0.1/",
		"http://017700000001":            "http://127.0.0.1/",
		"http://1.2.3/":                  "http://1.2.0.3/",
		"http://1.2.3.256/":              "http://1.2.3.256/",
		"http://1.2.3.4.5/":              "http://1.2.3.4.5/",
		"http://08.1/":                   "http://08.1/",
		"http://[2001:0db8:0000::1]:80/": "http://[2001:db8::1]/",
		"http://[::ffff:1.2.3.4]/":       "http://1.2.3.4/",
		"http://[64:ff9b::1.2.3.4]/":     "http://1.2.3.4/",
		"http://u:p@h/":                  "http://h/",
		"http://a..b/":                   "http://a.b/",
		"HTTPS://h/a/./b/../c/":          "https://h/a/c/",
		"http://h/a/.":                   "http://h/a/",
		"http://h/../../a":               "http://h/a",
		"http://h?a/../b":                "http://h/?a/../b",
		"http://h/%C3%A9é":               "http://h/%C3%A9%C3%A9",
		"http://h/%0a%09":                "http://h/%0A%09",
		"http://h/a%2F%2e%2e%2Fb%3fc":    "http://h/b?c",
	} {
		if got, err := Canonicalize(in); err != nil || got != want {
			t.Errorf("%q: %q, %v, want %q", in, got, err, want)
		}
	}
	for in, want := range map[string]string{"example.com:80": "http://example.com/", "localhost:8080/x:y": "http://localhost/x:y", "host:?q": "http://host/?q"} {
		if got, err := Canonicalize(in); err != nil || got != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	for in, offset := range map[string]int64{"": 0, "http:///a": 7, "http://..:80/": 7, "#": 0, "mailto:a@example.com": 7, "javascript:alert(1)": 11, " http:///": 0} {
		_, err := Canonicalize(in)
		var missing *percent.SyntaxError
		if !errors.As(err, &missing) || missing.Offset != offset || missing.Reason != MissingHost {
			t.Errorf("%q: %v", in, err)
		}
	}
}

func TestEscapedSet(t *testing.T) {
	for b := range 256 {
		want := b > 0x20 && b < 0x7F && b != '#' && b != '%'
		if Encoding.Kept().Contains(byte(b)) != want {
			t.Errorf("%02X", b)
		}
	}
}

func FuzzCanonicalize(f *testing.F) {
	f.Add("http://%31%32/%2525/../a?b#c")
	f.Add(" [::1]:80//x%00\xFF")
	f.Fuzz(func(t *testing.T, s string) {
		got, err := Canonicalize(s)
		if err != nil {
			var missing *percent.SyntaxError
			if !errors.As(err, &missing) {
				t.Fatal(err)
			}
			return
		}
		for i := range len(got) {
			if got[i] <= ' ' || got[i] > '~' || got[i] == '#' {
				t.Fatalf("%q: %q", s, got)
			}
		}
		if u := Unescape(s); strings.Contains(u, "%25") || Unescape(u) != u {
			t.Fatalf("%q: %q", s, u)
		}
	})
}

// Decoding again and again must not take the square of the length, and gives
// what decoding whole texts until nothing changes gives.
func TestUnescapeOften(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"%%34%31", "A"},
		{"%%30%31", "\x01"},
		{"%2%35%32%35", "%"},
		{"%%32%35zz", "%zz"},
		{"%4%", "%4%"},
		{"%" + strings.Repeat("25", 1<<20), "%"},
		{strings.Repeat("%", 1<<20), strings.Repeat("%", 1<<20)},
	} {
		if got := Unescape(tt.in); got != tt.want {
			t.Errorf("Unescape(%.40q) = %.40q, want %.40q", tt.in, got, tt.want)
		}
		slow := tt.in[:min(len(tt.in), 200)]
		fast := Unescape(slow)
		for {
			next, _ := Encoding.Decode(slow)
			if next == slow {
				break
			}
			slow = next
		}
		if fast != slow {
			t.Errorf("Unescape gives %q, decoding again and again %q", fast, slow)
		}
	}
}
