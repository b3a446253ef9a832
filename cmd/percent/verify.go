package main

import (
	"errors"
	"io"
	"strings"

	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/pages"
	"github.com/pct-encoded/percent/internal/views"
	"github.com/pct-encoded/percent/sign/oauth1"
	"github.com/pct-encoded/percent/sign/sigv4"
)

// A verdict is what is reported of a request whose signature was checked.
type verdict struct {
	expectFlags
	// signed reports whether the signature is that of a text.
	signed func(text string) bool
	// inSecret returns the mistake that was made with a secret, or nil.
	inSecret func() *compare.Mistake
}

// valid reports a signature that is right.
func (v *verdict) valid(out io.Writer, text string, details views.Signature) error {
	if v.json {
		return printJSON(out, details)
	}
	_, err := io.WriteString(out, text)
	return err
}

// refused reports err, for which a request was refused. For a wrong signature it
// also reports how ours, the text that was checked, differs from that of --expect or,
// without --expect, from the text that was signed, if a single mistake explains it.
// It returns the failure that the command ends with.
func (v *verdict) refused(a *stream.Streams, out io.Writer, err error, status int, ours func() (string, error)) error {
	_, text, _ := strings.Cut(err.Error(), ": ")
	refused := &term.Failure{Status: status, Text: text}
	o := views.RefusedSignature(err)
	var bySigV4 *sigv4.VerifyError
	if errors.As(err, &bySigV4) && bySigV4.Reason == sigv4.PayloadNotSigned {
		refused.Hint = "the signature is right, but the body may be any: accept that with --allow-unsigned-payload"
	}
	if isWrongSignature(err) {
		right, err := ours()
		if err != nil {
			return asFailure(status, err)
		}
		c, theirs, what, err := v.explained(a, right)
		var secret *compare.Mistake
		if err == nil && c == nil {
			secret = v.inSecret()
		}
		switch {
		case err != nil:
			return err
		case secret != nil && v.json:
			mistakes := views.Mistakes(&compare.Comparison{Mistakes: []compare.Mistake{*secret}})
			o.Mistake, o.Mistakes = secret.ID, &mistakes
		case secret != nil:
			if _, err := io.WriteString(out, pages.SignedWith(*secret)); err != nil {
				return err
			}
		case c == nil:
			refused.Hint = "no single mistake explains it, with this secret; to compare the " + v.what + "s, give the signer's to --expect"
		case v.json:
			o.Compared(c, right, theirs)
		default:
			if err := v.printComparison(out, c, right, theirs, what); err != nil {
				return err
			}
		}
	}
	if v.json {
		if err := printJSON(out, o); err != nil {
			return err
		}
	}
	return refused
}

// explained compares ours with what --expect says or, without that, with what was
// signed; c is nil if no single mistake made that. It also returns the other text
// and what to call it.
func (v *verdict) explained(a *stream.Streams, ours string) (c *compare.Comparison, theirs, what string, err error) {
	if !v.expects {
		c, theirs = compare.Signed(ours, v.format, v.signed)
		return c, theirs, "signed", nil
	}
	if theirs, err = v.text(a); err != nil {
		return nil, "", "", err
	}
	return compare.Compare(ours, theirs, v.format), theirs, "expected", nil
}

func isWrongSignature(err error) bool {
	var byOAuth1 *oauth1.VerifyError
	var bySigV4 *sigv4.VerifyError
	return errors.As(err, &byOAuth1) && byOAuth1.Reason == oauth1.WrongSignature ||
		errors.As(err, &bySigV4) && bySigV4.Reason == sigv4.WrongSignature
}
