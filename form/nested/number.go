package nested

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// numberScript returns a number of JSON as JSON.parse and String make it: the shortest text
// that is the same double (ECMA-262, Number::toString).
func numberScript(text string) string {
	f, _ := strconv.ParseFloat(text, 64)
	switch size := math.Abs(f); {
	case math.IsInf(f, 0):
		return strings.TrimPrefix(strconv.FormatFloat(f, 'g', -1, 64), "+") + "inity"
	case f == 0:
		return "0"
	case size >= 1e21 || size < 1e-6:
		return exponent(strconv.FormatFloat(f, 'e', -1, 64), "e", 1, false)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// numberPHP returns a number of JSON as json_decode and http_build_query make it: an integer of
// 64 bits, or a double with 14 digits, the default of the setting "precision".
func numberPHP(text string) string {
	const precision = 14
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return strconv.FormatInt(i, 10)
	}
	f, _ := strconv.ParseFloat(text, 64)
	if math.IsInf(f, 0) {
		return strings.ToUpper(strings.TrimPrefix(strconv.FormatFloat(f, 'g', -1, 64), "+"))
	}
	scientific := strconv.FormatFloat(f, 'e', precision-1, 64)
	at := strings.IndexByte(scientific, 'e')
	if power, _ := strconv.Atoi(scientific[at+1:]); power < -4 || power >= precision {
		mantissa := strings.TrimRight(scientific[:at], "0")
		if strings.HasSuffix(mantissa, ".") {
			mantissa += "0"
		}
		return exponent(mantissa+scientific[at:], "E", 1, false)
	}
	f, _ = strconv.ParseFloat(scientific, 64)
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// numberRuby returns a number of JSON as JSON.parse and to_s make it.
func numberRuby(text string) string { return numberOf(text, "Infinity", 1e15, true) }

// numberPython returns a number of JSON as json.loads and str make it.
func numberPython(text string) string { return numberOf(text, "inf", 1e16, false) }

// numberOf returns an integer of any length as it is, and a double with ".0" if it has no
// fraction, or with a power of ten from large on, if it has none, and below 1e-4. point says that a mantissa has
// ".0", too.
func numberOf(text, infinity string, large float64, point bool) string {
	if i, ok := new(big.Int).SetString(text, 10); ok {
		return i.String()
	}
	f, _ := strconv.ParseFloat(text, 64)
	s := strconv.FormatFloat(f, 'f', -1, 64)
	fraction := strings.Contains(s, ".")
	switch size := math.Abs(f); {
	case math.IsInf(f, 0):
		if f < 0 {
			return "-" + infinity
		}
		return infinity
	case size >= large && !fraction || size < 1e-4 && f != 0:
		return exponent(strconv.FormatFloat(f, 'e', -1, 64), "e", 2, point)
	}
	if !fraction {
		s += ".0"
	}
	return s
}

// exponent writes a number with a power of ten, as strconv has it, with that letter and at least
// so many digits of the power, and with ".0" behind a mantissa of one digit if point is set.
func exponent(s, letter string, digits int, point bool) string {
	mantissa, power, _ := strings.Cut(s, "e")
	if point && !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	sign, power := power[:1], strings.TrimLeft(power[1:], "0")
	return mantissa + letter + sign + strings.Repeat("0", max(0, digits-len(power))) + power
}
