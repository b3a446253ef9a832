//go:build cgo

package main

/*
#include <stdbool.h>
#include <stddef.h>

static bool isByte(const char *s, size_t n) { return n == 1 && *s != 0; }
*/
import "C"

import "unsafe"

func init() {
	callC = func(s string) {
		can = bool(C.isByte((*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))))
	}
}
