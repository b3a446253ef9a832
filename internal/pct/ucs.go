package pct

// IsUcschar reports whether r is in the production ucschar: the characters beyond
// ASCII that an IRI may hold in every component but the scheme and the port.
func IsUcschar(r rune) bool {
	switch {
	case r < 0xA0:
		return false
	case r <= 0xD7FF, r >= 0xF900 && r <= 0xFDCF, r >= 0xFDF0 && r <= 0xFFEF:
		return true
	case r < 0x10000 || r > 0xEFFFD:
		return false
	}
	// Not the last two of a plane, nor the first 4,096 of plane 14.
	return r&0xFFFF <= 0xFFFD && (r < 0xE0000 || r >= 0xE1000)
}

// IsIprivate reports whether r is in the production iprivate: the characters that
// the query of an IRI may hold besides ucschar.
func IsIprivate(r rune) bool {
	return r >= 0xE000 && r <= 0xF8FF || r >= 0xF0000 && r <= 0xFFFFD || r >= 0x100000 && r <= 0x10FFFD
}

// IsBidiControl reports whether r is one of the bidirectional formatting
// characters that section 4.1 keeps out of IRIs.
func IsBidiControl(r rune) bool {
	return r == 0x200E || r == 0x200F || r >= 0x202A && r <= 0x202E
}
