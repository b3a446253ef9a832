//go:build js && wasm

// Wasm is the page's table of operations in the browser: it gives the worker that runs
// it a function percentCall(operation, request), which returns the reply.
package main

import (
	"syscall/js"

	"github.com/pct-encoded/percent/internal/jsonapi"
)

func main() {
	js.Global().Set("percentCall", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(jsonapi.Call(args[0].String(), []byte(args[1].String())))
	}))
	js.Global().Call("percentReady")
	select {} // calls come until the worker ends
}
