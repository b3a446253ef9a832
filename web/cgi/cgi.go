// Package cgi does the percent-encoding and percent-decoding of the Common Gateway
// Interface 1.1 (RFC 3875, October 2004).
//
//	v, _ := cgi.Split("/cgi-bin/x.cgi/a%20b?c+d", "/cgi-bin/x.cgi")
//	// v.ScriptName is /cgi-bin/x.cgi, v.PathInfo /a b, v.QueryString c+d
//	cgi.Arguments(v.QueryString) // ["c" "d"], nil
//
// PATH_INFO and SCRIPT_NAME are decoded, QUERY_STRING is not, and an indexed query
// becomes the arguments of the command. [Split] is for servers, [Variables.Path] does
// the reverse. What the variables cannot express, such as an escaped slash in
// PATH_INFO, is refused.
//
// The API of this package may still change.
package cgi

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/historic"
	"github.com/pct-encoded/percent/internal/pct"
)

// Variables are the meta-variables that are made from the path and the query of
// a request.
type Variables struct {
	ScriptName  string // decoded (section 4.1.13)
	PathInfo    string // decoded, "" or with a slash in front (section 4.1.5)
	QueryString string // as it was sent (section 4.1.7)
}

// ExtraPathEncoding writes PATH_INFO into a URI (sections 3.3 and 4.1.6). Of the
// reserved characters it escapes only ';', '=' and '?', as it must.
var ExtraPathEncoding = percent.New(historic.RFC2396UnreservedSet.Add("/:@&+$,[]"))

// WordEncoding writes a word of an indexed query (section 4.4): it escapes
// '+' and '=' and every other reserved character.
var WordEncoding = historic.RFC2396

var (
	pathReader = percent.New(percent.URISet).WithRaw(percent.URISet.Remove("?#"))
	// wordReader takes schar of section 4.4 without '=', which no indexed query has.
	wordReader = percent.New(percent.URISet).WithRaw(historic.RFC2396UnreservedSet.Add(";/?:@&,$"))
)

// The reasons of a percent.SyntaxError, beside percent.InvalidEscape and
// percent.InvalidByte.
const (
	EscapedSlash percent.Reason = "escaped slash" // which PATH_INFO cannot tell from a plain one
	EscapedNUL   percent.Reason = "escaped NUL"   // which neither a variable nor an argument holds
	EmptyWord    percent.Reason = "empty word"    // in an indexed query
	NotBelow     percent.Reason = "not below the script"
	NotAbsolute  percent.Reason = "not an absolute path"
	InvalidName  percent.Reason = "invalid field name"
	ProxyName    percent.Reason = "field name Proxy" // whose variable would be HTTP_PROXY
)

const syntax pct.Format = "cgi"

// Split makes the variables for a request target, path and query as they were
// sent, and the path of the script in it, encoded in the same way. Escapes are decoded
// once. The error, a *percent.SyntaxError, reports a path that is not the script or below
// it, malformed escapes, bytes that no path may hold, %2F and %00, which section
// 4.1.5 lets a server refuse, and a '#' in the query, because a request has no
// fragment. Nothing else of the query is checked.
//
// Spec divergence (a mistake in the RFC): its example decodes a path that ends
// in this%2eis%2epath%3binfo to /this.is.the.path;info, with a word that was not
// there. The result here is /this.is.path;info.
func Split(target, script string) (Variables, error) {
	var v Variables
	path, query, _ := strings.Cut(target, "?")
	v.QueryString = query
	if i := strings.IndexByte(query, '#'); i >= 0 {
		i += len(path) + 1
		return v, syntax.Error(target, i, i+1, percent.InvalidByte)
	}
	if !strings.HasPrefix(path, "/") {
		return v, syntax.Error(target, 0, 1, NotAbsolute)
	}
	if !strings.HasPrefix(path, script) || len(path) > len(script) && path[len(script)] != '/' {
		return v, syntax.Error(path, 0, len(path), NotBelow)
	}
	var err error
	if v.ScriptName, err = decodePath(path, 0, len(script)); err != nil {
		return v, err
	}
	v.PathInfo, err = decodePath(path, len(script), len(path))
	return v, err
}

func decodePath(s string, i, end int) (string, error) {
	text, err := syntax.Decode(pathReader, s, i, end)
	if err != nil {
		return "", err
	}
	if strings.Count(text, "/") != strings.Count(s[i:end], "/") {
		at := i + min(strings.Index(s[i:end]+"%2F", "%2F"), strings.Index(s[i:end]+"%2f", "%2f"))
		return "", syntax.Error(s, at, at+3, EscapedSlash)
	}
	if strings.IndexByte(text, 0) >= 0 {
		at := i + strings.Index(s[i:end], "%00")
		return "", syntax.Error(s, at, at+3, EscapedNUL)
	}
	return text, nil
}

// Path returns the path and the query of the script URI (section 3.3): both
// variables encoded, and the query after a '?' if it is not empty. The error,
// a *percent.SyntaxError, reports a variable with NUL or without a slash in front, and
// a query that holds what no URI can.
func (v Variables) Path() (string, error) {
	for i, s := range [...]string{v.ScriptName, v.PathInfo} {
		field := [...]string{"ScriptName", "PathInfo"}[i]
		if at := strings.IndexByte(s, 0); at >= 0 {
			return "", pct.In(field, syntax.Error(s, at, at+1, EscapedNUL))
		}
		if s != "" && s[0] != '/' {
			return "", pct.In(field, syntax.Error(s, 0, 1, NotAbsolute))
		}
	}
	path := ExtraPathEncoding.Encode(v.ScriptName) + ExtraPathEncoding.Encode(v.PathInfo)
	if path == "" {
		return "", syntax.Missing("ScriptName", NotAbsolute)
	}
	if v.QueryString == "" {
		return path, nil
	}
	if _, err := syntax.Decode(queryReader, v.QueryString, 0, len(v.QueryString)); err != nil {
		return "", pct.In("QueryString", err)
	}
	return path + "?" + v.QueryString, nil
}

var queryReader = percent.New(percent.URISet).WithRaw(percent.URISet.Remove("#"))

// Arguments returns the arguments of the command for an indexed query (section
// 4.4): its words, divided by '+' and then decoded, so that %2B is a plus sign.
// An empty query, and one with an unescaped '=', is not indexed and has none. If a
// word cannot be decoded there are none, and the error is a *percent.SyntaxError.
// Only GET and HEAD have arguments.
func Arguments(query string) ([]string, error) {
	if query == "" || strings.IndexByte(query, '=') >= 0 {
		return nil, nil
	}
	var args []string
	for i := 0; i <= len(query); {
		n := pct.Until(query[i:], '+')
		if n == 0 {
			return nil, syntax.Error(query, i, i+1, EmptyWord)
		}
		word, err := syntax.Decode(wordReader, query, i, i+n)
		if err != nil {
			return nil, err
		}
		if strings.IndexByte(word, 0) >= 0 {
			at := i + strings.Index(query[i:i+n], "%00")
			return nil, syntax.Error(query, at, at+3, EscapedNUL)
		}
		args = append(args, word)
		i += n + 1
	}
	return args, nil
}

// IndexedQuery returns the query that Arguments takes apart into args. The
// error, a *percent.SyntaxError, reports an argument that is empty or holds NUL.
func IndexedQuery(args ...string) (string, error) {
	var b []byte
	for i, arg := range args {
		if arg == "" {
			return "", syntax.Missing(pct.Nth(i)+" argument", EmptyWord)
		}
		if at := strings.IndexByte(arg, 0); at >= 0 {
			return "", pct.In(pct.Nth(i)+" argument", syntax.Error(arg, at, at+1, EscapedNUL))
		}
		if i > 0 {
			b = append(b, '+')
		}
		b = WordEncoding.AppendEncode(b, []byte(arg))
	}
	return string(b), nil
}

// VariableName returns the name of the meta-variable for a field of the request
// (section 4.1.18), such as HTTP_ACCEPT_LANGUAGE. The error, a *percent.SyntaxError,
// reports a name that is not a token, one with '_', which would be the same as with
// '-', and Proxy, because programs take HTTP_PROXY for the proxy that they should use
// (CVE-2016-5385).
//
// By that section, servers leave out Authorization and other fields with
// credentials, and fields that have a variable already, Content-Length and
// Content-Type. That is left to the caller.
func VariableName(field string) (string, error) {
	if field == "" {
		return "", syntax.Missing("", InvalidName)
	}
	if strings.EqualFold(field, "proxy") {
		return "", syntax.Error(field, 0, len(field), ProxyName)
	}
	b := append([]byte("HTTP_"), field...)
	for i := range len(field) {
		c := field[i]
		switch {
		case c == '_' || !percent.TcharSet.Contains(c):
			return "", syntax.Error(field, i, i+1, InvalidName)
		case c == '-':
			c = '_'
		case 'a' <= c && c <= 'z':
			c -= 'a' - 'A'
		}
		b[len("HTTP_")+i] = c
	}
	return string(b), nil
}
