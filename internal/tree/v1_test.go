package tree

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// v1 lists the packages whose API version 1 will promise. All others that can be
// imported may still change.
var v1 = strings.Fields(". charset form iri lang/ecma sign/oauth1 sign/oauth1/oauth1http sign/sigv4 sign/sigv4/sigv4http uri uritemplate weburl")

// TestPackageCommentsNameV1: each package that others can import says in its comment,
// always with the same words, whether its API is meant for version 1.
func TestPackageCommentsNameV1(t *testing.T) {
	const meant, may = "The API of this package is meant for v1.", "The API of this package may still change."
	comments := map[string]string{}
	for _, f := range sources(t) {
		if f.isTest() || f.nested || f.ast.Name.Name == "main" || strings.Contains("/"+f.name, "/internal/") {
			continue
		}
		comments[f.dir()] += "\n" + f.ast.Doc.Text()
	}
	for _, dir := range slices.Sorted(maps.Keys(comments)) {
		want, other := may, meant
		if slices.Contains(v1, dir) {
			want, other = meant, may
		}
		if !strings.Contains(comments[dir], "\n"+want+"\n") || strings.Contains(comments[dir], other) {
			t.Errorf("the comment of package %s has no line %q, or has the other one too", dir, want)
		}
	}
	for _, dir := range v1 {
		if comments[dir] == "" {
			t.Errorf("there is no package %s", dir)
		}
	}
}
