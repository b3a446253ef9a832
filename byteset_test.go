package percent

import (
	"regexp"
	"slices"
	"testing"
)

func TestByteSetAlgebra(t *testing.T) {
	vowels := ByteSet{}.Add("aeiou")
	early := ByteSet{}.AddRange('a', 'e')
	for _, tt := range []struct {
		name string
		got  ByteSet
		want string
	}{
		{"add", vowels, "aeiou"},
		{"add twice", vowels.Add("aei"), "aeiou"},
		{"range", early, "abcde"},
		{"remove", vowels.Remove("ioz"), "aeu"},
		{"union", vowels.Union(early), "abcdeiou"},
		{"intersect", vowels.Intersect(early), "ae"},
		{"without", early.Intersect(vowels.Complement()), "bcd"},
		{"complement twice", vowels.Complement().Complement(), "aeiou"},
		{"bytes of é", ByteSet{}.Add("é"), "\xA9\xC3"},
		{"edges", ByteSet{}.Add("\x00\x3F\x40\x7F\x80\xBF\xC0\xFF"), "\x00\x3F\x40\x7F\x80\xBF\xC0\xFF"},
		{"empty", ByteSet{}, ""},
	} {
		t.Run("case="+tt.name, func(t *testing.T) {
			if got := string(slices.Collect(tt.got.All())); got != tt.want {
				t.Errorf("members %q, want %q", got, tt.want)
			}
			if got := tt.got.Len(); got != len(tt.want) {
				t.Errorf("Len() = %d, want %d", got, len(tt.want))
			}
			for i := range 256 {
				want := slices.Contains([]byte(tt.want), byte(i))
				if got := tt.got.Contains(byte(i)); got != want {
					t.Errorf("Contains(%#02x) = %v, want %v", i, got, want)
				}
			}
		})
	}
	if vowels != (ByteSet{}.Add("uoiea")) {
		t.Error("equal sets are not ==")
	}
	if AllBytes.Len() != 256 || ASCII.Len() != 128 || ASCII.Complement().Contains(0x7F) {
		t.Error("AllBytes or ASCII is wrong")
	}
}

func TestByteSetAllStops(t *testing.T) {
	n := 0
	for range AllBytes.All() {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("the iterator went on to %d", n)
	}
}

func TestByteSetAddRangePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("AddRange(2, 1) did not panic")
		}
	}()
	ByteSet{}.AddRange(2, 1)
}

// The class that String returns is one that package regexp reads as the same
// set.
func TestByteSetString(t *testing.T) {
	for _, tt := range []struct {
		set  ByteSet
		want string
	}{
		{Unreserved, `[\-.0-9A-Z_a-z~]`},
		{ByteSet{}, `[]`},
		{ByteSet{}.Add("ab]"), `[\]ab]`},
		{C0ControlPercentEncodeSet, `[\x00-\x1F\x7F-\xFF]`},
	} {
		if got := tt.set.String(); got != tt.want {
			t.Errorf("String() = %s, want %s", got, tt.want)
		}
	}
	for name, set := range exportedSets {
		re := regexp.MustCompile("^" + set.String() + "$")
		for i := range 256 {
			if got, want := re.MatchString(string(rune(i))), set.Contains(byte(i)); got != want {
				t.Errorf("%s: %v matches %#02x: %v, want %v", name, set, i, got, want)
			}
		}
	}
}
