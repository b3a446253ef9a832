//go:build race

package oauth1

const raceEnabled = true
