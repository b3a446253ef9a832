package dataurl_test

import (
	"encoding/json"
	"fmt"

	"github.com/pct-encoded/percent/scheme/dataurl"
)

func ExampleParse() {
	d, err := dataurl.Parse("data:text/html;charset=utf-8;base64,PGI+w6k8L2I+")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %s\n", d.Type, d.Body)
	// Output: text/html;charset=utf-8: <b>é</b>
}

func ExampleParse_error() {
	_, err := dataurl.Parse("data://host:port/,X")
	fmt.Println(err)
	// Output: dataurl: port-invalid "p" at byte 12
}

func ExampleData_Build() {
	t, _ := dataurl.ParseMIMEType("text/plain;charset=utf-8")
	fmt.Println(dataurl.Data{Type: t, Body: []byte("50% of 1")}.Build())
	fmt.Println(dataurl.Data{Type: t, Body: []byte("日本語")}.Build())
	// Output:
	// data:;charset=utf-8,50%25%20of%201 <nil>
	// data:;charset=utf-8;base64,5pel5pys6Kqe <nil>
}

func ExampleData_MarshalJSON() {
	d, _ := dataurl.Parse("data:,A%20brief%20note")
	b, err := json.Marshal(d)
	fmt.Println(string(b), err)
	// Output: {"type":"text/plain;charset=US-ASCII","body":"A brief note"} <nil>
}
