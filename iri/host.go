package iri

import (
	"errors"
	"strings"
	"unicode"

	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/uts46"
)

// UnicodeVersion is the version of the Unicode tables that decide about hosts. It
// does not depend on the version of Go.
const UnicodeVersion = uts46.UnicodeVersion

var errNotASCII = errors.New("the result holds characters that no host may hold")

// toASCII writes a host as labels of ASCII by UTS #46, nontransitional, as the URL
// Standard uses it: CheckHyphens and VerifyDnsLength are off. Characters that are
// mapped to '%' or to a delimiter, such as full-width ones, are refused: the result
// must not mean something else.
func toASCII(host string) (string, error) {
	name, err := uts46.ToASCII(nil, host, 0)
	if err != nil {
		return "", err
	}
	if len(name) == 0 {
		return "", errNotASCII
	}
	for i := range name {
		c := name[i]
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.') {
			return "", errNotASCII
		}
	}
	return string(name), nil
}

// toUnicode writes a host of "xn--" labels in Unicode if that leads back to the
// same host, and reports whether it does.
func toUnicode(host string) (string, bool) {
	if !strings.Contains(strings.ToLower(host), "xn--") {
		return host, false
	}
	name, err := uts46.ToUnicode(host, 0)
	if err != nil || name == host || pct.ASCII(name) {
		return host, false
	}
	back, err := toASCII(name)
	if err != nil || back != host {
		return host, false
	}
	return name, true
}

// plain reports whether a host can be shown in Unicode: each label is of one
// script (UTS #39 section 5.1, so that Japanese, Korean and Chinese with Bopomofo
// count as one each), visible, and not made wholly of letters that look like
// Latin ones.
func plain(host string) bool {
	for label := range strings.SplitSeq(host, ".") {
		if !pct.ASCII(label) && !plainLabel(label) {
			return false
		}
	}
	return true
}

type scripts uint8

const (
	japanese scripts = 1 << iota
	korean
	bopomofo
	single
	every = japanese | korean | bopomofo | single
)

func plainLabel(label string) bool {
	possible := every
	var script *unicode.RangeTable
	lookalike := true
	for _, r := range label {
		if !visible(r) || strings.ContainsRune(delimiterLookalikes, r) {
			return false
		}
		if r >= 0x80 && !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '・' && r != '·' {
			return false
		}
		if !latinLookalike(r) {
			lookalike = false
		}
		if r < 0x80 && (r < 'A' || r > 'z') || unicode.In(r, unicode.Common, unicode.Inherited) {
			continue
		}
		var fits scripts
		if unicode.In(r, unicode.Han) {
			fits |= japanese | korean | bopomofo
		}
		if unicode.In(r, unicode.Hiragana, unicode.Katakana) {
			fits |= japanese
		}
		if unicode.In(r, unicode.Hangul) {
			fits |= korean
		}
		if unicode.In(r, unicode.Bopomofo) {
			fits |= bopomofo
		}
		if script == nil {
			script = scriptOf(r)
		}
		if script != nil && unicode.Is(script, r) {
			fits |= single
		}
		possible &= fits
	}
	return possible != 0 && !lookalike
}

func scriptOf(r rune) *unicode.RangeTable {
	for _, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return table
		}
	}
	return nil
}

// latinLookalike reports whether r, a letter of Cyrillic, Greek or Armenian,
// could be taken for a Latin one. Digits and hyphens do not tell scripts apart.
func latinLookalike(r rune) bool {
	return r == '-' || '0' <= r && r <= '9' || strings.ContainsRune("асԁеһіїјӏорԛѕԝхуүъьвкмнтгпѵєзбό"+"αβγεηικνορτυχωϳ"+"ցհյոռսօզ", r)
}
