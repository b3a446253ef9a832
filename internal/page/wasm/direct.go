//go:build js && wasm && npm

package main

import (
	"unsafe"

	"github.com/pct-encoded/percent/internal/jsonapi"
)

// The package for npm encodes, decodes and fixes by these exports: it writes a text to
// input, and reads the result from output. A call of them takes far less time than one
// through syscall/js, and JSON is only read once for each set of choices.

var (
	input, output []byte
	// codes are what was prepared, by the number that the caller gave it.
	codes []func(dst, text []byte) (out []byte, ok bool)
)

// spare is how much memory, in bytes, is kept for the next text: 4 MiB.
const spare = 4 << 20

// room returns where to write n bytes of input.
//
//go:wasmexport percentInput
func room(n int32) unsafe.Pointer {
	if int(n) > cap(input) || cap(input) > spare && n <= spare {
		input = make([]byte, max(int(n), 1<<10))
	}
	input = input[:cap(input)]
	return unsafe.Pointer(unsafe.SliceData(input))
}

// prepare makes direct work by the choices of a request, which follows the name of its
// operation in the input. It returns 1, or 0 if all such requests are for percentCall.
//
//go:wasmexport percentPrepare
func prepare(code, name, n int32) int32 {
	for int(code) >= len(codes) {
		codes = append(codes, nil)
	}
	codes[code] = jsonapi.Direct(string(input[:name]), input[name:n])
	if codes[code] == nil {
		return 0
	}
	return 1
}

// direct returns the length of the output for n bytes of input, or -1 if the request is
// for percentCall.
//
//go:wasmexport percentDirect
func direct(code, n int32) int32 {
	if cap(output) > spare {
		output = nil
	}
	// With room for what decode and fix make of most texts, they need not measure it first.
	if cap(output) < int(n) {
		output = make([]byte, 0, n)
	}
	out, ok := codes[code](output[:0], input[:n])
	output = out
	if !ok {
		return -1
	}
	return int32(len(output))
}

// result returns where the output is.
//
//go:wasmexport percentOutput
func result() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(output)) }
