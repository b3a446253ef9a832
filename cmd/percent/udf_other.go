//go:build !linux

package main

// enlarge is for Linux.
func enlarge(any) {}
