package urihttp_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/pct-encoded/percent/uri/urihttp"
)

func ExamplePathValue() {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /files/{path...}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Printf("%q\n", r.PathValue("path"))
		fmt.Printf("%q\n", urihttp.PathValue(r, "path"))
	})
	mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/files/a%2Fb/c", nil))
	// Output:
	// "a/b/c"
	// ["a%2Fb" "c"]
}
