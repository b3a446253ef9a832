package webhook

import (
	"crypto"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent/sign/internal/params"

	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
)

// tolerance is how old a message may be by the libraries of Stripe and Slack.
const tolerance = 5 * time.Minute

// A signedBody is a scheme that signs a body, perhaps with a time before it.
type signedBody struct {
	field     string // of the header that has the signature
	algorithm algorithm.Algorithm
	// timeField has the time; "" if there is none, or it is in the field of the signature.
	timeField   string
	future      bool   // whether a time is refused that is as far ahead as one may be old
	id          string // the field of an ID that is signed before the time, or ""
	begin, join string // of the text: before the time, and between it and the body
	// split, if not nil, splits the value of the field into time and signatures.
	split func(value string) (at string, signatures []string)
	put   func(at, signature string) string
}

// GitHub is the signature of GitHub's webhooks, X-Hub-Signature-256: of the body.
var GitHub = &sign.Scheme{
	Name: "github", Title: "GitHub webhooks", URL: "https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries",
	Key: "secret of the webhook", Signs: ofBody, Marks: []string{gitHubRow.field}, Reads: gitHubRow.read,
}

var gitHubRow = signedBody{
	field: "X-Hub-Signature-256", algorithm: algorithm.Algorithm{Name: "HMAC-SHA256", Hash: crypto.SHA256, Form: algorithm.Hex, Begin: "sha256="},
}

// Shopify is the signature of Shopify's webhooks: of the body.
var Shopify = &sign.Scheme{
	Name: "shopify-webhook", Title: "Shopify webhooks", URL: "https://shopify.dev/docs/apps/build/webhooks/subscribe/https",
	Key: "client secret of the app", Signs: ofBody, Marks: []string{shopifyRow.field}, Reads: shopifyRow.read,
}

var shopifyRow = signedBody{field: "X-Shopify-Hmac-Sha256", algorithm: algorithm.Algorithm{Name: "HMAC-SHA256", Hash: crypto.SHA256}}

// Stripe is the signature of Stripe's webhooks: of the time and the body.
var Stripe = &sign.Scheme{
	Name: "stripe", Title: "Stripe webhooks", URL: "https://docs.stripe.com/webhooks#verify-manually",
	Key: "signing secret of the endpoint", Signs: ofBody, Marks: []string{stripeRow.field}, Reads: stripeRow.read,
}

var stripeRow = signedBody{
	field: "Stripe-Signature", algorithm: algorithm.Algorithm{Name: "HMAC-SHA256", Hash: crypto.SHA256, Form: algorithm.Hex},
	join: ".", split: stripeSignatures, put: func(at, signature string) string { return "t=" + at + ",v1=" + signature },
}

// Slack is the signature of requests of Slack: of the time and the body.
var Slack = &sign.Scheme{
	Name: "slack", Title: "Slack requests", URL: "https://docs.slack.dev/authentication/verifying-requests-from-slack",
	Key: "signing secret of the app", Signs: ofBody, Marks: []string{slackRow.field}, Reads: slackRow.read,
}

var slackRow = signedBody{
	field: "X-Slack-Signature", algorithm: algorithm.Algorithm{Name: "HMAC-SHA256", Hash: crypto.SHA256, Form: algorithm.Hex, Begin: "v0="},
	timeField: "X-Slack-Request-Timestamp", future: true, begin: "v0:", join: ":",
}

// Standard is the signature of Standard Webhooks, as Svix, OpenAI and others send it: of the
// ID, the time and the body. The fields may be named svix-id and so on.
var Standard = &sign.Scheme{
	Name: "standard-webhooks", Title: "Standard Webhooks", URL: "https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md",
	Key: "secret of the endpoint, whsec_ and Base64", Signs: ofBody, Marks: []string{standard + "id", "|", standard + "signature:v1", "|", svix + "signature"}, Reads: standardRow.read,
}

var standardRow = signedBody{
	field: standard + "signature", algorithm: algorithm.Algorithm{Name: "HMAC-SHA256", Hash: crypto.SHA256, Begin: "v1,", Base64Key: true, KeyBegin: "whsec_"},
	id: standard + "id", timeField: standard + "timestamp", future: true, join: ".",
}

const ofBody = "the octets of the body"

// How the names of the fields of Standard begin.
const standard, svix = "webhook-", "svix-"

// asSvix returns b with the names that Svix gives the fields of Standard.
func (b signedBody) asSvix() signedBody {
	b.id, b.timeField, b.field = svix+"id", svix+"timestamp", svix+"signature"
	return b
}

// standardSignatures returns those of version 1; without one, the whole value.
func standardSignatures(value string, c *sign.Claim) {
	others := false
	for part := range strings.SplitSeq(value, " ") {
		version, rest, _ := params.Cut(part, ",")
		signature, _, more := params.Cut(rest, ",")
		others = others || version == "v1a"
		if version == "v1" {
			params.Add(&c.Signatures, "v1,"+signature)
			if more {
				c.Flaw(sign.Unknown, "signature", "a signature has a second comma, and whether what follows is read is not known here")
			}
		}
	}
	switch {
	case len(c.Signatures) > 0:
		c.Signature = c.Signatures[0]
	case others:
		c.Unnamed = sign.Fail(sign.Unknown, "signature", "there is only a signature v1a, by Ed25519, which is not read here")
	}
}

func stripeSignatures(value string) (at string, signatures []string) {
	for part := range strings.SplitSeq(value, ",") {
		switch name, v, _ := params.Cut(part, "="); name {
		case "t":
			at = v
		case "v1":
			params.Add(&signatures, v)
		}
	}
	return at, signatures
}

func (b signedBody) read(r *sign.Request, _ sign.Given) (*sign.Claim, error) {
	c := &sign.Claim{Algorithm: b.algorithm}
	begin := b.begin
	if b.id != "" {
		other := b.asSvix()
		for i, name := range []string{b.id, b.timeField, b.field} {
			value, ok := r.Get(name)
			also, given := r.Get([]string{other.id, other.timeField, other.field}[i])
			if ok && given && value != also {
				c.Flaw(sign.Unknown, name, "the fields of Svix say something else, and which are read is not known here")
			}
		}
		if _, ok := r.Get(b.id); !ok {
			if _, ok := r.Get(other.id); ok {
				b = other
			}
		}
		id, _ := r.Get(b.id)
		if id == "" {
			c.Flaw(sign.Missing, b.id, "there is no ID")
		}
		params.Add(&c.Facts, sign.Fact{Name: "ID", Value: id})
		begin = id + "."
	}
	value, _ := r.Get(b.field)
	c.Signature = value
	at := ""
	if b.split != nil {
		var signatures []string
		at, signatures = b.split(value)
		c.Signature = strings.Join(signatures[:min(1, len(signatures))], "")
		if len(signatures) > 1 {
			c.Signatures = signatures
		}
	} else if b.timeField != "" {
		at, _ = r.Get(b.timeField)
	}
	if b.id != "" {
		standardSignatures(value, c)
		// Libraries read a number, some to where it ends, and sign it as they write it.
		digits := strings.TrimLeft(at, "+0")
		digits = digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789"))]
		if digits != "" && digits != at {
			at = digits
			c.Flaw(sign.Unknown, b.timeField, "the time is not written as a plain number")
		}
	}
	body := string(r.Body)
	around := func(body string) string {
		if b.join == "" {
			return body
		}
		return begin + at + b.join + body
	}
	c.Text = around(body)
	if b.join != "" {
		if seconds, err := strconv.ParseInt(at, 10, 64); err == nil && seconds > 0 && seconds < 1<<36 {
			c.Until = time.Unix(seconds, 0).Add(tolerance)
			if b.future {
				c.From = time.Unix(seconds, 0).Add(-tolerance)
			}
			if strconv.FormatInt(seconds, 10) != at { // libraries sign the number as they write it
				c.Flaw(sign.Unknown, b.timeField, "the time is not written as a plain number")
			}
			params.Add(&c.Facts, sign.Fact{Name: "signed at", Value: time.Unix(seconds, 0).UTC().Format(time.RFC3339)})
		} else {
			c.Flaw(sign.Missing, b.timeField, "there is no time in seconds since 1970")
		}
	}
	params.Add(&c.Facts, sign.Fact{Name: "body", Value: strconv.Itoa(len(body)) + " bytes"})
	c.Where = func(signature string) string {
		if b.put != nil {
			signature = b.put(at, signature)
		}
		return b.field + ": " + signature
	}
	c.Candidates = func(add func(id, text, fix, signed string)) {
		bodies(body, around, add)
		if b.join == "" {
			add("url-signed", "the URL was signed", "sign the body", r.URL)
			add("url-signed", "the URL was signed before the body", "sign the body", r.URL+body)
			return
		}
		const fix = "sign the time and the body as the service does"
		if b.id != "" {
			withID(strings.TrimSuffix(begin, "."), at, body, add)
		}
		otherTimes(at, func(text, at string) { add("other-time", text, "sign the time that is sent", begin+at+b.join+body) })
		add("time-left-out", "the time was left out", fix, body)
		add("time-after-body", "the time was signed after the body", fix, body+b.join+at)
		for _, join := range separators {
			add("other-separator", "another separator stands before the body", fix, begin+at+join+body)
			add("version-left-out", "the version was left out", fix, at+join+body)
			add("other-version", "another version was signed", fix, "v1"+join+at+join+body)
		}
		add("time-in-milliseconds", "the time was signed in milliseconds", fix, begin+at+"000"+b.join+body)
	}
	return c, nil
}

// separators are those that signers write in place of the right one.
var separators = []string{"", ".", ":", "\n", "-", " "}

// withID adds what signers make of an ID, a time and a body.
func withID(id, at, body string, add func(id, text, fix, signed string)) {
	const fix = "sign the ID, the time and the body with . between"
	for _, join := range separators {
		all := func(parts ...string) string { return strings.Join(parts, join) }
		add("id-left-out", "the ID was left out", fix, all(at, body))
		add("other-separator", "other separators stand between ID, time and body", fix, all(id, at, body))
		add("time-left-out", "the time was left out", fix, all(id, body))
		add("wrong-order", "the time was signed before the ID", fix, all(at, id, body))
		add("wrong-order", "the body was signed first", fix, all(body, id, at))
		add("wrong-order", "the body was signed first", fix, all(body, at, id))
		add("body-left-out", "the body was left out", fix, all(id, at))
	}
}

// otherTimes adds times near one in seconds since 1970: a signer that looks at the clock
// twice signs another one than it sends.
func otherTimes(at string, add func(text, at string)) {
	seconds, err := strconv.ParseInt(at, 10, 37)
	if err != nil {
		return
	}
	for d := int64(1); d <= 5; d++ {
		add("a later time was signed than the one that is sent", strconv.FormatInt(seconds+d, 10))
		add("an earlier time was signed than the one that is sent", strconv.FormatInt(seconds-d, 10))
	}
	add("the time was signed as text of RFC 3339", time.Unix(seconds, 0).UTC().Format(time.RFC3339))
}
