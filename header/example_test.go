package header_test

import (
	"fmt"

	"github.com/pct-encoded/percent/header"
)

func Example() {
	field, err := header.Disposition{Type: "attachment", Filename: "€ rates.txt"}.Build()
	fmt.Println(field, err)
	// Output: attachment; filename="_ rates.txt"; filename*=UTF-8''%E2%82%AC%20rates.txt <nil>
}

func ExampleParseDisposition() {
	d, err := header.ParseDisposition(`attachment; filename="EURO"; filename*=UTF-8''..%2f%e2%82%ac`, header.Strict)
	fmt.Println(d.Filename, header.LastComponent(d.Filename), d.Fallback, err)
	// Output: ../€ € EURO <nil>
}

func ExampleParseExtValue_error() {
	_, err := header.ParseExtValue("UTF-8''100%", header.Strict)
	fmt.Println(err)
	// Output: header: truncated escape "%" at byte 10
}

func ExampleBuildParameter() {
	fmt.Println(header.BuildParameter(header.Param{Name: "title", Value: "Über die Dächer"}, 30))
	// Output: ; title*0*=UTF-8''%C3%9Cber%20; title*1*=die%20D%C3%A4cher <nil>
}

func ExampleParseDisplayString() {
	fmt.Println(header.ParseDisplayString(`%"f%c3%bc%c3%bc"`))
	fmt.Println(header.ParseDisplayString(`%"f%C3%BC%C3%BC"`))
	// Output:
	// füü <nil>
	//  header: invalid escape "%C3" at byte 3
}

func ExampleCheckProtocol() {
	fmt.Println(header.CheckProtocol("http%2F1.1"))
	fmt.Println(header.CheckProtocol("http%2f1.1"))
	// Output:
	// <nil>
	// header: not canonical "%2f" at byte 4
}

func ExampleBuildBaggage() {
	fmt.Println(header.BuildBaggage(header.BaggageMember{Key: "user", Value: "Amélie, 28"}))
	// Output: user=Am%C3%A9lie%2C%2028 <nil>
}

func ExampleParseGRPCMessage() {
	fmt.Println(header.ParseGRPCMessage("50% of %C5%AA"))
	// Output: 50% of Ū
}

func ExampleBuildLink() {
	fmt.Println(header.BuildLink(header.Link{Target: "/4", Params: []header.Param{
		{Name: "rel", Value: "next"},
		{Name: "title", Value: "nächstes Kapitel", Language: "de"},
	}}))
	// Output: </4>; rel="next"; title*=UTF-8'de'n%C3%A4chstes%20Kapitel <nil>
}

func ExampleBuildMultipart() {
	file := `"a".txt`
	fmt.Println(header.BuildMultipart("f", &file, nil))
	// Output: form-data; name="f"; filename="%22a%22.txt" <nil>
}

func ExampleSearchVariance_Equivalent() {
	v, err := header.ParseNoVarySearch(`key-order, params=("utm_source" "%C3%A9+%E6%B0%97")`)
	fmt.Println(v.Names, err)
	fmt.Println(v.Equivalent("?a=x&b=1", "?b=1&%61=%78&utm_source=mail"))
	// Output:
	// [utm_source é 気] <nil>
	// true
}

func ExampleParseResourceAttributes() {
	list, err := header.ParseResourceAttributes("service.name=shop,note=a%2Cb%3Dc")
	fmt.Println(list, err)
	_, err = header.ParseResourceAttributes("service.name=shop,token=abc==")
	fmt.Println(err)
	fmt.Println(header.BuildResourceAttributes(header.ResourceAttribute{Key: "note", Value: "50% = half, or so"}))
	// Output:
	// [{service.name shop} {note a,b=c}] <nil>
	// header: unescaped '=' "=" at byte 27
	// note=50%25%20%3D%20half%2C%20or%20so <nil>
}
