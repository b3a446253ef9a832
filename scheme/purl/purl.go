// Package purl reads and writes package URLs (the Package-URL specification,
// ECMA-427, in its version of August 2026).
//
//	p, err := purl.Parse("pkg:npm/%40angular/animation@12.3.1")
//	// p.Type is npm, p.Namespace @angular, p.Name animation, p.Version 12.3.1
//	p.Build() // "pkg:npm/%40angular/animation@12.3.1", nil
//
// [Parse] takes what the specification tells a parser to take, unescaped
// delimiters included; [PackageURL.Build] writes the canonical form. Both hold a
// package URL to the definition of its type: the namespace and the qualifiers that
// it requires or prohibits, what a name or a version may consist of, and what is
// in lower case ([PackageURL.Normalize]). Types without a definition have no such
// rules.
//
// The API of this package may still change.
package purl

import (
	"slices"
	"sort"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// A PackageURL is the content of a package URL, decoded.
type PackageURL struct {
	Type       string // in lower case
	Namespace  string // segments joined with '/', or ""
	Name       string
	Version    string // or ""
	Qualifiers []Qualifier
	Subpath    string // segments joined with '/', or ""
}

// A Qualifier is a key with its value. The value of checksum is a list joined
// with ','.
type Qualifier struct {
	Key   string // in lower case
	Value string
}

// Encoding writes every component: letters, digits, - . _ ~ and ':' as they
// are. A '+' is itself when it is read.
var Encoding = percent.New(percent.Unreserved.Add(":"))

// The reasons of a percent.SyntaxError, beside percent.InvalidEscape and
// percent.InvalidUTF8.
const (
	NotPkg        percent.Reason = "no pkg: scheme"  // at the beginning
	InvalidType   percent.Reason = "invalid type"    // not letters, digits, '.' and '-', or a digit first
	MissingName   percent.Reason = "missing name"    // nothing but type and namespace
	InvalidKey    percent.Reason = "invalid key"     // not letters, digits, '.', '-' and '_', or a digit first
	MissingEquals percent.Reason = "missing '='"     // between key and value
	DuplicateKey  percent.Reason = "duplicate key"   // of two qualifiers
	EscapedSlash  percent.Reason = "escaped slash"   // in a segment
	Unwritable    percent.Reason = "invalid segment" // "." or ".." in a subpath, or an empty one

	// What the definition of a type refuses.
	MissingNamespace    percent.Reason = "missing namespace"
	ProhibitedNamespace percent.Reason = "namespace not allowed by the type"
	InvalidName         percent.Reason = "name not allowed by the type"
	InvalidVersion      percent.Reason = "version not allowed by the type"
	MissingQualifier    percent.Reason = "missing qualifier" // uuid of julia, tag_id of swid
)

const syntax pct.Format = "purl"

// Parse parses a package URL from right to left, as the specification says, and
// normalizes it for its type. The error is a *percent.SyntaxError.
//
// The namespace of git is the host, and its name the whole path there:
// pkg:git/codeberg.org/forgejo/forgejo.
//
// Spec divergence (scoped names): an '@' at the beginning of a segment that is not
// the last does not begin a version, so that pkg:npm/@angular/animation, which
// people write, is read as it is meant. By the specification it would have no name.
func Parse(s string) (PackageURL, error) {
	var p PackageURL
	end := len(s)
	if i := strings.LastIndexByte(s, '#'); i >= 0 {
		segments, err := parseSegments(s, i+1, end)
		if err != nil {
			return p, err
		}
		segments = slices.DeleteFunc(segments, func(x string) bool { return x == "." || x == ".." })
		p.Subpath = strings.Join(segments, "/")
		end = i
	}
	if i := strings.LastIndexByte(s[:end], '?'); i >= 0 {
		var err error
		if p.Qualifiers, err = parseQualifiers(s, i+1, end); err != nil {
			return p, err
		}
		end = i
	}
	colon := strings.IndexByte(s[:end], ':')
	if colon < 0 || !strings.EqualFold(s[:colon], "pkg") {
		return p, syntax.Error(s, 0, min(4, end), NotPkg)
	}
	start := colon + 1
	for start < end && s[start] == '/' {
		start++
	}
	slash := start + pct.Until(s[start:end], '/')
	p.Type = pct.Lower(s[start:slash])
	if i := badType(p.Type); i >= 0 {
		i += start
		return p, syntax.Error(s, i, min(i+1, end), InvalidType)
	}
	start = min(slash+1, end)
	version := end
	if i := start + strings.LastIndexByte(s[start:end], '@'); i >= start && (s[i-1] != '/' || strings.IndexByte(s[i:end], '/') < 0) {
		version = i + 1
		var err error
		if p.Version, err = decode(s, version, end); err != nil {
			return p, err
		}
		end = i
	}
	for version == end && end > start && s[end-1] == '/' {
		end--
		version--
	}
	name := start + strings.LastIndexByte(s[start:end], '/') + 1
	if p.Type == "git" {
		name = start + (strings.IndexByte(s[start:end], '/') + 1)
	}
	var err error
	if p.Name, err = decode(s, name, end); err != nil {
		return p, err
	}
	if p.Name == "" {
		return p, syntax.Error(s, end, end+1, MissingName)
	}
	segments, err := parseSegments(s, start, max(start, name-1))
	if err != nil {
		return p, err
	}
	p.Namespace = strings.Join(segments, "/")
	p.Normalize()
	switch _, reason := p.refused(); reason {
	case "":
	case ProhibitedNamespace:
		return p, syntax.Error(s, start, name-1, reason)
	case InvalidVersion:
		return p, syntax.Error(s, version, version+strings.IndexAny(s[version:]+"?", "?#"), reason)
	case MissingQualifier:
		return p, syntax.Error(s, len(s), len(s), reason)
	default:
		return p, syntax.Error(s, name, end, reason)
	}
	return p, nil
}

// parseSegments decodes the segments of s[i:end] that are not empty.
func parseSegments(s string, i, end int) ([]string, error) {
	var segments []string
	for i < end {
		n := pct.Until(s[i:end], '/')
		text, err := decode(s, i, i+n)
		if err != nil {
			return nil, err
		}
		if strings.IndexByte(text, '/') >= 0 {
			at := pct.Index(s, i, strings.IndexByte(text, '/'))
			return nil, syntax.Error(s, at, at+3, EscapedSlash)
		}
		if text != "" {
			segments = append(segments, text)
		}
		i += n + 1
	}
	return segments, nil
}

func parseQualifiers(s string, i, end int) ([]Qualifier, error) {
	var list []Qualifier
	seen := map[string]bool{}
	for i < end {
		n := pct.Until(s[i:end], '&')
		if n == 0 {
			i++
			continue
		}
		key, _, ok := strings.Cut(s[i:i+n], "=")
		if !ok {
			return nil, syntax.Error(s, i+n, i+n+1, MissingEquals)
		}
		value, err := decode(s, i+len(key)+1, i+n)
		if err != nil {
			return nil, err
		}
		if at := badKey(key); at >= 0 {
			at += i
			return nil, syntax.Error(s, at, at+1, InvalidKey)
		}
		q := Qualifier{pct.Lower(key), value}
		if seen[q.Key] {
			return nil, syntax.Error(s, i, i+len(key), DuplicateKey)
		}
		if value != "" {
			seen[q.Key] = true
			list = append(list, q)
		}
		i += n + 1
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Key < list[j].Key })
	return list, nil
}

var reader = percent.RFC3986.WithInvalidUTF8(percent.InvalidUTF8Refused)

func decode(s string, i, end int) (string, error) {
	return syntax.Decode(reader, s, i, end)
}

func badType(s string) int { return bad(s, ".-") }
func badKey(s string) int  { return bad(s, ".-_") }

// bad returns the index of the first byte of s that is not a letter, a digit or
// one of others; 0 if s is empty or begins with a digit; or -1.
func bad(s, others string) int {
	if s == "" || '0' <= s[0] && s[0] <= '9' {
		return 0
	}
	for i := range len(s) {
		c := s[i]
		if (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && strings.IndexByte(others, c) < 0 {
			return i
		}
	}
	return -1
}

// Build returns p in its canonical form, normalized for its type, qualifiers
// sorted by key and without those whose value is empty. The error, a
// *percent.SyntaxError, reports an invalid type, key or segment, an empty name,
// text that is not UTF-8, and what the definition of the type does not allow.
func (p PackageURL) Build() (string, error) {
	// Normalize would write U+FFFD.
	for _, c := range [...]struct{ field, text string }{
		{"Namespace", p.Namespace}, {"Name", p.Name}, {"Version", p.Version}, {"Subpath", p.Subpath},
	} {
		if err := syntax.UTF8(c.text); err != nil {
			return "", pct.In(c.field, err)
		}
	}
	p.Normalize()
	if i := badType(p.Type); i >= 0 {
		return "", pct.In("Type", syntax.Error(p.Type, i, i+1, InvalidType))
	}
	if p.Name == "" {
		return "", syntax.Missing("Name", MissingName)
	}
	if field, reason := p.refused(); reason != "" {
		return "", syntax.Missing(field, reason)
	}
	b := append([]byte("pkg:"), p.Type...)
	b = append(b, '/')
	for segment := range strings.SplitSeq(p.Namespace, "/") {
		if segment != "" {
			b = append(Encoding.AppendEncode(b, []byte(segment)), '/')
		}
	}
	b = p.encodingOfName().AppendEncode(b, []byte(p.Name))
	if p.Version != "" {
		b = Encoding.AppendEncode(append(b, '@'), []byte(p.Version))
	}
	list := slices.Clone(p.Qualifiers)
	sort.SliceStable(list, func(i, j int) bool { return pct.Lower(list[i].Key) < pct.Lower(list[j].Key) })
	separator := byte('?')
	for i, q := range list {
		key := pct.Lower(q.Key)
		if at := badKey(key); at >= 0 {
			return "", pct.In("key of a qualifier", syntax.Error(q.Key, at, at+1, InvalidKey))
		}
		if i > 0 && key == pct.Lower(list[i-1].Key) {
			return "", pct.In("key of a qualifier", syntax.Error(q.Key, 0, len(q.Key), DuplicateKey))
		}
		if err := syntax.UTF8(q.Value); err != nil {
			return "", pct.In("qualifier "+key, err)
		}
		if q.Value == "" {
			continue
		}
		b = append(append(append(b, separator), key...), '=')
		b = Encoding.AppendEncode(b, []byte(q.Value))
		separator = '&'
	}
	if p.Subpath == "" {
		return string(b), nil
	}
	separator = '#'
	offset := 0
	for segment := range strings.SplitSeq(p.Subpath, "/") {
		if segment == "." || segment == ".." {
			return "", pct.In("Subpath", syntax.Error(p.Subpath, offset, offset+len(segment), Unwritable))
		}
		if segment != "" {
			b = Encoding.AppendEncode(append(b, separator), []byte(segment))
			separator = '/'
		}
		offset += len(segment) + 1
	}
	return string(b), nil
}
