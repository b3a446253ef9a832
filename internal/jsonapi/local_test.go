package jsonapi_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/jsonapi"
	"github.com/pct-encoded/percent/sign/sigv4"
)

const (
	// The request, secrets, nonce and time of OAuth Core 1.0, appendix A.5, which has the signature.
	photos  = `"request":"{\"url\":\"http://photos.example.net/photos?file=vacation.jpg&size=original\"}","consumer_key":"dpf43f3p2l4k3l03","token":"nnch734d00sl2jdk"`
	secrets = `"consumer_secret":"kd94hf93k423kf44","token_secret":"pfkkdhi9sl3r4s00"`
	// The GET of an object in the Amazon S3 API Reference.
	object = `"request":"GET /test.txt HTTP/1.1\nHost: examplebucket.s3.amazonaws.com\nRange: bytes=0-9\n\n","access_key_id":"AKIAIOSFODNN7EXAMPLE","service":"s3","date":"20130524T000000Z"`
	key    = `"secret_access_key":"wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"`
)

func TestLocal(t *testing.T) {
	for _, c := range []struct {
		name, op, request, path string
		want                    any
	}{
		{"form", "form decode", `{"text":"q=caf%C3%A9+au+lait&page=2&a"}`, "result.pairs", []any{[]any{"q", "café au lait"}, []any{"page", "2"}, []any{"a", ""}}},
		{"form of a URL", "form decode", `{"text":"https://h/?a=1#f"}`, "result.pairs.0.1", "1"},
		{"form, octets", "form decode", `{"text":"a=%FF","on_error":"keep"}`, "result.pairs.0.1.base64", "/w=="},
		{"form, replaced", "form decode", `{"text":"a=%FF%zz"}`, "result.pairs.0.1", "\uFFFD%zz"},
		{"form, charset", "form decode", `{"text":"a=%E9","charset":"windows-1252"}`, "result.pairs.0.1", "é"},
		{"form, refused", "form decode", `{"text":"b=1&a=%zz","on_error":"fail"}`, "error.offset", 6.0},
		{"form, no table here", "form decode", `{"text":"a","max_pairs":0}`, "error.field", "max_pairs"},
		{"form, detect", "form decode", `{"text":"a","charset":"detect"}`, "error.field", "charset"},
		{"pairs", "form encode", `{"pairs":[["q","café au lait"],["a",""]]}`, "result.output", "q=caf%C3%A9+au+lait&a="},
		{"pairs, choices", "form encode", `{"pairs":[["q","é b"]],"space":"percent","hex":"lower","charset":"windows-1252"}`, "result.output", "q=%e9%20b"},
		{"pairs, three", "form encode", `{"pairs":[["q","a","b"]]}`, "error.field", "pairs"},
		{"component", "url get", `{"text":"https://u@EXAMPLE.com:443/a?q=1+2","component":"search.q"}`, "result.output", "1 2"},
		{"component of a relative URL", "url get", `{"text":"../x","component":"pathname","base":"http://h/a/b/c"}`, "result.output", "/a/x"},
		{"component, unknown", "url get", `{"text":"http://h/","component":"domain"}`, "error.text", "unknown component \"domain\""},
		{"component, no URL", "url get", `{"text":"h","component":"host"}`, "error.offset", 0.0},
		{"change", "url set", `{"text":"http://h/a?b=1&c","changes":[["hostname","é.example"],["search.b","x=y"],["hash",""]],"without":["search.c"]}`, "result.output", "http://xn--9ca.example/a?b=x%3Dy"},
		{"change, bad name", "url set", `{"text":"http://h/","changes":[["search.a=b","c"]]}`, "error.field", "changes"},
		{"change, none", "url set", `{"text":"http://h/"}`, "error.text", "there is nothing to set"},
		{
			"OAuth", "oauth1 sign", `{` + photos + `,` + secrets + `,"nonce":"kllo9940pd9333jh","timestamp":1191242096}`, "result.authorization",
			`OAuth oauth_consumer_key="dpf43f3p2l4k3l03", oauth_nonce="kllo9940pd9333jh", oauth_signature="tR3%2BTy81lMeYAr%2FFid0kMTYa%2FWM%3D", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1191242096", oauth_token="nnch734d00sl2jdk", oauth_version="1.0"`,
		},
		{"OAuth without a secret", "oauth1 sign", `{` + photos + `}`, "error.field", "consumer_secret"},
		{"OAuth, RSA", "oauth1 sign", `{` + photos + `,` + secrets + `,"method":"RSA-SHA1"}`, "error.field", "method"},
		{"OAuth, realm", "oauth1 sign", `{` + photos + `,` + secrets + `,"realm":"a\nb"}`, "error.field", "realm"},
		{
			"SigV4", "sigv4 sign", `{` + object + `,` + key + `}`, "result.signature",
			"f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
		},
		{"SigV4 without a service", "sigv4 sign", `{"request":"{\"url\":\"http://h/\"}","access_key_id":"a",` + key + `}`, "error.field", "service"},
		{
			"presigned", "sigv4 presign", `{"request":"GET https://examplebucket.s3.amazonaws.com/test.txt\n\n","access_key_id":"AKIAIOSFODNN7EXAMPLE","service":"s3","date":"20130524T000000Z","expires":86400,` + key + `}`, "result.signature",
			"aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
		},
		{"presigned for ever", "sigv4 presign", `{` + object + `,` + key + `,"expires":604801}`, "error.field", "expires"},
		{"of a service", "signature sign", `{"request":"{\"url\":\"https://h.b-cdn.net/a?token=x&expires=1\"}","as":"bunny","secret":"k"}`, "result.sent", "https://h.b-cdn.net/a?expires=1&token=oRLKpiOW_SO17zs-d9NJXA"},
		{"of a service, wrong", "signature verify", `{"request":"POST /w HTTP/1.1\nHost: h\nX-Hub-Signature-256: x\nContent-Length: 3\n\na+b","secret":"k"}`, "result.reason", "wrong signature"},
		{"of a service, without a secret", "signature verify", `{"request":"GET / HTTP/1.1\nHost: h\n\n"}`, "error.field", "secret"},
		{"of a service, with a pair of keys", "signature verify", `{"request":"GET /b/o?GoogleAccessId=a&Expires=1767225600&Signature=x HTTP/1.1\nHost: storage.googleapis.com\n\n","secret":"k"}`, "error.reason", "needs a pair of keys"},
		{"SAML needs one, too", "saml verify", `{}`, "error.reason", "unknown operation"},
		{"a format", "mailto parse", `{"text":"mailto:a@b?subject=c%20d"}`, "result.headers.0.value", "c d"},
		{"a format, built", "purl build", `{"text":"{\"type\":\"npm\",\"name\":\"b\"}"}`, "result.output", "pkg:npm/b"},
		{"a format, its system", "fileurl parse", `{"text":"file:///C:/a","system":"windows"}`, "result.path", `C:\a`},
		{"a format, malformed", "mailto parse", `{"text":"x"}`, "error.format", "mailto"},
		{"a format, as far as possible", "fragment media parse", `{"text":"a=%zz&b=c","on_error":"keep"}`, "result.pairs.0.name", "b"},
		{"a function", "xpath encode-for-uri", `{"text":"a b"}`, "result.output", "a%20b"},
		{"a function of two", "robots match", `{"text":"/a","argument":"/*"}`, "result.output", "true"},
		{"a function of two, with one", "robots match", `{"text":"/a"}`, "error.text", "robots match takes PATTERN"},
		{"a function of one, with two", "xpath iri-safe", `{"text":"/a","argument":"/*"}`, "error.text", "xpath iri-safe takes no argument, but there is \"/*\""},
		{"what the page has", "encode", `{"text":"a b"}`, "result.output", "a%20b"},
		{"no such", "form", `{}`, "error.reason", "unknown operation"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := local(t, c.op, c.request, c.path); !reflect.DeepEqual(got, c.want) {
				t.Errorf("%#v, not %#v, in %s", got, c.want, jsonapi.CallLocal(c.op, []byte(c.request)))
			}
			// No transport has them.
			if strings.Contains(c.op, " ") {
				if reason := call(t, c.op, c.request, "error", "reason"); reason != "unknown operation" {
					t.Errorf("Call does it: %v", reason)
				}
			}
			if reply := string(jsonapi.CallLocal(c.op, []byte(c.request))); strings.Contains(reply, "kd94hf93k423kf44") || strings.Contains(reply, "wJalrXUtnFEMI") {
				t.Errorf("a secret is in the reply: %s", reply)
			}
		})
	}
}

// local is call with CallLocal.
func local(t *testing.T, op, request, path string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(jsonapi.CallLocal(op, []byte(request)), &v); err != nil {
		t.Fatal(err)
	}
	for _, key := range keys(path) {
		switch key := key.(type) {
		case string:
			object, _ := v.(map[string]any)
			v = object[key]
		case int:
			list, _ := v.([]any)
			v = list[key]
		}
	}
	return v
}

// TestLocalVerify verifies what was signed, and what was not.
func TestLocalVerify(t *testing.T) {
	quoted := func(text string) string {
		b, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	authorization := local(t, "oauth1 sign", `{`+photos+`,`+secrets+`}`, "result.authorization").(string)
	signed := quoted("GET http://photos.example.net/photos?file=vacation.jpg&size=original\nAuthorization: " + authorization + "\n\n")
	presigned := local(t, "sigv4 presign", `{`+object+`,`+key+`}`, "result.url").(string)
	for _, c := range []struct {
		name, op, request string
		reason            any
	}{
		{"OAuth", "oauth1 verify", `{"request":` + signed + `,` + secrets + `}`, nil},
		{"OAuth, its key", "oauth1 verify", `{"request":` + signed + `,"consumer_key":"dpf43f3p2l4k3l03",` + secrets + `}`, nil},
		{"OAuth, another key", "oauth1 verify", `{"request":` + signed + `,"consumer_key":"other",` + secrets + `}`, "unknown credentials"},
		{"OAuth, another secret", "oauth1 verify", `{"request":` + signed + `,"consumer_secret":"x"}`, "wrong signature"},
		{"OAuth, another method", "oauth1 verify", `{"request":` + signed + `,"method":"HMAC-SHA256",` + secrets + `}`, "signature method not accepted"},
		{"OAuth, not signed", "oauth1 verify", `{"request":"GET http://h/\n\n",` + secrets + `}`, "missing parameter"},
		{"SigV4", "sigv4 verify", `{"request":` + quoted("GET "+presigned+"\nRange: bytes=0-9\n\n") + `,"date":"20130524T000001Z",` + key + `}`, nil},
		{"SigV4, late", "sigv4 verify", `{"request":` + quoted("GET "+presigned+"\nRange: bytes=0-9\n\n") + `,` + key + `}`, "expired"},
		{"SigV4, another secret", "sigv4 verify", `{"request":` + quoted("GET "+presigned+"\nRange: bytes=0-9\n\n") + `,"date":"20130524T000001Z","secret_access_key":"x"}`, "wrong signature"},
		{"SigV4, not signed", "sigv4 verify", `{"request":"GET http://h/\n\n",` + key + `}`, "not signed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			valid, reason := local(t, c.op, c.request, "result.valid"), local(t, c.op, c.request, "result.reason")
			if valid != (c.reason == nil) || reason != c.reason {
				t.Errorf("%v, %v: %s", valid, reason, jsonapi.CallLocal(c.op, []byte(c.request)))
			}
		})
	}
}

// TestRuleOfSignature: the rule by which a signature of AWS holds is named, and of a
// signer who took the path as it is sent the mistake.
func TestRuleOfSignature(t *testing.T) {
	credentials := sigv4.Credentials{AccessKeyID: "AKIDEXAMPLE", SecretAccessKey: "secret"}
	for _, tt := range []struct {
		name, target  string
		service       string
		path          sigv4.PathStyle
		valid         bool
		rule, mistake any
	}{
		{"S3", "/x%20(1).txt?p", "s3", sigv4.PathS3, true, "--path s3", nil},
		{"S3, query with a plus sign", "/x?p=1+2", "s3", sigv4.PathS3, true, "--path s3 --plus space", nil},
		{"another service", "/x(1)", "execute-api", sigv4.PathEncodedTwice, true, "--path twice", nil},
		{"S3, sent raw", "/x(1)@=.txt", "s3", sigv4.PathUntouched, false, "--path untouched", "path-sent-raw"},
		{"S3, plus sign", "/x+1", "s3", sigv4.PathDecoded, false, "--path decoded", "path-sent-raw"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := &sigv4.Signer{Credentials: credentials, Region: "eu-west-2", Service: tt.service, Path: tt.path}
			req := &sigv4.Request{Method: "GET", URL: "https://h" + tt.target}
			if err := s.Sign(req); err != nil {
				t.Fatal(err)
			}
			text := "GET " + tt.target + " HTTP/1.1\nHost: h\n"
			for _, h := range req.Header {
				if h.Name != "Host" {
					text += h.Name + ": " + h.Value + "\n"
				}
			}
			q, err := json.Marshal(map[string]string{"request": text + "\n", "secret_access_key": "secret"})
			if err != nil {
				t.Fatal(err)
			}
			valid := local(t, "sigv4 verify", string(q), "result.valid")
			rule, mistake := local(t, "sigv4 verify", string(q), "result.rule"), local(t, "sigv4 verify", string(q), "result.mistake")
			if valid != tt.valid || rule != tt.rule || mistake != tt.mistake {
				t.Errorf("%v %v %v: %s", valid, rule, mistake, jsonapi.CallLocal("sigv4 verify", q))
			}
		})
	}
}
