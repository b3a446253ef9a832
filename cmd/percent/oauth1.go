package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/httprequest"
	"github.com/pct-encoded/percent/internal/mistake"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/sign/oauth1"
	"github.com/spf13/cobra"
)

const secretsHelp = `
Secrets are read from the variables PERCENT_CONSUMER_SECRET and PERCENT_TOKEN_SECRET,
from the files that --consumer-secret-file and --token-secret-file name or, on a
terminal, from a prompt. They are never printed.`

func newOAuth1(a *stream.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "oauth1",
		Short: "OAuth 1.0: base strings, signatures, headers",
		Long:  "oauth1 signs requests by OAuth 1.0 (RFC 5849), checks signatures, and shows why a signature is wrong.",
	}
	cmd.AddCommand(newOAuth1Base(a), newOAuth1Sign(a), newOAuth1Verify(a), newOAuth1Header(a))
	return commands.Family(cmd)
}

// oauth1Signature is the scheme of RFC 5849.
var oauth1Signature = &signature{
	signedText: baseString,
	refused: func(err error) (wrong bool, hint string) {
		var refused *oauth1.VerifyError
		return errors.As(err, &refused) && refused.Reason == oauth1.WrongSignature, ""
	},
}

// extraParams are the protocol parameters of --param.
type extraParams []string

func (e *extraParams) add(cmd *cobra.Command) {
	cmd.Flags().Var((*flags.List)(e), "param", "add a protocol parameter `NAME=VALUE` that is not in the request, without encoding; repeatable")
}

// request returns the request to sign, with the extra parameters.
func (e *extraParams) request(r *httprequest.Request) (*oauth1.Request, error) {
	var params []oauth1.Param
	for _, p := range *e {
		name, value, ok := strings.Cut(p, "=")
		if !ok {
			return nil, term.UsageError("write --param NAME=VALUE", "%q has no '='", p)
		}
		params = append(params, oauth1.Param{Name: name, Value: value})
	}
	return r.OAuth1(params)
}

func newOAuth1Base(a *stream.Streams) *cobra.Command {
	var extra extraParams
	cmd := oauth1Signature.prints(a, &cobra.Command{
		Use:   "base-string [flags] URL",
		Short: "print the signature base string of a request",
		Long: `base-string prints the signature base string of a request, the text that
is signed. Pass the URL, the header and the body exactly as they are sent.`,
		Example: `  percent oauth1 base-string -X POST -d 'c2&a3=2+q' 'http://example.com/request?a2=r%20b'
  percent oauth1 base-string --explain -f request.http
  percent oauth1 base-string -f request.http --expect "$theirs"`,
	}, func(r *httprequest.Request) (*signing, error) {
		req, err := extra.request(r)
		if err != nil {
			return nil, err
		}
		return signedByOAuth1(req, "")
	})
	extra.add(cmd)
	return cmd
}

// signedByOAuth1 returns the signing of a request, which has the Authorization or is to
// be signed.
func signedByOAuth1(req *oauth1.Request, authorization string) (*signing, error) {
	steps, err := oauth1.Explain(req)
	if err != nil {
		return nil, err
	}
	return &signing{
		text: steps.BaseString, result: cmp.Or(authorization, steps.BaseString),
		object: results.NewOAuth1(steps, authorization), steps: results.OAuth1Page(steps, authorization),
	}, nil
}

// credentialFlags name the sources of OAuth's secrets.
type credentialFlags struct {
	consumerSecret, tokenSecret, key string
}

func (f *credentialFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.consumerSecret, "consumer-secret-file", "", "`FILE` with the secret of the consumer")
	cmd.Flags().StringVar(&f.tokenSecret, "token-secret-file", "", "`FILE` with the secret of the token")
	cmd.Flags().StringVar(&f.key, "key-file", "", "PEM `FILE` with the RSA key; a public key is enough to verify")
}

// secrets returns the secrets that a method needs.
func (f *credentialFlags) secrets(a *stream.Streams, m oauth1.SignatureMethod, token bool) (s oauth1.Secrets, err error) {
	if m == oauth1.RSASHA1 || m == oauth1.RSASHA256 {
		if f.key == "" {
			return s, term.UsageError("name its file with --key-file", "%v needs a key", m)
		}
		text, err := a.ReadFile(f.key)
		if err != nil {
			return s, err
		}
		s.PrivateKey, s.PublicKey, err = parseKey(excerpt.Name(f.key), text)
		return s, err
	}
	const variable, what = "PERCENT_CONSUMER_SECRET", "consumer secret"
	if s.Consumer, err = secretOrEmpty(a, variable, f.consumerSecret, what); err != nil {
		return s, err
	}
	if token {
		if s.Token, err = secretOrEmpty(a, "PERCENT_TOKEN_SECRET", f.tokenSecret, "token secret"); err != nil {
			return s, err
		}
	}
	switch {
	case s.Consumer == "" && s.Token == "":
		return s, noSecret(variable, f.consumerSecret, what)
	case s.Consumer == "":
		// Either may be empty (RFC 5849, section 3.4.2), but rarely is on purpose.
		a.UI.Note("the consumer secret is empty: only the token secret signs")
	}
	return s, nil
}

func methodNames() []string {
	return []string{"HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256", "PLAINTEXT"}
}

func newOAuth1Sign(a *stream.Streams) *cobra.Command {
	var extra extraParams
	var c credentialFlags
	var consumer, token, realm, nonce string
	var timestamp int64
	var method, version, hash flags.Word
	cmd := oauth1Signature.prints(a, &cobra.Command{
		Use:   "sign [flags] URL",
		Short: "print the Authorization header that signs a request",
		Long:  "sign prints the value of the Authorization header that signs a request.\n" + secretsHelp,
		Example: `  percent oauth1 sign --consumer-key dpf43f3p2l4k3l03 --token nnch734d00sl2jdk \
    'http://photos.example.net/photos?file=vacation.jpg&size=original'`,
	}, func(r *httprequest.Request) (*signing, error) {
		if consumer == "" {
			return nil, term.UsageError("set --consumer-key", "no consumer key")
		}
		req, err := extra.request(r)
		if err != nil {
			return nil, err
		}
		if err := oneLine("--realm", realm); err != nil {
			return nil, err
		}
		s := &oauth1.Signer{
			Consumer: oauth1.Credentials{Key: consumer}, Token: oauth1.Credentials{Key: token}, Realm: realm,
		}
		if method.Value != "" {
			if s.Method, err = oauth1.LookupSignatureMethod(method.Value); err != nil {
				return nil, err
			}
		}
		secrets, err := c.secrets(a, s.Method, token != "")
		if err != nil {
			return nil, err
		}
		s.Consumer.Secret, s.Token.Secret, s.PrivateKey = secrets.Consumer, secrets.Token, secrets.PrivateKey
		s.Version = chosen[oauth1.VersionPolicy](version)
		if timestamp != 0 {
			s.Now = func() time.Time { return time.Unix(timestamp, 0) }
		}
		if nonce != "" {
			s.Nonce = func() string { return nonce }
		}
		hashing := chosen[oauth1.BodyHashPolicy](hash)
		if !r.IsForm() && (hashing == oauth1.BodyHashAlways || hashing == oauth1.BodyHashOfBody && len(r.Body) > 0) {
			req.Params = append(req.Params, oauth1.Param{Name: bodyHash, Value: oauth1.BodyHash(r.Body, s.Method)})
		}
		req.Authorization = ""
		header, err := s.AuthorizationHeader(req)
		if err != nil {
			return nil, err
		}
		req.Authorization, req.Params = header, nil
		return signedByOAuth1(req, header)
	})
	extra.add(cmd)
	c.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&consumer, "consumer-key", "", "the `KEY` of the consumer")
	flags.StringVar(&token, "token", "", "the `TOKEN`, if there is one")
	flags.StringVar(&realm, "realm", "", "the `REALM` to send")
	flags.StringVar(&nonce, "nonce", "", "the `NONCE` (default random)")
	flags.Int64Var(&timestamp, "timestamp", 0, "`SECONDS` since 1970 (default now)")
	method.Words = methodNames()
	records.AddChoice(cmd, &method, "method", "the signature method (default HMAC-SHA1)")
	version.Words = words.All[oauth1.VersionPolicy]()
	records.AddChoice(cmd, &version, "oauth-version", "send or omit oauth_version (default send)")
	hash.Words = words.All[oauth1.BodyHashPolicy]()
	records.AddChoice(cmd, &hash, "body-hash", "when to send oauth_body_hash (default omit)")
	return cmd
}

func newOAuth1Verify(a *stream.Streams) *cobra.Command {
	var c credentialFlags
	var window time.Duration
	cmd := oauth1Signature.verifies(a, &cobra.Command{
		Use:   "verify [flags] URL",
		Short: "check the signature of a request",
		Long: `verify checks the signature of a request and the hash of its body. The
status is 1 if either is wrong. If the signature is wrong, verify tries every single
mistake that a signer can have made, and names the one that explains the signature. With
--expect, it compares the base string with that of the signer, also if the signature is
valid. Nonces are not
remembered, and the time is checked only with --window.
` + secretsHelp,
		Example: "  percent oauth1 verify -f request.http --window 5m",
	}, func(ctx context.Context, r *httprequest.Request) (*check, error) {
		return c.check(ctx, a, r, window), nil
	})
	c.add(cmd)
	cmd.Flags().DurationVar(&window, "window", 0, "how far the timestamp may be from the clock, such as 5m (default not checked)")
	return cmd
}

// bodyHash is the parameter that adds a body that is not a form to the signed text.
const bodyHash = "oauth_body_hash"

// check returns the check of a request. A window of 0 means that the time is
// not checked.
func (f *credentialFlags) check(ctx context.Context, a *stream.Streams, r *httprequest.Request, window time.Duration) *check {
	req, ambiguous := r.OAuth1(nil)
	v := &oauth1.Verifier{Nonces: oauth1.NoncesUnchecked, Window: cmp.Or(window, 1<<63-1)}
	// Ask only once, not for every text that may have been signed.
	hasToken := false
	known := sync.OnceValues(func() (oauth1.Secrets, error) { return f.secrets(a, v.Methods[0], hasToken) })
	v.Secrets = func(_ context.Context, _, token string) (oauth1.Secrets, error) {
		hasToken = token != ""
		return known()
	}
	return &check{
		verify: func() (string, results.Signature, error) {
			if ambiguous != nil {
				return "", results.Signature{}, unreadable{ambiguous}
			}
			collected, err := oauth1.Collect(req)
			if err != nil {
				return "", results.Signature{}, unreadable{err}
			}
			var m oauth1.SignatureMethod
			hashed := false
			for _, p := range collected {
				hashed = hashed || p.Name == bodyHash
				if p.Name == "oauth_signature_method" {
					if m, err = oauth1.LookupSignatureMethod(p.Value); err != nil {
						return "", results.Signature{}, err
					}
				}
			}
			v.Methods = []oauth1.SignatureMethod{m}
			verified, err := v.VerifyRequest(ctx, req, func() ([]byte, error) { return r.Body, nil })
			if err != nil {
				return "", results.Signature{}, err
			}
			if len(r.Body) > 0 && !r.IsForm() && !hashed {
				a.UI.Note("the body is not signed, because it is not a form and there is no " + bodyHash)
			}
			return fmt.Sprintf("valid %v signature of %q\n", verified.Method, verified.Consumer),
				results.Signature{Valid: true, Method: verified.Method.String(), Consumer: verified.Consumer, Token: verified.Token}, nil
		},
		ours: func() (string, error) { return oauth1.BaseString(req) },
		signed: func(base string) bool {
			right, err := v.Signed(ctx, req, base)
			return right && err == nil
		},
		inSecret: func() *compare.Mistake {
			secrets, err := known()
			if err != nil {
				return nil
			}
			return mistakeInSecrets(secrets, func(key string) bool {
				made, err := v.SignedBy(ctx, req, func(oauth1.Secrets) string { return key })
				return made && err == nil
			})
		},
	}
}

// mistakeInSecrets returns the mistake made with a secret, or nil. signedBy reports
// whether the signature was made with a key.
func mistakeInSecrets(secrets oauth1.Secrets, signedBy func(key string) bool) *compare.Mistake {
	consumer, token := percent.OAuth1.Encode(secrets.Consumer), percent.OAuth1.Encode(secrets.Token)
	if signedBy(consumer + token) {
		return &compare.Mistake{ID: mistake.MissingAmpersand, Side: compare.Second, Where: "signing key"}
	}
	if m := compare.SignedSecret(secrets.Consumer, percent.OAuth1.Encode, func(text string) bool { return signedBy(text + "&" + token) }); m != nil {
		m.Where = "consumer secret"
		return m
	}
	m := compare.SignedSecret(secrets.Token, percent.OAuth1.Encode, func(text string) bool { return signedBy(consumer + "&" + text) })
	if m != nil {
		m.Where = "token secret"
	}
	return m
}

func newOAuth1Header(a *stream.Streams) *cobra.Command {
	o := &oauth1HeaderOptions{}
	cmd := &cobra.Command{
		Use:     "header HEADER",
		Short:   "split an Authorization header into its parameters",
		Long:    "header prints the parameters of an Authorization header, decoded, one per line.",
		Example: `  percent oauth1 header 'OAuth realm="Photos", oauth_callback="http%3A%2F%2Fexample.com%2F"'`,
		RunE:    records.Runs(a, o.run),
	}
	cmd.Flags().BoolVar(&o.asJSON, "json", false, "write one JSON object")
	return cmd
}

// oauth1HeaderOptions holds the flags of oauth1 header.
type oauth1HeaderOptions struct {
	asJSON bool
}

func (o *oauth1HeaderOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	if len(l.Args) != 1 {
		return term.UsageError("put it in quotes", "%s takes one header, not %d", l.Command, len(l.Args))
	}
	value := l.Args[0]
	if name, rest, ok := strings.Cut(value, ":"); ok && strings.EqualFold(name, "Authorization") {
		value = rest
	}
	h, err := oauth1.ParseHeader(value)
	if err != nil {
		return asFailure(term.StatusInput, err)
	}
	if o.asJSON {
		return records.PrintJSON(s.Text, results.NewOAuth1Header(h))
	}
	_, err = io.WriteString(s.Text, results.OAuth1HeaderPage(h))
	return err
}
