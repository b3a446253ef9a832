package cloudfront

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
)

// TestCanned: the example of the Developer Guide, "Create a signed URL using a canned policy".
func TestCanned(t *testing.T) {
	const want = `{"Statement":[{"Resource":"https://d111111abcdef8.cloudfront.net/image.jpg?color=red&size=medium","Condition":{"DateLessThan":{"AWS:EpochTime":1357034400}}}]}`
	for _, url := range []string{
		"https://d111111abcdef8.cloudfront.net/image.jpg?color=red&size=medium&Expires=1357034400&Signature=x&Key-Pair-Id=K2JCJMDEHXQW5F",
		"https://d111111abcdef8.cloudfront.net/image.jpg?Key-Pair-Id=K2JCJMDEHXQW5F&color=red&Expires=1357034400&size=medium&Signature=x#f",
	} {
		c, err := URL.Read(&sign.Request{URL: url}, sign.Given{})
		if err != nil || c.Text != want || c.Until.Unix() != 1357034400 {
			t.Errorf("%s: %v, %q", url, err, c.Text)
		}
	}
}

// TestPolicy: what CloudFront refuses.
func TestPolicy(t *testing.T) {
	const date = `"Condition":{"DateLessThan":{"AWS:EpochTime":1357034400}}`
	for _, tt := range []struct {
		policy string
		reason percent.Reason
	}{
		{`{"Statement":[{"Resource":"https://d.example/*",` + date + `}]}`, ""},
		{`{"Statement":[{"Resource":"http?://*/a/*.jpg?x=*",` + date + `}]}`, ""},
		{`{"Statement":[{` + date + `}]}`, ""},
		{`{"Statement":[{"Resource":"https://d.example/b/*",` + date + `}]}`, sign.Refused},
		{`{"Statement":[{"Resource":"https://d.example/a",` + date + `}]}`, sign.Refused},
		{`{"Statement":[{"Resource":"*"}]}`, sign.Refused},
		{`{"Statement":[]}`, sign.Refused},
		{`x`, sign.Refused},
		{`{"Statement":[{"Resource":"` + strings.Repeat("*a", maxResource) + `",` + date + `}]}`, sign.Unknown},
	} {
		encoded := strings.NewReplacer("+", "-", "=", "_", "/", "~").Replace(base64.StdEncoding.EncodeToString([]byte(tt.policy)))
		c, err := URL.Read(&sign.Request{URL: "https://d.example/a/b.jpg?x=%20&Policy=" + encoded + "&Signature=x&Key-Pair-Id=K"}, sign.Given{})
		if err != nil || c.Text != tt.policy {
			t.Fatalf("%s: %v", tt.policy, err)
		}
		if len(c.Flaws) > 0 != (tt.reason != "") || tt.reason != "" && c.Flaws[0].Reason != tt.reason {
			t.Errorf("%.80s: %v", tt.policy, c.Flaws)
		}
	}
	for query, reason := range map[string]percent.Reason{
		"Expires=1&Policy=e30_": sign.Unknown, "Policy=!": sign.Refused, "Expires=x": sign.Missing, "": sign.Missing, "Expires=1&Hash-Algorithm=MD5": sign.Unknown,
	} {
		_, err := URL.Read(&sign.Request{URL: "https://d.example/?Signature=x&Key-Pair-Id=K&" + query}, sign.Given{})
		var refused *sign.Error
		if !errors.As(err, &refused) || refused.Reason != reason {
			t.Errorf("%s: %v, want %s", query, err, reason)
		}
	}
}
