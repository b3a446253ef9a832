// Package document finds the URLs in documents: of JSON, HTML, logs, mail, source code
// or prose. A document is read by its [Grammar] into values, whose escapes stand for
// other octets, and URLs are found in the values.
//
//	g := document.Detect("a.json", `{"u":"https:\/\/h\/a\u0026b"}`)
//	for u := range g.URLs(text) {
//		text[u.Offset:][:u.Len] // `https:\/\/h\/a\u0026b`
//		u.Read(text)            // "https://h/a&b"
//	}
//
// Offsets and lengths are in bytes of the document, through all layers of escapes.
// Malformed documents give what URLs there are.
//
// The API of this package may still change.
package document
