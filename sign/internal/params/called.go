package params

import "strings"

// These are functions that are called, not copied to where they stand:
// schemes call them at some hundred places, where time does not count.

// Cut is strings.Cut.
//
//go:noinline
func Cut(s, sep string) (before, after string, found bool) { return strings.Cut(s, sep) }

// CutPrefix is strings.CutPrefix.
//
//go:noinline
func CutPrefix(s, prefix string) (after string, found bool) { return strings.CutPrefix(s, prefix) }

// TrimPrefix is strings.TrimPrefix.
//
//go:noinline
func TrimPrefix(s, prefix string) string { return strings.TrimPrefix(s, prefix) }

// TrimSuffix is strings.TrimSuffix.
//
//go:noinline
func TrimSuffix(s, suffix string) string { return strings.TrimSuffix(s, suffix) }

// Add appends a value to a list.
//
//go:noinline
func Add[T any](list *[]T, value T) { *list = append(*list, value) }
