package otel_test

import (
	"fmt"

	"github.com/pct-encoded/percent/otel"
)

func Example() {
	list, err := otel.Parse("service.name=shop,note=a%2Cb%3Dc")
	fmt.Println(list, err)
	_, err = otel.Parse("service.name=shop,token=abc==")
	fmt.Println(err)
	fmt.Println(otel.Build(otel.Attribute{Key: "note", Value: "50% = half, or so"}))
	// Output:
	// [{service.name shop} {note a,b=c}] <nil>
	// otel: unescaped '=' "=" at byte 27
	// note=50%25%20%3D%20half%2C%20or%20so <nil>
}
