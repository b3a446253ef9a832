package operation

import (
	"time"

	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/signing"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/sign/oauth1"
	"github.com/pct-encoded/percent/sign/sigv4"
)

// signingRows are the operations of the schemes that sign requests.
func signingRows() []row {
	return []row{
		{"oauth1 base-string", func() *Operation {
			return shows(signing.OAuth1, parameters())
		}},
		{"oauth1 sign", func() *Operation {
			return signs(signing.OAuth1, signing.OAuth1.Sign, append(oauth1Secrets(), parameters(),
				option("consumer-key", "the `KEY` of the consumer", func(o *signing.Options) *string { return &o.ConsumerKey }),
				option("token", "the `TOKEN`, if there is one", func(o *signing.Options) *string { return &o.Token }),
				option("realm", "the `REALM` to send", func(o *signing.Options) *string { return &o.Realm }),
				option("nonce", "the `NONCE` (default random)", func(o *signing.Options) *string { return &o.Nonce }),
				optional("timestamp", "`SECONDS` since 1970 (default now)", func(o *signing.Options) any { return &o.Timestamp }),
				option("method", "the signature method (default HMAC-SHA1)", func(o *signing.Options) *string { return &o.Method }).
					of("HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256", "PLAINTEXT"),
				option("oauth-version", "send or omit oauth_version (default send)", func(o *signing.Options) *string { return &o.OAuthVersion }).
					of(words.All[oauth1.VersionPolicy]()...),
				option("body-hash", "when to send oauth_body_hash (default omit)", func(o *signing.Options) *string { return &o.BodyHash }).
					of(words.All[oauth1.BodyHashPolicy]()...))...)
		}},
		{"oauth1 verify", func() *Operation {
			return signs(signing.OAuth1, nil, append(oauth1Secrets(), window("timestamp", "5m"))...)
		}},
		{"oauth1 header", func() *Operation { return &Operation{Converts: true, run: oauth1Header} }},
		{"sigv4 canonical", func() *Operation {
			return shows(signing.SigV4, sigv4Signed()...)
		}},
		{"sigv4 sign", func() *Operation {
			return signs(signing.SigV4, signing.SigV4.Sign, append(sigv4Signed(), accessKey(), secretFile())...)
		}},
		{"sigv4 presign", func() *Operation {
			c := optional("expires", "how long the URL is valid, such as 1h", func(o *signing.Options) any { return &o.Expires })
			c.Default = 15 * time.Minute
			return signs(signing.SigV4, signing.SigV4.Presign, append(sigv4Signed(), accessKey(), secretFile(), c)...)
		}},
		{"sigv4 verify", func() *Operation {
			return signs(signing.SigV4, nil, append(sigv4Scope(), secretFile(), window("date", "15m"),
				optional("allow-unsigned-payload", "accept a body that no signature covers", func(o *signing.Options) any { return &o.AllowUnsigned }))...)
		}},
	}
}

// signs returns a row that makes a signing of a scheme or, if do is nil, verifies.
func signs(s *signing.Scheme, do func(*signing.Call) (*signing.Signing, error), choices ...Choice) *Operation {
	more := ""
	if s.Refusals != "" {
		more = "; TEXT may be " + s.Refusals
	}
	// An empty TEXT is compared, too: a script with an unset variable must not pass.
	choices = append(append(choices, described()...),
		optional("expect", "compare with the "+s.What+" in `TEXT`, or in @FILE, and name the mistake"+more, func(o *signing.Options) any { return &o.Expect }))
	if do != nil {
		choices = append(choices, optional("explain", "print every step", func(o *signing.Options) any { return &o.Steps }))
	}
	return &Operation{Signs: &signing.Verb{Scheme: s, Make: do}, Choices: choices}
}

// described returns the choices that describe a request, by parts like those of curl or in
// a file.
func described() []Choice {
	return []Choice{
		option("request", "the `METHOD` (default GET, with -d POST)", func(o *signing.Options) *string { return &o.Description.Method }).letter("X"),
		optional("header", "a header `FIELD` such as 'Host: example.com'; repeatable", func(o *signing.Options) any { return &o.Description.Header }).letter("H"),
		optional("data", "the `BODY`, or @FILE for its content; repeated values are joined with '&'; the body is a form unless -H sets another Content-Type", func(o *signing.Options) any { return &o.Description.Data }).letter("d"),
		optional("data-urlencode", "like -d, but encode the content, as curl does: `CONTENT`, =CONTENT, NAME=CONTENT, @FILE or NAME@FILE; repeatable", func(o *signing.Options) any { return &o.Description.Encode }),
		option("file", "read the request from `FILE`: raw HTTP, a URL, JSON, a curl command, the output of curl -v, or a HAR archive; - for standard input", func(o *signing.Options) *string { return &o.Description.File }).letter("f"),
		optional("entry", "use request `N` of a file with several requests, counted from 1", func(o *signing.Options) any { return &o.Description.Entry }),
		option("scheme", "the scheme of a raw request without an absolute URL (default https)", func(o *signing.Options) *string { return &o.Description.Scheme }).of("https", "http"),
	}
}

// shows returns a row that shows what is signed.
func shows(s *signing.Scheme, choices ...Choice) *Operation {
	o := signs(s, s.Explain, choices...)
	o.Signs.Open = true
	return o
}

// optional and option return a choice of the command, of any kind or of text.
//
//go:noinline
func optional(name, help string, field func(*signing.Options) any) Choice {
	return Choice{Name: name, Help: help, On: Command, field: func(r *Request) any { return field(&r.Signing) }}
}

//go:noinline
func option(name, help string, field func(*signing.Options) *string) Choice {
	return optional(name, help, func(o *signing.Options) any { return field(o) })
}

// of returns c for one of a few words, the default first.
func (c Choice) of(words ...string) Choice {
	c.Words = words
	return c
}

// letter returns c with a short name.
func (c Choice) letter(name string) Choice {
	c.Letter = name
	return c
}

func parameters() Choice {
	return optional("param", "add a protocol parameter `NAME=VALUE` that is not in the request, without encoding; repeatable", func(o *signing.Options) any { return &o.Parameters })
}

func oauth1Secrets() []Choice {
	return []Choice{
		option("consumer-secret-file", "`FILE` with the secret of the consumer", func(o *signing.Options) *string { return &o.ConsumerSecretFile }),
		option("token-secret-file", "`FILE` with the secret of the token", func(o *signing.Options) *string { return &o.TokenSecretFile }),
		option("key-file", "PEM `FILE` with the RSA key; a public key is enough to verify", func(o *signing.Options) *string { return &o.KeyFile }),
	}
}

func window(what, example string) Choice {
	return optional("window", "how far the "+what+" may be from the clock, such as "+example+" (default not checked)", func(o *signing.Options) any { return &o.Window })
}

// sigv4Scope returns the choices of every operation of Signature Version 4.
func sigv4Scope() []Choice {
	return []Choice{
		option("service", "the `NAME` of the service, such as s3 (default the service in the request's Credential)", func(o *signing.Options) *string { return &o.Service }),
		option("region", "the `REGION` (default the region in the Credential, in the host, in AWS_REGION, or us-east-1)", func(o *signing.Options) *string { return &o.Region }),
		option("date", "the `DATE`, such as 20130524T000000Z (default X-Amz-Date, or now)", func(o *signing.Options) *string { return &o.Date }),
		option("path", "how the path is signed (default service, as the service does)", func(o *signing.Options) *string { return &o.Path }).
			of(words.All[sigv4.PathStyle]()...),
		option("plus", "read a '+' in the query as a plus sign or as a space (default service, as the service does)", func(o *signing.Options) *string { return &o.Plus }).
			of(words.All[sigv4.PlusStyle]()...),
	}
}

// sigv4Signed returns those of the operations that sign or show what is signed.
func sigv4Signed() []Choice {
	fields := optional("signed-headers", "sign these `FIELDS`, separated by commas, besides host and x-amz-…", func(o *signing.Options) any { return &o.SignedHeaders })
	fields.Separated = true
	return append(sigv4Scope(), fields,
		option("payload-hash", "the payload `HASH`, or the text in its place (default the hash of the body)", func(o *signing.Options) *string { return &o.PayloadHash }))
}

func accessKey() Choice {
	return option("access-key", "the `ID` of the access key (default AWS_ACCESS_KEY_ID)", func(o *signing.Options) *string { return &o.AccessKey })
}

func secretFile() Choice {
	return option("secret-file", "`FILE` with the secret access key", func(o *signing.Options) *string { return &o.SecretFile })
}

// oauth1Header splits an Authorization header.
func oauth1Header(c *Call) (results.Result, error) {
	h, err := signing.ReadOAuth1Header(c.Values[0])
	if err != nil {
		return nil, err
	}
	return h, nil
}
