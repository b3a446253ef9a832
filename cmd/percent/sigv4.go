package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/httprequest"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/sign/sigv4"
	"github.com/pct-encoded/percent/uri"
	"github.com/spf13/cobra"
)

const awsSecretsHelp = `
The secret is read from the variable AWS_SECRET_ACCESS_KEY, from the file that
--secret-file names or, on a terminal, from a prompt. The session token, if there is
one, is read from AWS_SESSION_TOKEN. The secret is never printed.`

func newSigV4(a *stream.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sigv4",
		Short: "AWS Signature Version 4: canonical requests, signatures, presigned URLs",
		Long:  "sigv4 signs requests by AWS Signature Version 4, checks signatures, and shows why a signature is wrong.",
	}
	cmd.AddCommand(newSigV4Canonical(a), newSigV4Sign(a), newSigV4Presign(a), newSigV4Verify(a))
	return commands.Family(cmd)
}

// sigV4Signature is the scheme of AWS.
var sigV4Signature = &signature{
	signedText: canonicalRequest,
	refused: func(err error) (wrong bool, hint string) {
		var refused *sigv4.VerifyError
		switch {
		case !errors.As(err, &refused):
		case refused.Reason == sigv4.WrongSignature:
			return true, ""
		case refused.Reason == sigv4.PayloadNotSigned:
			return false, "the signature is valid but does not cover the body; accept that with --allow-unsigned-payload"
		}
		return false, ""
	},
}

// dateLayout is how X-Amz-Date is written.
const dateLayout = "20060102T150405Z"

type sigV4Flags struct {
	service, region, date string
	accessKey, secretFile string
	payload               string
	path, plus            flags.Word
	signs                 bool // whether the command signs, with the access key
	signed                []string
	expires               time.Duration
}

func (f *sigV4Flags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.service, "service", "", "the `NAME` of the service, such as s3 (default the service in the request's Credential)")
	flags.StringVar(&f.region, "region", "", "the `REGION` (default the region in the Credential, in the host, in AWS_REGION, or us-east-1)")
	flags.StringVar(&f.date, "date", "", "the `DATE`, such as 20130524T000000Z (default X-Amz-Date, or now)")
	f.path.Words = words.All[sigv4.PathStyle]()
	records.AddChoice(cmd, &f.path, "path", "how the path is signed (default service, as the service does)")
	f.plus.Words = words.All[sigv4.PlusStyle]()
	records.AddChoice(cmd, &f.plus, "plus", "read a '+' in the query as a plus sign or as a space (default service, as the service does)")
}

// addResult adds the flags of commands that sign or show the signed text.
func (f *sigV4Flags) addResult(cmd *cobra.Command) {
	f.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.payload, "payload-hash", "", "the payload `HASH`, or the text in its place (default the hash of the body)")
	flags.StringSliceVar(&f.signed, "signed-headers", nil, "sign these `FIELDS`, separated by commas, besides host and x-amz-…")
}

// addKey adds the flags of commands that sign.
func (f *sigV4Flags) addKey(cmd *cobra.Command) {
	f.signs = true
	cmd.Flags().StringVar(&f.accessKey, "access-key", "", "the `ID` of the access key (default AWS_ACCESS_KEY_ID)")
	cmd.Flags().StringVar(&f.secretFile, "secret-file", "", "`FILE` with the secret access key")
}

func (f *sigV4Flags) styles() (sigv4.PathStyle, sigv4.PlusStyle) {
	return chosen[sigv4.PathStyle](f.path), chosen[sigv4.PlusStyle](f.plus)
}

// now returns a clock that always returns --date, or nil without the flag.
func (f *sigV4Flags) now() (func() time.Time, error) {
	if f.date == "" {
		return nil, nil
	}
	t, err := time.Parse(dateLayout, f.date)
	if err != nil {
		return nil, term.UsageError("write it as 20130524T000000Z", "%q is not a date", f.date)
	}
	return func() time.Time { return t }, nil
}

// signer returns a signer, with credentials if the command signs, and the request.
func (f *sigV4Flags) signer(a *stream.Streams, r *httprequest.Request) (s *sigv4.Signer, req *sigv4.Request, err error) {
	req = r.SigV4()
	s = &sigv4.Signer{Service: f.service, Region: f.region, SignedHeaders: f.signed}
	s.Path, s.Plus = f.styles()
	if s.Service == "" {
		claimed, err := (&sigv4.Verifier{Plus: s.Plus}).Claimed(req)
		if err != nil {
			return nil, nil, noService(err)
		}
		s.Service, s.Region = claimed.Service, cmp.Or(s.Region, claimed.Region)
	}
	f.locate(a.UI, s, r)
	if err := cmp.Or(oneLine("--service", s.Service), oneLine("--region", s.Region), oneLine("--payload-hash", f.payload)); err != nil {
		return nil, nil, err
	}
	if s.Now, err = f.now(); err != nil {
		return nil, nil, err
	}
	_, given := r.Get("X-Amz-Content-Sha256")
	switch {
	case f.payload != "":
		req.PayloadHash = f.payload
	case !given && len(r.Body) > 0:
		req.PayloadHash = sigv4.HashPayload(r.Body)
	}
	if f.signs {
		s.Credentials, err = f.credentials(a)
	}
	return s, req, err
}

// noService returns the error for a request without a service; err is why the service
// could not be read from the request.
func noService(err error) error {
	var refused *sigv4.VerifyError
	if errors.As(err, &refused) && refused.Reason == sigv4.NotSigned {
		return term.UsageError("set --service", "no service")
	}
	return asFailure(term.StatusInput, err)
}

// locate sets the region of s, unless it is known, and reports a host in another
// region, which makes AWS refuse the request.
func (f *sigV4Flags) locate(u *term.UI, s *sigv4.Signer, r *httprequest.Request) {
	url, field, _ := r.Hosts()
	host := cmp.Or(field, url)
	named, configured := sigv4.RegionOfHost(host), os.Getenv("AWS_REGION")
	switch {
	case s.Region != "" && named != "" && s.Region != named:
		u.Note("the host is in %s, and the request is signed for %s", named, excerpt.Name(s.Region))
	case s.Region == "" && named != "" && configured != "" && named != configured:
		u.Note("signed for %s, where the host is, and not for %s of AWS_REGION", named, excerpt.Name(configured))
	}
	s.Region = cmp.Or(s.Region, named, configured, "us-east-1")
}

func (f *sigV4Flags) credentials(a *stream.Streams) (c sigv4.Credentials, err error) {
	if c.AccessKeyID = f.accessKey; c.AccessKeyID == "" {
		c.AccessKeyID = os.Getenv("AWS_ACCESS_KEY_ID")
	}
	if c.AccessKeyID == "" {
		return c, term.UsageError("set AWS_ACCESS_KEY_ID, or use --access-key", "no access key")
	}
	c.SessionToken = os.Getenv("AWS_SESSION_TOKEN")
	if err := cmp.Or(oneLine("the access key", c.AccessKeyID), oneLine("AWS_SESSION_TOKEN", c.SessionToken)); err != nil {
		return c, err
	}
	c.SecretAccessKey, err = secret(a, "AWS_SECRET_ACCESS_KEY", f.secretFile, "secret access key")
	return c, err
}

// made returns the signing of a request. A command that does not sign shows no
// signature.
func (f *sigV4Flags) made(a *stream.Streams, service, sent string, steps *sigv4.Steps, result string) *signing {
	signature, authorization := "", ""
	if f.signs {
		signature, authorization = steps.Signature, steps.Authorization
	}
	o := results.NewSigV4(steps, signature, authorization)
	f.surprise(a.UI, service, sent, steps)
	return &signing{text: steps.CanonicalRequest, result: result, object: o, steps: results.SigV4Page(&o, authorization), toSign: steps.StringToSign}
}

// sentPath returns the path of a URL as it is sent.
func sentPath(url string) string { return uri.ParseLenient(url).Path().Raw }

// surprise reports a path that S3 reads differently than it looks, or that servers other
// than AWS sign differently.
// https://github.com/anomalizer/ngx_aws_auth/issues/87 shows what S3 signs then.
func (f *sigV4Flags) surprise(u *term.UI, service string, sent string, steps *sigv4.Steps) {
	if sigv4.CanonicalURI(sent, sigv4.PathS3) != steps.CanonicalURI || !strings.HasPrefix(service, "s3") || f.path.Value != "" && f.path.Value != "service" {
		return
	}
	plus := strings.Contains(sent, "+")
	if plus {
		u.Hint("S3 reads a '+' in a path as a space: write %2B for a plus sign, %20 for a space")
	}
	if steps.URL != "" {
		return // its path is written as it is signed
	}
	switch {
	case strings.Contains(sent, " "):
		u.Hint("a path with a space cannot be sent: write %20")
	case !plus && sent != "" && sent != steps.CanonicalURI:
		u.Hint("send the path as " + excerpt.Name(steps.CanonicalURI) + ", as it is signed: not every server of S3's protocol accepts another spelling")
	}
}

func newSigV4Canonical(a *stream.Streams) *cobra.Command {
	var f sigV4Flags
	cmd := sigV4Signature.prints(a, &cobra.Command{
		Use:   "canonical [flags] URL",
		Short: "print the canonical request",
		Long: `canonical prints the canonical request, whose hash is signed. It needs no
secret. For a signed request, canonical prints the canonical request that the signature
should match, with the header fields that SignedHeaders names. For any other request,
and with --service, --region, --date, --payload-hash or --signed-headers, it prints the
canonical request to sign: a missing X-Amz-Date is added and, for S3, a missing
X-Amz-Content-Sha256. A presigned URL is then presigned again, with its own date,
time and key.`,
		Example: `  percent sigv4 canonical --service s3 'https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J'
  percent sigv4 canonical --service execute-api -f request.http --expect @canonical.txt`,
	}, func(r *httprequest.Request) (*signing, error) {
		s, req, err := f.signer(a, r)
		if err != nil {
			return nil, err
		}
		explain := s.Explain
		if f.service == "" && f.region == "" && f.payload == "" && f.signed == nil && f.date == "" {
			v := &sigv4.Verifier{Path: s.Path, Plus: s.Plus}
			explain = func(req *sigv4.Request) (*sigv4.Steps, error) { return v.Explain(req, r.Body) }
		} else if expires, date, ok := r.Presigned(s); ok {
			if at, err := time.Parse(dateLayout, date); err == nil && s.Now == nil {
				s.Now = func() time.Time { return at }
			}
			explain = func(req *sigv4.Request) (*sigv4.Steps, error) { return s.ExplainPresign(req, expires) }
		}
		steps, err := explain(req)
		if err != nil {
			return nil, err
		}
		return f.made(a, s.Service, sentPath(req.URL), steps, steps.CanonicalRequest), nil
	})
	f.addResult(cmd)
	return cmd
}

func newSigV4Sign(a *stream.Streams) *cobra.Command {
	var f sigV4Flags
	cmd := sigV4Signature.prints(a, &cobra.Command{
		Use:     "sign [flags] URL",
		Short:   "print the header fields that sign a request",
		Long:    "sign prints the header fields to add to a request, with Authorization last.\n" + awsSecretsHelp,
		Example: "  percent sigv4 sign --service s3 https://examplebucket.s3.amazonaws.com/test.txt",
	}, func(r *httprequest.Request) (*signing, error) {
		s, req, err := f.signer(a, r)
		if err != nil {
			return nil, err
		}
		steps, err := s.Explain(req)
		if err != nil {
			return nil, err
		}
		result := ""
		for _, h := range steps.Added {
			result += h.Name + ": " + h.Value + "\n"
		}
		return f.made(a, s.Service, sentPath(req.URL), steps, result+"Authorization: "+steps.Authorization), nil
	})
	f.addResult(cmd)
	f.addKey(cmd)
	return cmd
}

func newSigV4Presign(a *stream.Streams) *cobra.Command {
	var f sigV4Flags
	cmd := sigV4Signature.prints(a, &cobra.Command{
		Use:     "presign [flags] URL",
		Short:   "print a presigned URL",
		Long:    "presign prints a URL with which anybody who has it can make the request.\n" + awsSecretsHelp,
		Example: "  percent sigv4 presign --service s3 --expires 1h https://examplebucket.s3.amazonaws.com/test.txt",
	}, func(r *httprequest.Request) (*signing, error) {
		if f.expires < time.Second || f.expires > sigv4.MaxExpires {
			return nil, term.UsageError("set --expires to a time between 1s and 168h", "a URL cannot be valid for %v", f.expires)
		}
		s, req, err := f.signer(a, r)
		if err != nil {
			return nil, err
		}
		steps, err := s.ExplainPresign(req, f.expires)
		if err != nil {
			return nil, err
		}
		return f.made(a, s.Service, sentPath(req.URL), steps, steps.URL), nil
	})
	f.addResult(cmd)
	f.addKey(cmd)
	cmd.Flags().DurationVar(&f.expires, "expires", 15*time.Minute, "how long the URL is valid, such as 1h")
	return cmd
}

func newSigV4Verify(a *stream.Streams) *cobra.Command {
	var f sigV4Flags
	var window time.Duration
	var unsigned bool
	cmd := sigV4Signature.verifies(a, &cobra.Command{
		Use:   "verify [flags] URL",
		Short: "check the signature of a request or of a presigned URL",
		Long: `verify checks the signature of a request and the hash of its body, or the
signatures of its chunks and trailing fields. The status is 1 if any of them is wrong.
If the signature of the request is wrong, verify tries every single mistake that a
signer can have made, and names the one that explains the signature, or the rule of
--path by which it holds. With --expect, it compares the canonical request or the string
to sign with that of the signer, or with those in a message of AWS, also if the signature
is valid.

verify also prints which header fields and which part of the body are signed. For a body
that no signature covers, the status is 1, too, unless you pass
--allow-unsigned-payload. Presigned URLs of S3 do not need this flag, because their
bodies are never signed.

A presigned URL must be valid at --date, which is now by default; its own date may be up
to 15 minutes, or --window, later than that. The time of other requests is checked only
with --window.
` + awsSecretsHelp,
		Example: "  percent sigv4 verify -f request.http",
	}, func(ctx context.Context, r *httprequest.Request) (*check, error) {
		if window < 0 {
			return nil, term.UsageError("without --window, the date is not checked", "a window cannot be %v", window)
		}
		v := &sigv4.Verifier{Region: f.region, Service: f.service, Window: cmp.Or(window, -1)}
		v.Path, v.Plus = f.styles()
		if unsigned {
			v.Payload = sigv4.PayloadUnsigned
		}
		var err error
		v.Now, err = f.now()
		return f.check(ctx, a, r, v), err
	})
	f.add(cmd)
	cmd.Flags().StringVar(&f.secretFile, "secret-file", "", "`FILE` with the secret access key")
	cmd.Flags().DurationVar(&window, "window", 0, "how far the date may be from the clock, such as 15m (default not checked)")
	cmd.Flags().BoolVar(&unsigned, "allow-unsigned-payload", false, "accept a body that no signature covers")
	return cmd
}

// check returns the check of a request.
func (f *sigV4Flags) check(ctx context.Context, a *stream.Streams, r *httprequest.Request, v *sigv4.Verifier) *check {
	// Ask only once, not for every text that may have been signed.
	known := sync.OnceValues(func() (sigv4.Credentials, error) { return f.credentials(a) })
	v.Credentials = func(_ context.Context, id string) (sigv4.Credentials, error) {
		f.accessKey = id
		return known()
	}
	ours := func() (string, error) { return v.CanonicalRequest(r.SigV4(), r.Body) }
	return &check{
		verify: func() (string, results.Signature, error) {
			verified, err := v.VerifyRequest(ctx, r.SigV4(), func() ([]byte, error) { return r.Body, nil })
			if err != nil {
				return "", results.Signature{}, err
			}
			signed := strings.Join(verified.SignedHeaders, ";")
			rule := results.RuleOf(verified.Path, verified.Plus, r.SigV4())
			text := fmt.Sprintf("valid signature of %q for %s in %s\nsigned headers: %s\npayload: %v\nrule: %s\n",
				verified.AccessKeyID, verified.Service, verified.Region, signed, verified.Payload, rule)
			return text, results.Signature{
				Valid: true, AccessKey: verified.AccessKeyID, Service: verified.Service, Region: verified.Region,
				SignedHeaders: signed, Payload: verified.Payload.String(), Rule: rule,
			}, nil
		},
		ours: ours,
		signed: func(canonical string) bool {
			right, err := v.Signed(ctx, r.SigV4(), canonical)
			return right && err == nil
		},
		toSign: func() (string, error) {
			steps, err := v.Explain(r.SigV4(), r.Body)
			if err != nil {
				return "", err
			}
			return steps.StringToSign, nil
		},
		otherRule: func() *ruled {
			other, text, err := v.OtherRule(ctx, r.SigV4(), r.Body)
			right, wrong := ours()
			if err != nil || wrong != nil || other == nil {
				return nil
			}
			return &ruled{
				rule: results.RuleOf(other.Path, other.Plus, r.SigV4()), text: text,
				mistake: compare.SentRaw(sentPath(r.URL), right, text),
			}
		},
		inSecret: func() *compare.Mistake {
			right, err := known()
			canonical, wrong := ours()
			if err != nil || wrong != nil {
				return nil
			}
			m := compare.SignedSecret(right.SecretAccessKey, nil, func(text string) bool {
				other := &sigv4.Verifier{
					Region: v.Region, Service: v.Service, Path: v.Path, Plus: v.Plus, Window: v.Window, Now: v.Now,
					Credentials: func(context.Context, string) (sigv4.Credentials, error) {
						c := right
						c.SecretAccessKey = text
						return c, nil
					},
				}
				made, err := other.Signed(ctx, r.SigV4(), canonical)
				return made && err == nil
			})
			if m != nil {
				m.Where = "secret access key"
			}
			return m
		},
	}
}
