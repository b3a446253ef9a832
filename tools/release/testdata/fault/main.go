//go:build js && wasm

// Fault is a program such as internal/page/wasm that can be told to end.
package main

import (
	"os"
	"syscall/js"
)

func main() {
	js.Global().Set("percentCall", js.FuncOf(func(_ js.Value, args []js.Value) any {
		switch args[0].String() {
		case "panic":
			panic("told to")
		case "exit":
			os.Exit(3)
		}
		return `{"result":{}}`
	}))
	js.Global().Call("percentReady")
	select {}
}
