package compare

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/mistake"
)

const signedRequest = "GET&http%3A%2F%2Fh%2Fa%2520b&a%3Db%2520c%26b%3D%2521%252A%26c%3D~%26oauth_consumer_key%3Dk%26oauth_nonce%3Dn"

// TestSigned: a mistake is named although nobody shows the text that was signed.
func TestSigned(t *testing.T) {
	for _, test := range []struct{ wrong, id string }{
		{strings.ReplaceAll(signedRequest, "b%2520c", "b%2Bc"), mistake.SpaceAsPlus},
		{strings.ReplaceAll(signedRequest, "%2521%252A", "%21%2A"), mistake.ReservedUnescaped},
		{strings.ReplaceAll(signedRequest, "%2521%252A", "!*"), mistake.ReservedUnescaped},
		{strings.ReplaceAll(signedRequest, "~", "%257E"), mistake.UnreservedEscaped},
		{strings.ReplaceAll(signedRequest, "%2521%252A", "%252521%25252A"), mistake.DoubleEncoding},
		{strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(signedRequest, "b%2520c", "b%2Bc"), "%252A", "%2A"), "~", "%257E"), mistake.FormEncoding},
		{strings.ReplaceAll(signedRequest, "http%3A%2F%2Fh%2F", "http%3A%2F%2Fh%3A80%2F"), mistake.DefaultPort},
		{strings.ReplaceAll(signedRequest, "b%3D%2521%252A%26", ""), mistake.MissingParameter},
		{strings.ToLower(signedRequest[:3]) + signedRequest[3:], mistake.MethodCase},
		{signedRequest + "\n", mistake.LineEnd},
	} {
		tried := 0
		c, text := Signed(signedRequest, BaseString, func(s string) bool { tried++; return s == test.wrong })
		switch {
		case c == nil:
			t.Errorf("%s: not found, %d tried", test.id, tried)
		case c.Mistakes[0].ID != test.id:
			t.Errorf("%s: %v", test.id, c.Mistakes)
		case text != test.wrong || c.Mistakes[0].Side != Second || c.Mistakes[0].Apply(signedRequest) != test.wrong:
			t.Errorf("%s: %v does not make it", test.id, c.Mistakes[0])
		}
	}
	tried := 0
	if c, _ := Signed(signedRequest, BaseString, func(string) bool { tried++; return false }); c != nil || tried < 50 || tried > 5000 {
		t.Errorf("%d tried: %v", tried, c)
	}
}

func TestSignedCanonicalRequest(t *testing.T) {
	const right = "GET\n/a%20b/%2A\nb=c%20d&x=%2F~\nhost:h\nx-amz-date:20130524T000000Z\n\nhost;x-amz-date\n" + "abcd"
	for _, test := range []struct{ wrong, id string }{
		{strings.ReplaceAll(right, "c%20d", "c+d"), mistake.SpaceAsPlus},
		{strings.ReplaceAll(right, "%20", "+"), mistake.SpaceAsPlus},
		{strings.ReplaceAll(right, "/a%20b/%2A", "/a%2520b/%252A"), mistake.DoubleEncoding},
		{strings.ReplaceAll(right, "%2A", "*"), mistake.ReservedUnescaped},
		{strings.ReplaceAll(right, "%2F~", "/~"), mistake.SlashUnescaped},
		{strings.ReplaceAll(right, "host:h", "host:h:443"), mistake.DefaultPort},
		{strings.ReplaceAll(right, "abcd", emptyHash), mistake.PayloadHash},
		{strings.ReplaceAll(right, "\n", "\r\n"), mistake.LineEnd},
	} {
		c, _ := Signed(right, CanonicalRequest, func(s string) bool { return s == test.wrong })
		if c == nil {
			t.Errorf("%s: not found", test.id)
		} else if c.Mistakes[0].ID != test.id {
			t.Errorf("%s: %v", test.id, c.Mistakes)
		}
	}
}

// TestSignedSecret: a mistake in the key is named, and nothing of the secret.
func TestSignedSecret(t *testing.T) {
	const secret = " a+b/c d!e"
	for _, test := range []struct {
		id, text string
		encode   func(string) string
	}{
		{mistake.MissingEncoding, secret, percent.OAuth1.Encode},
		{mistake.DoubleEncoding, "%2520a%252Bb%252Fc%2520d%2521e", percent.OAuth1.Encode},
		{mistake.ReservedUnescaped, "%20a%2Bb%2Fc%20d!e", percent.OAuth1.Encode},
		{mistake.SpaceAsPlus, "+a%2Bb%2Fc+d%21e", percent.OAuth1.Encode},
		{mistake.HexCase, "%20a%2bb%2fc%20d%21e", percent.OAuth1.Encode},
		{mistake.LineEnd, "%20a%2Bb%2Fc%20d%21e%0A", percent.OAuth1.Encode},
		{mistake.WhitespaceTrimmed, "a%2Bb%2Fc%20d%21e", percent.OAuth1.Encode},
		{mistake.PlusAsSpace, "%20a%20b%2Fc%20d%21e", percent.OAuth1.Encode},
		{mistake.LineEnd, secret + "\r\n", nil},
		{mistake.ReservedEscaped, "%20a%2Bb%2Fc%20d%21e", nil},
		{mistake.FormEncoding, "+a%2Bb%2Fc+d%21e", nil},
		{"", secret, nil},
		{"", "something else", percent.OAuth1.Encode},
	} {
		m := SignedSecret(secret, test.encode, func(s string) bool { return s == test.text })
		switch {
		case m == nil && test.id != "", m != nil && m.ID != test.id:
			t.Errorf("%s: %v", test.id, m)
		case m != nil && (m.Side != Second || m.Detail != "" || m.Where != "" || m.Apply("text") != "text"):
			t.Errorf("%s: %+v", test.id, m)
		}
	}
}

// TestSignedAndCompareAgree: what Signed tries, Compare explains.
func TestSignedAndCompareAgree(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 11))
	for _, format := range []Format{BaseString, CanonicalRequest} {
		render := (*maker).base
		if format == CanonicalRequest {
			render = (*maker).canonical
		}
		for range 3 {
			right := render(correct(), random(rnd))
			var tried []string
			Signed(right, format, func(s string) bool { tried = append(tried, s); return false })
			rnd.Shuffle(len(tried), func(i, j int) { tried[i], tried[j] = tried[j], tried[i] })
			for _, wrong := range tried[:min(len(tried), 60)] {
				c := Compare(right, wrong, format)
				if !slices.ContainsFunc(c.Mistakes, func(m Mistake) bool { return m.Side == Second && m.Apply(right) == wrong }) {
					t.Errorf("%v: not explained: %v\n%q\n%q", format, c.Mistakes, right, wrong)
				}
			}
		}
	}
}

// TestFunctions: a value that was encoded by the function of a program is explained,
// whatever its rules are, and the function is among those that are named.
func TestFunctions(t *testing.T) {
	const data = "a b~*é!"
	named := 0
	for d := range dialect.All() {
		if !d.Encodes() {
			continue
		}
		var made [4]string
		for i, s := range []string{"k", data, "n", "7"} {
			var err error
			if made[i], err = d.Encode(s); err != nil {
				made[1] = "" // it refuses such characters
				break
			}
		}
		if strings.ContainsAny(made[1], "&=") || made[0] > made[2] || made[1] == "" {
			continue // it would look like parameters
		}
		right := "GET&http%3A%2F%2Fh%2F&" + strict("k="+strict(data)+"&n=7")
		wrong := "GET&http%3A%2F%2Fh%2F&" + strict(made[0]+"="+made[1]+"&"+made[2]+"="+made[3])
		if right == wrong {
			continue
		}
		c := Compare(right, wrong, BaseString)
		signed, _ := Signed(right, BaseString, func(s string) bool { return s == wrong })
		if len(c.Mistakes) == 0 || signed == nil || signed.Mistakes[0].ID != c.Mistakes[0].ID {
			t.Errorf("%s: %q is not explained: %v, %v", d.ID, made[1], c.Mistakes, signed)
			continue
		}
		if m := c.Mistakes[0]; m.ID == mistake.WrongFunction {
			named++
			if n := strings.Count(m.Detail, ", "); m.Detail == "" || n > maxFunctions {
				t.Errorf("%s: %q", d.ID, m.Detail)
			}
		}
	}
	if named < 50 {
		t.Errorf("only %d are functions with rules of their own", named)
	}
	const right = "GET&http%3A%2F%2Fh%2F&k%3D" // and a space, ~ and *
	c := Compare(right+"a%2520~%252A", right+"a%2B%257E%252A", BaseString)
	if len(c.Mistakes) != 1 || c.Mistakes[0].ID != mistake.WrongFunction || !strings.HasPrefix(c.Mistakes[0].Detail, "php.urlencode, ") {
		t.Errorf("%v", c.Mistakes)
	}
	// What the form encoder explains is the same for both.
	c = Compare(right+"a%2520~", right+"a%2B%257E", BaseString)
	if len(c.Mistakes) != 1 || c.Mistakes[0].ID != mistake.FormEncoding {
		t.Errorf("%v", c.Mistakes)
	}
}
