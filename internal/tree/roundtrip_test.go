package tree

import (
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/header"
	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/inspect/explain"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/iri"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/reader/guard"
	"github.com/pct-encoded/percent/scheme/cpe"
	"github.com/pct-encoded/percent/scheme/dsn"
	"github.com/pct-encoded/percent/sign/oauth1"
	"github.com/pct-encoded/percent/sign/sigv4"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/uritemplate"
	"github.com/pct-encoded/percent/web/fragment"
	"github.com/pct-encoded/percent/weburl"
)

// notEnumerations are sets of bits, a count, a type whose last word is words.Unknown,
// and those whose constants nearly all stay in their package.
var notEnumerations = strings.Fields("dialect.Key bulk.Layers inspect.Places uri.Rungs inspect/explain.Delimiter inspect/explain.PlusReading web/path.Ambiguities")

// enumerations are the public ones, with what takes their values through String and back.
var enumerations = map[string]func(t *testing.T, n int){
	"..ExistingEscapes":              of[percent.ExistingEscapes](),
	"..HexCase":                      of[percent.HexCase](),
	"..MalformedEscapes":             of[percent.MalformedEscapes](),
	"..PlusMeaning":                  of[percent.PlusMeaning](),
	"..SpaceSpelling":                of[percent.SpaceSpelling](),
	"..UTF8Policy":                   of[percent.UTF8Policy](),
	"bulk.Format":                    of[bulk.Format](),
	"bulk.Header":                    of[bulk.Header](),
	"bulk.Kind":                      of[bulk.Kind](),
	"bulk.MarkMode":                  of[bulk.MarkMode](),
	"bulk.Newlines":                  of[bulk.Newlines](),
	"bulk.Outcome":                   of[bulk.Outcome](),
	"bulk.Parts":                     of[bulk.Parts](),
	"bulk.Policy":                    of[bulk.Policy](),
	"bulk.Scan":                      of[bulk.Scan](),
	"bulk.Separator":                 of[bulk.Separator](),
	"bulk.Telling":                   of[bulk.Telling](),
	"charset.OnMalformed":            of[charset.OnMalformed](),
	"charset.OnUnencodable":          of[charset.OnUnencodable](),
	"conform.Operation":              of[conform.Operation](),
	"conform.Size":                   of[conform.Size](),
	"conform.State":                  of[conform.State](),
	"conform.Verdict":                of[conform.Verdict](),
	"dialect.Units":                  of[dialect.Units](),
	"form.CharsetField":              of[form.CharsetField](),
	"form.EmptyValues":               of[form.EmptyValues](),
	"form.Limit":                     of[form.Limit](),
	"form.Newlines":                  of[form.Newlines](),
	"form.Separators":                of[form.Separators](),
	"header.KeyOrder":                of[header.KeyOrder](),
	"header.Mode":                    of[header.Mode](),
	"header.MultipartEscapes":        of[header.MultipartEscapes](),
	"header.ParamRule":               of[header.ParamRule](),
	"header.PropertyKind":            of[header.PropertyKind](),
	"hop.Verdict":                    of[hop.Verdict](),
	"inspect.Class":                  of[inspect.Class](),
	"inspect.Fault":                  of[inspect.Fault](),
	"inspect.Form":                   of[inspect.Form](),
	"inspect.Kind":                   of[inspect.Kind](),
	"inspect.Part":                   of[inspect.Part](),
	"inspect/compare.DifferenceKind": of[compare.DifferenceKind](),
	"inspect/compare.Format":         of[compare.Format](),
	"inspect/compare.Side":           of[compare.Side](),
	"inspect/explain.Verdict":        of[explain.Verdict](),
	"inspect/layers.LookalikeKind":   of[layers.LookalikeKind](),
	"inspect/layers.LossKind":        of[layers.LossKind](),
	"inspect/layers.PlusMode":        of[layers.PlusMode](),
	"inspect/layers.Stop":            of[layers.Stop](),
	"inspect/document.Place":         of[document.Place](),
	"inspect/lint.Severity":          of[lint.Severity](),
	"iri.HostMode":                   of[iri.HostMode](),
	"iri.IllegalMode":                of[iri.IllegalMode](),
	"iri.NormalForm":                 of[iri.NormalForm](),
	"reader.Verdict":                 of[reader.Verdict](),
	"reader/guard.Class":             of[guard.Class](),
	"scheme/cpe.Kind":                of[cpe.Kind](),
	"scheme/dsn.Format":              of[dsn.Format](),
	"scheme/dsn.PathKind":            of[dsn.PathKind](),
	"scheme/dsn.UserinfoKind":        of[dsn.UserinfoKind](),
	"sign/oauth1.BodyHashPolicy":     of[oauth1.BodyHashPolicy](),
	"sign/oauth1.SignatureMethod":    of[oauth1.SignatureMethod](),
	"sign/oauth1.Source":             of[oauth1.Source](),
	"sign/oauth1.VerifyReason":       of[oauth1.VerifyReason](),
	"sign/oauth1.VersionPolicy":      of[oauth1.VersionPolicy](),
	"sign/sigv4.Coverage":            of[sigv4.Coverage](),
	"sign/sigv4.PathStyle":           of[sigv4.PathStyle](),
	"sign/sigv4.PayloadPolicy":       of[sigv4.PayloadPolicy](),
	"sign/sigv4.PlusStyle":           of[sigv4.PlusStyle](),
	"sign/sigv4.VerifyReason":        of[sigv4.VerifyReason](),
	"uri.Difference":                 of[uri.Difference](),
	"uri.DotKind":                    of[uri.DotKind](),
	"uri.HostKind":                   of[uri.HostKind](),
	"uri.Part":                       of[uri.Part](),
	"uri.Rule":                       of[uri.Rule](),
	"uri.Verdict":                    of[uri.Verdict](),
	"uritemplate.Dots":               of[uritemplate.Dots](),
	"uritemplate.Keys":               of[uritemplate.Keys](),
	"web/fragment.Indication":        of[fragment.Indication](),
	"weburl.HostKind":                of[weburl.HostKind](),
}

// TestEnumerationsRoundTrip: each constant of a public enumeration has a word of its own,
// by which words.Value finds it, and no word belongs to a value that is no constant.
func TestEnumerationsRoundTrip(t *testing.T) {
	types, strung, values := map[string]bool{}, map[string]bool{}, map[string]int{}
	for _, f := range sources(t) {
		if f.isTest() || f.nested || f.ast.Name.Name == "main" || strings.Contains("/"+f.dir()+"/", "/internal/") {
			continue
		}
		enumerated(f.ast, func(set, name string) {
			switch name = f.dir() + "." + name; set {
			case "type":
				types[name] = true
			case "String":
				strung[name] = true
			case "of":
				values[name]++
			}
		})
	}
	for name := range types {
		check := enumerations[name]
		switch {
		case values[name] == 0 || !strung[name] || slices.Contains(notEnumerations, name):
		case check == nil:
			t.Errorf("%s is not in enumerations", name)
		default:
			t.Run(name, func(t *testing.T) { check(t, values[name]) })
		}
	}
	for name := range enumerations {
		if values[name] == 0 {
			t.Errorf("%s is in enumerations and not in the sources", name)
		}
	}
}

// of returns a function that takes the values of T, of which n are constants, through
// String and back. The constants begin with 0, or with 1 where 0 has no word.
func of[T words.Enumeration]() func(t *testing.T, n int) {
	return func(t *testing.T, n int) {
		list := words.All[T]()
		if (list[0] == words.Unknown || list[0] == "") && len(list) == n+1 {
			n++
		}
		if len(list) != n {
			t.Errorf("%d constants, and the words %q", n, list)
		}
		for i, word := range list {
			if got, ok := words.Value[T](word); word != "" && (!ok || got != T(i)) {
				t.Errorf("%q is the word of %d, and is read as %d, %t", word, i, got, ok)
			}
		}
	}
}
