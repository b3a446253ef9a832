package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	models "github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/internal/recordings"
)

// randomChunk is how many random targets are asked for at a time.
const randomChunk = 5000

// compareRandom asks a server for n random targets and compares its answers with the model
// of package hop. It prints a line, and the first of what differs.
func compareRandom(h *hop, n int, seed uint64) error {
	model, err := models.Lookup(h.name)
	if err != nil {
		fmt.Println(h.name + ": no model")
		return nil
	}
	chain, err := start([]*hop{h})
	if err != nil {
		return err
	}
	defer chain.close()
	if chain.rec.Version != model.Version() {
		return fmt.Errorf("version %s is running, and the model is of %s", chain.rec.Version, model.Version())
	}
	r := rand.New(rand.NewPCG(seed, 30))
	differ, unknown, shown := 0, 0, ""
	for done := 0; done < n; {
		targets := make([][]byte, min(randomChunk, n-done))
		for i := range targets {
			targets[i] = randomTarget(r)
		}
		seen, err := chain.askAll(targets)
		if err != nil {
			return err
		}
		for i, t := range targets {
			switch got := model.Apply(string(t)); {
			case got.Unknown != "":
				unknown++
			default:
				want, have := sightText(seen[i]), resultText(h.sees, got)
				if want == have {
					continue
				}
				if differ++; differ <= 5 {
					shown += fmt.Sprintf("\t%q\n\t\tserver %s\n\t\tmodel  %s\n", t, want, have)
				}
			}
		}
		done += len(targets)
	}
	fmt.Printf("%s %s: %d random targets, %d differ, %d unknown to the model\n%s", h.name, chain.rec.Version, n, differ, unknown, shown)
	// 99.9 of 100.
	if differ*1000 > n {
		return errors.New("the model is not that of the server")
	}
	return nil
}

// randomTarget joins up to twelve pieces, of which some are any octet, escaped or raw.
func randomTarget(r *rand.Rand) []byte {
	starts := []string{"/", "/", "/", "/static/", "/static", "/admin", "/api/v1/", "//", "/a/b/", "http://h.test/"}
	t := []byte(starts[r.IntN(len(starts))])
	for range r.IntN(12) {
		switch c := byte(r.IntN(256)); r.IntN(10) {
		case 0:
			t = fmt.Appendf(t, "%%%02X", c)
		case 1:
			t = fmt.Appendf(t, "%%%02x", c)
		case 2:
			// A line end would end the request line.
			if c != '\n' && c != '\r' {
				t = append(t, c)
			}
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
