// Package lazy makes values when they are first needed. A variable of type [Value] is
// data, where sync.OnceValue is code that runs at the start of every program.
package lazy

import "sync"

// A Value is made by the first Get:
//
//	var table = lazy.Value[*Table]{Make: newTable}
//
// Make does not change afterwards. A Value may be used by goroutines at the same time.
type Value[T any] struct {
	Make   func() T
	once   sync.Once
	value  T
	failed any // what Make panicked with
}

// Get returns what Make returns. It calls Make once. If that panics, so does every Get.
func (v *Value[T]) Get() T {
	v.once.Do(v.set)
	if v.failed != nil {
		panic(v.failed)
	}
	return v.value
}

func (v *Value[T]) set() {
	defer func() { v.failed = recover() }()
	v.value = v.Make()
}
