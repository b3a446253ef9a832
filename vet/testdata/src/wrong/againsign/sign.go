package sign

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"sort"
	"strings"
)

type OAuth struct{ key, secret string }

func (o OAuth) base(method, link string, params map[string]string) string {
	keys := make([]string, 0, len(params))
	for k := range params {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	var ps []string
	for _, k := range keys {
		ps = append(ps, fmt.Sprintf("%s=%s", url.QueryEscape(k), url.QueryEscape(params[k]))) // want `signature-encoder`
	}
	return strings.Join([]string{method, url.QueryEscape(link), url.QueryEscape(strings.Join(ps, "&"))}, "&") // want `signature-encoder`
}

func (o OAuth) sign(base string) string {
	m := hmac.New(sha1.New, []byte(o.secret+"&"))
	m.Write([]byte(base))
	return base64.StdEncoding.EncodeToString(m.Sum(nil))
}

func (o OAuth) header(method, link string) string {
	p := map[string]string{"oauth_consumer_key": o.key}
	p["oauth_signature"] = o.sign(o.base(method, link, p)) // want `signature-encoder`
	return "OAuth " + p["oauth_signature"]
}

func aliyun(params url.Values, secret string) string {
	s := "GET&%2F&" + url.QueryEscape(params.Encode()) // want `signature-encoder`
	m := hmac.New(sha1.New, []byte(secret+"&"))
	m.Write([]byte(s + "SignatureNonce")) // want `signature-encoder`
	return base64.StdEncoding.EncodeToString(m.Sum(nil))
}

func aliyunRight(params url.Values, secret string) string {
	enc := func(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }
	s := "GET&%2F&" + enc(strings.ReplaceAll(params.Encode(), "+", "%20"))
	m := hmac.New(sha1.New, []byte(secret+"&"))
	m.Write([]byte(s))
	return base64.StdEncoding.EncodeToString(m.Sum(nil))
}

func link(host, blob string, key []byte) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(blob))
	return fmt.Sprintf("https://%s/%s?sig=%s", host, url.PathEscape(blob), base64.StdEncoding.EncodeToString(m.Sum(nil))) // want `unescaped-base64`
}

func linkRight(host, blob string, key []byte) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(blob))
	return fmt.Sprintf("https://%s/%s?sig=%s", host, url.PathEscape(blob), hex.EncodeToString(m.Sum(nil)))
}

func linkRight2(host, blob string, key []byte) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(blob))
	return fmt.Sprintf("https://%s/%s?sig=%s", host, url.PathEscape(blob), url.QueryEscape(base64.StdEncoding.EncodeToString(m.Sum(nil))))
}

func webhook(v url.Values, key []byte) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(v.Encode()))
	return hex.EncodeToString(m.Sum(nil))
}
