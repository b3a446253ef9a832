// Package signing signs HTTP requests, shows the text that is signed, and checks
// signatures, by the schemes of the packages below sign: what the command, the page and
// the package for npm do.
//
//	r, err := (&signing.Description{URL: "https://h/"}).Read(program)
//	call := &signing.Call{Request: r, Program: program, Options: &signing.Options{Service: "s3"}}
//	result := (&signing.Verb{signing.SigV4, signing.SigV4.Sign}).Run(call)
//
// A [Scheme] is a row of functions. What schemes share is here once: how a request is
// read, where secrets come from, how the signed text is compared with an expected one, and
// what is said of a wrong signature. Nothing is written: a call returns a [Result]. No
// result, error or note holds a secret.
package signing

import (
	"context"
	"crypto"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/httprequest"
	"github.com/pct-encoded/percent/internal/words"
)

// A Scheme is a way to sign requests. Its functions return a *Failure, an error of the
// Program, or an error of the package of the scheme, which means that the request is
// malformed.
type Scheme struct {
	Name   string         // of its package, such as "oauth1"
	What   string         // the text that is signed, such as "base string"
	Format compare.Format // of that text
	// Refusals are answers of services that hold the text they expected, or "".
	Refusals string
	Title    string // of the specification
	URL      string // of the specification
	// Secrets are the variables of the environment that hold secrets.
	Secrets []Variable
	// Keys are the other keys of JSON that sign, presign and verify take.
	Keys []string
	// Required are the keys without which a request in JSON is not signed.
	Required []string

	// Explain returns the text that is signed, without a secret. Sign and Presign sign a
	// request by its header and in its URL; Presign is nil where a scheme cannot.
	Explain, Sign, Presign func(*Call) (*Signing, error)
	// Check begins to verify the signature of a request.
	Check func(*Call) (*Check, error)
	// Told, if not nil, returns the signed text that stands in an expected one, such as the
	// refusal of a service.
	Told func(expected string) string
	// Refused says what an error of Check.Verify means.
	Refused func(err error) Refusal
	// Hint, if not nil, says what to do about such an error of a request, and whether it is not
	// known here if the service refuses it.
	Hint func(c *Call, err error) (text string, undecided bool)
}

// A Variable of the environment has a secret that has a key in JSON. Needed is set if
// nothing is signed or verified without one of those that are.
type Variable struct {
	Name, Key string
	Needed    bool
}

// A Verb is what an operation of a scheme does: it makes a Signing or, if Make is nil,
// verifies.
type Verb struct {
	*Scheme
	Make func(*Call) (*Signing, error)
	// Open is set for a Signing that needs no secret, and has none.
	Open bool
}

// Run does it.
func (v *Verb) Run(c *Call) Result {
	if v.Make == nil {
		return v.Verify(c)
	}
	return v.show(c, v.Make)
}

// A Refusal is the meaning of the error for which a signature was refused. It is zero for
// an error that is not about the signature.
type Refusal struct {
	Reason    string
	Parameter string // or the header field that it is about, or ""
	Wrong     bool   // the signature is that of another text or by another key
	Hint      string // what to do, or ""
	Undecided bool   // it is not known whether the verifier of the scheme refuses it, too
}

// Key returns the key of JSON that holds the signed text, such as "base_string".
func (s *Scheme) Key() string { return strings.ReplaceAll(s.What, " ", "_") }

// A Call is a request, and what is to be done to it.
type Call struct {
	Context context.Context
	*Options
	Request *httprequest.Request
	Program *Program
}

// Options say how a request is signed or verified. The zero value of each is the default.
// The JSON keys are those of npm; what has none is set by the program that calls.
type Options struct {
	// Description is of the request, for a program that is told it by flags.
	Description Description

	// Of OAuth 1.0. Parameters are "NAME=VALUE", without encoding, and not in the request.
	ConsumerKey  string `json:"consumer_key,omitempty"`
	Token        string `json:"token,omitempty"`
	Method       string `json:"method,omitempty"`
	Realm        string `json:"realm,omitempty"`
	Nonce        string `json:"nonce,omitempty"`     // "" is random
	Timestamp    int64  `json:"timestamp,omitempty"` // in seconds since 1970; 0 is now
	Parameters   []string
	BodyHash     string `json:"body_hash,omitempty"`
	OAuthVersion string `json:"oauth_version,omitempty"`
	// Methods are those that verify accepts; nil accepts all.
	Methods []string
	// TokenSecret is set if the secret of a token signs although there is no token.
	TokenSecret bool

	// Of Signature Version 4.
	AccessKey     string   `json:"access_key_id,omitempty"`
	Service       string   `json:"service,omitempty"`
	Region        string   `json:"region,omitempty"`
	Date          string   `json:"date,omitempty"` // such as 20130524T000000Z
	PayloadHash   string   `json:"payload_hash,omitempty"`
	SignedHeaders []string `json:"signed_headers,omitempty"`
	Path          string
	Plus          string
	AllowUnsigned bool `json:"allow_unsigned_payload,omitempty"`
	// The service and the date of requests that say nothing.
	DefaultService string
	DefaultDate    string

	// Of the schemes of Signature.
	As      string `json:"as,omitempty"` // the name of the scheme, "" for the one that the request has marks of
	Account string `json:"account,omitempty"`
	Label   string `json:"label,omitempty"`
	// Expression is that of nginx.
	Expression string `json:"expression,omitempty"`

	// Expires is how long a presigned URL is valid.
	Expires time.Duration
	// Window is how far the date of a request may be from the clock; 0 is the window of
	// the scheme, and Unchecked any.
	Window time.Duration

	// The files that hold secrets, or "".
	ConsumerSecretFile string
	TokenSecretFile    string
	KeyFile            string // in PEM
	SecretFile         string

	// Expect, if not nil, is the signed text that was expected, or the name of its file
	// after an '@'.
	Expect *string
	// Steps makes the page one of the steps to the signed text.
	Steps bool
}

// Unchecked is the Window of a date that is not checked.
const Unchecked time.Duration = -1 << 63

// A Program is what signing asks of the program that it is part of. What it has not got is
// nil.
type Program struct {
	ReadFile  func(name string) ([]byte, error)
	IsFile    func(name string) bool
	LookupEnv func(variable string) (string, bool)
	// Ask asks somebody for a secret. Asked is false if there is nobody.
	Ask func(what string) (text string, asked bool, err error)
	// ParseKey reads a key of RSA or ECDSA in PEM from a file of that name. The private key is
	// nil where the file has the public one alone.
	ParseKey func(name string, pem []byte) (crypto.Signer, crypto.PublicKey, error)
	// Note and Hint tell what is surprising about a request.
	Note, Hint func(text string)
	// Clock is false if a date must come with the request.
	Clock bool
}

func (p *Program) note(format string, args ...any) {
	if p.Note != nil {
		p.Note(fmt.Sprintf(format, args...))
	}
}

func (p *Program) hint(text string) {
	if p.Hint != nil {
		p.Hint(text)
	}
}

func (p *Program) env(variable string) string {
	text, _ := p.LookupEnv(variable)
	return text
}

// An outside error is one of the Program.
type outside struct{ error }

func (e outside) Unwrap() error { return e.error }

func (p *Program) read(name string) ([]byte, error) {
	text, err := p.ReadFile(name)
	if err != nil {
		return nil, outside{err}
	}
	return text, nil
}

// A Failure is why there is no result, or why the result is a bad one.
type Failure struct {
	Kind Kind
	Text string
	Hint string // what to do, or ""
	// Option is the key of the wrong option, Value what it holds, unless that is secret,
	// and Reason what is wrong; "" if the failure is not about one.
	Option, Value string
	Reason        percent.Reason
}

// Error returns the text.
func (f *Failure) Error() string { return f.Text }

// A Kind says which exit status a Failure has.
type Kind uint8

// The kinds of failures.
const (
	Usage     Kind = iota // options are wrong
	Findings              // a signature or a signed text is wrong
	Input                 // the request is malformed
	Undecided             // what the scheme makes of the request is not known
)

// The reasons of failures.
const (
	Missing     percent.Reason = "missing"
	Unknown     percent.Reason = "unknown word"
	NotOneLine  percent.Reason = "more than a line"
	OutOfBounds percent.Reason = "not from 1 to 604800 seconds"
)

//go:noinline
func usage(hint, format string, args ...any) *Failure {
	return &Failure{Kind: Usage, Text: fmt.Sprintf(format, args...), Hint: hint}
}

// of returns f for a value of an option.
//
//go:noinline
func (f *Failure) of(option, value string, reason percent.Reason) *Failure {
	f.Option, f.Value, f.Reason = option, value, reason
	return f
}

// Known reports whether err is a Failure or an error of the Program.
func Known(err error) bool {
	var failure *Failure
	var out outside
	return errors.As(err, &failure) || errors.As(err, &out)
}

// as returns err as a Failure of a kind, unless it is one that is Known.
func as(kind Kind, err error) error {
	if err == nil || Known(err) {
		return err
	}
	return &Failure{Kind: kind, Text: err.Error()}
}

// choice returns the value that a word names, and the first one for "".
func choice[T words.Enumeration](option, word string) (T, error) {
	v, ok := words.Value[T](word)
	if !ok && word != "" {
		return 0, usage("", "unknown %s %q", option, word).of(option, word, Unknown)
	}
	return v, nil
}

// oneLine refuses a value that would not stay in one header field.
func oneLine(option, name, value string) error {
	if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7F }) {
		return usage("", "%s holds a control character, which no header field may: %q", name, value).of(option, "", NotOneLine)
	}
	return nil
}

// A secret is where a secret comes from. There is no option for the secret itself, because
// other users can see command lines and shells keep them in histories.
type secret struct {
	key, variable, file, what string
}

// given returns a secret from a file, from the environment or, where somebody can be
// asked, from them. It may be empty.
func (p *Program) given(s secret) (string, error) {
	if s.file != "" {
		text, err := p.read(s.file)
		return strings.TrimRight(string(text), "\r\n"), err
	}
	if value, ok := p.LookupEnv(s.variable); ok {
		return value, nil
	}
	if p.Ask != nil {
		if text, asked, err := p.Ask(s.what); err != nil {
			return "", outside{err}
		} else if asked {
			return text, nil
		}
	}
	return "", usage("set "+s.variable+", or pass a file", "no %s", s.what).of(s.key, "", Missing)
}

// filled is given for a secret that must not be empty: anyone can sign with an empty one,
// and an unset variable in a script makes it empty.
func (p *Program) filled(s secret) (string, error) {
	text, err := p.given(s)
	if err == nil && text == "" {
		return "", p.empty(s)
	}
	return text, err
}

// empty returns the error for a secret that is empty.
func (p *Program) empty(s secret) error {
	from := "the " + s.what
	if _, ok := p.LookupEnv(s.variable); s.file != "" {
		from += " in " + excerpt.FileName(s.file)
	} else if ok {
		from += " in " + s.variable
	}
	return usage("anyone can sign with an empty secret", "%s is empty", from).of(s.key, "", Missing)
}

// A Signing is what was made of a request.
type Signing struct {
	Text   string // what is signed
	ToSign string // what is signed in place of Text, because it holds its hash, or ""
	Output string // what is printed: the text, the fields to add or the URL

	Steps     []Step // to the text that is signed, in order, and it among them
	Collected []Parameter
	// Signature and what follows are "" or nil for a request that is not signed.
	Signature     string
	Authorization string
	Headers       [][2]string // to add
	URL           string      // presigned

	// View is what is written as JSON, and page the same for people.
	View any
	page func() string
	// Again returns the same in Go and the flags that the command needs.
	Again func(quote func(string) string) (program []string, flags [][2]string)
}

// A Step is a text on the way to a signature.
type Step struct{ Name, Title, Text string }

// A Parameter is one that is signed, decoded.
type Parameter struct {
	Source string `json:"source"`
	Name   string `json:"name"`
	Value  string `json:"value"`
}

// A Result is what a command prints about a request.
type Result struct {
	Page string // for people
	View any    // the same, to be written as JSON; nil if there is nothing to write
	Err  error  // why the status is not 0, in addition to what is written
}

// show returns the result of do, which makes a Signing, or how the signed text differs
// from the expected one.
func (s *Scheme) show(c *Call, do func(*Call) (*Signing, error)) (r Result) {
	made, err := do(c)
	if err != nil {
		return Result{Err: as(Input, err)}
	}
	switch {
	case c.Steps:
		r.Page = made.page()
	case c.Expect == nil:
		r.Page = made.Output + "\n"
	}
	if c.Expect == nil {
		r.View = made.View
		return r
	}
	same := func(text string) func() (string, error) { return func() (string, error) { return text, nil } }
	e, err := s.compare(c, same(made.Text), same(made.ToSign))
	if err != nil {
		r.Err = err
		return r
	}
	r.Page += e.page("expected")
	r.View = newExpectation(e)
	if !e.Equal() { // what AWS refused may have been signed by another program
		r.Err = e.failure()
	}
	return r
}
