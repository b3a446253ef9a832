package webhook

import (
	"errors"
	"testing"
	"time"

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
