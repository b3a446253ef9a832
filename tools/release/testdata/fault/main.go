//go:build js && wasm

// Fault is a program such as internal/page/wasm that can be told to end.
package main

import (
	"os"
	"syscall/js"
	"unsafe"
)

var input [100]byte

//go:wasmexport percentInput
func room(int32) unsafe.Pointer { return unsafe.Pointer(&input) }

//go:wasmexport percentPrepare
func prepare(_, _, _ int32) int32 { return 1 }

//go:wasmexport percentOutput
func result() unsafe.Pointer { return unsafe.Pointer(&input) }

//go:wasmexport percentDirect
func direct(_, n int32) int32 {
	switch string(input[:n]) {
	case "panic":
		panic("told to")
	case "exit":
		os.Exit(3)
	}
	return n
}

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
