package tree

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers is the dependency rule: which packages of the project each package
// may import. "." is the root package; a name that ends in /... stands for
// all below it, too. A package that is not listed may not exist.
var layers = map[string][]string{
	".":               {"internal/kernel"},
	"internal/kernel": {},

	"transformer": {"."},
	"charset":     {"."},

	// Protocol packages know the codec, charsets where they must, and each
	// other only where one specification is defined by another.
	"form":        {".", "charset", "internal/wtf8"},
	"ecma":        {".", "charset", "internal/wtf8"},
	"uri":         {".", "charset"},
	"iri":         {".", "charset", "uri", "internal/ucs"},
	"xpath":       {".", "charset", "internal/ucs"},
	"weburl":      {".", "charset", "form", "internal/..."},
	"uritemplate": {".", "charset"},
	"oauth1":      {".", "charset", "form"},
	"sigv4":       {".", "charset"},
	"header":      {".", "charset", "form", "internal/scan"},
	"dataurl":     {".", "charset", "internal/..."},
	"mailto":      {".", "charset", "internal/scan"},
	"fileurl":     {".", "charset", "internal/scan"},
	"purl":        {".", "charset", "internal/scan"},
	"dsn":         {".", "charset", "internal/scan"},
	"cgi":         {".", "charset", "internal/scan"},

	"coap":         {".", "uri", "internal/scan"},
	"cpe":          {".", "internal/scan"},
	"csp":          {"."},
	"did":          {".", "internal/scan"},
	"fragment":     {".", "internal/scan"},
	"mid":          {"."},
	"otel":         {"."},
	"zone":         {"."},
	"handler":      {"."},
	"robots":       {"."},
	"safebrowsing": {"."},

	"dialect":              above("."),
	"dialect/internal/...": above(".", "dialect", "dialect/internal/...", "internal/recordings"),

	"inspect":    above(".", "dialect", "internal/wtf8", "internal/ucs"),
	"bulk":       above(".", "dialect", "inspect"),
	"playground": above(".", "dialect", "inspect", "bulk"),
	"cmd/...":    above(".", "dialect", "inspect", "bulk", "playground", "internal/...", "cmd/..."),

	// What stands under internal serves the packages above the codec, or tests.
	"internal/...": above(".", "dialect", "internal/..."),
}

// protocols are the packages between the codec and the catalogue.
var protocols = []string{
	"transformer", "charset", "form", "ecma", "uri", "iri", "xpath", "weburl", "uritemplate", "oauth1",
	"sigv4", "header", "dataurl", "mailto", "fileurl", "purl", "dsn", "cgi",
	"coap", "cpe", "csp", "did", "fragment", "mid", "otel", "zone", "handler", "robots", "safebrowsing",
}

func above(names ...string) []string { return append(names, protocols...) }

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
	name := strings.TrimPrefix(strings.TrimPrefix(target, module), "/")
	if name == "" {
		name = "."
	}
	rule, ok := ruleFor(dir)
	if !ok {
		return "no rule for this package: give it one in internal/tree/imports_test.go"
	}
	for _, allowed := range rule {
		if matches(allowed, name) {
			return ""
		}
	}
	return "not allowed by the dependency rule"
}

func ruleFor(dir string) ([]string, bool) {
	if rule, ok := layers[dir]; ok {
		return rule, true
	}
	for pattern, rule := range layers {
		if matches(pattern, dir) {
			return rule, true
		}
	}
	return nil, false
}

func matches(pattern, name string) bool {
	prefix, all := strings.CutSuffix(pattern, "/...")
	return name == pattern || all && (name == prefix || strings.HasPrefix(name, prefix+"/"))
}

// TestImports checks the dependency rule for every file that is not a test.
// Modules of their own may import what they like: nobody imports them.
func TestImports(t *testing.T) {
	packages := map[string]bool{}
	for _, f := range sources(t) {
		if f.isTest() {
			continue
		}
		if f.nested {
			continue
		}
		packages[f.dir()] = true
		if _, ok := ruleFor(f.dir()); !ok {
			t.Errorf("%s: no rule for package %s: give it one in internal/tree/imports_test.go", f.name, f.dir())
		}
		for _, spec := range f.ast.Imports {
			target, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if msg := violation(f.dir(), target); msg != "" {
				t.Errorf("%s: import of %s: %s", f.set.Position(spec.Pos()), target, msg)
			}
		}
	}
	for _, dir := range []string{".", "internal/kernel", "dialect"} {
		if !packages[dir] {
			t.Errorf("package %s was not found", dir)
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
		{"oauth1", module + "/form", true},
		{"form", module + "/oauth1", false},
		{"uri", module + "/iri", false},
		{"iri", module + "/uri", true},
		{"dialect", module + "/form", true},
		{"dialect", module + "/inspect", false},
		{"inspect", module + "/bulk", false},
		{"cmd/percent", module + "/dialect", true},
		{"cmd/percent", module + "/internal/kernel", true},
		{"bulk", module + "/cmd/percent", false},
		{"helpers", module, false},
	} {
		if got := violation(tt.dir, tt.target); (got == "") != tt.ok {
			t.Errorf("%s imports %s: %q", tt.dir, tt.target, got)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(layers)) {
		for _, other := range layers[name] {
			if _, ok := ruleFor(path.Dir(other + "/x")); !ok && other != "internal/..." && other != "cmd/..." {
				t.Errorf("the rule of %s names %s, which has none", name, other)
			}
		}
	}
}
