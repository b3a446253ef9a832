package dialect

import "cmp"

// Likelier compares the IDs of two dialects or functions by how likely it is that
// somebody means them or uses them: it is below 0 if the first is likelier, by the
// family it is of, and 0 if that does not tell.
func Likelier(a, b string) int { return cmp.Compare(rankOf(a), rankOf(b)) }
