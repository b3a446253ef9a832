package main

import (
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/oauth1"
	"github.com/pct-encoded/percent/sigv4"
)

// A verdict is what is reported of a request whose signature was checked.
type verdict struct {
	expectFlags
	what   string // is signed, such as "base string"
	format inspect.Format
	hint   string // for a wrong signature
}

func (v *verdict) add(cmd *cobra.Command) {
	v.expectFlags.add(cmd, v.what)
	cmd.Flags().BoolVar(&v.json, "json", false, "write one JSON object")
}

// valid reports a signature that is right, as text or as an object with the
// details.
func (v *verdict) valid(out io.Writer, text string, details object) error {
	if v.json {
		var o object
		o.add("valid", true)
		o.join(details)
		text = string(o.line())
	}
	_, err := io.WriteString(out, text)
	return err
}

// refused reports err, for which a request was refused, and of a wrong signature
// what distinguishes ours, over which it was checked, from what --expect says. It
// returns the failure that the command ends with.
func (v *verdict) refused(a *app, out io.Writer, err error, status int, ours func() (string, error)) error {
	_, text, _ := strings.Cut(err.Error(), ": ")
	refused := &failure{status: status, text: text}
	var o object
	o.add("valid", false)
	o.join(whyRefused(err))
	switch wrong := isWrongSignature(err); {
	case wrong && v.expect == "":
		refused.hint = v.hint
	case wrong:
		signed, err := ours()
		if err != nil {
			return asFailure(status, err)
		}
		if !v.json {
			var known *failure
			err := v.run(a, out, signed, v.what, v.format)
			if err != nil && (!errors.As(err, &known) || known.status != statusFindings) {
				return err
			}
			return refused
		}
		expected, err := v.text(a)
		if err != nil {
			return err
		}
		c := inspect.Compare(signed, expected, v.format)
		if !c.Equal() {
			o.add("offset", c.Offset)
			o.some("part", c.Part)
		}
		if len(c.Mistakes) > 0 {
			o.text("mistake", c.Mistakes[0].ID)
		}
		o.text("ours", signed)
		o.text("expected", expected)
		o.add("mistakes", mistakeObjects(c))
	}
	if v.json {
		if _, err := out.Write(o.line()); err != nil {
			return err
		}
	}
	return refused
}

func isWrongSignature(err error) bool {
	var byOAuth1 *oauth1.VerifyError
	var bySigV4 *sigv4.VerifyError
	return errors.As(err, &byOAuth1) && byOAuth1.Reason == oauth1.WrongSignature ||
		errors.As(err, &bySigV4) && bySigV4.Reason == sigv4.WrongSignature
}

// whyRefused returns the reason of a refusal, the parameter or field that it is
// about, and the offset in the Authorization header where that is malformed.
func whyRefused(err error) (o object) {
	var (
		byOAuth1 *oauth1.VerifyError
		inHeader *oauth1.HeaderError
		method   *oauth1.MethodError
		inURL    *oauth1.URLError
		bySigV4  *sigv4.VerifyError
		request  *sigv4.RequestError
	)
	reason, where := err.Error(), ""
	switch {
	case errors.As(err, &inHeader):
		reason, where = inHeader.Reason.String(), "Authorization"
	case errors.As(err, &method):
		reason, where = "unknown signature method", "oauth_signature_method"
	case errors.As(err, &inURL):
		reason = inURL.Reason.String()
	case errors.As(err, &byOAuth1):
		reason, where = byOAuth1.Reason.String(), byOAuth1.Param
	case errors.As(err, &bySigV4):
		reason, where = bySigV4.Reason.String(), bySigV4.Field
	case errors.As(err, &request):
		reason = request.Reason.String()
	}
	o.text("reason", reason)
	o.some("parameter", where)
	if inHeader != nil {
		o.add("offset", inHeader.Offset)
	}
	return o
}
