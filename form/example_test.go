package form_test

import (
	"fmt"

	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/form"
)

func ExampleParse() {
	pairs, err := form.Parse("q=caf%C3%A9+au+lait&page=2&page=3")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(pairs.Get("q"))
	fmt.Println(pairs.GetAll("page"))
	pairs.Set("page", "4")
	fmt.Println(pairs)
	// Output:
	// café au lait true
	// [2 3]
	// q=caf%C3%A9+au+lait&page=4
}

func ExampleSerialize() {
	fmt.Println(form.Serialize([]form.Pair{{Name: "b ~", Value: "1+1"}, {Name: "a", Value: ""}}))
	// Output: b+%7E=1%2B1&a=
}

func ExampleRules_WithCharset() {
	sjis := form.Standard.WithCharset(charset.ShiftJIS)
	s := sjis.Serialize([]form.Pair{{Name: "q", Value: "ソ‽"}})
	fmt.Println(s)
	pairs, _ := sjis.Parse("q=%83%5C")
	fmt.Println(pairs[0].Value)
	// Output:
	// q=%83%5C%26%238253%3B
	// ソ
}

func ExampleRules_Parse_strict() {
	_, err := form.Strict.Parse("a=1&b=100%")
	fmt.Println(err)
	// Output: form: pair 2: truncated escape "%" at byte 9
}

func ExampleRules_All() {
	for pair, err := range form.RFC1866.All("a=1;b=2") {
		fmt.Println(pair.Name, pair.Value, err)
	}
	// Output:
	// a 1 <nil>
	// b 2 <nil>
}

func ExampleEdit() {
	q, err := form.Edit("utm=x&id=%7e7&&page=1;sort")
	if err != nil {
		fmt.Println(err)
		return
	}
	q.Delete("utm")
	q.Set("id", "8 9")
	fmt.Println(q)
	// Output: id=8+9&&page=1;sort
}

func ExampleRules_MailHeaders() {
	pairs := []form.Pair{{Name: "subject", Value: "1 + 1"}}
	fmt.Println(form.HTML.MailHeaders("mailto:list@example.com", pairs))
	fmt.Println(form.HTML.MailBody("mailto:list@example.com", pairs))
	fmt.Println(form.HTML.MailText("mailto:list@example.com", pairs))
	// Output:
	// mailto:list@example.com?subject=1%20%2B%201
	// mailto:list@example.com?body=subject=1+%2B+1
	// mailto:list@example.com?body=subject=1%20+%201%0D%0A
}
