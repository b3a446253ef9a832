// Package sorted sorts slices as package slices does, by one piece of code for all types:
// slices has a copy of the algorithm for each struct, which takes 20 KB of a program. It is
// for lists that are short or seldom sorted.
package sorted

import "sort"

// Func sorts a slice as slices.SortFunc does.
func Func[S ~[]E, E any](list S, compare func(a, b E) int) {
	if !short(list, compare) {
		sort.Sort(by[E]{list, compare})
	}
}

// Stable sorts a slice as slices.SortStableFunc does.
func Stable[S ~[]E, E any](list S, compare func(a, b E) int) {
	if !short(list, compare) {
		sort.Stable(by[E]{list, compare})
	}
}

// short sorts a list of a few by insertion, as all others do, but without an allocation.
func short[E any](list []E, compare func(a, b E) int) bool {
	const most = 12
	if len(list) > most {
		return false
	}
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && compare(list[j], list[j-1]) < 0; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	return true
}

// by is a slice with its order, for package sort.
type by[E any] struct {
	list    []E
	compare func(a, b E) int
}

func (b by[E]) Len() int           { return len(b.list) }
func (b by[E]) Less(i, j int) bool { return b.compare(b.list[i], b.list[j]) < 0 }
func (b by[E]) Swap(i, j int)      { b.list[i], b.list[j] = b.list[j], b.list[i] }
