//go:build !purego

package kernel

const vectorised = true
