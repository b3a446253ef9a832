package proof

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// A Claim is a recorded function that names a specification, or is defined by one, and
// what came of it.
type Claim struct {
	Function *recordings.Implementation // the newest that was recorded
	Spec     dialect.Citation
	Source   string // the URL of what names the specification; empty where the call or the name does
	// Failing is how many inputs it answers otherwise than the specification demands, of
	// Tried; Input is a shortest of them, Got and Want are quoted as in Go, or empty for
	// a failure.
	Failing, Tried   int
	Input, Got, Want string
}

// claimsFile is the file of folder interop that says what functions are held against, a line
// each: ID, dialect or oracle, and the source of the claim, separated by tabs. unclaimedFile
// lists the functions that name no specification.
const (
	claimsFile    = "claims.txt"
	unclaimedFile = "unclaimed.txt"
	nameItself    = "name" // the source of a claim that the name of the function makes
)

// Claims judges every function that names a specification, by the recordings of folder
// interop, sorted by specification and ID.
func Claims(folder string, r *Result) ([]Claim, error) {
	named, sources, err := readClaims(filepath.Join(folder, claimsFile))
	if err != nil {
		return nil, err
	}
	newest := map[string]*recordings.Implementation{}
	for _, m := range r.Implementations {
		if program, _, _ := strings.Cut(m.ID, "."); !strings.Contains(program, "@") { // not of an older version
			newest[m.ID] = m
		}
	}
	series, err := recordings.ReadHistories(folder)
	if err != nil {
		return nil, err
	}
	for _, s := range series {
		m := *s.Versions[len(s.Versions)-1].Implementation
		m.Language = s.Language
		newest[s.ID] = &m
	}
	unclaimed, err := readUnclaimed(filepath.Join(folder, unclaimedFile))
	if err != nil {
		return nil, err
	}
	var claims []Claim
	for id, m := range newest {
		c, known := oracleOf(m.Call)
		what := named[id]
		switch given := what != ""; {
		case known && given, known && unclaimed[id], given && unclaimed[id]:
			return nil, fmt.Errorf("%s is there twice: known by its call, in %s or in %s", id, claimsFile, unclaimedFile)
		case !known && !given && !unclaimed[id]:
			return nil, fmt.Errorf("%s names a specification, or not: neither %s nor %s says so", id, claimsFile, unclaimedFile)
		}
		delete(named, id)
		delete(unclaimed, id)
		if known || what == "" {
			if known {
				claims = append(claims, judge(ofText(m), c.spec, c.same))
			}
			continue
		}
		claim, err := held(m, what)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", claimsFile, id, err)
		}
		claim.Source = sources[id]
		claims = append(claims, claim)
	}
	for id := range named {
		return nil, fmt.Errorf("%s: %s is not recorded", claimsFile, id)
	}
	for id := range unclaimed {
		return nil, fmt.Errorf("%s: %s is not recorded", unclaimedFile, id)
	}
	slices.SortFunc(claims, func(a, b Claim) int {
		return cmp.Or(cmp.Compare(a.Spec.Title, b.Spec.Title), cmp.Compare(a.Spec.Section, b.Spec.Section), cmp.Compare(a.Spec.URL, b.Spec.URL), cmp.Compare(a.Function.ID, b.Function.ID))
	})
	return claims, nil
}

// held judges a function against what claims.txt names.
func held(m *recordings.Implementation, what string) (Claim, error) {
	if o, ok := oracles[what]; ok {
		return judge(ofText(m), o.spec, o.same), nil
	}
	name, legal := strings.CutPrefix(what, "legal ")
	d, err := dialect.Lookup(name)
	if err != nil || !d.Specified() {
		return Claim{}, fmt.Errorf("%s is no dialect of a specification: %w", name, err)
	}
	if legal && (!m.Encoder() || d.Encoding() == nil) {
		return Claim{}, fmt.Errorf("what is legal by %s cannot be said of it", name)
	}
	if !strings.HasPrefix(d.ID, "js.") { // ECMAScript says what becomes of surrogates
		m = withoutSurrogates(m)
	}
	demand := func(src []byte) ([]byte, error) { return d.AppendDecode(nil, src) }
	if m.Encoder() {
		demand = func(src []byte) ([]byte, error) { return d.AppendEncode(nil, src) }
	}
	return judge(m, d.Spec, func(k recordings.Case) ([]byte, error, bool) {
		want, err := demand(k.Input)
		return want, err, same(k, want, err) || legal && !k.Failed && isLegal(d, k) || isOpen(d, m, want, err)
	}), nil
}

// isOpen reports whether the specification of a dialect leaves open what a decoder makes of an
// input. Only ECMAScript and the URL Standard say what becomes of malformed escapes, and of
// octets that are not UTF-8 where the result is text.
func isOpen(d *dialect.Dialect, m *recordings.Implementation, want []byte, err error) bool {
	family := d.Family()
	return !m.Encoder() && family != "js" && family != "whatwg" && (err != nil || m.Units != recordings.Bytes && !utf8.Valid(want))
}

// isLegal reports whether an output holds nothing but escapes and what the dialect keeps,
// and decodes to the input, or to what the input decodes to where it may hold escapes.
func isLegal(d *dialect.Dialect, k recordings.Case) bool {
	kept := d.Encoding().Kept()
	for i := 0; i < len(k.Output); i++ {
		if c := k.Output[i]; c == '%' {
			i += 2
		} else if !kept.Contains(c) {
			return false
		}
	}
	back, err := d.AppendDecode(nil, k.Output)
	if err != nil {
		return false
	}
	plain, _ := d.Encoding().WithMalformed(percent.MalformedKept).AppendDecode(nil, k.Input)
	return bytes.Equal(back, k.Input) || bytes.Equal(back, plain)
}

// same judges against an oracle.
func (o oracle) same(k recordings.Case) ([]byte, error, bool) {
	out, err := o.answer(scalars(string(k.Input)))
	return []byte(out), err, same(k, []byte(out), err)
}

func same(k recordings.Case, want []byte, err error) bool {
	return k.Failed == (err != nil) && (k.Failed || bytes.Equal(want, k.Output))
}

// judge compares all answers of m with a demand, which says what is demanded of a case and
// whether the answer is that.
func judge(m *recordings.Implementation, spec dialect.Citation, demand func(recordings.Case) ([]byte, error, bool)) Claim {
	c := Claim{Function: m, Spec: spec, Tried: len(m.Cases)}
	best, rank := -1, 0
	for i, k := range m.Cases {
		want, err, met := demand(k)
		if met {
			continue
		}
		c.Failing++
		// Two outputs that differ say more than a failure.
		worth := len(k.Input)
		if k.Failed || err != nil {
			worth += 1 << 20
		}
		if best < 0 || worth < rank {
			best, rank = i, worth
			c.Input, c.Got, c.Want = fmt.Sprintf("%q", k.Input), answerOf(k), ""
			if err == nil {
				c.Want = fmt.Sprintf("%q", want)
			}
		}
	}
	return c
}

// ofText returns m without the octets that are not UTF-8, of which APIs that take text say
// nothing.
func ofText(m *recordings.Implementation) *recordings.Implementation {
	if m.Units != recordings.Bytes {
		return m
	}
	w := *m
	w.Cases = nil
	for _, k := range m.Cases {
		if utf8.Valid(k.Input) {
			w.Cases = append(w.Cases, k)
		}
	}
	return &w
}

// withoutSurrogates returns m without the inputs that hold lone surrogates, of which
// rules over octets say nothing.
func withoutSurrogates(m *recordings.Implementation) *recordings.Implementation {
	if m.Units != recordings.UTF16 {
		return m
	}
	w := *m
	w.Cases = nil
	for _, k := range m.Cases {
		if !wtf8.LoneSurrogates(string(k.Input)) {
			w.Cases = append(w.Cases, k)
		}
	}
	return &w
}

// BoardSource returns the file board_generated.go of package internal/board.
func BoardSource(claims []Claim) []byte {
	var b bytes.Buffer
	b.WriteString("// Code generated by internal/prove from the recordings of folder interop. DO NOT EDIT.\n\npackage board\n\n" +
		"// table is what Rows reads: a line for each specification, = and its title, section and\n" +
		"// URL; below it a line for each function: ID, language, version, how many inputs fail, of how\n" +
		"// many, the input, the output and what is demanded, quoted, and who names the specification.\n" +
		"const table = \"\"")
	line := func(fields ...string) { b.WriteString(" +\n\t" + strconv.Quote(strings.Join(fields, "\t")+"\n")) }
	var spec dialect.Citation
	for _, c := range claims {
		if c.Spec != spec {
			spec = c.Spec
			line("="+spec.Title, spec.Section, spec.URL)
		}
		line(c.Function.ID, c.Function.Language, c.Function.Version, strconv.Itoa(c.Failing), strconv.Itoa(c.Tried), c.Input, c.Got, c.Want, c.Source)
	}
	b.WriteString("\n")
	return b.Bytes()
}

func readClaims(path string) (claims, sources map[string]string, err error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	claims, sources = map[string]string{}, map[string]string{}
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 3 || claims[f[0]] != "" || f[1] == "" || f[2] != nameItself && !strings.HasPrefix(f[2], "https://") {
			return nil, nil, fmt.Errorf("%s: %q is not an ID, a dialect and a source, or the ID is there twice", claimsFile, line)
		}
		if claims[f[0]] = f[1]; f[2] != nameItself {
			sources[f[0]] = f[2]
		}
	}
	return claims, sources, nil
}

func readUnclaimed(path string) (map[string]bool, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	ids := map[string]bool{}
	for line := range strings.Lines(string(b)) {
		if id := strings.TrimSuffix(line, "\n"); id != "" && id[0] != '#' {
			if ids[id] {
				return nil, fmt.Errorf("%s: %s is there twice", unclaimedFile, id)
			}
			ids[id] = true
		}
	}
	return ids, nil
}
