//go:build js && wasm

// Wasm is the page's table of operations in the browser: it gives the worker that runs
// it a function percentCall(operation, request), which returns the reply. With the tag
// npm it is the program of the package for npm.
package main

import (
	"syscall/js"

	"github.com/pct-encoded/percent/internal/operation"
)

func main() {
	operation.AddSignatures()
	js.Global().Set("percentCall", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(call(args[0].String(), []byte(args[1].String())))
	}))
	js.Global().Call("percentReady")
	select {} // calls come until the worker ends
}
