//go:build !js || !wasm

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "wasm: this is for GOOS=js GOARCH=wasm; go run ./internal/page/build -o dist builds it")
	os.Exit(2)
}
