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
