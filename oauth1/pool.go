package oauth1

import "sync"

// A pool is a sync.Pool of values of one type.
type pool[T any] struct{ sync.Pool }

func (p *pool[T]) get() *T {
	if v, ok := p.Get().(*T); ok {
		return v
	}
	return new(T)
}

func (p *pool[T]) put(v *T) { p.Put(v) }
