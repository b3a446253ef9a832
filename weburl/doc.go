// Package weburl is the URL Standard (https://url.spec.whatwg.org/, as of
// commit fde3f74 of 2026): URLs as browsers, Node.js and Deno read and write them.
//
//	u, err := weburl.Parse(`HTTPS://EXAMPLE.com:443\a\..\b c?q=é`)
//	u.Href()     // "https://example.com/b%20c?q=%C3%A9"
//	u.Hostname() // "example.com"
//
//	v, err := u.Parse("../img?x#top")    // what a link on that page leads to
//	w, err := v.WithHostname("bücher.example")
//
// The functions to reach for first are [Parse] and [URL.Parse]. A [URL] is a
// value that never changes; == tells whether two are the same URL. Its getters
// are JavaScript's under Go names, and for every setter of JavaScript there is
// a method With… that returns the changed URL.
//
// This grammar is not that of RFC 3986, which package uri follows. The Standard
// says what to make of any text, repairs most of it, and changes what it reads:
// there are no relative URLs, only references that are resolved at once, "\" is
// "/" in the schemes that it calls special (http, https, ws, wss, ftp, file),
// hosts are lower-cased, mapped by IDNA and recognized as IPv4 addresses in four
// notations, dot segments are removed, and characters that must be escaped are. Use
// this package to see what a browser will do with a URL, and package uri to keep
// every byte as it is.
//
// What the parser repairs it calls validation errors; [Parser] reports them.
//
// All of the Standard is here except the blob URL store, and it is followed without
// divergence. Bytes that are not UTF-8 count as U+FFFD, one for each maximal
// subpart. Host names are processed by UTS #46 with the tables of Unicode 18.
//
// The API of this package is meant for v1.
package weburl
