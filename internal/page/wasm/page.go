//go:build js && wasm && !npm

package main

import "github.com/pct-encoded/percent/internal/jsonapi"

var call = jsonapi.Call
