// Package echo has the declarations that the cases use.
package echo

import "net/http"

type Context interface {
	Param(string) string
	QueryParam(string) string
	FormValue(string) string
	Cookie(string) (*http.Cookie, error)
	Request() *http.Request
	Response() http.ResponseWriter
	String(int, string) error
	JSON(int, any) error
	Redirect(int, string) error
	NoContent(int) error
}
type (
	HandlerFunc func(Context) error
	Echo        struct{}
)

func New() *Echo                        { return &Echo{} }
func (e *Echo) GET(string, HandlerFunc) {}
