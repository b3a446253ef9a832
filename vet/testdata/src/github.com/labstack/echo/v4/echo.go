// Package echo has the declarations of the framework that the cases use.
package echo

import "net/http"

type Context interface {
	Param(string) string
	QueryParam(string) string
	Request() *http.Request
	String(int, string) error
	Redirect(int, string) error
}
