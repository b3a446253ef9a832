// Package chi has the declarations of the router that the cases use.
package chi

import "net/http"

func URLParam(r *http.Request, key string) string { return "" }
