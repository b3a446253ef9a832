package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/httprequest"
	"github.com/pct-encoded/percent/internal/pages"
	"github.com/pct-encoded/percent/internal/views"
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
	verify func() (string, views.Signature, error)
	// The others are called after verify if the signature is wrong. ours returns the
	// text that should have been signed, signed reports whether the signature is that
	// of another text, and inSecret returns the mistake made with a secret, or nil.
	ours     func() (string, error)
	signed   func(text string) bool
	inSecret func() *compare.Mistake
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
	case o.json:
		return records.PrintJSON(s.Text, view)
	}
	_, err = io.WriteString(s.Text, text)
	return err
}

// refuse reports err, the reason a request was refused. For a wrong signature it also
// reports how the text that should have been signed differs from that of --expect or,
// without --expect, from the text that was signed, if a single mistake explains it. It
// returns the failure that ends the command.
func (s *signature) refuse(a *stream.Streams, out io.Writer, f *expectFlags, c *check, err error) error {
	status := term.StatusFindings
	if malformed, ok := err.(unreadable); ok {
		status, err = term.StatusInput, malformed.error
	}
	_, text, _ := strings.Cut(err.Error(), ": ")
	failure := &term.Failure{Status: status, Text: text}
	o := views.RefusedSignature(err)
	wrong, hint := s.refused(err)
	if wrong {
		if hint, err = f.explain(a, out, c, &o, status); err != nil {
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

// explain reports why a signature is wrong, to out or in o. It returns a hint if no
// single mistake explains it.
func (f *expectFlags) explain(a *stream.Streams, out io.Writer, c *check, o *views.Signature, status int) (hint string, err error) {
	right, err := c.ours()
	if err != nil {
		return "", asFailure(status, err)
	}
	if f.expects {
		theirs, err := f.text(a)
		if err != nil {
			return "", err
		}
		return "", f.differ(out, compare.Compare(right, theirs, f.format), right, theirs, "expected", o)
	}
	found, theirs := compare.Signed(right, f.format, c.signed)
	if found != nil {
		return "", f.differ(out, found, right, theirs, "signed", o)
	}
	secret := c.inSecret()
	switch {
	case secret == nil:
		return "with this secret, no single mistake explains it; to compare the " + f.what + "s, give the signer's to --expect", nil
	case f.json:
		mistakes := views.Mistakes(&compare.Comparison{Mistakes: []compare.Mistake{*secret}})
		o.Mistake, o.Mistakes = secret.ID, &mistakes
	default:
		_, err = io.WriteString(out, pages.SignedWith(*secret))
	}
	return "", err
}

// differ reports a comparison of ours with the signed or expected text, to out or in o.
func (f *expectFlags) differ(out io.Writer, c *compare.Comparison, ours, theirs, whose string, o *views.Signature) error {
	if f.json {
		o.Compared(c, ours, theirs)
		return nil
	}
	return f.printComparison(out, c, ours, theirs, whose)
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
	return f.compared(a, out, s.text)
}

// text returns the expected text.
func (f *expectFlags) text(a *stream.Streams) (string, error) {
	expected := f.expect
	if name, ok := strings.CutPrefix(f.expect, "@"); ok {
		text, err := a.ReadFile(name)
		if err != nil {
			return "", err
		}
		expected = strings.TrimRight(string(text), "\r\n")
	}
	if m, ok := httprequest.ParseMismatch(expected); ok {
		return m.CanonicalRequest, nil
	}
	return expected, nil
}

// compared compares ours with the expected text, and reports to out. If they
// differ it returns a failure with status 1.
func (f *expectFlags) compared(a *stream.Streams, out io.Writer, ours string) error {
	expected, err := f.text(a)
	if err != nil {
		return err
	}
	c := compare.Compare(ours, expected, f.format)
	if f.json {
		err = records.PrintJSON(out, views.NewExpectation(c, ours, expected))
	} else {
		err = f.printComparison(out, c, ours, expected, "expected")
	}
	if err != nil {
		return err
	}
	if c.Equal() {
		return nil
	}
	return &term.Failure{Status: term.StatusFindings, Text: fmt.Sprintf("the %s is not the expected one: byte %d", f.what, c.Offset)}
}

// printComparison prints how ours differs from theirs, the expected or signed
// text.
func (f *expectFlags) printComparison(out io.Writer, c *compare.Comparison, ours, theirs, whose string) error {
	page := pages.SignedText{Comparison: c, What: f.what, Whose: whose, Ours: ours, Theirs: theirs}
	_, err := io.WriteString(out, page.Page())
	return err
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
