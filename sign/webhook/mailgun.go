package webhook

import (
	"crypto"
	"strconv"
	"time"

	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/params"
)

const mailgunName = "mailgun"

// Mailgun is the signature of Mailgun's webhooks, which stands in the body: in JSON, or in a form
// of older ones.
var Mailgun = &sign.Scheme{
	Name: mailgunName, Title: "Mailgun webhooks", URL: "https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks",
	Key: "HTTP webhook signing key", Signs: "the time and the token, and nothing of the message",
	Marks: []string{"&signature", "&timestamp", "&token", "|", "&signature.timestamp"},
	Reads: readMailgun,
}

func readMailgun(r *sign.Request, _ sign.Given) (*sign.Claim, error) {
	form := params.Fields(r.Body)
	get := func(name string) string {
		v, ok := params.Find(form, "signature."+name)
		if !ok {
			v, _ = params.Find(form, name)
		}
		return v
	}
	at, token := get("timestamp"), get("token")
	if token == "" {
		return nil, sign.Fail(sign.Missing, "token", "the body has no token")
	}
	c := &sign.Claim{Text: at + token, Signature: get("signature"), Algorithm: algorithm.Algorithm{Name: "HMAC-SHA256", Hash: crypto.SHA256, Form: algorithm.Hex}}
	// Mailgun leaves it to the receiver how old a message may be.
	if seconds, err := strconv.ParseInt(at, 10, 64); err == nil && seconds > 0 && seconds < 1<<36 {
		params.Add(&c.Facts, sign.Fact{Name: "signed at", Value: time.Unix(seconds, 0).UTC().Format(time.RFC3339)})
	} else {
		c.Flaw(sign.Missing, "timestamp", "there is no time in seconds since 1970")
	}
	c.Facts = append(c.Facts, sign.Fact{Name: "token", Value: token}, sign.Fact{Name: "body", Value: "not covered"})
	c.Where = func(signature string) string { return "signature=" + signature }
	c.Candidates = func(add func(id, text, fix, signed string)) {
		const fix = "sign the time and the token, with nothing between"
		for _, join := range []string{".", ":", "\n", "&", " ", ","} {
			add("other-separator", "a separator stands between time and token", fix, at+join+token)
		}
		for _, other := range [][3]string{
			{"wrong-order", "the token was signed before the time", token + at},
			{"time-left-out", "the token was signed alone", token},
			{"token-left-out", "the time was signed alone", at},
			{"time-in-milliseconds", "the time was signed in milliseconds", at + "000" + token},
			{"signature-signed", "the signature was signed, too", at + token + c.Signature},
			{"body-signed", "the body was signed", string(r.Body)},
			{"names-signed", "names of parameters were signed", "timestamp=" + at + "&token=" + token},
			{"names-signed", "names of parameters were signed, sorted", "timestamp" + at + "token" + token},
		} {
			add(other[0], other[1], fix, other[2])
		}
	}
	return c, nil
}
