package path_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/pct-encoded/percent/web/path"
)

func ExamplePolicy_Handler() {
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		fmt.Println(r.URL.Path, "came as", path.Raw(r))
	})
	h := path.Policy{}.Handler(mux)
	for _, target := range []string{"/a/../caf%C3%A9", "/a/..%2Fb"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
		if w.Code != http.StatusOK {
			fmt.Print(w.Code, " ", w.Body)
		}
	}
	// Output:
	// /café came as /a/../caf%C3%A9
	// 400 path: escaped slash "%2F" at byte 5
}
