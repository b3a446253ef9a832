package recordings

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// TestTargetEscapes: every octet comes back, and nothing but the written form is read.
func TestTargetEscapes(t *testing.T) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	got, err := UnescapeTarget(string(AppendTarget(nil, all)))
	if err != nil || string(got) != string(all) {
		t.Errorf("%q, %v", got, err)
	}
	if got := string(AppendTarget(nil, []byte("a\\\x00 é~"))); got != `a\\\x00\x20\xc3\xa9~` {
		t.Error(got)
	}
	for _, s := range []string{`\`, `\a`, `\x`, `\x0`, `\xzz`, `\x41`, `\xFF`, " ", "é", "\x00", "a\\"} {
		if got, err := UnescapeTarget(s); err == nil {
			t.Errorf("%q is read as %q", s, got)
		}
	}
}

// TestHopFile: a hop that was written is read as it was; nothing, an empty path and a path
// of one hyphen differ.
func TestHopFile(t *testing.T) {
	want := &Hop{Hop: "a:b=/", Server: "a", Version: "1", Config: "<b>\n&", Sees: []string{"rule"}, Seen: []Sight{
		{},
		{Rule: []byte{}, Forward: []byte("-"), App: []byte("\t\n\\"), Status: []byte("301 /x y")},
	}}
	file, err := want.Render(nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), HopFile(want.Hop))
	if filepath.Base(path) != "a_b=_.txt.gz" {
		t.Error(path)
	}
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadHop(path); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%v\n%v", err, got, want)
	}
	other := *want
	other.Version, other.As, other.Seen = "2", "1", []Sight{want.Seen[0], {Status: []byte("400")}}
	beside := filepath.Join(filepath.Dir(path), HopFile("a:b=/@2"))
	if file, err = other.Render(want); err == nil {
		err = os.WriteFile(beside, file, 0o600)
	}
	got, readErr := ReadHopVersion(filepath.Dir(path), "a:b=/", "2")
	if err != nil || readErr != nil || !reflect.DeepEqual(got, &other) {
		t.Errorf("%v, %v\n%v\n%v", err, readErr, got, &other)
	}
	for _, broken := range []string{"{\"hop\":\"a:b=/\",\"as\":\"3\"}\n", "{\"hop\":\"a:b=/\",\"as\":\"1\"}\n2\t-\t-\t-\t-\n", "{\"hop\":\"a:b=/\",\"as\":\"1\"}\n-\t-\t-\t-\n"} {
		file, err := compressed([]byte(broken))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(beside, file, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadHop(beside); err == nil {
			t.Errorf("%q is read", broken)
		}
	}
	for _, broken := range []string{"", "{}", "{\"x\":1}\n", "{}\na\tb\tc\n", "{}\na\tb\tc\t\\\n"} {
		file, err := compressed([]byte(broken))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadHop(path); err == nil {
			t.Errorf("%q is read", broken)
		}
	}
}
