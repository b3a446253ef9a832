// Package page holds the files of the page as they are served: HTML, a style sheet and
// JavaScript modules. There is no build step but
// `go generate`, which packs them for the command.
package page

import (
	"embed"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/packed"
)

// Files are the files, index.html at the root. A program that links them is larger by three
// times as much as by File.
//
//go:embed index.html style.css icon.svg app texts
var Files embed.FS

//go:generate go run ../packed/pack page.gz index.html style.css icon.svg app texts

//go:embed page.gz
var page []byte

var files = lazy.Value[map[string]string]{Make: func() map[string]string {
	m := map[string]string{}
	for _, t := range packed.Must(page) {
		m[t.Name] = t.Text
	}
	return m
}}

// File returns one of Files by its name.
func File(name string) (text string, ok bool) {
	text, ok = files.Get()[name]
	return text, ok
}

// Policy is the Content-Security-Policy of the page: nothing that is not part of it is
// loaded, run or connected to. It allows no code in HTML.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
