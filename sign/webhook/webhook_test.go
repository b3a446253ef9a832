package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
)

// TestExamples: those that the pages of the services have.
func TestExamples(t *testing.T) {
	const slack = "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
	for _, tt := range []struct {
		scheme *sign.Scheme
		key    string
		r      sign.Request
		at     int64
	}{
		{GitHub, "It's a Secret to Everybody", sign.Request{Body: []byte("Hello, World!"), Header: []sign.Field{{Name: "X-Hub-Signature-256", Value: "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"}}}, 0},
		{Slack, "8f742231b10e8888abcd99yyyzzz85a5", sign.Request{Body: []byte(slack), Header: []sign.Field{{Name: "X-Slack-Request-Timestamp", Value: "1531420618"}, {Name: "X-Slack-Signature", Value: "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"}}}, 1531420618},
		{ShopifyApp, "hush", sign.Request{URL: "https://h.example/?code=0907a61c0c8d55e99db179b68161bc00&hmac=700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf&shop=some-shop.myshopify.com&state=0.6784241404160823&timestamp=1337178173"}, 1337178173},
		{ShopifyProxy, "hush", sign.Request{URL: "https://h.example/?extra=1&extra=2&shop=shop-name.myshopify.com&path_prefix=%2Fapps%2Fawesome_reviews&timestamp=1317327555&signature=a9718877bea71c2484f91608a7eaea1532bdf71f5c56825065fa4ccabe549ef3"}, 1317327555},
		{Twilio, "12345", sign.Request{
			Method: "POST", URL: "https://mycompany.com/myapp.php?foo=1&bar=2", Body: []byte("CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212"),
			Header: []sign.Field{{Name: "Content-Type", Value: "application/x-www-form-urlencoded"}, {Name: "X-Twilio-Signature", Value: "RSOYDt4T1cUTdK1PDd93/VVr8B8="}},
		}, 0},
	} {
		c, err := tt.scheme.Read(&tt.r, sign.Given{})
		if err != nil {
			t.Fatal(tt.scheme.Name, err)
		}
		if err := c.Verify(&sign.Key{Secret: tt.key}, time.Unix(tt.at, 0)); err != nil {
			t.Errorf("%s: %v: %q", tt.scheme.Name, err, c.Text)
		}
		var refused *sign.Error
		if err := c.Verify(&sign.Key{Secret: tt.key}, time.Unix(tt.at+301, 0)); tt.at != 0 && (!errors.As(err, &refused) || refused.Reason != sign.Expired) {
			t.Errorf("%s later: %v", tt.scheme.Name, err)
		}
	}
}

// TestBodyMistakes: what programs make of a body that they parse, as they do.
func TestBodyMistakes(t *testing.T) {
	const body = `{ "name": "Zoë", "url": "https:\/\/h\/", "n": 1.50, "list": [1, 2], "t": "a<b" }`
	key := &sign.Key{Secret: "s"}
	for _, tt := range []struct{ signed, id, text string }{
		{`{"name":"Zoë","url":"https://h/","n":1.50,"list":[1,2],"t":"a<b"}`, "body-parsed", "the JSON was parsed and written again, as JSON.stringify does"},
		{`{"name": "Zo\u00eb", "url": "https://h/", "n": 1.50, "list": [1, 2], "t": "a<b"}`, "body-parsed", "the JSON was parsed and written again, as Python's json.dumps does"},
		{`{"name":"Zo\u00eb","url":"https:\/\/h\/","n":1.50,"list":[1,2],"t":"a<b"}`, "body-parsed", "the JSON was parsed and written again, as PHP's json_encode does"},
		{`{"name":"Zoë","url":"https://h/","n":1.50,"list":[1,2],"t":"a\u003cb"}`, "body-parsed", "the JSON was parsed and written again, as Go's encoding/json does"},
		{body + "\n", "body-line-end", "a line end was added to the body"},
		{"", "body-empty", "an empty body was signed"},
	} {
		made, err := GitHub.Read(&sign.Request{Body: []byte(tt.signed)}, sign.Given{})
		if err != nil {
			t.Fatal(err)
		}
		signature, _, err := made.Sign(key)
		if err != nil {
			t.Fatal(err)
		}
		c, err := GitHub.Read(&sign.Request{Body: []byte(body), Header: []sign.Field{{Name: "X-Hub-Signature-256", Value: signature}}}, sign.Given{})
		if err != nil {
			t.Fatal(err)
		}
		if m := c.FindMistake(key); m == nil || m.ID != tt.id || m.Text != tt.text {
			t.Errorf("%q: %+v", tt.signed, m)
		}
	}
}

// TestStandardMistakes: what signers and receivers of Standard Webhooks do, named.
func TestStandardMistakes(t *testing.T) {
	const (
		bare   = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
		secret = "whsec_" + bare
		id     = "msg_p5jXN8AQM9LWM0D4loKWxJek"
		at     = "1614265330"
		body   = `{"test": 2432232314}`
		right  = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
	)
	decoded := func(text string) []byte {
		octets, err := base64.RawURLEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		return octets
	}
	mac := func(key []byte, text string) []byte {
		h := hmac.New(sha256.New, key)
		h.Write([]byte(text))
		return h.Sum(nil)
	}
	signed := func(text string) string {
		return "v1," + base64.StdEncoding.EncodeToString(mac(decoded(bare), text))
	}
	by := func(key []byte) string {
		return "v1," + base64.StdEncoding.EncodeToString(mac(key, id+"."+at+"."+body))
	}
	for _, tt := range []struct{ signature, want string }{
		{right, ""},
		{"v1a,x v1,eA== " + right + " v2,x", ""},
		{by([]byte(secret)), "key-not-decoded"},
		{by([]byte(bare)), "key-not-decoded"},
		{by(decoded(secret)[:28]), "key-with-prefix"},
		{signed(id + "." + at + `.{"test":2432232314}`), "body-parsed"},
		{signed(id + "." + at + "." + body + "\n"), "body-line-end"},
		{signed(at + "." + body), "id-left-out"},
		{signed(id + "." + body), "time-left-out"},
		{signed(id + "." + at), "body-left-out"},
		{signed(at + "." + id + "." + body), "wrong-order"},
		{signed(id + "." + "1614265331" + "." + body), "other-time"},
		{signed(id + "." + "1614265330000" + "." + body), "time-in-milliseconds"},
		{signed(id + at + body), "other-separator"},
		{signed(body), "time-left-out"},
		{right[3:], "signature-without-prefix"},
		{"v1," + hex.EncodeToString(mac(decoded(bare), id+"."+at+"."+body)), "signature-in-hex"},
		{strings.TrimRight(right, "="), "signature-without-padding"},
		{strings.NewReplacer("+", "-", "/", "_").Replace(right), "signature-url-alphabet"},
		{signed("something else"), string(sign.WrongSignature)},
	} {
		for _, begin := range []string{"webhook-", "Svix-"} {
			for _, key := range []string{secret, bare} {
				r := &sign.Request{Body: []byte(body), Header: []sign.Field{{Name: begin + "id", Value: id}, {Name: begin + "timestamp", Value: at}, {Name: begin + "signature", Value: tt.signature}}}
				if !Standard.Marked(r) {
					t.Errorf("%s: no marks", begin)
				}
				c, err := Standard.Read(r, sign.Given{})
				if err != nil {
					t.Fatal(err)
				}
				got := ""
				var refused *sign.Error
				if errors.As(c.Verify(&sign.Key{Secret: key}, time.Unix(1614265330, 0)), &refused) {
					got = string(refused.Reason)
				}
				if m := c.FindMistake(&sign.Key{Secret: key}); m != nil && got != "" {
					got = m.ID
				}
				if got != tt.want {
					t.Errorf("%s: %q, want %q", tt.signature, got, tt.want)
				}
			}
		}
	}
}

// TestStandardUndecided: what is not known, and what is refused although the signature holds.
func TestStandardUndecided(t *testing.T) {
	key := &sign.Key{Secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}
	const at = 1614265330
	for _, tt := range []struct {
		name, id, at, signature string // added to what is right
		later                   int64
		more                    []sign.Field
		want                    percent.Reason
	}{
		{name: "right", id: "m"},
		{name: "at the end", id: "m", later: 300},
		{name: "too late", id: "m", later: 301, want: sign.Expired},
		{name: "too early", id: "m", later: -301, want: sign.NotYetValid},
		{name: "no ID", want: sign.Missing},
		{name: "a number with more after it", id: "m", at: ".0", want: sign.Unknown},
		{name: "a second comma", id: "m", signature: ",x", want: sign.Unknown},
		{name: "the same by Svix", id: "m", more: []sign.Field{{Name: "svix-id", Value: "m"}}},
		{name: "another by Svix", id: "m", more: []sign.Field{{Name: "svix-id", Value: "n"}}, want: sign.Unknown},
	} {
		field := func(name, value string) sign.Field { return sign.Field{Name: "webhook-" + name, Value: value} }
		r := &sign.Request{Body: []byte("{}"), Header: append([]sign.Field{field("id", tt.id), field("timestamp", strconv.Itoa(at))}, tt.more...)}
		c, err := Standard.Read(r, sign.Given{})
		if err != nil {
			t.Fatal(err)
		}
		signature, _, err := c.Sign(key)
		if err != nil {
			t.Fatal(err)
		}
		r.Header[1].Value += tt.at
		r.Header = append(r.Header, field("signature", signature+tt.signature))
		if c, err = Standard.Read(r, sign.Given{}); err != nil {
			t.Fatal(err)
		}
		var refused *sign.Error
		got := percent.Reason("")
		if errors.As(c.Verify(key, time.Unix(at+tt.later, 0)), &refused) {
			got = refused.Reason
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	c, err := Standard.Read(&sign.Request{Header: []sign.Field{{Name: "webhook-signature", Value: "v1a,eA=="}}}, sign.Given{})
	var refused *sign.Error
	if err != nil || !errors.As(c.Verify(key, time.Unix(at, 0)), &refused) || refused.Reason != sign.Unknown {
		t.Errorf("only v1a: %v, %v", err, refused)
	}
	for _, secret := range []string{"v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_no Base64", "whsec_"} { // the first as Supabase shows it
		c, err := Standard.Read(&sign.Request{Header: []sign.Field{{Name: "webhook-signature", Value: "v1,eA=="}}}, sign.Given{})
		if err != nil || !errors.As(c.Verify(&sign.Key{Secret: secret}, time.Unix(at, 0)), &refused) || refused.Reason != sign.BadKey {
			t.Errorf("%s: %v, %v", secret, err, refused)
		}
		if signature, _, err := c.Sign(&sign.Key{Secret: secret}); err == nil {
			t.Errorf("%s signs %s", secret, signature)
		}
	}
}
