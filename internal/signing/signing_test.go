package signing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/httprequest"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/sign/sigv4"
)

// environment holds secrets, which no result, error or note may hold.
var environment = map[string]string{
	"PERCENT_CONSUMER_SECRET": "kd94hf93k423kf44", "PERCENT_TOKEN_SECRET": "pfkkdhi9sl3r4s00",
	"AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "AWS_ACCESS_KEY_ID": "AKIAIOSFODNN7EXAMPLE",
}

// A trial is a program with files and an environment, which collects what it is told.
type trial struct {
	files, environment map[string]string
	told               []string
}

func (t *trial) program() *Program {
	return &Program{
		ReadFile: func(name string) ([]byte, error) {
			if text, ok := t.files[name]; ok {
				return []byte(text), nil
			}
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		},
		IsFile: func(name string) bool { return t.files[name] != "" },
		LookupEnv: func(name string) (string, bool) {
			text, ok := t.environment[name]
			return text, ok
		},
		Note:  func(text string) { t.told = append(t.told, "note: "+text) },
		Hint:  func(text string) { t.told = append(t.told, "hint: "+text) },
		Clock: true,
	}
}

// run returns the result for the request of o.
func (t *trial) run(v *Verb, o *Options) Result {
	p := t.program()
	r, err := o.Description.Read(p)
	if err != nil {
		return Result{Err: err}
	}
	return v.Run(&Call{Context: context.Background(), Options: o, Request: r, Program: p})
}

// all returns all that is to be seen of a result.
func (t *trial) all(r Result) string {
	return fmt.Sprintf("%s\n%s\n%v\n%q", r.Page, strictjson.Append(nil, r.View), r.Err, t.told)
}

func text(s string) *string { return &s }

const photos = "http://photos.example.net/photos?file=vacation.jpg&size=original"

func photo() Options {
	return Options{
		Description: Description{URL: photos},
		ConsumerKey: "dpf43f3p2l4k3l03", Token: "nnch734d00sl2jdk", Nonce: "kllo9940pd9333jh", Timestamp: 1191242096,
	}
}

func object() Options {
	return Options{
		Description: Description{URL: "https://examplebucket.s3.amazonaws.com/test.txt", Header: []string{"Range: bytes=0-9"}},
		Service:     "s3", Date: "20130524T000000Z", Expires: 24 * time.Hour,
	}
}

// with returns o after a change.
func with(o Options, change func(*Options)) *Options {
	change(&o)
	return &o
}

var (
	oauth1Sign    = &Verb{Scheme: OAuth1, Make: OAuth1.Sign}
	oauth1Base    = &Verb{Scheme: OAuth1, Make: OAuth1.Explain, Open: true}
	oauth1Verify  = &Verb{Scheme: OAuth1}
	sigv4Explain  = &Verb{Scheme: SigV4, Make: SigV4.Explain, Open: true}
	sigv4Sign     = &Verb{Scheme: SigV4, Make: SigV4.Sign}
	sigv4Presign  = &Verb{Scheme: SigV4, Make: SigV4.Presign}
	sigv4Verify   = &Verb{Scheme: SigV4}
	photosBase    = "GET&http%3A%2F%2Fphotos.example.net%2Fphotos&file%3Dvacation.jpg%26oauth_consumer_key%3Ddpf43f3p2l4k3l03%26oauth_nonce%3Dkllo9940pd9333jh%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1191242096%26oauth_token%3Dnnch734d00sl2jdk%26oauth_version%3D1.0%26size%3Doriginal"
	objectRequest = "GET\n/test.txt\n\nhost:examplebucket.s3.amazonaws.com\nrange:bytes=0-9\nx-amz-content-sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\nx-amz-date:20130524T000000Z\n\nhost;range;x-amz-content-sha256;x-amz-date\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
)

// TestPrint has the examples of RFC 5849, OAuth Core 1.0 and AWS, and what is wrong with
// options.
func TestPrint(t *testing.T) {
	for _, tt := range []struct {
		name string
		verb *Verb
		o    *Options
		want string // in all that is to be seen
		err  string
	}{
		{"OAuth", oauth1Sign, with(photo(), func(*Options) {}), `oauth_signature="tR3%2BTy81lMeYAr%2FFid0kMTYa%2FWM%3D"`, ""},
		{"OAuth, steps", oauth1Sign, with(photo(), func(o *Options) { o.Steps = true }), "base string (3.4.1.1)\n  " + photosBase + "\nAuthorization\n", ""},
		{"OAuth, as JSON", oauth1Sign, with(photo(), func(*Options) {}), `"base_string":"` + photosBase + `"`, ""},
		{"OAuth, as expected", oauth1Sign, with(photo(), func(o *Options) { o.Expect = &photosBase }), "the base string is the expected one\n", ""},
		{"OAuth, not as expected", oauth1Sign, with(photo(), func(o *Options) { o.Expect = text(strings.Replace(photosBase, "GET", "POST", 1)) }), "first difference at byte 0, method\n", "the base string is not the expected one: byte 0"},
		{"OAuth, steps, as expected", oauth1Sign, with(photo(), func(o *Options) { o.Expect, o.Steps = &photosBase, true }), "normalized\n", ""},
		{"OAuth, expected in a file", oauth1Sign, with(photo(), func(o *Options) { o.Expect = text("@base.txt") }), `"equal":true`, ""},
		{"OAuth, expected in no file", oauth1Sign, with(photo(), func(o *Options) { o.Expect = text("@no.txt") }), "", "open no.txt: file does not exist"},
		{"OAuth, the name of a file is expected", oauth1Sign, with(photo(), func(o *Options) { o.Expect = text("base.txt") }), "", `"base.txt" is not a base string`},
		{"OAuth, nothing is expected", oauth1Sign, with(photo(), func(o *Options) { o.Expect = text("") }), "", "the base string is not the expected one: byte 0"},
		{"OAuth, no consumer", oauth1Sign, with(photo(), func(o *Options) { o.ConsumerKey = "" }), "", "no consumer key"},
		{"OAuth, realm", oauth1Sign, with(photo(), func(o *Options) { o.Realm = "a\r\nb" }), "", `--realm holds a control character, which no header field may: "a\r\nb"`},
		{"OAuth, parameter", oauth1Sign, with(photo(), func(o *Options) { o.Parameters = []string{"a"} }), "", `"a" has no '='`},
		{"OAuth, method", oauth1Sign, with(photo(), func(o *Options) { o.Method = "x" }), "", `oauth1: unknown signature method "x"`},
		{"OAuth, version", oauth1Sign, with(photo(), func(o *Options) { o.OAuthVersion = "x" }), "", `unknown oauth_version "x"`},
		{"OAuth, version omitted", oauth1Sign, with(photo(), func(o *Options) { o.OAuthVersion = "omit" }), `oauth_token="nnch734d00sl2jdk"` + "\n", ""},
		{"OAuth, body hash", oauth1Sign, with(photo(), func(o *Options) { o.BodyHash = "x" }), "", `unknown body_hash "x"`},
		{"OAuth, hash of a body", oauth1Sign, with(photo(), func(o *Options) {
			o.BodyHash, o.Description.Data, o.Description.Header = "body", []string{"{}"}, []string{"Content-Type: application/json"}
		}), `oauth_body_hash="vyGp6PvFo4RvsFtPoIWeCReyIC8%3D"`, ""},
		{"OAuth, RSA without a key", oauth1Sign, with(photo(), func(o *Options) { o.Method = "RSA-SHA1" }), "", "RSA-SHA1 needs a key"},
		{"OAuth, secrets in files", oauth1Sign, with(photo(), func(o *Options) { o.ConsumerSecretFile, o.TokenSecretFile = "consumer", "token" }), `oauth_signature="tR3%2BTy81lMeYAr%2FFid0kMTYa%2FWM%3D"`, ""},
		{"OAuth, empty secret in a file", oauth1Sign, with(photo(), func(o *Options) { o.Token, o.ConsumerSecretFile = "", "empty" }), "", "the consumer secret in empty is empty"},
		{"OAuth, empty secret of the consumer", oauth1Sign, with(photo(), func(o *Options) { o.ConsumerSecretFile = "empty" }), "note: the consumer secret is empty: only the token secret signs", ""},
		{"OAuth, no file", oauth1Sign, with(photo(), func(o *Options) { o.TokenSecretFile = "no" }), "", "open no: file does not exist"},
		{"base string", oauth1Base, &Options{Description: Description{URL: "http://example.com/request?a2=r%20b", Data: []string{"c2&a3=2+q"}}}, "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26c2%3D\n", ""},
		{"base string of a bad URL", oauth1Base, &Options{Description: Description{URL: "a"}}, "", `oauth1: URL: no scheme "a" at byte 0`},

		{"AWS", sigv4Sign, with(object(), func(*Options) {}), "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41\n", ""},
		{"AWS, steps", sigv4Sign, with(object(), func(o *Options) { o.Steps = true }), "canonical request\n  GET\n  /test.txt\n", ""},
		{"AWS, presigned", sigv4Presign, &Options{Description: Description{URL: "https://examplebucket.s3.amazonaws.com/test.txt"}, Service: "s3", Date: "20130524T000000Z", Expires: 24 * time.Hour}, "X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404\n", ""},
		{"AWS, presigned for ever", sigv4Presign, with(object(), func(o *Options) { o.Expires *= 8 }), "", "a URL cannot be valid for 192h0m0s"},
		{"AWS, canonical request", sigv4Explain, with(object(), func(*Options) {}), objectRequest + "\n", ""},
		{"AWS, as expected", sigv4Explain, with(object(), func(o *Options) { o.Expect = &objectRequest }), "the canonical request is the expected one\n", ""},
		{"AWS, as a refusal has it", sigv4Explain, with(object(), func(o *Options) {
			o.Expect = text("The Canonical String for this request should have been\n'" + objectRequest + "'")
		}), "the canonical request is the expected one\n", ""},
		{"AWS, a refusal without it", sigv4Explain, with(object(), func(o *Options) {
			o.Expect = text("<Error><Code>SignatureDoesNotMatch</Code></Error>")
		}), "", "AWS refused the signature, and its answer holds no canonical request"},
		{"AWS, an answer that is not about the text", sigv4Explain, with(object(), func(o *Options) {
			o.Expect = text("<Error><Code>AccessDenied</Code></Error>")
		}), "", "the expected text holds no canonical request"},
		{"AWS, a message of a program", sigv4Explain, with(object(), func(o *Options) {
			o.Expect = text("An error occurred (SignatureDoesNotMatch):\nSignature expired")
		}), "", "the expected text holds no canonical request"},
		{"AWS, another method", sigv4Explain, with(object(), func(o *Options) {
			o.Expect = text("PUT" + strings.TrimPrefix(objectRequest, "GET"))
		}), "nothing but the method differs", "the canonical request is not the expected one: byte 0"},
		{"AWS, another host", sigv4Explain, with(object(), func(o *Options) {
			o.Expect = text(strings.Replace(objectRequest, "examplebucket.s3", "b.s3", 1))
		}), `nothing but the header field "host" differs`, "the canonical request is not the expected one: byte 20"},
		{"AWS, another host and method", sigv4Explain, with(object(), func(o *Options) {
			o.Expect = text("PUT" + strings.Replace(objectRequest, "examplebucket.s3", "b.s3", 1)[3:])
		}), "there may be two", "the canonical request is not the expected one: byte 0"},
		{"AWS, string to sign", sigv4Explain, with(object(), func(o *Options) {
			o.Expect = text("AWS4-HMAC-SHA256\n20130524T000000Z\n20130524/us-east-2/s3/aws4_request\n7344ae5b7ee6c3e7e6b0fe0640412a37625d1fbfff95c48bbb2dc43964946972")
		}), "first difference at byte 51, scope\n", "the string to sign is not the expected one: byte 51"},
		{"AWS, no service", sigv4Sign, with(object(), func(o *Options) { o.Service = "" }), "", "no service"},
		{"AWS, service", sigv4Sign, with(object(), func(o *Options) { o.Service = "a\nb" }), "", `--service holds a control character, which no header field may: "a\nb"`},
		{"AWS, date", sigv4Sign, with(object(), func(o *Options) { o.Date = "today" }), "", `"today" is not a date`},
		{"AWS, path", sigv4Sign, with(object(), func(o *Options) { o.Path = "x" }), "", `unknown path "x"`},
		{"AWS, plus", sigv4Sign, with(object(), func(o *Options) { o.Plus = "x" }), "", `unknown plus "x"`},
		{"AWS, empty secret", sigv4Sign, with(object(), func(o *Options) { o.SecretFile = "empty" }), "", "the secret access key in empty is empty"},
		{"AWS, host elsewhere", sigv4Sign, with(object(), func(o *Options) { o.Region, o.Description.URL = "eu-west-1", "https://b.s3.eu-west-2.amazonaws.com/a" }), "note: the host is in eu-west-2, and the request is signed for eu-west-1", ""},
		{"AWS, a plus sign", sigv4Sign, with(object(), func(o *Options) { o.Description.URL = "https://h/a+b" }), "hint: S3 reads a '+' in a path as a space", ""},
		{"AWS, a space", sigv4Sign, with(object(), func(o *Options) { o.Description.URL = "https://h/a b" }), "hint: a path with a space cannot be sent", ""},
		{"AWS, another spelling", sigv4Sign, with(object(), func(o *Options) { o.Description.URL = "https://h/a(b)" }), "hint: send the path as /a%28b%29, as it is signed", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := &trial{environment: environment, files: map[string]string{
				"base.txt": photosBase + "\n", "empty": "\n",
				"consumer": environment["PERCENT_CONSUMER_SECRET"] + "\r\n", "token": environment["PERCENT_TOKEN_SECRET"],
			}}
			r := p.run(tt.verb, tt.o)
			all := p.all(r)
			if !strings.Contains(all, tt.want) || (r.Err == nil) != (tt.err == "") || r.Err != nil && r.Err.Error() != tt.err {
				t.Errorf("%s", all)
			}
			for name, secret := range environment {
				if name != "AWS_ACCESS_KEY_ID" && strings.Contains(all, secret) {
					t.Errorf("%s is in %s", name, all)
				}
			}
		})
	}
}

// signed returns a request with the fields that signing adds.
func signed(t *testing.T, v *Verb, o *Options) Description {
	t.Helper()
	p := &trial{environment: environment}
	r := p.run(v, o)
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	d := o.Description
	for line := range strings.Lines(r.Page) {
		if !strings.Contains(line, ": ") {
			line = "Authorization: " + line
		}
		d.Header = append(d.Header, strings.TrimRight(line, "\n"))
	}
	return d
}

// TestVerify: what is said of signatures that are right, of those that one mistake
// explains, and of others.
func TestVerify(t *testing.T) {
	photo, object := photo(), object()
	byOAuth := signed(t, oauth1Sign, &photo)
	byAWS := signed(t, sigv4Sign, &object)
	changed := func(d Description, change func(*Description)) Options {
		change(&d)
		return Options{Description: d, Window: Unchecked}
	}
	of := func(d Description) Options { return changed(d, func(*Description) {}) }
	untouched := object
	untouched.Description.URL, untouched.Path = "https://h/a(b)", "untouched"
	for _, tt := range []struct {
		name  string
		verb  *Verb
		o     Options
		view  string // in the JSON
		page  string
		err   string
		other map[string]string // in the environment
	}{
		{"OAuth", oauth1Verify, of(byOAuth), `{"valid":true,"method":"HMAC-SHA1","consumer":"dpf43f3p2l4k3l03","token":"nnch734d00sl2jdk"}`, "valid HMAC-SHA1 signature of \"dpf43f3p2l4k3l03\"\n", "", nil},
		{"OAuth, late", oauth1Verify, Options{Description: byOAuth}, `"reason":"timestamp outside the window","parameter":"oauth_timestamp"`, "", "timestamp outside the window", nil},
		{"OAuth, another method is accepted", oauth1Verify, Options{Description: byOAuth, Methods: []string{"HMAC-SHA256"}}, `"reason":"signature method not accepted"`, "", "signature method not accepted: HMAC-SHA1", nil},
		{"OAuth, another consumer", oauth1Verify, Options{Description: byOAuth, Window: Unchecked, ConsumerKey: "x"}, `"reason":"unknown credentials"`, "", "unknown credentials", nil},
		{"OAuth, as expected", oauth1Verify, *with(of(byOAuth), func(o *Options) { o.Expect = &photosBase }), `"valid":true`, "the base string is the expected one\n", "", nil},
		{"OAuth, not as expected", oauth1Verify, *with(of(byOAuth), func(o *Options) { o.Expect = text("GET&") }), `"differs":"base string"`, "valid HMAC-SHA1", "the signature is valid, but the base string is not the expected one: byte 4", nil},
		{"OAuth, another method of HTTP", oauth1Verify, changed(byOAuth, func(d *Description) { d.Method = "get" }), `"valid":true`, "", "", nil},
		{"OAuth, not encoded", oauth1Verify, changed(byOAuth, func(d *Description) { d.URL += "&a=b" }), `"reason":"wrong signature"`, "", "wrong signature", nil},
		{"OAuth, secret with a line break", oauth1Verify, of(byOAuth), `"mistake":"whitespace-trimmed"`, "signed with", "wrong signature", map[string]string{"PERCENT_CONSUMER_SECRET": environment["PERCENT_CONSUMER_SECRET"] + "\n"}},
		{"OAuth, another secret", oauth1Verify, of(byOAuth), `"reason":"wrong signature"`, "", "wrong signature", map[string]string{"PERCENT_CONSUMER_SECRET": "x"}},
		{"OAuth, no secret", oauth1Verify, of(byOAuth), "null", "", "oauth1: lookup failed: the consumer secret in PERCENT_CONSUMER_SECRET is empty", map[string]string{"PERCENT_CONSUMER_SECRET": "", "PERCENT_TOKEN_SECRET": ""}},
		{"OAuth, not signed", oauth1Verify, of(Description{URL: "http://h/"}), `"reason":"missing parameter"`, "", "missing parameter oauth_signature_method", nil},
		{"OAuth, two fields", oauth1Verify, changed(byOAuth, func(d *Description) { d.Header = append(d.Header, d.Header[0]) }), `"reason":"repeated parameter","parameter":"Authorization"`, "", "repeated parameter Authorization", nil},
		{"OAuth, unknown method", oauth1Verify, of(Description{URL: "http://h/?oauth_signature_method=x"}), `"reason":"unknown signature method"`, "", `unknown signature method "x"`, nil},
		{"OAuth, malformed", oauth1Verify, *with(of(Description{URL: "a"}), func(o *Options) { o.Expect = text("GET&") }), `"reason":"no scheme"`, "", `URL: no scheme "a" at byte 0`, nil},

		{"AWS", sigv4Verify, of(byAWS), `"signed_headers":"host;range;x-amz-content-sha256;x-amz-date"`, "rule: --path s3\n", "", nil},
		{"AWS, late", sigv4Verify, Options{Description: byAWS}, `"reason":"date outside the window"`, "", "date outside the window X-Amz-Date", nil},
		{"AWS, as a refusal has it", sigv4Verify, *with(of(byAWS), func(o *Options) {
			o.Expect = text("The Canonical String for this request should have been\n'" + objectRequest + "'")
		}), `"reason":"refused by AWS"`, "the canonical request is the expected one\n", "AWS refused the signature, although it signs the same text", nil},
		{"AWS, another access key", sigv4Verify, *with(of(byAWS), func(o *Options) { o.AccessKey = "x" }), `"reason":"unknown access key"`, "", "", nil},
		{"AWS, a token that the request lacks", sigv4Verify, of(byAWS), `"reason":"wrong session token"`, "", "wrong session token X-Amz-Security-Token", map[string]string{"AWS_SESSION_TOKEN": "x"}},
		{"AWS, another rule", sigv4Verify, of(signed(t, sigv4Sign, &untouched)), `"rule":"--path untouched"`, "the signature holds by another rule, that of --path untouched\n", "wrong signature", nil},
		{"AWS, secret with a line break", sigv4Verify, of(byAWS), `"mistake":"whitespace-trimmed"`, "signed with", "wrong signature", map[string]string{"AWS_SECRET_ACCESS_KEY": environment["AWS_SECRET_ACCESS_KEY"] + "\n"}},
		{"AWS, another host", sigv4Verify, changed(byAWS, func(d *Description) { d.URL = "https://x/test.txt" }), `"reason":"wrong signature"`, "", "wrong signature", nil},
		{"AWS, window", sigv4Verify, *with(of(byAWS), func(o *Options) { o.Window = -time.Second }), "null", "", "a window cannot be -1s", nil},
		{"AWS, date", sigv4Verify, *with(of(byAWS), func(o *Options) { o.Date = "x" }), "null", "", `"x" is not a date`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := &trial{environment: map[string]string{}}
			for name, value := range environment {
				p.environment[name] = value
			}
			for name, value := range tt.other {
				p.environment[name] = value
			}
			r := p.run(tt.verb, &tt.o)
			all := p.all(r)
			if !strings.Contains(string(strictjson.Append(nil, r.View)), tt.view) || !strings.Contains(r.Page, tt.page) || tt.err != "" && (r.Err == nil || r.Err.Error() != tt.err) {
				t.Errorf("%s", all)
			}
			for name, secret := range p.environment {
				if len(secret) > 1 && name != "AWS_ACCESS_KEY_ID" && strings.Contains(all, strings.TrimSpace(secret)) {
					t.Errorf("%s is in %s", name, all)
				}
			}
		})
	}
}

// TestDescription: a request is what flags and files say together.
func TestDescription(t *testing.T) {
	p := &trial{files: map[string]string{
		"body": "a=b", "two.har": `{"log":{"entries":[{"request":{"method":"GET","url":"http://a/","headers":[]}},{"request":{"method":"PUT","url":"http://b/","headers":[]}}]}}`,
		"request.http": "GET /x HTTP/1.1\nHost: h\n\n", "trace": "> POST / HTTP/1.1\n> Host: h\n> Content-Length: 3\n> \n", "bad": "x",
	}}
	for _, tt := range []struct {
		name string
		d    Description
		want string
		err  string
	}{
		{"a URL", Description{URL: "http://h/"}, "GET http://h/ ", ""},
		{"a body", Description{URL: "http://h/", Data: []string{"@body", "c"}, Encode: []string{"d=e f"}}, "POST http://h/ a=b&c&d=e+f", ""},
		{"raw HTTP", Description{File: "request.http", Scheme: "http", Method: "PUT"}, "PUT http://h/x ", ""},
		{"the second of two", Description{File: "two.har", Entry: 2}, "PUT http://b/ ", ""},
		{"one of two", Description{File: "two.har"}, "", "two.har holds 2 requests"},
		{"the third of two", Description{File: "two.har", Entry: 3}, "", "two.har: there is no request 3, but 2 requests"},
		{"the second of one", Description{File: "request.http", Entry: 2}, "", "request.http: there is no request 2, but 1 request"},
		{"no field", Description{URL: "http://h/", Header: []string{"x"}}, "", `"x" is not a header field`},
		{"no file", Description{File: "no"}, "", "open no: file does not exist"},
		{"no file of a body", Description{URL: "http://h/", Data: []string{"@no"}}, "", "open no: file does not exist"},
		{"no file to encode", Description{URL: "http://h/", Encode: []string{"@no"}}, "", "open no: file does not exist"},
		{"malformed", Description{File: "bad"}, "", "bad: request: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := tt.d.Read(p.program())
			if err != nil || tt.err != "" {
				if tt.err == "" || err == nil || !strings.HasPrefix(err.Error(), tt.err) {
					t.Errorf("%v", err)
				}
				return
			}
			if got := r.Method + " " + r.URL + " " + string(r.Body); got != tt.want {
				t.Errorf("%s", got)
			}
		})
	}
	p.told = nil
	if _, err := (&Description{File: "trace"}).Read(p.program()); err != nil || len(p.told) != 1 || !strings.HasPrefix(p.told[0], "note: trace does not contain the body") {
		t.Errorf("%v, %q", err, p.told)
	}
	p.told = nil
	if _, err := (&Description{URL: "http://a/", Header: []string{"Host: b"}, Data: []string{"a b"}}).Read(p.program()); err != nil || len(p.told) != 2 {
		t.Errorf("%v, %q", err, p.told)
	}
	var in *InFile
	_, err := (&Description{File: "bad"}).Read(p.program())
	var syntax *percent.SyntaxError
	if !errors.As(err, &in) || in.Name != "bad" || !errors.As(err, &syntax) {
		t.Errorf("%v", err)
	}
}

// TestAsk: where there is neither a file nor a variable, somebody is asked once.
func TestAsk(t *testing.T) {
	o := object()
	p := (&trial{environment: map[string]string{"AWS_ACCESS_KEY_ID": "k"}}).program()
	asked := 0
	p.Ask = func(what string) (string, bool, error) {
		asked++
		return "s", what == "secret access key", nil
	}
	r, err := o.Description.Read(p)
	if err != nil {
		t.Fatal(err)
	}
	made := sigv4Sign.Run(&Call{Context: context.Background(), Options: &o, Request: r, Program: p})
	if made.Err != nil {
		t.Fatal(made.Err)
	}
	for line := range strings.Lines(made.Page) {
		o.Description.Header = append(o.Description.Header, strings.TrimSpace(line))
	}
	if r, err = o.Description.Read(p); err != nil {
		t.Fatal(err)
	}
	o.Window, asked = Unchecked, 0
	if found := sigv4Verify.Run(&Call{Context: context.Background(), Options: &o, Request: r, Program: p}); found.Err != nil || asked != 1 {
		t.Errorf("%v, asked %d times", found.Err, asked)
	}
	bad := errors.New("no terminal")
	p.Ask = func(string) (string, bool, error) { return "", true, bad }
	if made := sigv4Sign.Run(&Call{Context: context.Background(), Options: &o, Request: r, Program: p}); !errors.Is(made.Err, bad) {
		t.Errorf("%v", made.Err)
	}
	p.Ask = nil
	var failure *Failure
	if made := sigv4Sign.Run(&Call{Context: context.Background(), Options: &o, Request: r, Program: p}); !errors.As(made.Err, &failure) || failure.Option != "secret_access_key" || failure.Reason != Missing {
		t.Errorf("%v", made.Err)
	}
}

// TestWithoutClock: what depends on the request alone takes the service and the date from
// it, or those of the options, and says how to do the same elsewhere.
func TestWithoutClock(t *testing.T) {
	p := &Program{LookupEnv: func(string) (string, bool) { return "", true }}
	explain := func(o *Options) (*Signing, error) {
		r, err := o.Description.Read(p)
		if err != nil {
			t.Fatal(err)
		}
		return SigV4.Explain(&Call{Context: context.Background(), Options: o, Request: r, Program: p})
	}
	d := signed(t, sigv4Sign, with(object(), func(*Options) {}))
	made, err := explain(&Options{Description: d, DefaultService: "x", DefaultDate: "20200101T000000Z"})
	if err != nil || made.Text != objectRequest {
		t.Fatalf("%v, %+v", err, made)
	}
	quote := func(s string) string { return "`" + s + "`" }
	if program, flags := made.Again(quote); len(program) != 1 || !strings.Contains(program[0], "sigv4.Verifier") || flags != nil {
		t.Errorf("%q, %q", program, flags)
	}
	if made, err = explain(&Options{Description: d, Service: "ec2"}); err != nil || made.Steps[6].Text != "20130524/us-east-1/ec2/aws4_request" {
		t.Errorf("%v, %+v", err, made)
	}
	if program, flags := made.Again(quote); len(program) != 3 || flags[0] != [2]string{"--service", "ec2"} {
		t.Errorf("%q, %q", program, flags)
	}
	var failure *Failure
	if _, err := explain(&Options{Description: Description{URL: "https://h/"}, Service: "s3"}); !errors.As(err, &failure) || failure.Option != "date" || failure.Reason != Missing {
		t.Errorf("%v", err)
	}
	if _, err := explain(&Options{Description: Description{URL: "https://h/"}, DefaultDate: "20200101T000000Z"}); !errors.As(err, &failure) || failure.Option != "service" {
		t.Errorf("%v", err)
	}
}

// TestHeader splits an Authorization header.
func TestHeader(t *testing.T) {
	h, err := ReadOAuth1Header(`Authorization: OAuth realm="Photos", oauth_callback="http%3A%2F%2Fexample.com%2F"`)
	if err != nil {
		t.Fatal(err)
	}
	if page := h.Page(results.Style{}); page != "realm           \"Photos\"\noauth_callback  \"http://example.com/\"\n" {
		t.Error(page)
	}
	var v struct {
		Realm      string
		Parameters []map[string]string
	}
	if err := json.Unmarshal(strictjson.Append(nil, h.JSON()), &v); err != nil || v.Realm != "Photos" || v.Parameters[0]["encoded_value"] != "http%3A%2F%2Fexample.com%2F" {
		t.Errorf("%v, %+v", err, v)
	}
	var syntax *percent.SyntaxError
	if _, err := ReadOAuth1Header("Basic x"); !errors.As(err, &syntax) || syntax.Format != "oauth1" {
		t.Error(err)
	}
}

// TestTokenHint: a session token that is refused has a reason, and one that cannot be compared
// is no finding.
func TestTokenHint(t *testing.T) {
	for _, tt := range []struct {
		credential, token, known, hint string
		reason                         sigv4.VerifyReason
		undecided                      bool
	}{
		{"AKIA", "a%2Bb", "", "AWS_SESSION_TOKEN is not set", sigv4.WrongToken, true},
		{"AKIA", "", "a+b", "the request has no X-Amz-Security-Token", sigv4.WrongToken, false},
		{"AKIA", "a+b", "a+b", "write %2B", sigv4.WrongToken, false},
		{"AKIA", "a%252Bb", "a+b", "encoded once more", sigv4.WrongToken, false},
		{"AKIA", "c", "a+b", "is not that of", sigv4.WrongToken, false},
		{"ASIA", "", "", "temporary", sigv4.WrongSignature, false},
		{"AKIA", "", "", "", sigv4.WrongSignature, false},
		{"ASIA", "c", "c", "", sigv4.WrongSignature, false},
	} {
		at := "https://h.example/?X-Amz-Credential=" + tt.credential + "EXAMPLE%2F20240101"
		if tt.token != "" {
			at += "&X-Amz-Security-Token=" + tt.token
		}
		c := &Call{Request: &httprequest.Request{Method: "GET", URL: at}, Program: &Program{LookupEnv: func(string) (string, bool) { return tt.known, tt.known != "" }}}
		hint, undecided := tokenHint(c, &sigv4.VerifyError{Reason: tt.reason})
		if !strings.Contains(hint, tt.hint) || (tt.hint == "") != (hint == "") || undecided != tt.undecided {
			t.Errorf("%s %s %s: %q %v", tt.credential, tt.token, tt.known, hint, undecided)
		}
	}
}
