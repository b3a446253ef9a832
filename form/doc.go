// Package form reads and writes application/x-www-form-urlencoded, the
// a=1&b=2 of queries and form bodies, as ordered pairs.
//
//	pairs, err := form.Parse("q=caf%C3%A9+au+lait&page=2")
//	q, ok := pairs.Get("q")     // "café au lait", true
//	pairs.Set("page", "3")
//	s := form.Serialize(pairs)  // "q=caf%C3%A9+au+lait&page=3"
//
// The functions to reach for first are [Parse] and [Serialize]. They are the
// parser and the serializer of the URL Standard (https://url.spec.whatwg.org/,
// July 2026, section 5), byte for byte, and [Pairs] has the methods of its
// URLSearchParams. Order and repetition of names are kept; there is no map.
//
// The rest of the world differs: [Rules] are one way to read and write forms.
// Derive the rules that you need from similar ones:
//
//	old := form.Standard.WithCharset(charset.ShiftJIS).WithSeparators(form.AmpersandOrSemicolon)
//
// To change one parameter of a query without touching another byte of it, use
// [Edit]. For data with structure, such as user[name]=x&tag[]=1, there are the
// conventions of PHP, Rails, Rack, qs, jQuery and Python in package form/nested.
//
// Reading takes time in proportion to the input, whatever is in it, and is
// bounded by [Limits].
//
// The API of this package is meant for v1.
package form
