// Package encodedmux has a router that matches paths as they were sent.
package encodedmux

import (
	"net/http"
	"net/url"

	"github.com/gorilla/mux"
)

func routes() *mux.Router {
	r := mux.NewRouter().UseEncodedPath()
	r.HandleFunc("/items/{id}", item)
	return r
}

func item(w http.ResponseWriter, r *http.Request) {
	id, err := url.PathUnescape(mux.Vars(r)["id"])
	if err != nil {
		return
	}
	w.Write([]byte(id))
}
