package results

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/sign/oauth1"
)

// A SignedText says how a text that is signed differs from another.
type SignedText struct {
	*compare.Comparison
	What         string // such as "base string"
	Whose        string // whose theirs is: "expected" or "signed"
	Ours, Theirs string
}

// Page returns the difference as text.
func (t *SignedText) Page() string {
	if t.Equal() {
		return "the " + t.What + " is the " + t.Whose + " one\n"
	}
	var b strings.Builder
	where := ""
	if t.Part != "" {
		where = ", " + t.Part
	}
	fmt.Fprintf(&b, "first difference at byte %d%s\n  ours:     %s\n  %-9s %s\n", t.Offset, where, around(t.Ours, t.Offset), t.Whose+":", around(t.Theirs, t.Offset))
	Explained(t.Comparison, func(m compare.Mistake) {
		if t.Whose == "signed" {
			b.WriteString(signedWith(m))
			return
		}
		by := map[compare.Side]string{compare.Second: t.Whose, compare.First: "ours"}[m.Side]
		fmt.Fprintf(&b, "%s has %s\n", by, m)
	}, &b)
	fixed := Fixes(t.Comparison)
	for _, fix := range fixed {
		b.WriteString(whatToDo(fix))
	}
	if len(fixed) == 0 {
		b.WriteString("no single mistake explains the difference\n")
	}
	return b.String()
}

// SignedWith says which mistake a signer made, and what to do about it.
func SignedWith(m compare.Mistake) string { return signedWith(m) + whatToDo(m.Fix()) }

func signedWith(m compare.Mistake) string { return fmt.Sprintf("signed with %s\n", m) }

func whatToDo(fix string) string { return "what to do: " + fix + "\n" }

// around returns the text of s around that index, quoted.
func around(s string, at int) string {
	const before, after = 24, 36
	start, end := max(0, at-before), min(len(s), at+after)
	text := fmt.Sprintf("%q", s[start:end])
	if start > 0 {
		text = "…" + text
	}
	if end < len(s) {
		text += "…"
	}
	return text
}

// OAuth1Page returns the steps to a base string. authorization is the header made of it,
// or "".
func OAuth1Page(steps *oauth1.Steps, authorization string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "parameters, decoded (RFC 5849, 3.4.1.3.1)\n")
	for _, c := range steps.Collected {
		fmt.Fprintf(w, "  %v\t%q\t%q\n", c.Source, c.Name, c.Value)
	}
	fmt.Fprintf(w, "encoded and sorted (3.4.1.3.2)\n")
	for _, p := range steps.Sorted {
		fmt.Fprintf(w, "  %s\t%s\n", p.Name, p.Value)
	}
	fmt.Fprintf(w, "normalized\n  %s\nbase string URI (3.4.1.2)\n  %s\nbase string (3.4.1.1)\n  %s\n", steps.Normalized, steps.BaseURI, steps.BaseString)
	if authorization != "" {
		fmt.Fprintf(w, "Authorization\n  %s\n", authorization)
	}
	_ = w.Flush() // to memory
	return b.String()
}

// OAuth1HeaderPage returns the parameters of an Authorization header, one a line.
func OAuth1HeaderPage(h *oauth1.Header) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	if h.HasRealm {
		fmt.Fprintf(w, "realm\t%q\n", h.Realm)
	}
	for _, p := range h.Params {
		fmt.Fprintf(w, "%s\t%q\n", excerpt.Name(p.Name), p.Value)
	}
	_ = w.Flush() // to memory
	return b.String()
}

// SigV4Page returns the steps to a canonical request, and what is made of it. authorization
// is the header, or "".
func SigV4Page(o *SigV4, authorization string) string {
	steps := [][2]string{
		{"canonical URI", o.CanonicalURI},
		{"canonical query", o.CanonicalQuery},
		{"canonical headers", o.CanonicalHeaders},
		{"signed headers", o.SignedHeaders},
		{"payload hash", o.PayloadHash},
		{"canonical request", o.CanonicalRequest},
		{"scope", o.Scope},
		{"string to sign", o.StringToSign},
	}
	for _, step := range [][2]string{{"signature", o.Signature}, {"Authorization", authorization}, {"presigned URL", o.URL}} {
		if step[1] != "" {
			steps = append(steps, step)
		}
	}
	var b strings.Builder
	for _, step := range steps {
		text := strings.ReplaceAll(strings.TrimSuffix(step[1], "\n"), "\n", "\n  ")
		b.WriteString(step[0] + "\n  " + text + "\n")
	}
	return b.String()
}
