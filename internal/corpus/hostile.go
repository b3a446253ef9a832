package corpus

import (
	"math/rand/v2"
	"strings"
)

// Hostile are pieces of texts that could do harm on a terminal, or be taken apart
// wrongly.
var Hostile = []string{
	"%", "%41", "%0A", "%1B", "\x1b", "\n", "é", "%E2%80%AE", "\u202e", "\u2066", "\xFF", "%ff", "http://", "/", "?", "&amp;", "%u202E", "xn--",
	"\u0301", "שלום", "%c0%af", "#", ":", "@", "[", "a", "%250", "+", "=", "&", "\u200d", "\t", "\r", " ", "東", "%ED%A0%BD",
}

// HostileText returns up to eleven of the pieces as one text.
func HostileText(r *rand.Rand) string {
	var text strings.Builder
	for range r.IntN(12) {
		text.WriteString(pick(r, Hostile))
	}
	return text.String()
}
