// Package signs has texts that are signed in the form that the service reads.
package signs

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"
	"net/http"
	"net/url"
	"sort"
	"strings"
)

const method = "oauth_signature_method"

func escape(s string) string {
	return strings.ReplaceAll(url.QueryEscape(s), "+", "%20")
}

func base(params map[string]string, secret string) string {
	var pairs []string
	for k, v := range params {
		pairs = append(pairs, escape(k)+"="+escape(v))
	}
	sort.Strings(pairs)
	mac := hmac.New(sha1.New, []byte(secret))
	mac.Write([]byte(strings.Join(pairs, "&")))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func sign(secret, text string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	io.WriteString(mac, text)
	return hex.EncodeToString(mac.Sum(nil))
}

func query(secret string, v url.Values) string {
	return sign(secret, "oauth_consumer_key\n"+strings.ReplaceAll(v.Encode(), "+", "%20"))
}

func path(secret string, r *http.Request) string {
	return sign(secret, r.Method+"\n"+r.URL.EscapedPath())
}

func target(secret string, r *http.Request) string { return sign(secret, r.URL.RequestURI()) }

func keys(secret string, params map[string]string) string {
	var all []string
	for k := range params {
		all = append(all, k)
	}
	sort.Strings(all)
	text := ""
	for _, k := range all {
		text += k + "=" + escape(params[k])
	}
	return sign(secret, text)
}

func etag(b []byte) [32]byte { return sha256.Sum256(b) }

func requested(v url.Values) (*http.Response, error) {
	return http.PostForm("https://api.example.com/oauth/token", v)
}

func link(v url.Values) string { return "https://api.example.com/authorize?" + v.Encode() }

func cached(r *http.Request) string {
	sum := sha256.Sum256([]byte(r.URL.RequestURI()))
	return hex.EncodeToString(sum[:])
}

func count(params map[string]string) int {
	n := 0
	for k, v := range params {
		n += len(k) + len(v)
	}
	return n
}

func normalized(token, verifier string) string {
	return "POST&" + escape(base2) + "&" + escape("oauth_token="+escape(token)+"&oauth_verifier="+escape(verifier))
}

func pair(name, value string) string {
	return "oauth_nonce=1&" + escape(escape(name)) + "%3D" + escape(escape(value))
}

const base2 = "https://api.example.com/1/statuses"
