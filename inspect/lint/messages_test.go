package lint

import (
	"regexp"
	"strings"
	"testing"
)

// messageExamples are texts for the messages that nothing in ruleExamples and
// attacks gets.
var messageExamples = []struct {
	kind Kind
	text string
}{
	{KindAuto, "http://good.example .evil.example/"},
	{KindAuto, "mid:abc%xyz@example.com"},
	{KindAuto, "http://h/a%E"},
	{KindAuto, "http://h/a%"},
	{KindAuto, `http://127.0.0.1\@1.1.1.1/`},
	{KindAuto, "%" + strings.Repeat("25", 40)},
	{KindAuto, "http://h/%C2%85"},
	{KindAuto, "http://h/a%E3%81"},
	{KindValue, "a#b"},
	{KindValue, "a?b"},
	{KindAuto, "http://h/?q=a+b%20c"},
	{KindAuto, "http://h/<a>"},
	{KindAuto, "%68ttp://x/"},
}

// verbs are those of package fmt that messages have.
var verbs = regexp.MustCompile(`%[sqdv]`)

// TestEveryMessage: each message is said of some text.
func TestEveryMessage(t *testing.T) {
	said := map[rule][]string{}
	look := func(kind Kind, text string) {
		found, err := Linter{}.In(kind).Lint(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			r, _ := lookupRule(f.Rule)
			said[r] = append(said[r], f.Message+"; "+f.Fix)
		}
	}
	for _, e := range ruleExamples {
		look(e.in, e.bad)
	}
	for _, a := range attacks {
		look(KindAuto, a.text)
	}
	for _, e := range messageExamples {
		look(e.kind, e.text)
	}
	for _, f := range (Linter{}).At(Attribute).look("?a=1&copy") {
		said[htmlEntity] = append(said[htmlEntity], f.Message+"; "+f.Fix)
	}
	for _, m := range messages {
		form := regexp.MustCompile("^" + verbs.ReplaceAllString(regexp.QuoteMeta(m.text+"; "+m.fix), ".+") + "$")
		ok := false
		for _, text := range said[m.rule] {
			ok = ok || form.MatchString(text)
		}
		if !ok {
			t.Errorf("%s: %q is never said", rules[m.rule].ID, m.text)
		}
	}
}
