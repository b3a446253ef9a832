// Package page holds the files of the page as they are served: HTML, a style sheet and
// JavaScript modules. There is no build step.
package page

import "embed"

// Files are the files, index.html at the root.
//
//go:embed index.html style.css icon.svg app texts
var Files embed.FS

// Policy is the Content-Security-Policy of the page: nothing that is not part of it is
// loaded, run or connected to. It allows no code in HTML.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
