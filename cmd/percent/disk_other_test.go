//go:build !linux

package main

import "testing"

func smallDisk(t *testing.T, _ int) string {
	t.Helper()
	t.Skip("needs tmpfs")
	return ""
}

func resizeDisk(*testing.T, string, int) {}
