package signs

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"net/url"
	"sort"
	"strings"
)

func oauthBase(method, u string, params url.Values) string {
	return method + "&" + url.QueryEscape(u) + "&" + url.QueryEscape(params.Encode()) // want `signature-encoder`
}

func oauthSign(method, u, secret string, params map[string]string) string {
	var keys []string
	for k := range params {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	var pairs []string
	for _, k := range keys {
		pairs = append(pairs, url.QueryEscape(k)+"="+url.QueryEscape(params[k])) // want `signature-encoder`
	}
	base := method + "&" + url.QueryEscape(u) + "&" + url.QueryEscape(strings.Join(pairs, "&")) // want `signature-encoder`
	m := hmac.New(sha1.New, []byte(url.QueryEscape(secret)+"&"))
	m.Write([]byte(base)) // want `signature-encoder`
	params["oauth_signature"] = base64.StdEncoding.EncodeToString(m.Sum(nil))
	return params["oauth_signature"]
}

func awsCanonical(r *http.Request) string {
	return strings.Join([]string{
		r.Method,
		r.URL.Path,
		r.URL.Query().Encode(), // want `signature-encoder`
		"AWS4-HMAC-SHA256",
	}, "\n")
}

func awsQuery(v url.Values) string {
	s := v.Encode() // want `signature-encoder`
	h := hmac.New(sha256.New, []byte("AWS4"+"secret"))
	h.Write([]byte("AWS4-HMAC-SHA256\n" + s)) // want `signature-encoder`
	return hex.EncodeToString(h.Sum(nil))
}

func rightAws(v url.Values) string {
	s := strings.ReplaceAll(v.Encode(), "+", "%20")
	h := hmac.New(sha256.New, []byte("AWS4"+"secret"))
	h.Write([]byte("AWS4-HMAC-SHA256\n" + s))
	return hex.EncodeToString(h.Sum(nil))
}

func unsorted(params map[string]string, key string) string {
	var parts []string
	for k, v := range params {
		parts = append(parts, k+"="+url.QueryEscape(v)) // want `signature-encoder`
	}
	m := hmac.New(sha256.New, []byte(key))
	m.Write([]byte(strings.Join(parts, "&"))) // want `signature-encoder`
	return hex.EncodeToString(m.Sum(nil))
}

func rightSorted(params url.Values, key string) string {
	m := hmac.New(sha256.New, []byte(key))
	m.Write([]byte(params.Encode()))
	return hex.EncodeToString(m.Sum(nil))
}

func sigQuery(u, sig string) string {
	return u + "&signature=" + sig // missed: no rule is sure of it
}

func sigBase64(u string, key []byte) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(u))
	return u + "?sig=" + base64.StdEncoding.EncodeToString(m.Sum(nil)) // want `unescaped-base64`
}

func rightSigBase64(u string, key []byte) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(u))
	return u + "?sig=" + base64.URLEncoding.EncodeToString(m.Sum(nil))
}

func rightSigHex(u string, key []byte) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(u))
	return u + "?sig=" + hex.EncodeToString(m.Sum(nil))
}

func rightWebhook(body, key []byte) string {
	m := hmac.New(sha256.New, key)
	m.Write(body)
	return hex.EncodeToString(m.Sum(nil))
}

func signedDecoded(r *http.Request, key []byte) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(r.Method + "\n" + r.URL.Path)) // missed: no rule is sure of it
	return hex.EncodeToString(m.Sum(nil))
}

func rightSigned(r *http.Request, key []byte) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(r.Method + "\n" + r.URL.EscapedPath()))
	return hex.EncodeToString(m.Sum(nil))
}

func sas(uri, key string) string {
	m := hmac.New(sha256.New, []byte(key))
	m.Write([]byte(uri + "\n123"))
	sig := base64.StdEncoding.EncodeToString(m.Sum(nil))
	return "SharedAccessSignature sr=" + url.QueryEscape(uri) + "&sig=" + sig // missed: no rule is sure of it
}

func cmp(a, b string) bool { return url.QueryEscape(a) == url.PathEscape(b) } // want `compared-encodings`

func rightCmp(a, b string) bool { return url.QueryEscape(a) == url.QueryEscape(b) }
