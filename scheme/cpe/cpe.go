// Package cpe reads and writes names of the Common Platform Enumeration in their
// URI binding (NISTIR 7695, August 2011, sections 6.1.2 and 6.1.3).
//
//	n, err := cpe.Parse("cpe:/a:microsoft:internet_explorer:8.%02:sp%01")
//	n.Version // {Text `8\.*`}: 8., and anything after it
//	cpe.Name{Part: cpe.Text("a"), Vendor: cpe.Text("foo"), Product: cpe.Text(`big\~money`)}.Build()
//	// "cpe:/a:foo:big%7emoney", nil
//
// A percent-encoded character stands for itself, whereas %01 and %02 are the
// wildcards '?' and '*', which is why decoding gives the quoted text of a
// well-formed name rather than octets. Digits of escapes are in lower case. [Parse],
// [Name.Build] and [Quote] are the ones to reach for; the formatted string
// binding, cpe:2.3:, has no percent-encoding and is not here.
//
// Spec divergence (an omission): decode() of section 6.1.3.2 passes raw
// punctuation on, which gives names that are not well formed. It is refused here.
//
// The API of this package may still change.
package cpe

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
)

// A Name is a well-formed name. Attributes that are not set are Any.
type Name struct {
	Part, Vendor, Product, Version, Update, Edition, Language Value
	// The attributes that version 2.3 added stand in the component of the
	// edition.
	SWEdition, TargetSW, TargetHW, Other Value
}

// Kind is the kind of a value.
type Kind uint8

// The kinds of values.
const (
	AnyKind  Kind = iota // any value; an empty component
	NAKind               // not applicable; a hyphen
	TextKind             // Text
)

var kindNames = []string{"any", "not applicable", "text"}

// String returns "any", "not applicable" or "text".
func (k Kind) String() string { return words.Of(kindNames, k) }

// A Value is the value of an attribute.
type Value struct {
	Kind Kind
	// Text consists of letters, digits and '_'; every other character, all of them
	// printable ASCII, has a backslash before it. An unquoted '*', or one or more
	// '?', at either end are wildcards.
	Text string
}

// Any is the value ANY: any text matches it.
var Any = Value{}

// NA is the value NA: the attribute does not apply.
var NA = Value{Kind: NAKind}

// Text returns a value of text that is quoted already.
func Text(quoted string) Value { return Value{TextKind, quoted} }

// Quote returns the text that stands for s itself: with a backslash before
// everything but letters, digits and '_'. Build refuses what is not printable ASCII.
func Quote(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if !plain(s[i]) {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// The reasons of a percent.SyntaxError, beside percent.InvalidEscape and
// percent.InvalidByte.
const (
	NotCPE            percent.Reason = "no cpe:/ URI"
	EmbeddedWildcard  percent.Reason = "embedded wildcard"   // one that is at neither end
	TooManyComponents percent.Reason = "too many components" // more than seven
	InvalidEdition    percent.Reason = "invalid edition"     // that begins with '~' and does not have five of them
	EmptyText         percent.Reason = "empty text"
)

// maxComponents is the number of components of a URI.
const maxComponents = 7

const syntax pct.Format = "cpe"

const (
	scheme    = "cpe:/"
	escaped   = "!\"#$%&'()*+,/:;<=>?@[\\]^`{|}~" // characters that have an escape
	unescaped = "-."                              // and those that stand for themselves, quoted
	question  = "%01"
	asterisk  = "%02"
)

// Encoding writes the characters of a component: pct_encode() of section
// 6.1.2.3. It knows nothing of quotes and wildcards.
var Encoding = percent.New(percent.Unreserved.Remove("~")).WithHex(percent.HexLower)

// plain reports whether c needs no quote.
func plain(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// components are the values of n that have a component of their own, in order.
func (n *Name) components() [maxComponents]*Value {
	return [...]*Value{&n.Part, &n.Vendor, &n.Product, &n.Version, &n.Update, &n.Edition, &n.Language}
}

// packed are the values of n that stand in the component of the edition.
func (n *Name) packed() [5]*Value {
	return [...]*Value{&n.Edition, &n.SWEdition, &n.TargetSW, &n.TargetHW, &n.Other}
}

const editionIndex = 5

// What errors call the values.
var (
	componentNames = [maxComponents]string{"Part", "Vendor", "Product", "Version", "Update", "Edition", "Language"}
	packedNames    = [...]string{"Edition", "SWEdition", "TargetSW", "TargetHW", "Other"}
)

// Parse parses a URI (section 6.1.3). Letters become lower case, as it says. The
// error is a *percent.SyntaxError.
func Parse(s string) (Name, error) {
	var n Name
	if !strings.HasPrefix(s, scheme) {
		return n, syntax.Error(s, 0, len(scheme), NotCPE)
	}
	at := len(scheme)
	values := n.components()
	for i := 0; at <= len(s); i++ {
		if i == maxComponents {
			return n, syntax.Error(s, at-1, at, TooManyComponents)
		}
		end := at + pct.Until(s[at:], ':')
		var err error
		if i == editionIndex && at < end && s[at] == '~' {
			err = n.unpack(s, at, end)
		} else {
			*values[i], err = decode(s, at, end)
		}
		if err != nil {
			return n, err
		}
		at = end + 1
	}
	return n, nil
}

func (n *Name) unpack(s string, at, end int) error {
	if strings.Count(s[at:end], "~") != len(n.packed()) {
		return syntax.Error(s, at, end, InvalidEdition)
	}
	at++
	for _, v := range n.packed() {
		next := at + pct.Until(s[at:end], '~')
		var err error
		if *v, err = decode(s, at, next); err != nil {
			return err
		}
		at = next + 1
	}
	return nil
}

// decode decodes s[i:end] (section 6.1.3.2).
func decode(s string, i, end int) (Value, error) {
	switch s[i:end] {
	case "":
		return Any, nil
	case "-":
		return NA, nil
	}
	// The wildcards at either end; what is between them cannot hold any.
	first, last := i, end
	if strings.HasPrefix(s[i:end], asterisk) {
		first += len(asterisk)
	} else {
		for strings.HasPrefix(s[first:end], question) {
			first += len(question)
		}
	}
	if strings.HasSuffix(s[first:end], asterisk) {
		last -= len(asterisk)
	} else {
		for strings.HasSuffix(s[first:last], question) {
			last -= len(question)
		}
	}
	var b strings.Builder
	for at := i; at < end; {
		c := s[at]
		switch {
		case plain(c):
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			b.WriteByte(c)
			at++
		case c == '~' || strings.IndexByte(unescaped, c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
			at++
		case c != '%':
			return Value{}, syntax.Error(s, at, at+1, percent.InvalidByte)
		default:
			escape := s[at:min(at+len(question), end)]
			octet, err := Encoding.Decode(escape)
			switch {
			case escape == question || escape == asterisk:
				if first <= at && at < last {
					return Value{}, syntax.Error(s, at, at+len(escape), EmbeddedWildcard)
				}
				b.WriteByte(" ?*"[octet[0]])
			case err == nil && len(octet) == 1 && strings.Contains(escaped, octet):
				b.WriteByte('\\')
				b.WriteString(octet)
			default:
				return Value{}, syntax.Error(s, at, at+len(escape), percent.InvalidEscape)
			}
			at += len(escape)
		}
	}
	return Text(b.String()), nil
}

// Build returns n as a URI (section 6.1.2). The error, a *percent.SyntaxError, reports
// text that is empty or not quoted as in a well-formed name.
func (n Name) Build() (string, error) {
	b := []byte(scheme)
	var err error
	for i, v := range n.components() {
		if i > 0 {
			b = append(b, ':')
		}
		if i == editionIndex && (n.SWEdition != Any || n.TargetSW != Any || n.TargetHW != Any || n.Other != Any) {
			for j, v := range n.packed() {
				if b, err = appendValue(append(b, '~'), *v); err != nil {
					return "", pct.In(packedNames[j], err)
				}
			}
			continue
		}
		if b, err = appendValue(b, *v); err != nil {
			return "", pct.In(componentNames[i], err)
		}
	}
	return strings.TrimRight(string(b), ":"), nil
}

// appendValue appends a value as it stands in a URI.
func appendValue(b []byte, v Value) ([]byte, error) {
	switch {
	case v.Kind == AnyKind:
		return b, nil
	case v.Kind == NAKind:
		return append(b, '-'), nil
	case v.Text == "":
		return b, syntax.Missing("", EmptyText)
	case v.Text == `\-`: // it would be NA
		return b, syntax.Error(v.Text, 0, 2, percent.InvalidByte)
	}
	s := v.Text
	first, last := wildcards(s)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case plain(c):
			b = append(b, c)
		case c == '*' || c == '?':
			if first <= i && i < last {
				return b, syntax.Error(s, i, i+1, EmbeddedWildcard)
			}
			if c == '?' {
				b = append(b, question...)
			} else {
				b = append(b, asterisk...)
			}
		case c == '\\' && i+1 < len(s) && strings.IndexByte(unescaped, s[i+1]) >= 0:
			i++
			b = append(b, s[i])
		case c == '\\' && i+1 < len(s) && strings.IndexByte(escaped, s[i+1]) >= 0:
			i++
			b = Encoding.AppendEncode(b, []byte{s[i]})
		case c == '\\' && i+1 < len(s):
			return b, syntax.Error(s, i+1, i+2, percent.InvalidByte)
		default:
			return b, syntax.Error(s, i, i+1, percent.InvalidByte)
		}
	}
	return b, nil
}

// wildcards returns the bounds of the text between the wildcards at either end.
func wildcards(s string) (first, last int) {
	if strings.HasPrefix(s, "*") {
		first = 1
	} else {
		first = len(s) - len(strings.TrimLeft(s, "?"))
	}
	last = first
	for i := first; i < len(s); i++ {
		switch s[i] {
		case '?':
			continue
		case '*':
			if i == len(s)-1 {
				return first, i
			}
		case '\\':
			i++
		}
		last = min(i+1, len(s))
	}
	return first, last
}
