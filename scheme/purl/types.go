package purl

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
)

// A foldSet holds the components that are in lower case.
type foldSet uint8

const (
	foldNamespace foldSet = 1 << iota
	foldName
	foldVersion
)

// A namespaceRule says whether a type has namespaces.
type namespaceRule uint8

const (
	optional namespaceRule = iota
	required
	prohibited
)

// A definition is what package-url/purl-spec says of a type.
type definition struct {
	namespace namespaceRule
	folds     foldSet
	qualifier string // one that is required
}

// definitions has the types of August 2026 for which there is something to check or
// to fold.
var definitions = lazy.Value[map[string]definition]{Make: func() map[string]definition {
	return map[string]definition{
		"alpm":             {namespace: required, folds: foldNamespace | foldName},
		"apk":              {namespace: required, folds: foldNamespace | foldName},
		"bazel":            {namespace: prohibited},
		"bitbucket":        {namespace: required, folds: foldNamespace | foldName},
		"bitnami":          {namespace: prohibited, folds: foldName},
		"brew":             {folds: foldNamespace | foldName},
		"cargo":            {namespace: prohibited},
		"chrome-extension": {namespace: prohibited, folds: foldName},
		"cocoapods":        {namespace: prohibited},
		"composer":         {namespace: required, folds: foldNamespace | foldName},
		"conda":            {namespace: prohibited},
		"cran":             {namespace: prohibited},
		"deb":              {namespace: required, folds: foldNamespace | foldName},
		"gem":              {namespace: prohibited},
		"git":              {namespace: required},
		"github":           {namespace: required, folds: foldNamespace | foldName},
		"golang":           {namespace: required, folds: foldNamespace | foldName},
		"hackage":          {namespace: prohibited},
		"hex":              {folds: foldNamespace | foldName},
		"huggingface":      {namespace: required, folds: foldVersion},
		"julia":            {namespace: prohibited, qualifier: "uuid"},
		"luarocks":         {folds: foldNamespace | foldName},
		"maven":            {namespace: required},
		"mlflow":           {namespace: prohibited},
		"npm":              {folds: foldNamespace | foldName},
		"nuget":            {namespace: prohibited},
		"oci":              {namespace: prohibited, folds: foldName | foldVersion},
		"opam":             {namespace: prohibited},
		"otp":              {namespace: prohibited, folds: foldName},
		"pub":              {namespace: prohibited, folds: foldName},
		"pypi":             {namespace: prohibited, folds: foldName | foldVersion},
		"qpkg":             {namespace: required, folds: foldNamespace},
		"rpm":              {namespace: required, folds: foldNamespace},
		"swid":             {qualifier: "tag_id"},
		"swift":            {namespace: required},
		"vcpkg":            {namespace: prohibited},
		"vscode-extension": {namespace: required, folds: foldNamespace | foldName | foldVersion},
		"yocto":            {folds: foldNamespace},
	}
}}

// refused returns the field that the definition of the type of p, which must be
// normalized, refuses, and the reason.
func (p *PackageURL) refused() (field string, reason percent.Reason) {
	rules := definitions.Get()[p.Type]
	switch {
	case rules.namespace == required && p.Namespace == "":
		return "Namespace", MissingNamespace
	case rules.namespace == prohibited && p.Namespace != "":
		return "Namespace", ProhibitedNamespace
	case p.Type == "cpan" && strings.Contains(p.Name, "::"): // a module, and not a distribution
		return "Name", InvalidName
	case p.Type == "chrome-extension" && (len(p.Name) != 32 || strings.Trim(p.Name, "abcdefghijklmnop") != ""):
		return "Name", InvalidName
	case p.Type == "chrome-extension" && !chromeVersion(p.Version):
		return "Version", InvalidVersion
	case rules.qualifier != "" && !slices.ContainsFunc(p.Qualifiers, func(q Qualifier) bool {
		return pct.Lower(q.Key) == rules.qualifier && q.Value != ""
	}):
		return "qualifier " + rules.qualifier, MissingQualifier
	}
	return "", ""
}

// encodingOfName returns the encoding of the name. Slashes stay in that of git.
func (p *PackageURL) encodingOfName() *percent.Encoding {
	if p.Type == "git" {
		return gitName
	}
	return Encoding
}

var gitName = percent.New(percent.Unreserved.Add(":/"))

// chromeVersion reports whether s is empty or one to four numbers with dots
// between them.
func chromeVersion(s string) bool {
	numbers := strings.Split(s, ".")
	return s == "" || len(numbers) <= 4 && !slices.ContainsFunc(numbers, func(n string) bool {
		return n == "" || strings.Trim(n, "0123456789") != ""
	})
}

// Normalize applies the rules of the type of p. It makes lower case of:
//
//   - namespace and name for alpm, apk, bitbucket, brew, composer, deb, github,
//     golang, hex, luarocks, npm and vscode-extension
//   - the namespace for qpkg, rpm and yocto
//   - the name for bitnami, chrome-extension, oci, otp, pub and pypi, and for mlflow
//     if repository_url is on a host of Databricks
//   - the version for huggingface, oci, pypi and vscode-extension
//
// In the name for pypi each run of '-', '_' and '.' becomes one '-'; in that for pub
// anything but ASCII letters and digits becomes '_'. Other types are left alone, and
// so is the subpath. There are old npm packages whose names differ in case only; the
// specification makes them the same.
func (p *PackageURL) Normalize() {
	p.Type = pct.Lower(p.Type)
	fold := definitions.Get()[p.Type].folds
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
		if pct.Lower(q.Key) != "repository_url" {
			continue
		}
		_, rest, _ := strings.Cut(q.Value, "://")
		if i := strings.IndexAny(rest, "/?#"); i >= 0 {
			rest = rest[:i]
		}
		rest = pct.Lower(rest[strings.LastIndexByte(rest, '@')+1:])
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
