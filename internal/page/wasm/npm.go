//go:build js && wasm && npm

package main

import "github.com/pct-encoded/percent/internal/jsonapi"

// The package for npm signs and verifies, too.
var call = jsonapi.CallLocal
