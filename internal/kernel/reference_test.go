package kernel

// An independent reading of the contract, byte by byte and without tables.

func refEncode(c EncoderConfig, room int, src []byte) (out []byte, consumed int) {
	digits := "0123456789ABCDEF"
	if c.Lower {
		digits = "0123456789abcdef"
	}
	for consumed < len(src) {
		b := src[consumed]
		rest := src[consumed:]
		unit, take := []byte{b}, 1
		switch {
		case c.KeepEscapes && b == '%' && len(rest) >= 3 && isHex(rest[1]) && isHex(rest[2]):
			unit, take = rest[:3], 3
		case c.KeepEscapes && b == '%' && (len(rest) == 1 || len(rest) == 2 && isHex(rest[1])):
			return out, consumed
		case c.Plus && b == ' ':
			unit = []byte{'+'}
		case c.Kept(b) && !(c.KeepEscapes && b == '%'):
		default:
			unit = []byte{'%', digits[b/16], digits[b%16]}
		}
		if len(out)+len(unit) > room {
			// A run that is copied may be cut anywhere; a unit may not.
			break
		}
		out = append(out, unit...)
		consumed += take
	}
	return out, consumed
}

func refDecode(c DecoderConfig, room int, src []byte) (out []byte, consumed int) {
	for consumed < len(src) {
		b := src[consumed]
		rest := src[consumed:]
		unit, take := []byte{b}, 1
		switch {
		case b == '%' && len(rest) >= 3 && isHex(rest[1]) && isHex(rest[2]):
			octet := hexValue(rest[1])*16 + hexValue(rest[2])
			unit, take = []byte{octet}, 3
			if c.Preserved(octet) {
				unit = rest[:3]
			}
		case b == '%':
			if !c.Lenient || len(rest) == 1 || len(rest) == 2 && isHex(rest[1]) {
				return out, consumed
			}
		case b == '+' && c.Plus:
			unit = []byte{' '}
		case !c.Accepted(b):
			return out, consumed
		}
		if len(out)+len(unit) > room {
			break
		}
		out = append(out, unit...)
		consumed += take
	}
	return out, consumed
}

// refDecodeAll decodes src as a text of its own, whose end cuts nothing off, and reports
// whether all of it is decoded.
func refDecodeAll(c DecoderConfig, src []byte) (out []byte, ok bool) {
	for {
		more, consumed := refDecode(c, 1<<30, src)
		out, src = append(out, more...), src[consumed:]
		if len(src) == 0 {
			return out, true
		}
		if !c.Lenient || src[0] != '%' {
			return out, false
		}
		out, src = append(out, '%'), src[1:]
	}
}

func isHex(b byte) bool {
	return '0' <= b && b <= '9' || 'A' <= b && b <= 'F' || 'a' <= b && b <= 'f'
}

func hexValue(b byte) byte {
	switch {
	case b <= '9':
		return b - '0'
	case b <= 'F':
		return b - 'A' + 10
	default:
		return b - 'a' + 10
	}
}
