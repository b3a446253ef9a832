//go:build recorder

// The go-versions recorder runs the percent-encoders and decoders of Go's standard
// library, which it shares with the recorder go.
package main

import "runtime"

func implementations() []implementation { return standard(runtime.Version()) }
