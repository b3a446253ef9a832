package words

import "testing"

func TestLookup(t *testing.T) {
	list := []string{"", "one", "two"}
	for i := uint8(1); i < 3; i++ {
		if got, err := Lookup[uint8]("numbers", "number", list, Of(list, i)); err != nil || got != i {
			t.Errorf("%d, %v", got, err)
		}
	}
	for _, unknown := range []string{"", "three", "unknown"} {
		got, err := Lookup[uint8]("numbers", "number", list, unknown)
		if want := "numbers: unknown number \"" + unknown + "\", none of one, two"; got != 0 || err == nil || err.Error() != want {
			t.Errorf("%d, %v, want %s", got, err, want)
		}
	}
	if got := Of(list, uint8(3)); got != "unknown" {
		t.Error(got)
	}
}

type digit uint8

func (d digit) String() string { return Of([]string{"", "one", "two"}, d) }

func TestValue(t *testing.T) {
	if got := All[digit](); len(got) != 3 || got[2] != "two" {
		t.Errorf("%q", got)
	}
	for word, want := range map[string]digit{"one": 1, "two": 2} {
		if got, ok := Value[digit](word); !ok || got != want {
			t.Errorf("%s: %d, %t", word, got, ok)
		}
	}
	for _, word := range []string{"", "three", "unknown"} {
		if got, ok := Value[digit](word); ok || got != 0 {
			t.Errorf("%q: %d", word, got)
		}
	}
}
