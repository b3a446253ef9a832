package gcs

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
)

const (
	signed = "X-Goog-Algorithm=GOOG4-HMAC-SHA256&X-Goog-Credential=a%2F20240101%2Fauto%2Fstorage%2Fgoog4_request&X-Goog-Date=20240101T000000Z&X-Goog-Expires=60&X-Goog-SignedHeaders="
	v2     = "GoogleAccessId=a&Expires=1704067260&Signature=x"
)

// TestTexts: what is signed, by Google's pages on signatures and its vectors for libraries.
func TestTexts(t *testing.T) {
	field := func(name, value string) sign.Field { return sign.Field{Name: name, Value: value} }
	query := strings.NewReplacer("%3B", ";").Replace(signed)
	for _, tt := range []struct {
		name   string
		scheme *sign.Scheme
		url    string
		header []sign.Field
		want   string
	}{
		{"version 4", V4, "https://storage.googleapis.com/b/a%26b/c_d?" + signed + "host", nil, "GET\n/b/a%26b/c_d\n" + query + "host\nhost:storage.googleapis.com\n\nhost\nUNSIGNED-PAYLOAD"},
		{"no path", V4, "https://b.storage.googleapis.com?" + signed + "host", nil, "GET\n/\n" + query + "host\nhost:b.storage.googleapis.com\n\nhost\nUNSIGNED-PAYLOAD"},
		{"white space in fields", V4, "https://a.example/o?" + signed + "collapsed%3Bhost%3Btabs", []sign.Field{field("tabs", "\tabc\t\t\t\tdef\t"), field("Collapsed", " abc    def")}, "GET\n/o\n" + query + "collapsed%3Bhost%3Btabs\ncollapsed:abc def\nhost:a.example\ntabs:abc def\n\ncollapsed;host;tabs\nUNSIGNED-PAYLOAD"},
		{"names sorted by bytes", V4, "https://a.example/o?" + signed + "host&prefix=%2Ffoo&X-Goog-Meta-Foo=%3D%25-_.~", nil, "GET\n/o\n" + strings.Replace(query, "X-Goog-SignedHeaders=", "X-Goog-Meta-Foo=%3D%25-_.~&X-Goog-SignedHeaders=", 1) + "host&prefix=%2Ffoo\nhost:a.example\n\nhost\nUNSIGNED-PAYLOAD"},
		{"a payload", V4, "https://a.example/o?" + signed + "host%3Bx-goog-content-sha256", []sign.Field{field("X-Goog-Content-SHA256", "00")}, "GET\n/o\n" + query + "host%3Bx-goog-content-sha256\nhost:a.example\nx-goog-content-sha256:00\n\nhost;x-goog-content-sha256\n00"},
		{"version 2", V2, "https://storage.googleapis.com/b/a%2Bb?" + v2, []sign.Field{field("Content-Type", "text/plain"), field("x-goog-meta-b", " a   b"), field("x-goog-acl", "public"), field("x-goog-encryption-key", "k")}, "GET\n\ntext/plain\n1704067260\nx-goog-acl:public\nx-goog-meta-b:a b\n/b/a%2Bb"},
		{"the bucket of the host", V2, "https://b.storage.googleapis.com?" + v2, nil, "GET\n\n\n1704067260\n/b/"},
	} {
		c, err := tt.scheme.Read(&sign.Request{Method: "GET", URL: tt.url, Header: tt.header}, sign.Given{})
		if err != nil || c.Text != tt.want {
			t.Errorf("%s: %v\n%q, want\n%q", tt.name, err, c.Text, tt.want)
		}
	}
}

// TestRefused: what Google refuses, or of which it is not known what it makes, although the
// signature is right.
func TestRefused(t *testing.T) {
	key, at := &sign.Key{Secret: "s"}, time.Unix(1704067200, 0)
	const url = "https://storage.googleapis.com/b/o?" + signed + "host"
	for _, tt := range []struct {
		name, url string
		header    []sign.Field
		later     time.Duration
		want      percent.Reason
	}{
		{"as it should be", url, nil, 0, ""},
		{"expired", url, nil, 61 * time.Second, sign.Expired},
		{"too early", url, nil, -16 * time.Minute, sign.NotYetValid},
		{"for too long", strings.Replace(url, "=60", "=604801", 1), nil, 0, sign.Refused},
		{"no number", strings.Replace(url, "=60", "=6e1", 1), nil, 0, sign.Refused},
		{"another day", strings.Replace(url, "20240101%2F", "20240102%2F", 1), nil, 0, sign.Refused},
		{"another service", strings.Replace(url, "%2Fstorage", "%2Fs3", 1), nil, 0, sign.Refused},
		{"host is not signed", strings.Replace(url, "=host", "=x", 1), []sign.Field{{Name: "x", Value: "y"}}, 0, sign.Refused},
		{"a field that is not signed", url, []sign.Field{{Name: "X-Goog-Acl", Value: "y"}}, 0, sign.Refused},
		{"a field that is not sent", url + "%3Bx", nil, 0, sign.Missing},
		{"a field twice", url + "%3Bx", []sign.Field{{Name: "x", Value: "1"}, {Name: "X", Value: "2"}}, 0, sign.Unknown},
		{"names that are not sorted", strings.Replace(url, "=host", "=x%3Bhost", 1), []sign.Field{{Name: "x", Value: "y"}}, 0, sign.Unknown},
		{"a name in upper case", url + "%3BX", []sign.Field{{Name: "x", Value: "y"}}, 0, sign.Unknown},
		{"a raw +", url + "&a=b+c", nil, 0, sign.Unknown},
		{"a parameter twice", url + "&a=1&a=2", nil, 0, sign.Unknown},
		{"a dash more", strings.Replace(url, "-Expires", "-Ex-pires", 1), nil, 0, sign.Refused},
		{"a path in another spelling", strings.Replace(url, "/o?", "/%6F?", 1), nil, 0, sign.Unknown},
		{"a field that signs too", url, []sign.Field{{Name: "Authorization", Value: "Bearer x"}}, 0, sign.Unknown},
	} {
		c, err := V4.Read(&sign.Request{Method: "GET", URL: tt.url, Header: tt.header}, sign.Given{})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if c.Signature, _, err = c.Sign(key); err != nil {
			t.Fatal(err)
		}
		err = c.Verify(key, at.Add(tt.later))
		var refused *sign.Error
		if errors.As(err, &refused) != (tt.want != "") || err != nil && refused.Reason != tt.want {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	for url, param := range map[string]string{"https://a.example/o?" + v2: "bucket", "https://storage.googleapis.com/b/o?X-Goog-Signature=x": "X-Goog-Algorithm"} {
		scheme := V2
		if param != "bucket" {
			scheme = V4
		}
		_, err := scheme.Read(&sign.Request{Method: "GET", URL: url}, sign.Given{})
		var refused *sign.Error
		if !errors.As(err, &refused) || refused.Param != param {
			t.Errorf("%s: %v", url, err)
		}
	}
	c, err := V2.Read(&sign.Request{Method: "GET", URL: "https://a.example/o?" + v2}, sign.Given{Account: "b"})
	if err != nil || !strings.HasSuffix(c.Text, "\n/b/o") {
		t.Error(c, err)
	}
}
