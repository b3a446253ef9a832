package webhook

import (
	"crypto"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/params"
)

// A signedParams is a scheme that signs the parameters of a query or a form.
type signedParams struct {
	param     string   // that has the signature
	without   []string // further parameters that are not signed
	prefix    string   // of the names of those that are, or ""
	inForm    bool     // the parameters are in the body, rather than in the query
	algorithm algorithm.Algorithm
	pairs     pairs
	// time is the parameter that has the time in seconds since 1970, and valid is for how long; "" if
	// the verifiers of the service do not check it.
	time  string
	valid time.Duration
}

//go:noinline
func formEncode(v string) string { return percent.Form.Encode(v) }

// phpURLEncode is how PHP's urlencode writes a value: as forms do, and * is escaped.
func phpURLEncode(v string) string {
	return strings.ReplaceAll(percent.Form.Encode(v), "*", "%2A")
}

var hexSHA256 = algorithm.Algorithm{Name: "HMAC-SHA256", Hash: crypto.SHA256, Form: algorithm.Hex}

// ShopifyApp is the hmac of Shopify's redirects to an app.
var ShopifyApp = &sign.Scheme{
	Name: "shopify-app", Title: "Shopify, requests to an app", URL: "https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant",
	Key: "client secret of the app", Signs: "parameters encoded again, sorted, with & between", Marks: []string{"?hmac", "?shop"}, Reads: shopifyAppRow.read,
}

var shopifyAppRow = signedParams{
	param: "hmac", without: []string{"signature"}, algorithm: hexSHA256, time: "timestamp", valid: 90 * time.Second,
	pairs: pairs{name: formEncode, value: formEncode, eq: "=", join: "&"},
}

// ShopifyProxy is the signature of requests that Shopify's app proxy passes on.
var ShopifyProxy = &sign.Scheme{
	Name: "shopify-proxy", Title: "Shopify, requests of an app proxy", URL: "https://shopify.dev/docs/apps/build/online-store/app-proxies/authenticate-app-proxies",
	Key: "client secret of the app", Signs: "parameters decoded, sorted, with nothing between", Marks: []string{"?signature", "?shop", "?path_prefix"}, Reads: shopifyProxyRow.read,
}

var shopifyProxyRow = signedParams{
	param: "signature", without: []string{"hmac"}, algorithm: hexSHA256, time: "timestamp", valid: 90 * time.Second,
	pairs: pairs{name: plain, value: plain, eq: "=", gather: ","},
}

// VNPay is vnp_SecureHash of payments and returns of VNPay, version 2.1.0.
var VNPay = &sign.Scheme{
	Name: "vnpay", Title: "VNPay, payments and returns", URL: "https://sandbox.vnpayment.vn/apis/docs/thanh-toan-pay/pay.html",
	Key: "hash secret", Signs: "parameters encoded by PHP's urlencode, sorted", Marks: []string{"?vnp_SecureHash"}, Reads: vnPayRow.read,
}

var vnPayRow = signedParams{
	param: "vnp_SecureHash", prefix: "vnp_", without: []string{"vnp_SecureHashType"},
	algorithm: algorithm.Algorithm{Name: "HMAC-SHA512", Hash: crypto.SHA512, Form: algorithm.Hex},
	pairs:     pairs{name: phpURLEncode, value: phpURLEncode, eq: "=", join: "&"},
}

// PayFast is the signature of payments and notifications of PayFast.
var PayFast = &sign.Scheme{
	Name: "payfast", Title: "PayFast, payments and notifications", URL: "https://developers.payfast.co.za/docs#step_2_signature",
	Key: "passphrase", Signs: "parameters encoded by PHP's urlencode, in their order", Marks: []string{"&signature", "&merchant_id"}, Reads: payFastRow.read,
}

var payFastRow = signedParams{
	param: "signature", inForm: true,
	algorithm: algorithm.Algorithm{Name: "MD5", Kind: algorithm.Suffixed, Hash: crypto.MD5, Form: algorithm.Hex, Derive: func(secret []byte) []byte {
		return []byte("&passphrase=" + phpURLEncode(strings.Trim(string(secret), " \t\n\r\x00\x0B")))
	}},
	pairs: pairs{name: plain, value: phpURLEncode, eq: "=", join: "&", unsorted: true, skipEmpty: true, trim: true},
}

// TelegramLogin is the hash of Telegram's login widget.
var TelegramLogin = &sign.Scheme{
	Name: "telegram-login", Title: "Telegram login widget", URL: "https://core.telegram.org/widgets/login#checking-authorization",
	Key: "token of the bot", Signs: "parameters decoded, sorted, a line each", Marks: []string{"?hash", "?auth_date", "?id"}, Reads: telegramLoginRow.read,
}

var telegramLoginRow = signedParams{
	param: "hash", algorithm: algorithm.Algorithm{Name: "HMAC-SHA256", Hash: crypto.SHA256, Form: algorithm.Hex, Derive: loginKey, Misderived: func(secret []byte, add func([]byte, string)) {
		add(appKey(secret), "the key is that of Mini Apps")
		sum := loginKey(secret)
		add([]byte(hex.EncodeToString(sum)), "the key was taken in hex")
	}},
	pairs: pairs{name: plain, value: plain, eq: "=", join: "\n"},
}

// TelegramWebApp is the hash of initData of Telegram's Mini Apps.
var TelegramWebApp = &sign.Scheme{
	Name: "telegram-webapp", Title: "Telegram Mini Apps, initData", URL: "https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app",
	Key: "token of the bot", Signs: "parameters decoded, sorted, a line each", Marks: []string{"?hash", "?auth_date", "?query_id", "|", "?hash", "?auth_date", "?user", "|", "?hash", "?auth_date", "?chat_instance"}, Reads: telegramWebAppRow.read,
}

var telegramWebAppRow = signedParams{
	param: "hash", algorithm: algorithm.Algorithm{Name: "HMAC-SHA256", Hash: crypto.SHA256, Form: algorithm.Hex, Derive: appKey, Misderived: func(secret []byte, add func([]byte, string)) {
		add(loginKey(secret), "the key is that of the login widget")
		add(hmacOf(secret, []byte("WebAppData")), "key and text changed places where the key is made")
		add([]byte(hex.EncodeToString(appKey(secret))), "the key was taken in hex")
	}},
	pairs: pairs{name: plain, value: plain, eq: "=", join: "\n"},
}

func loginKey(token []byte) []byte { sum := sha256.Sum256(token); return sum[:] }

func appKey(token []byte) []byte { return hmacOf([]byte("WebAppData"), token) }

func hmacOf(key, text []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write(text)
	return h.Sum(nil)
}

func (b signedParams) read(r *sign.Request, _ sign.Given) (*sign.Claim, error) {
	_, text := params.Split(r.URL)
	if b.inForm {
		text = string(r.Body)
	} else if text == "" && !strings.Contains(r.URL, "://") {
		text = r.URL // a query alone
	}
	all := params.Form(text)
	p := b.pairs
	p.params = slices.DeleteFunc(without(all, append(b.without, b.param)...), func(q params.Param) bool { return !strings.HasPrefix(q.Name, b.prefix) })
	if _, notified := params.Find(all, "pf_payment_id"); notified { // PayFast signs what it sends in another way
		p.skipEmpty, p.trim = false, false
	}
	c := &sign.Claim{Text: p.text(), Algorithm: b.algorithm}
	c.Signature, _ = params.Find(all, b.param)
	seen := map[string]bool{}
	for _, q := range all {
		if seen[q.Name] && p.gather == "" {
			return nil, &percent.SyntaxError{Field: params.Shown(q.Name), Reason: "repeated parameter"}
		}
		seen[q.Name] = true
	}
	if b.time != "" {
		if at, ok := params.Find(all, b.time); ok {
			if seconds, err := strconv.ParseInt(at, 10, 64); err == nil && seconds > 0 && seconds < 1<<36 {
				c.From, c.Until = time.Unix(seconds, 0).Add(-b.valid), time.Unix(seconds, 0).Add(b.valid)
			}
		}
		if c.Until.IsZero() {
			c.Flaw(sign.Missing, b.time, b.time+" has no time in seconds since 1970")
		}
	}
	for _, q := range p.params {
		params.Add(&c.Facts, sign.Fact{Name: params.Shown(q.Name), Value: q.Value})
	}
	c.Where = func(signature string) string {
		if b.inForm {
			kept := slices.DeleteFunc(strings.Split(text, "&"), func(piece string) bool {
				name, _, _ := params.Cut(piece, "=")
				return piece == "" || params.DecodeForm(name) == b.param
			})
			return strings.Join(append(kept, b.param+"="+signature), "&")
		}
		return params.With(params.Without(r.URL, b.param), b.param, signature)
	}
	c.Candidates = func(add func(id, text, fix, signed string)) {
		p.candidates(all, add)
		add("query-signed", "the query was signed as it is", "sign the parameters as the service does", text)
		add("url-signed", "the URL was signed", "sign the parameters alone", r.URL)
	}
	return c, nil
}
