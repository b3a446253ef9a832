package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/httprequest"
	"github.com/pct-encoded/percent/internal/results"
)

// A signature is a scheme that signs requests. Its commands print the signed text,
// compare it with another, sign a request, or verify a signature. The methods have what
// schemes share; the rest is in the fields.
type signature struct {
	signedText
	// refused reports whether an error means a signature of another text or by another
	// key. Otherwise it returns a hint, or "".
	refused func(err error) (wrong bool, hint string)
}

// A check verifies the signature of a request.
type check struct {
	// verify returns the report on a valid signature, in text and for JSON, or the
	// error for which it is refused.
	verify func() (string, results.Signature, error)
	// The others are called after verify if the signature is wrong. ours returns the
	// text that should have been signed, signed reports whether the signature is that
	// of another text, and inSecret returns the mistake made with a secret, or nil.
	ours     func() (string, error)
	signed   func(text string) bool
	inSecret func() *compare.Mistake
	// toSign returns the text that is signed in place of a hash of ours; nil where ours
	// itself is signed.
	toSign func() (string, error)
	// otherRule returns the text that another rule of the same scheme gives, if the
	// signature is that of this text, and the mistake that explains the two; nil where
	// the scheme has one rule.
	otherRule func() *ruled
}

// A ruled is the text that was signed by another rule than that of the service.
type ruled struct {
	rule    string // such as "--path untouched"
	text    string
	mistake *compare.Mistake // nil if the rule alone explains the difference
}

// An unreadable error says that a request is malformed, and has no signature to verify.
type unreadable struct{ error }

// signOptions holds the flags of a command that signs or prints the signed text.
type signOptions struct {
	requestFlags
	signingFlags
	sign func(r *httprequest.Request) (*signing, error)
}

// prints makes cmd print the result of sign for a request or, with --explain, each
// step, or how the signed text differs from that of --expect.
func (s *signature) prints(a *stream.Streams, cmd *cobra.Command, sign func(r *httprequest.Request) (*signing, error)) *cobra.Command {
	o := &signOptions{sign: sign}
	cmd.RunE = records.Runs(a, o.run)
	o.requestFlags.add(cmd)
	o.signingFlags.add(cmd, s.signedText)
	return cmd
}

func (o *signOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	r, err := o.read(s, l)
	if err != nil {
		return err
	}
	made, err := o.sign(r)
	if err != nil {
		return asFailure(term.StatusInput, err)
	}
	return o.write(s, s.Text, made)
}

// verifyOptions holds the flags of a command that verifies.
type verifyOptions struct {
	*signature
	requestFlags
	expectFlags
	begin func(ctx context.Context, r *httprequest.Request) (*check, error)
}

// verifies makes cmd verify the signature of a request. begin returns the check, or a
// *term.Failure.
func (s *signature) verifies(a *stream.Streams, cmd *cobra.Command, begin func(ctx context.Context, r *httprequest.Request) (*check, error)) *cobra.Command {
	o := &verifyOptions{signature: s, begin: begin}
	cmd.RunE = records.Runs(a, o.run)
	o.requestFlags.add(cmd)
	o.expectFlags.add(cmd, s.signedText)
	return cmd
}

func (o *verifyOptions) run(ctx context.Context, s *stream.Streams, l records.Line) error {
	r, err := o.read(s, l)
	if err != nil {
		return err
	}
	c, err := o.begin(ctx, r)
	if err != nil {
		return err
	}
	text, view, err := c.verify()
	var known *term.Failure
	switch {
	case errors.As(err, &known):
		return known
	case err != nil:
		return o.refuse(s, s.Text, &o.expectFlags, c, err)
	case o.expects:
		return o.doubt(s, s.Text, c, text, view)
	case o.json:
		return records.PrintJSON(s.Text, view)
	}
	_, err = io.WriteString(s.Text, text)
	return err
}

// doubt compares the text of a valid signature with that of --expect, and reports both.
func (f *expectFlags) doubt(a *stream.Streams, out io.Writer, c *check, text string, view results.Signature) error {
	found, err := f.compare(a, c.ours, c.toSign)
	if err != nil {
		return err
	}
	failure := found.failure()
	switch {
	case found.refusal:
		// Whatever was computed here, the service has refused it.
		view.Valid, view.Reason = false, "refused by AWS"
	case failure != nil:
		failure.Text = "the signature is valid, but " + failure.Text
		fallthrough
	default:
		if !f.json {
			if _, err := io.WriteString(out, text); err != nil {
				return err
			}
		}
	}
	if err := f.differ(out, found, "expected", &view); err != nil {
		return err
	}
	if f.json {
		if err := records.PrintJSON(out, view); err != nil {
			return err
		}
	}
	if failure == nil {
		return nil
	}
	return failure
}

// refuse reports err, the reason a request was refused. With --expect it also reports how
// the text that should have been signed differs from that; for a wrong signature, without
// --expect, from the text that was signed, if a single mistake explains it. It returns the
// failure that ends the command.
func (s *signature) refuse(a *stream.Streams, out io.Writer, f *expectFlags, c *check, err error) error {
	status := term.StatusFindings
	if malformed, ok := err.(unreadable); ok {
		status, err = term.StatusInput, malformed.error
	}
	_, text, _ := strings.Cut(err.Error(), ": ")
	failure := &term.Failure{Status: status, Text: text}
	o := results.RefusedSignature(err)
	wrong, hint := s.refused(err)
	same := true
	if f.expects {
		same, err = f.expected(a, out, c, &o)
		var bad unusable
		switch {
		case err == nil:
		case wrong || errors.As(err, &bad):
			return asFailure(status, err)
		default:
			hint = "there is no " + f.what + " to compare with that of --expect"
		}
	}
	if wrong && same {
		// If the text is the expected one, the signer has signed another.
		if hint, err = f.explain(out, c, &o, status); err != nil {
			return err
		}
	}
	failure.Hint = hint
	if f.json {
		if err := records.PrintJSON(out, o); err != nil {
			return err
		}
	}
	return failure
}

// expected reports how the text that should have been signed differs from that of
// --expect, to out or in o, and whether it is the same.
func (f *expectFlags) expected(a *stream.Streams, out io.Writer, c *check, o *results.Signature) (same bool, err error) {
	found, err := f.compare(a, c.ours, c.toSign)
	if err != nil {
		return false, err
	}
	return found.Equal(), f.differ(out, found, "expected", o)
}

// explain reports why a signature is wrong, to out or in o. It returns a hint if no
// single mistake explains it.
func (f *expectFlags) explain(out io.Writer, c *check, o *results.Signature, status int) (hint string, err error) {
	right, err := c.ours()
	if err != nil {
		return "", asFailure(status, err)
	}
	if c.otherRule != nil {
		if other := c.otherRule(); other != nil {
			return "", f.byRule(out, right, other, o)
		}
	}
	found, theirs := compare.Signed(right, f.format, c.signed)
	if found != nil {
		return "", f.differ(out, &expectation{Comparison: found, what: f.what, ours: right, theirs: theirs}, "signed", o)
	}
	secret := c.inSecret()
	switch {
	case secret == nil && f.expects:
		return "the signer has another key, or has signed another text than the expected one", nil
	case secret == nil:
		return "with this secret, no single mistake explains it; to compare the " + f.what + "s, give the signer's to --expect", nil
	case f.json:
		mistakes := results.Mistakes(&compare.Comparison{Mistakes: []compare.Mistake{*secret}})
		o.Mistake, o.Mistakes = secret.ID, &mistakes
	default:
		_, err = io.WriteString(out, results.SignedWith(*secret))
	}
	return "", err
}

// byRule reports that a signature holds by another rule, to out or in o.
func (f *expectFlags) byRule(out io.Writer, right string, other *ruled, o *results.Signature) error {
	found := compare.Compare(right, other.text, f.format)
	found.Mistakes = slices.DeleteFunc(found.Mistakes, func(m compare.Mistake) bool { return m.Side == compare.First })
	if other.mistake != nil {
		found.Mistakes, found.Together = []compare.Mistake{*other.mistake}, nil
	}
	o.Rule = other.rule
	if err := f.differ(out, &expectation{Comparison: found, what: f.what, ours: right, theirs: other.text}, "signed", o); err != nil || f.json {
		return err
	}
	_, err := fmt.Fprintf(out, "the signature holds by another rule, that of %s\n", other.rule)
	return err
}

// differ reports a comparison of ours with the signed or expected text, to out or in o.
func (f *expectFlags) differ(out io.Writer, e *expectation, whose string, o *results.Signature) error {
	if f.json {
		o.Compared(e.Comparison, e.ours, e.theirs)
		if whose == "expected" && !e.Equal() {
			o.Differs = e.what
		}
		return nil
	}
	return e.show(out, whose)
}

// A signedText is a kind of text that is signed.
type signedText struct {
	what   string
	format compare.Format
}

var (
	baseString       = signedText{"base string", compare.BaseString}
	canonicalRequest = signedText{"canonical request", compare.CanonicalRequest}
)

// expectFlags compare the signed text with an expected one.
type expectFlags struct {
	expects bool // --expect is given
	signedText
	expect string
	json   bool
}

func (f *expectFlags) add(cmd *cobra.Command, t signedText) {
	f.signedText = t
	more := ""
	if t == canonicalRequest {
		more = "; TEXT may be the SignatureDoesNotMatch of AWS"
	}
	// An empty TEXT is compared, too: a script with an unset variable must not pass.
	cmd.Flags().Var(&expectedText{f}, "expect", "compare with the "+t.what+" in `TEXT`, or in @FILE, and name the mistake"+more)
	cmd.Flags().BoolVar(&f.json, "json", false, "write one JSON object")
}

// An expectedText is the flag --expect.
type expectedText struct{ *expectFlags }

func (t *expectedText) Set(text string) error {
	t.expect, t.expects = text, true
	return nil
}

func (t *expectedText) String() string {
	if t.expectFlags == nil {
		return ""
	}
	return t.expect
}

func (t *expectedText) Type() string { return "string" }

// A signing is the result of signing a request.
type signing struct {
	text   string // the signed text
	result string
	object any    // for --json
	steps  string // for --explain
	toSign string // what is signed in place of text, or ""
}

// signingFlags choose what is printed of a signing: the result, every step, or
// the difference from the expected text.
type signingFlags struct {
	expectFlags
	explain bool
}

func (f *signingFlags) add(cmd *cobra.Command, t signedText) {
	cmd.Flags().BoolVar(&f.explain, "explain", false, "print every step")
	f.expectFlags.add(cmd, t)
}

func (f *signingFlags) write(a *stream.Streams, out io.Writer, s *signing) error {
	switch {
	case f.json && !f.expects:
		return records.PrintJSON(out, s.object)
	case f.explain && !f.json:
		if _, err := io.WriteString(out, s.steps); err != nil || !f.expects {
			return err
		}
	case !f.expects:
		_, err := fmt.Fprintln(out, s.result)
		return err
	}
	return f.compared(a, out, s)
}

// An expectation is how one of the texts of a signature differs from the expected one.
type expectation struct {
	*compare.Comparison
	what         string // the text that is compared, such as "canonical request"
	ours, theirs string
	// refusal says that the expected text stands in the refusal of a service.
	refusal bool
}

// failure returns the failure with which a command ends, or nil.
func (e *expectation) failure() *term.Failure {
	switch {
	case !e.Equal():
		return &term.Failure{Status: term.StatusFindings, Text: fmt.Sprintf("the %s is not the expected one: byte %d", e.what, e.Offset)}
	case e.refusal:
		return &term.Failure{
			Status: term.StatusFindings, Text: "AWS refused the signature, although it signs the same text",
			Hint: "the secret is not that of the access key, or the request was changed after it was signed",
		}
	}
	return nil
}

// show prints how ours differs from the expected or signed text.
func (e *expectation) show(out io.Writer, whose string) error {
	page := results.SignedText{Comparison: e.Comparison, What: e.what, Whose: whose, Ours: e.ours, Theirs: e.theirs}
	_, err := io.WriteString(out, page.Page())
	return err
}

// An unusable error says that nothing can be compared with the text of --expect.
type unusable struct{ error }

func (e unusable) Unwrap() error { return e.error }

// text returns the text of --expect, of which a file is read.
func (f *expectFlags) text(a *stream.Streams) (string, error) {
	name, ok := strings.CutPrefix(f.expect, "@")
	if !ok {
		if isFileName(f.expect) {
			return "", unusable{term.UsageError("did you mean @"+f.expect+"?", "%q is not a %s", f.expect, f.what)}
		}
		return f.expect, nil
	}
	text, err := a.ReadFile(name)
	if err != nil {
		return "", unusable{err}
	}
	return strings.TrimRight(string(text), "\r\n"), nil
}

// isFileName reports whether the text of --expect is rather the name of a file: there is
// one, or it ends as names do. No text that is signed is so short and has no delimiter.
func isFileName(text string) bool {
	if text == "" || len(text) > 4096 || strings.ContainsAny(text, "\n&<>") {
		return false
	}
	if info, err := os.Stat(text); err == nil && info.Mode().IsRegular() {
		return true
	}
	switch strings.ToLower(filepath.Ext(text)) {
	case ".xml", ".txt", ".json", ".http", ".log", ".html":
		return true
	}
	return false
}

// compare compares the text of ours with that of --expect, or that of toSign if --expect
// has a string to sign, or shows one beside a text that is the same.
func (f *expectFlags) compare(a *stream.Streams, ours, toSign func() (string, error)) (*expectation, error) {
	expected, err := f.text(a)
	if err != nil {
		return nil, err
	}
	e := &expectation{what: f.what, theirs: expected}
	stringToSign := ""
	if f.format == compare.CanonicalRequest {
		if m, ok := httprequest.ParseMismatch(expected); ok {
			e.refusal, e.theirs, stringToSign = true, m.CanonicalRequest, m.StringToSign
		} else if strings.HasPrefix(expected, sigv4StringToSign) {
			e.theirs, stringToSign = "", expected
		}
	}
	if e.theirs != "" || stringToSign == "" && !e.refusal {
		if e.ours, err = ours(); err != nil {
			return nil, err
		}
		e.Comparison = compare.Compare(e.ours, e.theirs, f.format)
	}
	if stringToSign != "" && (e.Comparison == nil || e.Equal()) {
		text, err := toSign()
		if err != nil {
			return nil, err
		}
		second := compareStringsToSign(text, stringToSign)
		if e.Comparison == nil || !second.Equal() {
			e.Comparison, e.what, e.ours, e.theirs = second, "string to sign", text, stringToSign
		}
	}
	if e.Comparison == nil {
		return nil, unusable{&term.Failure{
			Status: term.StatusFindings, Text: "AWS refused the signature, and its answer holds no canonical request",
		}}
	}
	return e, nil
}

// sigv4StringToSign is the beginning of a string to sign of AWS.
const sigv4StringToSign = "AWS4-HMAC-SHA256\n"

// compareStringsToSign compares two strings to sign of AWS, whose lines are the algorithm,
// the date, the scope and the hash of the canonical request.
func compareStringsToSign(ours, theirs string) *compare.Comparison {
	c := compare.Compare(ours, theirs, compare.CanonicalRequest)
	c.Mistakes, c.Together, c.Part = nil, nil, ""
	if !c.Equal() {
		parts := []string{"algorithm", "date", "scope", "hash of the canonical request"}
		c.Part = parts[min(strings.Count(ours[:c.Offset], "\n"), len(parts)-1)]
	}
	return c
}

// compared compares a signing with the expected text, and reports to out. If they differ
// it returns a failure with status 1.
func (f *expectFlags) compared(a *stream.Streams, out io.Writer, s *signing) error {
	same := func(text string) func() (string, error) { return func() (string, error) { return text, nil } }
	e, err := f.compare(a, same(s.text), same(s.toSign))
	if err != nil {
		return err
	}
	if f.json {
		err = records.PrintJSON(out, results.NewExpectation(e.Comparison, e.what, e.ours, e.theirs))
	} else {
		err = e.show(out, "expected")
	}
	if err != nil {
		return err
	}
	if e.Equal() {
		return nil // what AWS refused may have been signed by another program
	}
	return e.failure()
}

// asFailure returns err as a failure with the status, unless it already is a
// failure.
func asFailure(status int, err error) error {
	var known *term.Failure
	if err == nil || errors.As(err, &known) {
		return err
	}
	return &term.Failure{Status: status, Text: err.Error()}
}
