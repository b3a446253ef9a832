package lazy

import (
	"sync"
	"testing"
)

func TestGet(t *testing.T) {
	calls := 0
	v := Value[int]{Make: func() int { calls++; return 41 + calls }}
	if calls != 0 {
		t.Fatal("made before it was needed")
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got := v.Get(); got != 42 {
				t.Errorf("got %d", got)
			}
		})
	}
	all.Wait()
	if n := testing.AllocsPerRun(10, func() { v.Get() }); n != 0 {
		t.Errorf("Get allocates %v times", n)
	}
}

func TestPanic(t *testing.T) {
	v := Value[int]{Make: func() int { panic("no table") }}
	for range 2 {
		func() {
			defer func() {
				if got := recover(); got != "no table" {
					t.Errorf("panicked with %v", got)
				}
			}()
			v.Get()
		}()
	}
}
