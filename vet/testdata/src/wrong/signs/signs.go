// Package signs has texts that are signed in another form than the service reads.
package signs

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sort"
	"strings"
)

const method = "oauth_signature_method"

func base(params map[string]string, secret string) string {
	var pairs []string
	for k, v := range params {
		pairs = append(pairs, url.QueryEscape(k)+"="+url.QueryEscape(v)) // want `signature-encoder`
	}
	sort.Strings(pairs)
	mac := hmac.New(sha1.New, []byte(secret))
	mac.Write([]byte(strings.Join(pairs, "&"))) // want `signature-encoder`
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func baseString(verb, link string, v url.Values) string {
	return verb + "&" + url.QueryEscape(link) + "&" + url.QueryEscape(v.Encode()) // want `signature-encoder`
}

func header(params map[string]string) string {
	var all []string
	for k, v := range params {
		all = append(all, fmt.Sprintf(`%s="%s"`, k, url.QueryEscape(v))) // want `signature-encoder`
	}
	return "OAuth " + strings.Join(all, ", ") // want `signature-encoder`
}

func sign(secret, text string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	io.WriteString(mac, text)
	return hex.EncodeToString(mac.Sum(nil))
}

func query(secret string, v url.Values) string {
	return sign(secret, "oauth_consumer_key\n"+v.Encode()) // want `signature-encoder`
}

func path(secret string, r *http.Request) string {
	return sign(secret, r.Method+"\n"+r.URL.Path) // missed: the rule signed-decoded is off, because some services sign the decoded path
}

func direct(secret []byte, r *http.Request) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(r.Method + r.URL.Path)) // missed: the rule signed-decoded is off, because some services sign the decoded path
	return mac.Sum(nil)
}

func printed(secret []byte, r *http.Request) []byte {
	mac := hmac.New(sha256.New, secret)
	fmt.Fprintf(mac, "%s\n%s\n", r.Method, r.URL.Path) // missed: the rule signed-decoded is off, because some services sign the decoded path
	return mac.Sum(nil)
}

func summed(r *http.Request, secret string) [32]byte {
	return sha256.Sum256([]byte(r.URL.Path + secret)) // missed: other hashes of paths are names of files
}

func values(secret string, r *http.Request) string {
	return sign(secret, r.URL.Path+"?"+r.URL.RawQuery) // missed: the rule signed-decoded is off, because some services sign the decoded path
}

func pathEscaped(secret string, v url.Values) string {
	var all []string
	for k := range v {
		all = append(all, k+"="+url.PathEscape(v.Get(k))) // want `signature-encoder`
	}
	sort.Strings(all)
	return sign(secret, strings.Join(all, "&")) // want `signature-encoder`
}
