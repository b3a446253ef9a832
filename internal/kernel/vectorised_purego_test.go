//go:build purego

package kernel

const vectorised = false
