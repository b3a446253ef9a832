package growth

import (
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/reader/guard"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/web/path"
)

// TestDoubledURLs doubles URLs of every shape through whatever reads URLs or the targets
// of requests, most of which stands in front of a server.
func TestDoubledURLs(t *testing.T) {
	// They refuse a longer URL.
	const below = guard.MaxLength
	DoubledURLs(t, "guard.Check", below, func(s string) { _, _ = guard.Check(s) })
	DoubledURLs(t, "readers, text", below, func(s string) {
		results.NewReadings(s, reader.All(), nil, time.Now()).Page(results.Style{Detail: results.Full})
	})
	DoubledURLs(t, "readers, JSON", below, func(s string) { strictjson.AppendLine(nil, results.NewReadings(s, reader.All(), nil, time.Now())) })
	DoubledURLs(t, "web/path", anySize, func(s string) { _, _ = path.Policy{}.Decide(s) })
	DoubledURLs(t, "web/path, all allowed", anySize, func(s string) { _, _ = path.Policy{Allow: ^path.Ambiguities(0)}.Decide(s) })
	DoubledURLs(t, "lint, text", anySize, func(s string) {
		lintEach(s, func(dst []byte, v *results.Linted, f lint.Finding) []byte {
			return results.AppendFinding(dst, v, f, lint.Severity.String)
		})
	})
	DoubledURLs(t, "lint, JSON", anySize, func(s string) {
		lintEach(s, func(dst []byte, v *results.Linted, f lint.Finding) []byte { return v.AppendJSON(dst, f) })
	})
}

// lintEach calls each with the findings in a text, as percent lint does.
func lintEach(s string, each func(dst []byte, v *results.Linted, f lint.Finding) []byte) {
	var l results.Linting
	_, _ = l.Append(nil, results.Linted{Source: "stdin", Number: 1, Text: []byte(s)}, each)
}

// TestFindingsLinear: of one value that has a finding every few bytes, the output grows as
// the value does.
func TestFindingsLinear(t *testing.T) {
	for name, piece := range map[string]string{"escapes": "%41", "octets": "\x80", "links": `<a href="http://h/%41">é`} {
		t.Run(name, func(t *testing.T) {
			for _, extract := range []bool{false, true} {
				written := func(n int) (size int) {
					l := results.Linting{Extract: extract}
					v := results.Linted{Source: "stdin", Number: 1, Text: []byte(strings.Repeat(piece, n))}
					_, _ = l.Append(nil, v, func(dst []byte, v *results.Linted, f lint.Finding) []byte {
						size += len(v.AppendJSON(nil, f)) + len(results.AppendFinding(nil, v, f, lint.Severity.String))
						return dst
					})
					return size
				}
				// Of a rule, 1,000 findings of a value or URL are listed.
				if few, many := written(50), written(50*Times); many > 2*Times*few {
					t.Errorf("extract %v: %d bytes for one value, %d for %d times the value", extract, few, many, Times)
				}
			}
		})
	}
}

// TestDoubledReaders doubles URLs of every shape through each reader alone.
func TestDoubledReaders(t *testing.T) {
	for _, r := range reader.All() {
		DoubledURLs(t, r.String(), anySize, func(s string) {
			for _, part := range []uri.Part{uri.Host, uri.Port, uri.Path} {
				r.Read(s).Compared(part)
			}
		})
	}
}

// TestDoubledHops does the same with each hop, which gets the URL and, as most requests
// have it, what stands behind its host.
func TestDoubledHops(t *testing.T) {
	for h := range hop.All() {
		DoubledURLs(t, h.Name(), anySize, func(s string) { h.Apply(s) })
	}
}
