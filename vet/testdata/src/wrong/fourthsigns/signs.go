package fourthsigns

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"sort"
	"strings"
)

func canonicalQuery(req *http.Request) string {
	q := req.URL.Query()
	keys := make([]string, 0, len(q))
	for k := range q {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	var out []string
	for _, k := range keys {
		for _, v := range q[k] {
			out = append(out, url.QueryEscape(k)+"="+url.QueryEscape(v)) // want `signature-encoder`
		}
	}
	return strings.Join(out, "&")
}

func signV4(req *http.Request, secret string) string {
	canonical := strings.Join([]string{req.Method, req.URL.EscapedPath(), canonicalQuery(req)}, "\n")
	sts := "AWS4-HMAC-SHA256\n" + canonical // want `signature-encoder`
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(sts)) // want `signature-encoder`
	return hex.EncodeToString(h.Sum(nil))
}

func oauthBase(method, endpoint string, params url.Values) string {
	return method + "&" + url.QueryEscape(endpoint) + "&" + url.QueryEscape(params.Encode()) // want `signature-encoder`
}

func oauthSign(method, endpoint string, params url.Values, key string) string {
	params.Set("oauth_signature_method", "HMAC-SHA1")
	h := hmac.New(sha1.New, []byte(key))
	h.Write([]byte(oauthBase(method, endpoint, params))) // want `signature-encoder`
	return base64.StdEncoding.EncodeToString(h.Sum(nil))
}

func signRequest(r *http.Request, key []byte) string {
	h := hmac.New(sha256.New, key)
	fmt.Fprintf(h, "%s\n%s\n%s", r.Method, r.URL.Path, r.URL.RawQuery) // missed: whether a path is signed decoded depends on the service
	return hex.EncodeToString(h.Sum(nil))
}

func presign(base, sig string, mac []byte) string {
	return base + "?Signature=" + base64.StdEncoding.EncodeToString(mac) // want `unescaped-base64`
}

func oauthHeader(params map[string]string) string {
	var parts []string
	for k, v := range params {
		if strings.HasPrefix(k, "oauth_") {
			parts = append(parts, k+`="`+url.QueryEscape(v)+`"`) // want `signature-encoder`
		}
	}
	return "OAuth " + strings.Join(parts, ", ") // want `signature-encoder`
}

func signParams(params map[string]string, secret string) string {
	var keys []string
	for k := range params {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	var b strings.Builder
	for _, k := range keys {
		b.WriteString(url.QueryEscape(k) + "=" + url.QueryEscape(params[k]) + "&") // want `signature-encoder`
	}
	text := "AWSAccessKeyId\n" + b.String() // want `signature-encoder`
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(text)) // want `signature-encoder`
	return hex.EncodeToString(h.Sum(nil))
}
