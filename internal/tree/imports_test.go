package tree

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// tiers is the dependency rule: a package may import those of the tiers before
// its own, and of its own tier what within names. "." is the root package; a name
// that ends in /... stands for all below it, too. A package without a tier may not
// exist.
var tiers = []tier{
	{"values made at first use", "internal/lazy"},
	{"kernels", "internal/excerpt internal/kernel internal/mistake internal/wtf8"},
	{"the codec", "."},
	{"help for what stands on the codec", "historic internal/filelock internal/grammar internal/guides internal/packed internal/pct internal/peek internal/placeholders internal/strictjson internal/uts46 internal/words"},
	{"what recorded programs share", "internal/program"},
	{"charsets, forms, URIs", "transformer charset form uri"},
	{"what stands on URIs", "internal/httptarget reader/internal/plain hop/internal/plan"},
	{"the other protocols", "form/nested header iri lang/... scheme/... sign/... uri/urihttp uri/zone uritemplate web/... weburl"},
	{"JSON of requests, and rules of dialects", "internal/httprequest internal/rule"},
	{"tests of all kinds", "internal/corpus internal/growth internal/nodejs internal/recordings internal/syntaxtest internal/tree"},
	{"the catalogue, and a board of what is recorded", "dialect internal/board"},
	{"what URL parsers, clients, drivers, servers and proxies make of URLs", "reader hop hop/config scheme/dsn"},
	{"who refuses what readers disagree in, and JSON of protocols", "reader/guard internal/protocols"},
	{"what reads the catalogue", "dialect/internal/... dialect/sets internal/find internal/preimage"},
	{"what answers a question", "internal/answers"},
	{"inspection", "inspect/..."},
	{"mistakes in source code", "internal/source"},
	{"tests of other programs", "conform internal/runner"},
	{"what the command prints with", "internal/cli/term"},
	{"results, as JSON and as pages of text", "internal/results"},
	{"how requests are signed and verified", "internal/signing"},
	{"reports", "internal/conformreport"},
	{"the engine", "bulk internal/compress"},
	{"the registry of operations", "internal/operation internal/operation/flags"},
	{"what the command reads and writes", "internal/cli/stream"},
	{"what runs operations over it", "internal/cli/records"},
	{"what is said of commands", "internal/cli/help"},
	{"the commands on columns, and programs of commands", "internal/cli/commands"},
	{"what ClickHouse calls", "internal/clickhouse"},
	{"what the page does", "internal/jsonapi internal/page"},
	{"how the page is served", "internal/page/server"},
	{"what goes along with programs", "internal/licences"},
	{"programs, and the test of their documents", "cmd/... internal/page/browser internal/jsonapi/generate internal/page/build internal/page/wasm internal/doctest internal/packed/pack"},
}

// A tier is a name for people and the packages of it, separated by spaces.
type tier struct{ name, packages string }

// within is what a package may import of its own tier. Protocol packages import
// each other only where one specification is defined by another.
var within = map[string]string{
	"internal/runner":            "conform",
	"internal/guides":            "internal/packed",
	"internal/operation/flags":   "internal/operation",
	"internal/placeholders":      "internal/pct",
	"internal/words":             "internal/pct",
	"dialect/internal/prove":     "dialect/internal/docs dialect/internal/proof",
	"form":                       "charset",
	"hop":                        "reader",
	"hop/config":                 "hop",
	"inspect":                    "inspect/internal/text",
	"inspect/compare":            "inspect inspect/internal/browser inspect/internal/text",
	"inspect/explain":            "inspect inspect/internal/browser inspect/internal/text inspect/layers",
	"inspect/identify":           "inspect inspect/internal/text",
	"inspect/layers":             "inspect inspect/internal/text",
	"inspect/internal/browser":   "inspect inspect/internal/text",
	"inspect/internal/text/pack": "inspect/internal/text",
	"inspect/document":           "inspect/internal/text",
	"inspect/lint":               "inspect inspect/document inspect/internal/browser inspect/internal/text inspect/layers",
	"scheme/dataurl":             "weburl",
	"scheme/dsn":                 "reader",
	"sign":                       "sign/internal/algorithm sign/internal/params",
	"sign/azure":                 "sign sign/internal/algorithm sign/internal/params",
	"sign/cloud":                 "sign sign/internal/algorithm sign/internal/canonical sign/internal/params sign/sigv4",
	"sign/cloudfront":            "sign sign/internal/algorithm sign/internal/params",
	"sign/gcs":                   "sign sign/internal/algorithm sign/internal/canonical sign/internal/params",
	"sign/internal/canonical":    "sign sign/internal/algorithm sign/internal/params",
	"sign/httpsig":               "sign sign/internal/algorithm sign/internal/params",
	"sign/saml":                  "sign sign/internal/algorithm sign/internal/params",
	"sign/webhook":               "sign sign/internal/algorithm sign/internal/params",
	"sign/oauth1":                "sign/internal/pairs",
	"sign/oauth1/oauth1http":     "sign/internal/httpmsg sign/oauth1",
	"sign/sigv4":                 "sign/internal/pairs",
	"sign/sigv4/sigv4http":       "sign/internal/httpmsg sign/sigv4",
	"weburl":                     "iri",
}

// without is what a program does not link that imports a package: of this
// project by name, and of the standard library.
var without = map[string]string{
	".":                "charset unicode/utf16 net/http encoding/json",
	"cmd/percent":      "golang.org/x/text/unicode/runenames",
	"bulk":             "net/http internal/compress github.com/klauspost/compress/zstd",
	"conform":          "net/http",
	"form":             "net/http dialect uri",
	"uri":              "net/http dialect charset",
	"sign":             "net/http dialect",
	"sign/azure":       "net/http dialect",
	"sign/cloud":       "net/http dialect",
	"sign/cloudfront":  "net/http dialect",
	"sign/gcs":         "net/http dialect",
	"sign/httpsig":     "net/http dialect",
	"sign/webhook":     "net/http dialect",
	"sign/oauth1":      "net/http",
	"sign/sigv4":       "net/http",
	"weburl":           "net/http dialect",
	"inspect/layers":   "dialect net/http",
	"internal/jsonapi": "net/http cmd/percent conform",
	"inspect/lint":     "dialect net/http",
}

// tierOf returns the index of the tier of a package and the pattern that names it.
func tierOf(dir string) (index int, pattern string, ok bool) {
	for i, t := range tiers {
		for name := range strings.FieldsSeq(t.packages) {
			if name == dir {
				return i, name, true
			}
		}
	}
	for i, t := range tiers {
		for name := range strings.FieldsSeq(t.packages) {
			if matches(name, dir) {
				return i, name, true
			}
		}
	}
	return 0, "", false
}

// codecDependencies is all that the root package and the kernels may import
// besides the project and the standard library.
var codecDependencies = []string{"golang.org/x/sys/cpu"}

// violation returns what is wrong with package dir importing target, or "".
func violation(dir, target string) string {
	first, _, _ := strings.Cut(target, "/")
	own := target == module || strings.HasPrefix(target, module+"/")
	if !own {
		if strings.Contains(first, ".") && (dir == "." || dir == "internal/kernel") && !slices.Contains(codecDependencies, target) {
			return "the codec needs nothing outside the standard library but " + strings.Join(codecDependencies, ", ")
		}
		return ""
	}
	name := local(target)
	mine, _, ok := tierOf(dir)
	if !ok {
		return "no tier for this package: give it one in internal/tree/imports_test.go"
	}
	its, _, ok := tierOf(name)
	switch {
	case ok && its < mine, ok && its == mine && slices.Contains(strings.Fields(within[dir]), name):
		return ""
	case ok && its == mine:
		return "of the same tier, and within does not name it"
	}
	return "of a higher tier, or of none"
}

// local returns the name of a package of the project as the tiers have it.
func local(target string) string {
	if target == module {
		return "."
	}
	return strings.TrimPrefix(target, module+"/")
}

func matches(pattern, name string) bool {
	prefix, all := strings.CutSuffix(pattern, "/...")
	return name == pattern || all && (name == prefix || strings.HasPrefix(name, prefix+"/"))
}

// TestImports checks the dependency rule for every file that is not a test, and
// that nothing is permitted that nobody does. Modules of their own may import what
// they like: nobody imports them.
func TestImports(t *testing.T) {
	imports := map[string]map[string]bool{}
	patterns := map[string]bool{}
	for _, f := range sources(t) {
		if f.nested {
			continue
		}
		_, pattern, ok := tierOf(f.dir())
		if !ok {
			t.Errorf("%s: no tier for package %s: give it one in internal/tree/imports_test.go", f.name, f.dir())
		}
		patterns[pattern] = true
		if f.isTest() {
			continue
		}
		if imports[f.dir()] == nil {
			imports[f.dir()] = map[string]bool{}
		}
		for _, spec := range f.ast.Imports {
			target, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			imports[f.dir()][local(target)] = true
			if msg := violation(f.dir(), target); msg != "" {
				t.Errorf("%s: import of %s: %s", f.set.Position(spec.Pos()), target, msg)
			}
		}
	}
	for _, tier := range tiers {
		for pattern := range strings.FieldsSeq(tier.packages) {
			if !patterns[pattern] {
				t.Errorf("%s: there is no package %s", tier.name, pattern)
			}
		}
	}
	for dir, names := range within {
		for name := range strings.FieldsSeq(names) {
			if !imports[dir][name] {
				t.Errorf("%s may import %s and does not", dir, name)
			}
		}
	}
	for dir, names := range without {
		if imports[dir] == nil {
			t.Errorf("package %s was not found", dir)
		}
		linked := map[string]bool{}
		var link func(string)
		link = func(name string) {
			if !linked[name] {
				linked[name] = true
				for next := range imports[name] {
					link(next)
				}
			}
		}
		link(dir)
		for name := range strings.FieldsSeq(names) {
			if linked[name] {
				t.Errorf("a program that imports %s links %s", dir, name)
			}
		}
	}
}

// TestImportRuleRefuses makes sure that the rule forbids what it is there for.
func TestImportRuleRefuses(t *testing.T) {
	for _, tt := range []struct {
		dir, target string
		ok          bool
	}{
		{".", module + "/internal/kernel", true},
		{".", module + "/charset", false},
		{".", module + "/dialect", false},
		{".", "golang.org/x/sys/cpu", true},
		{".", "golang.org/x/text/transform", false},
		{".", "strings", true},
		{"internal/kernel", module, false},
		{"internal/kernel", "golang.org/x/text/transform", false},
		{"transformer", module, true},
		{"transformer", module + "/dialect", false},
		{"sign/oauth1", module + "/sign/sigv4", false},
		{"sign/oauth1", module + "/sign/internal/pairs", true},
		{"sign/oauth1/oauth1http", module + "/sign/oauth1", true},
		{"form", module + "/sign/oauth1", false},
		{"uri", module + "/iri", false},
		{"iri", module + "/uri", true},
		{"dialect", module + "/form", true},
		{"dialect", module + "/inspect", false},
		{"inspect/lint", module + "/inspect/compare", false},
		{"inspect/compare", module + "/bulk", false},
		{"cmd/percent", module + "/dialect", true},
		{"cmd/percent", module + "/internal/kernel", true},
		{"bulk", module + "/cmd/percent", false},
		{"helpers", module, false},
	} {
		if got := violation(tt.dir, tt.target); (got == "") != tt.ok {
			t.Errorf("%s imports %s: %q", tt.dir, tt.target, got)
		}
	}
}
