// Package purl reads and writes package URLs (the Package-URL specification,
// ECMA-427, in its version of August 2026).
//
//	p, err := purl.Parse("pkg:npm/%40angular/animation@12.3.1")
//	// p.Type is npm, p.Namespace @angular, p.Name animation, p.Version 12.3.1
//	p.Build() // "pkg:npm/%40angular/animation@12.3.1", nil
//
// [Parse] takes what the specification tells a parser to take, unescaped
// delimiters included; [PackageURL.Build] writes the canonical form. Canonical
// is Parse and Build together. Of the rules for single types, those that say
// "lower case" or rewrite a name are applied for the types that [PackageURL.Normalize]
// lists. What a type requires or prohibits is not checked: pkg:cpan/URI::PackageURL
// passes, though its type wants the name of a distribution and an author, and so
// does pkg:npm/.a.
package purl

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/scan"
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

// A Reason says what is wrong with a package URL, or with what is to become one.
type Reason string

// The reasons of a SyntaxError.
const (
	NotPkg        Reason = "no pkg: scheme"  // at the beginning
	InvalidEscape Reason = "invalid escape"  // a '%' without two hexadecimal digits
	InvalidUTF8   Reason = "invalid UTF-8"   // in a component
	InvalidType   Reason = "invalid type"    // not letters, digits, '.' and '-', or a digit first
	MissingName   Reason = "missing name"    // nothing but type and namespace
	InvalidKey    Reason = "invalid key"     // not letters, digits, '.', '-' and '_', or a digit first
	MissingEquals Reason = "missing '='"     // between key and value
	DuplicateKey  Reason = "duplicate key"   // of two qualifiers
	EscapedSlash  Reason = "escaped slash"   // in a segment
	Unwritable    Reason = "invalid segment" // "." or ".." in a subpath, or an empty one
)

// A SyntaxError tells where and why a package URL is refused. For a component
// that is to be written the offset is in that component.
type SyntaxError struct {
	Offset int64  // index, in bytes from 0, of the first offending byte in what was passed
	Bytes  string // the offending bytes; "" at the end
	Reason Reason // what is wrong with them
}

// Error returns a text such as
//
//	purl: invalid escape "%zz" at byte 17
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("purl: %s %q at byte %d", e.Reason, e.Bytes, e.Offset)
}

// Parse parses a package URL from right to left, as the specification says, and
// normalizes it for its type. The error is a *SyntaxError.
//
// Spec divergence (scoped names): an '@' at the beginning of a segment does not
// begin a version, so that pkg:npm/@angular/animation, which people write, is
// read as it is meant. By the letter it has no name.
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
		return p, &SyntaxError{Bytes: s[:min(4, end)], Reason: NotPkg}
	}
	start := colon + 1
	for start < end && s[start] == '/' {
		start++
	}
	slash := start + scan.Until(s[start:end], '/')
	p.Type = lower(s[start:slash])
	if i := badType(p.Type); i >= 0 {
		i += start
		return p, &SyntaxError{Offset: int64(i), Bytes: s[i:min(i+1, end)], Reason: InvalidType}
	}
	start = min(slash+1, end)
	if i := start + strings.LastIndexByte(s[start:end], '@'); i >= start && i > start && s[i-1] != '/' {
		var err error
		if p.Version, err = decode(s, i+1, end); err != nil {
			return p, err
		}
		end = i
	}
	for end > start && s[end-1] == '/' {
		end--
	}
	name := start + strings.LastIndexByte(s[start:end], '/') + 1
	var err error
	if p.Name, err = decode(s, name, end); err != nil {
		return p, err
	}
	if p.Name == "" {
		return p, &SyntaxError{Offset: int64(end), Bytes: s[end:min(end+1, len(s))], Reason: MissingName}
	}
	segments, err := parseSegments(s, start, max(start, name-1))
	if err != nil {
		return p, err
	}
	p.Namespace = strings.Join(segments, "/")
	p.Normalize()
	return p, nil
}

// parseSegments decodes the segments of s[i:end] that are not empty.
func parseSegments(s string, i, end int) ([]string, error) {
	var segments []string
	for i < end {
		n := scan.Until(s[i:end], '/')
		text, err := decode(s, i, i+n)
		if err != nil {
			return nil, err
		}
		if strings.IndexByte(text, '/') >= 0 {
			at := i + min(strings.Index(s[i:i+n]+"%2F", "%2F"), strings.Index(s[i:i+n]+"%2f", "%2f"))
			return nil, &SyntaxError{Offset: int64(at), Bytes: s[at : at+3], Reason: EscapedSlash}
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
		n := scan.Until(s[i:end], '&')
		if n == 0 {
			i++
			continue
		}
		key, _, ok := strings.Cut(s[i:i+n], "=")
		if !ok {
			return nil, &SyntaxError{Offset: int64(i + n), Bytes: s[i+n : min(i+n+1, len(s))], Reason: MissingEquals}
		}
		value, err := decode(s, i+len(key)+1, i+n)
		if err != nil {
			return nil, err
		}
		if at := badKey(key); at >= 0 {
			at += i
			return nil, &SyntaxError{Offset: int64(at), Bytes: s[at : at+1], Reason: InvalidKey}
		}
		q := Qualifier{lower(key), value}
		if seen[q.Key] {
			return nil, &SyntaxError{Offset: int64(i), Bytes: key, Reason: DuplicateKey}
		}
		if value != "" {
			seen[q.Key] = true
			list = append(list, q)
		}
		i += n + 1
	}
	slices.SortFunc(list, func(a, b Qualifier) int { return strings.Compare(a.Key, b.Key) })
	return list, nil
}

var reader = percent.RFC3986.WithInvalidUTF8(percent.InvalidUTF8Refused)

func decode(s string, i, end int) (string, error) {
	text, err := reader.Decode(s[i:end])
	if err == nil {
		return text, nil
	}
	var e *percent.SyntaxError
	errors.As(err, &e)
	reason := InvalidEscape
	if e.Reason == percent.InvalidUTF8 {
		reason = InvalidUTF8
	}
	return "", &SyntaxError{Offset: e.Offset + int64(i), Bytes: e.Bytes, Reason: reason}
}

func badType(s string) int { return bad(s, ".-") }
func badKey(s string) int  { return bad(s, ".-_") }

// bad returns the index of the first byte of s that is no letter, no digit and
// none of others, 0 for a digit at the beginning or for nothing, or -1.
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

// lower lowers the ASCII letters of s.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}

// folded are the components that are in lower case.
type folded uint8

const (
	foldNamespace folded = 1 << iota
	foldName
	foldVersion
)

// foldedByType has the types of which the definition says that case does not
// matter in a component, which is in lower case then.
var foldedByType = map[string]folded{
	"alpm": foldNamespace | foldName, "apk": foldNamespace | foldName, "bitbucket": foldNamespace | foldName,
	"bitnami": foldName, "composer": foldNamespace | foldName, "deb": foldNamespace | foldName,
	"github": foldNamespace | foldName, "golang": foldNamespace | foldName, "hex": foldNamespace | foldName,
	"huggingface": foldVersion, "luarocks": foldNamespace | foldName, "npm": foldNamespace | foldName,
	"oci": foldName | foldVersion, "otp": foldName, "pub": foldName, "pypi": foldName | foldVersion,
	"qpkg": foldNamespace, "rpm": foldNamespace, "vscode-extension": foldNamespace | foldName | foldVersion,
	"yocto": foldNamespace,
}

// Normalize applies the rules of the type of p. In lower case are:
//
//   - namespace and name for alpm, apk, bitbucket, composer, deb, github, golang,
//     hex, luarocks, npm and vscode-extension
//   - the namespace for qpkg, rpm and yocto
//   - the name for bitnami, oci, otp, pub and pypi, and for mlflow if repository_url
//     is on a host of Databricks
//   - the version for huggingface, oci, pypi and vscode-extension
//
// In the name for pypi each run of '-', '_' and '.' is one '-'; in that for pub
// what is neither a letter of ASCII nor a digit is '_'. Other types are left alone,
// and so is the subpath. Of npm there are old packages whose names differ in case
// only; the specification makes them the same.
func (p *PackageURL) Normalize() {
	p.Type = lower(p.Type)
	fold := foldedByType[p.Type]
	if p.Type == "mlflow" && p.onDatabricks() {
		fold = foldName
	}
	if fold&foldNamespace != 0 {
		p.Namespace = strings.ToLower(p.Namespace)
	}
	if fold&foldName != 0 {
		p.Name = strings.ToLower(p.Name)
	}
	if fold&foldVersion != 0 {
		p.Version = strings.ToLower(p.Version)
	}
	switch p.Type {
	case "pypi":
		p.Name = joinRuns(p.Name)
	case "pub":
		p.Name = strings.Map(func(r rune) rune {
			if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
				return r
			}
			return '_'
		}, p.Name)
	}
}

// onDatabricks reports whether repository_url is on a host that the definition
// of mlflow names as one of Databricks.
func (p *PackageURL) onDatabricks() bool {
	for _, q := range p.Qualifiers {
		if lower(q.Key) != "repository_url" {
			continue
		}
		_, rest, _ := strings.Cut(q.Value, "://")
		if i := strings.IndexAny(rest, "/?#"); i >= 0 {
			rest = rest[:i]
		}
		rest = lower(rest[strings.LastIndexByte(rest, '@')+1:])
		host, _, _ := strings.Cut(rest, ":")
		return strings.HasSuffix(host, ".azuredatabricks.net") || strings.HasSuffix(host, ".databricks.com")
	}
	return false
}

func joinRuns(s string) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		c := s[i]
		if strings.IndexByte("-_.", c) >= 0 {
			c = '-'
			if i > 0 && strings.IndexByte("-_.", s[i-1]) >= 0 {
				continue
			}
		}
		b = append(b, c)
	}
	return string(b)
}

// Build returns p in its canonical form, normalized for its type, qualifiers
// sorted by key and without those whose value is empty. The error, a
// *SyntaxError, is for a type, key or segment that is invalid, for an empty
// name, and for what is not UTF-8.
func (p PackageURL) Build() (string, error) {
	// Normalize would write U+FFFD.
	for _, s := range []string{p.Namespace, p.Name, p.Version, p.Subpath} {
		if err := checkUTF8(s); err != nil {
			return "", err
		}
	}
	p.Normalize()
	if i := badType(p.Type); i >= 0 {
		return "", &SyntaxError{Offset: int64(i), Bytes: p.Type[i:min(i+1, len(p.Type))], Reason: InvalidType}
	}
	if p.Name == "" {
		return "", &SyntaxError{Reason: MissingName}
	}
	b := append([]byte("pkg:"), p.Type...)
	b = append(b, '/')
	for segment := range strings.SplitSeq(p.Namespace, "/") {
		if segment != "" {
			b = append(Encoding.AppendEncode(b, []byte(segment)), '/')
		}
	}
	b = Encoding.AppendEncode(b, []byte(p.Name))
	if p.Version != "" {
		b = Encoding.AppendEncode(append(b, '@'), []byte(p.Version))
	}
	list := slices.Clone(p.Qualifiers)
	slices.SortFunc(list, func(x, y Qualifier) int { return strings.Compare(lower(x.Key), lower(y.Key)) })
	separator := byte('?')
	for i, q := range list {
		key := lower(q.Key)
		if at := badKey(key); at >= 0 {
			return "", &SyntaxError{Offset: int64(at), Bytes: q.Key[at:min(at+1, len(q.Key))], Reason: InvalidKey}
		}
		if i > 0 && key == lower(list[i-1].Key) {
			return "", &SyntaxError{Bytes: q.Key, Reason: DuplicateKey}
		}
		if err := checkUTF8(q.Value); err != nil {
			return "", err
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
			return "", &SyntaxError{Offset: int64(offset), Bytes: segment, Reason: Unwritable}
		}
		if segment != "" {
			b = Encoding.AppendEncode(append(b, separator), []byte(segment))
			separator = '/'
		}
		offset += len(segment) + 1
	}
	return string(b), nil
}

func checkUTF8(s string) error {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return &SyntaxError{Offset: int64(i), Bytes: s[i : i+1], Reason: InvalidUTF8}
			}
		}
	}
	return nil
}
