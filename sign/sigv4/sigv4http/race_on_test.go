//go:build race

package sigv4http

const raceEnabled = true
