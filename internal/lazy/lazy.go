// Package lazy makes values when they are first needed. A variable of type [Value] is
// data, where sync.OnceValue is code that runs at the start of every program.
package lazy

import (
	"sync"
	"sync/atomic"
)

// A Value is made by the first Get:
//
//	var table = lazy.Value[*Table]{Make: newTable}
//
// Make does not change afterwards. A Value may be used by goroutines at the same time.
type Value[T any] struct {
	Make  func() T
	value T
	state
}

// Get returns what Make returns. It calls Make once. If that panics, so does every Get.
func (v *Value[T]) Get() T {
	if !v.made.Load() {
		v.do(func() { v.value = v.Make() })
	}
	return v.value
}

// A state is what does not depend on the type of the value, so that it is compiled once.
type state struct {
	made   atomic.Bool
	once   sync.Once
	failed any // what Make panicked with
}

func (s *state) do(set func()) {
	s.once.Do(func() {
		defer func() {
			s.failed = recover()
			s.made.Store(s.failed == nil)
		}()
		set()
	})
	if s.failed != nil {
		panic(s.failed)
	}
}
