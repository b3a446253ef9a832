package webhook

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
)

// tokens are URLs whose tokens others made: those of HS256 are vectors of Bunny's repository
// (e2e/vectors.json and test_token.py at 48ff1af and 0f9af72), the others were made by
// node:crypto as the documents say.
var tokens = []struct {
	url, address string
	want         percent.Reason // of a right signature
}{
	{"/300kb.jpg?token=HS256-o10JRWlsAItyAsdKS6jJKjabHN4FrFsplDHPV1idcX4&expires=1598024587", "", ""},
	{"/300kb.jpg?token=HS256-i5s3Uv7mnrFfN5nznwU2BxhILpnipYeE18TapV0WNFM&token_countries=CA%2CUS&expires=1598024587", "", ""},
	{"/300kb.jpg?token=HS256-JS8dSuBSjSH-W2-xhdkCPC36-2rlxfDCQJjlNMPqKZQ&token_countries_blocked=RU%2CCN&expires=1598024587", "", ""},
	{"/abc/300kb.jpg?token=HS256-uVZvT3SbEoVKYJyDJgbcsDmSFf73cv-uNUVaJiKWpbQ&token_path=%2Fabc&expires=1598024587", "", ""},
	{"/300kb.jpg?token=HS256-1lwWBD_c1IAGSj1UKPoxreu8ePDQ-Z9FoWLcRn_RRH0&token_ignore_params=true&expires=1598024587", "", ""},
	{"/300kb.jpg?token=HS256-DAVapqNNED3Z7JkjRTYX0UOIHNtbHEuuhRNEc4A7mMQ&limit=1000&expires=1598024587", "", ""},
	{"/300kb.jpg?token=HS256-q6oRQr-5ccQ-piO1HSEQu1DVMy9UMppRxGlIQwoeM5Y&v=123&expires=1598024587", "", ""},
	{"/bcdn_token=HS256-bTMv4RVOkjx2UXLfVDl-JIygaxfSIQP8UCnCy7CILuY&expires=1598024587/abc/", "", ""},
	{"/bcdn_token=HS256-uVZvT3SbEoVKYJyDJgbcsDmSFf73cv-uNUVaJiKWpbQ&token_path=%2Fabc&expires=1598024587/abc/", "", ""},
	{"/300kb.jpg?token=HS256-1-L2rISTLcujMY9UFf2tbZ41d5i-Bme1g1oTK_Z2QMLJk&expires=1598024587", "1.2.3.4", ""},
	{"/300kb.jpg?token=HS256-1-Z1BaGdhTZdU4iANcyKpurFR2VgCNdqC6hlBv5x_TyaI&expires=1598024587", "2001:db8:85a3::8a2e:370:7334", ""},
	{"/bcdn_token=HS256-1-4lIDGI2_t3wiTmopXzB7z71wtZKTe1Ic0lDlL72iAJw&token_countries=CA%2CUS&expires=1598024587/abc/", "1.2.3.4", ""},
	{"/bcdn_token=HS256-1-X01Z6A9xAo1_ds1XFf9y8gAIzk_JpmoevOx7EtgMQhY&limit=5000&expires=1598024587/abc/", "1.2.3.4", ""},
	{"/abc/300kb.jpg?token=HS256-1-wag9tC0r1QWfg-2eMj5QcdzgPLCIdQb-D0WVU1Mhg2w&token_path=%2Fabc&expires=1598024587", "1.2.3.4", ""},
	{"/300kb.jpg?token=HS256-1-rWalmQRJ-A_qrb08-JoeU3b-gOS5mJiJjPOfDWa0gsQ&token_ignore_params=true&expires=1598024587", "1.2.3.4", ""},
	{"/300kb.jpg?token=HS256-1-XGkCf_JKNfOrpWAM_CIYjZBbVHbB4U1mxHg8pXJtBNc&token_countries_blocked=RU%2CCN&expires=1598024587", "2001:0db8:85a3:0000:0000:8a2e:0370:7334", ""},
	{"/300kb.jpg?token=DlAr_yuteDmLE0l9_myLDuNMbGzKG67E5uBEAp3vnvw&expires=1598024587", "", ""},
	{"/300kb.jpg?token=Ao9wBEuhqk4V_zyPZgkzkA&expires=1598024587", "", ""},
	{"/300kb.jpg?token=Ao9wBEuhqk4V_zyPZgkzkA&expires=1598024587&x=not+signed", "", sign.Unknown},
	{"/a?token=v_GrYPHcBJ5UtAN_vpcYVNtE8gothaWDbyqcx7pad3g&expires=1598024587&c=%C3%BC%20y&b=x", "", ""},
	{"/a?token=v_GrYPHcBJ5UtAN_vpcYVNtE8gothaWDbyqcx7pad3g&expires=1598024587&c=%C3%BC+y&b=x", "", sign.Unknown},
}

// TestBunny: the vectors hold, each octet of them counts, and what is not known is said.
func TestBunny(t *testing.T) {
	key := &sign.Key{Secret: "SecurityKey"}
	read := func(t *testing.T, path, address string) (*sign.Claim, error) {
		t.Helper()
		r := &sign.Request{Method: "GET", URL: "https://token-tester.b-cdn.net" + path}
		if address != "" {
			r.Header = []sign.Field{{Name: "X-Real-IP", Value: address}}
		}
		return Bunny.Read(r, sign.Given{})
	}
	verify := func(t *testing.T, path, address string, at int64) percent.Reason {
		t.Helper()
		c, err := read(t, path, address)
		if err == nil {
			err = c.Verify(key, time.Unix(at, 0))
		}
		var refused *sign.Error
		if err != nil && !errors.As(err, &refused) {
			t.Fatal(path, err)
		}
		if err == nil {
			return ""
		}
		return refused.Reason
	}
	for _, tt := range tokens {
		if !Bunny.Marked(&sign.Request{URL: "https://token-tester.b-cdn.net" + tt.url}) {
			t.Errorf("%s has no marks", tt.url)
		}
		if got := verify(t, tt.url, tt.address, 1598024587); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.url, got, tt.want)
		}
		if tt.want != "" {
			continue
		}
		if got := verify(t, tt.url, tt.address, 1598024588); got != sign.Expired {
			t.Errorf("%s: %q a second later", tt.url, got)
		}
		if tt.address != "" {
			if got := verify(t, tt.url, "", 0); got != sign.Unknown {
				t.Errorf("%s: %q without an address", tt.url, got)
			}
			if got := verify(t, tt.url, "1.2.3.5", 0); got != sign.WrongSignature {
				t.Errorf("%s: %q from another address", tt.url, got)
			}
		}
		for i := strings.Index(tt.url, "token=") + len("token=HS256"); i < len(tt.url); i++ {
			if tt.url[i]|0x20 == 'f' || strings.Contains(tt.url, "token_ignore") && i > strings.Index(tt.url, "&") {
				continue
			}
			if got := verify(t, tt.url[:i]+"f"+tt.url[i+1:], tt.address, 0); got == "" {
				t.Errorf("%s is valid", tt.url[:i]+"f"+tt.url[i+1:])
			}
		}
		c, err := read(t, tt.url, tt.address)
		if err != nil {
			t.Fatal(err)
		}
		_, sent, err := c.Sign(key)
		if err != nil || verify(t, strings.TrimPrefix(sent, "https://token-tester.b-cdn.net"), tt.address, 0) != "" {
			t.Errorf("%s is signed as %s, %v", tt.url, sent, err)
		}
	}
	for path, want := range map[string]percent.Reason{
		"/x/a?token_path=/abc&": sign.Refused, "/abcd?token_path=/abc&": sign.Unknown, "/a%20b?": sign.Unknown, "/a?x=1&x=2&": sign.Unknown, "/a?": "",
		"/a?token_ignore_params=true&token_countries=CA&": sign.Unknown,
	} {
		c, err := read(t, path+"token=HS256-x&expires=1598024587", "")
		if err != nil {
			t.Fatal(err)
		}
		if c.Signature, _, err = c.Sign(key); err != nil {
			t.Fatal(err)
		}
		err = c.Verify(key, time.Unix(0, 0))
		var refused *sign.Error
		if errors.As(err, &refused) != (want != "") || err != nil && refused.Reason != want {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

// TestFastly: a token that node:crypto made as Fastly's guide shows, what the guide's VCL
// refuses, and what each VCL decides for itself.
func TestFastly(t *testing.T) {
	key := &sign.Key{Secret: "iqFPeN2u+Z0Lm5IrsKaOFKRqEU5Gw8ePtaEkHZWuD24="}
	for _, tt := range []struct {
		url  string
		now  int64
		key  string
		want percent.Reason
	}{
		{"/foo/bar.html?token=1441307151_2bfc5de65ab7c7faffde2b29ac82d4f5177f16d7", 1441307151, key.Secret, ""},
		{"/foo/bar.html?token=1441307151_2bfc5de65ab7c7faffde2b29ac82d4f5177f16d7", 1441307152, key.Secret, sign.Expired},
		{"/foo/bar.html?token=1441307151_2BFC5DE65AB7C7FAFFDE2B29AC82D4F5177F16D7", 1441307151, key.Secret, sign.WrongSignature},
		{"/foo/baz.html?token=1441307151_2bfc5de65ab7c7faffde2b29ac82d4f5177f16d7", 1441307151, key.Secret, sign.WrongSignature},
		{"/foo/bar.html?a=b&token=1441307151_2bfc5de65ab7c7faffde2b29ac82d4f5177f16d7", 1441307151, key.Secret, sign.Unknown},
		{"/foo/bar.html?token=1441307151_2bfc5de65ab7c7faffde2b29ac82d4f5177f16d7&token=x", 1441307151, key.Secret, sign.Unknown},
		{"/foo/bar.html?token=1441307151_2bfc5de65ab7c7faffde2b29ac82d4f5177f16d7", 1441307151, "AAECAw==", sign.BadKey},
		{"/foo/bar.html?token=1441307151_2bfc5de65ab7c7faffde2b29ac82d4f5177f16d7", 1441307151, "no Base64", sign.BadKey},
	} {
		r := &sign.Request{Method: "GET", URL: "https://h.example" + tt.url}
		if !Fastly.Marked(r) {
			t.Errorf("%s has no marks", tt.url)
		}
		c, err := Fastly.Read(r, sign.Given{})
		if err != nil {
			t.Fatal(err)
		}
		err = c.Verify(&sign.Key{Secret: tt.key}, time.Unix(tt.now, 0))
		var refused *sign.Error
		if errors.As(err, &refused) != (tt.want != "") || err != nil && refused.Reason != tt.want {
			t.Errorf("%s: %v, want %q", tt.url, err, tt.want)
		}
	}
	c, err := Fastly.Read(&sign.Request{URL: "https://h.example/a?token=144130715_x"}, sign.Given{})
	if err != nil || len(c.Flaws) != 1 || c.Flaws[0].Reason != sign.Refused {
		t.Errorf("a time of nine digits: %+v, %v", c, err)
	}
}

// TestTokenMistakes: tokens with what their URLs lack, by crypto/md5 and others as signers
// make them.
func TestTokenMistakes(t *testing.T) {
	const at = "1598024587"
	base64URL := func(octets []byte) string { return base64.RawURLEncoding.EncodeToString(octets) }
	ofMD5 := func(text string) []byte { sum := md5.Sum([]byte(text)); return sum[:] }
	of256 := func(text string) []byte { sum := sha256.Sum256([]byte(text)); return sum[:] }
	fastly := func(text string) string {
		h := hmac.New(sha1.New, []byte("key"))
		h.Write([]byte(text))
		return hex.EncodeToString(h.Sum(nil))
	}
	for _, tt := range []struct {
		scheme            *sign.Scheme
		url, key, address string
		want              percent.Reason
		mistake           string
	}{
		{Bunny, "/a?expires=" + at + "&token=" + base64URL(ofMD5("k/a"+at+"12.3.4.5")), "k", "12.3.4.5", "", ""},
		{Bunny, "/a?expires=" + at + "&token=" + base64URL(ofMD5("k/a"+at)), "k", "12.3.4.5", "", ""},
		{Bunny, "/a?x=1&expires=" + at + "&token=" + base64URL(of256("k/a"+at+"12.3.4.5x=1")), "k", "12.3.4.5", "", ""},
		{Bunny, "/a?expires=" + at + "&token=" + base64URL(ofMD5("k/a"+at+"12.3.4.5")), "k", "12.3.4.6", sign.WrongSignature, ""},
		{Bunny, "/a?width=10&height=5&expires=" + at + "&token=" + base64URL(of256("k/a"+at+"width=10&height=5")), "k", "", sign.WrongSignature, "wrong-order"},
		{Bunny, "/a?expires=" + at + "&token=" + hex.EncodeToString(ofMD5("k/a"+at)), "k", "", sign.WrongSignature, "signature-in-hex"},
		{Bunny, "/a?width=10&token=" + base64URL(of256("k/a?width=10"+at)) + "&expires=" + at, "k", "", sign.WrongSignature, "path-with-query"},
		{Bunny, "/a?token=" + base64URL(of256("khttps://h.example/a"+at)) + "&expires=" + at, "k", "", sign.WrongSignature, "path-is-url"},
		{Fastly, "/a?a=b&token=" + at + "_" + fastly("/a."+at), "a2V5", "", sign.WrongSignature, "other-separator"},
		{Fastly, "/a?a=b&token=" + at + "_" + fastly("/a?a=b."+at), "a2V5", "", sign.WrongSignature, "other-separator"},
		{Fastly, "/a?a=b&token=" + at + "_" + fastly("/a?a=b"+at), "a2V5", "", sign.Unknown, ""},
	} {
		r := &sign.Request{Method: "GET", URL: "https://h.example" + tt.url}
		if tt.address != "" {
			r.Header = []sign.Field{{Name: "X-Real-IP", Value: tt.address}}
		}
		c, err := tt.scheme.Read(r, sign.Given{})
		if err != nil {
			t.Fatal(err)
		}
		key := &sign.Key{Secret: tt.key}
		err = c.Verify(key, time.Unix(0, 0))
		var refused *sign.Error
		if errors.As(err, &refused) != (tt.want != "") || err != nil && refused.Reason != tt.want {
			t.Errorf("%s: %v, want %q", tt.url, err, tt.want)
		}
		if m := c.FindMistake(key); m != nil && m.ID != tt.mistake || m == nil && tt.mistake != "" {
			t.Errorf("%s: mistake %+v, want %s", tt.url, m, tt.mistake)
		}
	}
}
