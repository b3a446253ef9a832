package main

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	models "github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/internal/recordings"
)

// randomChunk is how many random targets are asked for at a time.
const randomChunk = 5000

// randomTable is where the outcomes of -what random are kept.
const randomTable = "hops/random.tsv"

// An outcome is a line of the table: how a model did beside its server.
type outcome struct {
	hop, version             string
	seed                     uint64
	n                        int
	agreed, unknown, differs int
	date                     string
}

var errNoModel = errors.New("no model")

const outcomeHead = "hop\tversion\tseed\ttargets\tagreed\tunknown\tdiffer\tdate\n"

func (o outcome) line() string {
	return fmt.Sprintf("%s\t%s\t%d\t%d\t%d\t%d\t%d\t%s\n", o.hop, o.version, o.seed, o.n, o.agreed, o.unknown, o.differs, o.date)
}

// good tells whether the model is that of the server: 99.9 of 100 agree, those left out
// of which the model says that it does not describe them.
func (o outcome) good() bool { return o.differs*1000 <= o.n }

// parseOutcomes reads the table.
func parseOutcomes(text string) ([]outcome, error) {
	body, ok := strings.CutPrefix(text, outcomeHead)
	if !ok {
		return nil, errors.New("the table does not begin with its head")
	}
	var list []outcome
	for line := range strings.Lines(body) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 8 {
			return nil, fmt.Errorf("%q is no line of the table", line)
		}
		o := outcome{hop: f[0], version: f[1], date: f[7]}
		var err error
		if o.seed, err = strconv.ParseUint(f[2], 10, 64); err != nil {
			return nil, err
		}
		for i, p := range []*int{&o.n, &o.agreed, &o.unknown, &o.differs} {
			if *p, err = strconv.Atoi(f[3+i]); err != nil {
				return nil, err
			}
		}
		list = append(list, o)
	}
	return list, nil
}

// keepOutcome puts a line into a table, in place of the one of that hop, version and seed.
func keepOutcome(table string, o outcome) error {
	text, err := os.ReadFile(table)
	if errors.Is(err, os.ErrNotExist) {
		text, err = []byte(outcomeHead), nil
	}
	if err != nil {
		return err
	}
	list, err := parseOutcomes(string(text))
	if err != nil {
		return err
	}
	list = append(slices.DeleteFunc(list, func(p outcome) bool { return p.hop == o.hop && p.version == o.version && p.seed == o.seed }), o)
	slices.SortFunc(list, func(a, b outcome) int {
		return cmp.Or(strings.Compare(a.hop, b.hop), strings.Compare(a.version, b.version), cmp.Compare(a.seed, b.seed))
	})
	out := outcomeHead
	for _, p := range list {
		out += p.line()
	}
	return os.WriteFile(table, []byte(out), 0o644)
}

// compareRandom asks a server for n random targets and compares its answers with the model
// of package hop. It prints a line, and the first of what differs.
func compareRandom(h *hop, n int, seed uint64) (o outcome, err error) {
	if _, err := models.Lookup(h.name); err != nil {
		return o, errNoModel
	}
	chain, err := start([]*hop{h})
	if err != nil {
		return o, err
	}
	defer chain.close()
	version := chain.rec.Version
	model, err := models.Lookup(h.name + "@" + version)
	if err != nil {
		return o, err
	}
	o = outcome{hop: h.name, version: version, seed: seed, n: n, date: time.Now().UTC().Format(time.DateOnly)}
	r := rand.New(rand.NewPCG(seed, 30))
	shown := ""
	for done := 0; done < n; {
		targets := make([][]byte, min(randomChunk, n-done))
		for i := range targets {
			targets[i] = randomTarget(r)
		}
		seen, err := chain.askAll(targets)
		if err != nil {
			return o, err
		}
		for i, t := range targets {
			got := model.Apply(string(t))
			if got.Unknown != "" {
				o.unknown++
				continue
			}
			want, have := sightText(seen[i]), resultText(h.sees, got)
			if want == have {
				o.agreed++
				continue
			}
			if o.differs++; o.differs <= 5 {
				shown += fmt.Sprintf("\t%q\n\t\tserver %s\n\t\tmodel  %s\n", t, want, have)
			}
		}
		done += len(targets)
	}
	fmt.Printf("%s %s: %d random targets, %d differ, %d unknown to the model\n%s", h.name, version, n, o.differs, o.unknown, shown)
	if !o.good() {
		return o, errors.New("the model is not that of the server")
	}
	return o, nil
}

// rarePieces are those that the targets of the recordings have not.
var rarePieces = []string{
	"|", "^", "{", "}", "{a}", "\"", "'", "<", ">", "`", "$", "$uri", "&", "=", ",", "!", "(", ")", "[", "]", "[::1]", "..;", "..;x", "/..;/", ";x=1/../", "/;/", ";/../", "...", "/.../", "./", "../", "..\\", "\\..", "/..", "/.", "%2e.", ".%2e", "%2e%2e%2f", "%2e%2e/", "..%2f", "..%5c", "%252e%252e", "%25%32%65", "%%32%65", "%2", "%2g", "%u002e", "%U0041", "%c0%ae", "%c0%af", "%e0%80%af", "%ed%a0%80", "%f0%9f%98%80", "😀", "\xc3", "\xe2\x80\x8b", "%e2%80%8b", "ａ", "．", "／", "%ef%bc%8f", "%09", "%0b", "%0d", "%0d%0a", "%1f", "%7f", "%80", "\t", "\v", "\x7f", "\x80", "\x01", "%7c", "%5e", "%7b", "%22", "%3c", "%60", "%5b", "%2b", "%26", "%3d", "%40", "%3a", "%2a", "%21", "%27", "%28", "%2c", "%24",
	"?a=b&c=d", "?a=%2f..%2f", "??", "?/../", "?#", "#f", "#/../", ".php", "index.html", ".html/", "STATIC", "Admin", "API", "static/", "admin/", "v1", "v2", "/v1/", "http://b.test/", "//b.test/", ":80", "%68ttp:",
}

// randomTarget joins up to twelve pieces, of which some are any octet, escaped or raw.
func randomTarget(r *rand.Rand) []byte {
	starts := []string{
		"/", "/", "/", "/", "/static/", "/static", "/admin", "/api/v1/", "//", "/a/b/", "http://h.test/", "http://h.test/static/", "HTTP://h.test/admin", "Http://H.TEST/a", "http://h.test", "http://h.test?", "http://h.test:80/", "/.", "/..", "/./static/", "/../static/", "/STATIC/", "/static;x=1/", "/static%2F", "/%73tatic/", "?",
	}
	t := []byte(starts[r.IntN(len(starts))])
	for range r.IntN(12) {
		switch c := byte(r.IntN(256)); r.IntN(12) {
		case 0:
			t = fmt.Appendf(t, "%%%02X", c)
		case 1:
			t = fmt.Appendf(t, "%%%02x", c)
		case 2:
			// A line end would end the request line.
			if c != '\n' && c != '\r' {
				t = append(t, c)
			}
		case 3, 4:
			t = append(t, rarePieces[r.IntN(len(rarePieces))]...)
		default:
			t = append(t, randomPieces[r.IntN(len(randomPieces))]...)
		}
	}
	return t
}

// sightText and resultText write what was seen, and what a model gives, in the same words.
func sightText(s recordings.Sight) string {
	status := string(s.Status)
	// Whether a file or a folder exists is no matter of the path.
	if code, _, _ := strings.Cut(status, " "); s.App != nil && slices.Contains([]string{"200", "301", "403", "404"}, code) {
		status = "200"
	}
	// The host of a redirect comes from the field Host.
	if code, location, ok := strings.Cut(status, " http://"); ok {
		_, path, _ := strings.Cut(location, "/")
		status = code + " /" + path
	}
	text := func(b []byte) string {
		if b == nil {
			return "-"
		}
		return strconv.Quote(string(b))
	}
	return strings.Join([]string{text(s.Rule), text(s.Forward), text(s.App), status}, " ")
}

func resultText(sees string, r models.Result) string {
	status := strconv.Itoa(r.Status)
	if r.Location != "" {
		status += " " + r.Location
	} else if r.Status == 0 {
		status = "closed"
	}
	text := func(name string, p models.Part) string {
		if !p.Present || !strings.Contains(sees, name) {
			return "-"
		}
		return strconv.Quote(p.Text)
	}
	return strings.Join([]string{text("rule", r.Rule), text("forward", r.Forward), text("app", r.App), status}, " ")
}
