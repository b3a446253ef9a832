package signing

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/sign"
)

// A Check verifies the signature of a request.
type Check struct {
	// Verify returns what a valid signature says, as JSON and as a page, or the error for
	// which it is refused.
	Verify func() (v *Verified, page string, err error)
	// The others are called after Verify if the signature is wrong. Ours returns the text
	// that should have been signed, Signed reports whether the signature is that of another
	// text, and InSecret returns the mistake made with a secret, or nil.
	Ours     func() (string, error)
	Signed   func(text string) bool
	InSecret func() *compare.Mistake
	// ToSign returns the text that is signed in place of a hash of Ours; nil where Ours
	// itself is signed.
	ToSign func() (string, error)
	// Own returns the mistake that explains the signature by the rules of package sign, or nil.
	// Signed and InSecret are nil in a scheme that has these rules alone.
	Own func() *sign.Mistake
	// OtherRule returns the text that another rule of the same scheme gives, if the
	// signature is that of this text, and otherwise nil; nil where the scheme has one rule.
	OtherRule func() *Ruled
}

// A Ruled is the text that was signed by another rule than that of the service.
type Ruled struct {
	Rule    string // as flags, such as "--path untouched"
	Text    string
	Mistake *compare.Mistake // nil if the rule alone explains the difference
}

// An Unreadable error says that a request is malformed, and has no signature to verify.
type Unreadable struct{ error }

// Unwrap returns the error.
func (e Unreadable) Unwrap() error { return e.error }

// Verified is a signature that was checked, as JSON.
type Verified struct {
	Valid         bool               `json:"valid"`
	Method        string             `json:"method,omitempty"`
	Consumer      string             `json:"consumer,omitempty"`
	Token         string             `json:"token,omitempty"`
	AccessKey     string             `json:"access_key,omitempty"`
	Service       string             `json:"service,omitempty"`
	Region        string             `json:"region,omitempty"`
	SignedHeaders string             `json:"signed_headers,omitempty"`
	Payload       string             `json:"payload,omitempty"`
	Rule          string             `json:"rule,omitempty"` // by which it holds, as flags
	Reason        string             `json:"reason,omitempty"`
	Parameter     string             `json:"parameter,omitempty"`
	Offset        *int64             `json:"offset,omitempty"`
	Differs       string             `json:"differs,omitempty"` // which text, such as "string to sign"
	Part          string             `json:"part,omitempty"`
	Mistake       string             `json:"mistake,omitempty"`
	Ours          string             `json:"ours,omitempty"`
	Expected      string             `json:"expected,omitempty"`
	Mistakes      *[]results.Mistake `json:"mistakes,omitempty"`
	Together      int                `json:"together,omitempty"` // how many of Mistakes explain only together
}

// compared adds what a comparison with the text that was signed or expected says.
func (v *Verified) compared(e *expectation) {
	mistakes := results.Mistakes(e.Comparison)
	v.Ours, v.Expected, v.Mistakes, v.Together = e.ours, e.theirs, &mistakes, len(e.Together)
	if !e.Equal() {
		offset := int64(e.Offset)
		v.Offset, v.Part = &offset, e.Part
	}
	if len(mistakes) > 0 {
		v.Mistake = mistakes[0].Mistake
	}
}

// refusedSignature returns the view of a signature that was refused for err: the reason,
// the parameter or field that it is about, and the offset in it where it is malformed.
func (s *Scheme) refusedSignature(err error) *Verified {
	var syntax *percent.SyntaxError
	if errors.As(err, &syntax) {
		return &Verified{Reason: string(syntax.Reason), Parameter: syntax.Field, Offset: &syntax.Offset}
	}
	if r := s.Refused(err); r.Reason != "" {
		return &Verified{Reason: r.Reason, Parameter: r.Parameter}
	}
	return &Verified{Reason: err.Error()}
}

// Verify returns what is said of the signature of a request: why it is refused, and how the
// text that should have been signed differs from the expected one, or from the one that was
// signed, if a single mistake explains it.
func (s *Scheme) Verify(c *Call) Result {
	check, err := s.Check(c)
	var v *Verified
	page := ""
	if err == nil {
		v, page, err = check.Verify()
	}
	if err != nil && !s.Refused(err).Wrong {
		if m := s.copied(c); m != nil {
			v, r := &Verified{}, Result{Err: &Failure{Kind: Findings, Text: "the URL is not the one that was signed"}}
			v.byOwn(m.Signed, m, &r)
			v.Ours, v.Expected, r.View = "", "", v
			return r
		}
	}
	switch {
	case check == nil || Known(err):
		return Result{Err: err}
	case err != nil:
		return s.refuse(c, check, err)
	case c.Expect != nil:
		return s.doubt(c, check, v, page)
	}
	return Result{Page: page, View: v}
}

// doubt compares the text of a valid signature with the expected one, and reports both.
func (s *Scheme) doubt(c *Call, check *Check, v *Verified, page string) Result {
	e, err := s.compare(c, check.Ours, check.ToSign)
	if err != nil {
		return Result{Err: err}
	}
	r := Result{View: v, Err: e.failure()}
	var failure *Failure
	switch {
	case e.refusal:
		// Whatever was computed here, the service has refused it.
		v.Valid, v.Reason = false, "refused by AWS"
	case errors.As(r.Err, &failure):
		failure.Text = "the signature is valid, but " + failure.Text
		fallthrough
	default:
		r.Page = page
	}
	r.add(e, "expected", v)
	return r
}

// add reports a comparison of ours with the signed or expected text, on the page and in v.
func (r *Result) add(e *expectation, whose string, v *Verified) {
	r.Page += e.page(whose)
	v.compared(e)
	if whose == "expected" && !e.Equal() {
		v.Differs = e.what
	}
}

// refuse reports err, the reason for which a signature was refused.
func (s *Scheme) refuse(c *Call, check *Check, err error) (r Result) {
	failure := &Failure{Kind: Findings}
	var malformed Unreadable
	if errors.As(err, &malformed) {
		failure.Kind, err = Input, malformed.error
	}
	_, failure.Text, _ = strings.Cut(err.Error(), ": ")
	v, refusal := s.refusedSignature(err), s.Refused(err)
	if refusal.Undecided {
		failure.Kind = Undecided
	}
	failure.Hint = refusal.Hint
	hint, undecided := "", false
	if s.Hint != nil {
		if hint, undecided = s.Hint(c, err); undecided {
			failure.Kind = Undecided
		}
		failure.Hint = cmp.Or(failure.Hint, hint)
	}
	if failure.Hint == "" && unescaped.Replace(c.Request.URL) != c.Request.URL {
		failure.Hint = `the URL is copied from HTML or JSON, with its & escaped: write & for &amp; or \u0026`
	}
	same := true
	if c.Expect != nil {
		e, err := s.compare(c, check.Ours, check.ToSign)
		var bad unusable
		switch {
		case err == nil:
			same = e.Equal()
			if r.add(e, "expected", v); e.absent {
				failure.Hint = "the expected text holds no " + e.what
			}
		case refusal.Wrong || errors.As(err, &bad):
			return Result{Err: as(failure.Kind, err)}
		default:
			failure.Hint = "there is no " + s.What + " to compare with that of --expect"
		}
	}
	if refusal.Wrong && same {
		// If the text is the expected one, the signer has signed another.
		if failure.Hint, err = s.explain(c, check, v, &r); err != nil {
			r.Err = as(failure.Kind, err)
			return r
		}
		if v.Mistake == "" {
			failure.Hint = cmp.Or(hint, failure.Hint)
		}
	}
	r.View, r.Err = v, failure
	return r
}

const tried = "none of the mistakes that are tried explains it"

// explain reports why a signature is wrong, in r and v. It returns a hint if no single
// mistake explains it.
func (s *Scheme) explain(c *Call, check *Check, v *Verified, r *Result) (hint string, err error) {
	right, err := check.Ours()
	if err != nil {
		return "", err
	}
	if check.Signed == nil {
		if own := check.Own(); own != nil {
			v.byOwn(right, own, r)
			return "", nil
		}
		hint = tried + ": the key may be another one, the request was changed on the way, there may be two mistakes at once, or it is one that is not tried"
		if c.Expect == nil {
			hint += "; to see where the signed texts part, give the signer's to --expect"
		}
		return hint, nil
	}
	if check.OtherRule != nil {
		if other := check.OtherRule(); other != nil {
			s.byRule(right, other, v, r)
			return "", nil
		}
	}
	if found, theirs := compare.Signed(right, s.Format, check.Signed); found != nil {
		r.add(&expectation{Comparison: found, what: s.What, ours: right, theirs: theirs}, "signed", v)
		return "", nil
	}
	secret := check.InSecret()
	if secret == nil {
		if own := check.Own(); own != nil {
			v.byOwn(right, own, r)
			return "", nil
		}
	}
	switch {
	case secret == nil && c.Expect != nil:
		return tried + ": the signer has another key, has signed another text than the expected one, or made two mistakes at once or one that is not tried", nil
	case secret == nil:
		return "with this secret, " + tried + ", and there may be two at once; to compare the " + s.What + "s, give the signer's to --expect", nil
	}
	mistakes := results.Mistakes(&compare.Comparison{Mistakes: []compare.Mistake{*secret}})
	v.Mistake, v.Mistakes = secret.ID, &mistakes
	r.Page += signedWith(*secret) + whatToDo(secret.Fix())
	return "", nil
}

// byOwn reports that a mistake of the scheme explains a signature, in v and r.
func (v *Verified) byOwn(right string, own *sign.Mistake, r *Result) {
	v.Mistake, v.Ours, v.Expected = own.ID, right, own.Signed
	var mistakes []results.Mistake
	var said string
	for m := own; m != nil; m = m.With {
		mistakes = append(mistakes, results.Mistake{Mistake: m.ID, Side: "b", Text: m.Text, Fix: m.Fix})
		said += fmt.Sprintf("signed with %s: %s\n", m.ID, m.Text) + whatToDo(m.Fix)
	}
	if v.Mistakes = &mistakes; len(mistakes) > 1 {
		v.Together = len(mistakes)
		said = "two mistakes together explain the signature\n" + said
	}
	if right != own.Signed {
		at := pct.Differ(right, own.Signed)
		offset := int64(at)
		v.Offset = &offset
		r.Page += fmt.Sprintf("first difference at byte %d\n  ours:     %s\n  %-9s %s\n", at, around(right, at), "signed:", around(own.Signed, at))
	}
	r.Page += said
}

// byRule reports that a signature holds by another rule, in r and v.
func (s *Scheme) byRule(right string, other *Ruled, v *Verified, r *Result) {
	found := compare.Compare(right, other.Text, s.Format)
	found.Mistakes = slices.DeleteFunc(found.Mistakes, func(m compare.Mistake) bool { return m.Side == compare.First })
	if other.Mistake != nil {
		found.Mistakes, found.Together = []compare.Mistake{*other.Mistake}, nil
	}
	v.Rule = other.Rule
	r.add(&expectation{Comparison: found, what: s.What, ours: right, theirs: other.Text}, "signed", v)
	r.Page += fmt.Sprintf("the signature holds by another rule, that of %s\n", other.Rule)
}
