// Package gin has the declarations that the cases use.
package gin

import "net/http"

type (
	HandlerFunc func(*Context)
	RouterGroup struct{}
	Engine      struct {
		RouterGroup
		UseRawPath, UnescapePathValues bool
	}
)

func Default() *Engine                                           { return &Engine{} }
func New() *Engine                                               { return &Engine{} }
func (g *RouterGroup) GET(string, ...HandlerFunc)                {}
func (g *RouterGroup) POST(string, ...HandlerFunc)               {}
func (g *RouterGroup) Group(string, ...HandlerFunc) *RouterGroup { return g }
func (e *Engine) Run(...string) error                            { return nil }

type (
	H       map[string]any
	Context struct {
		Request *http.Request
		Writer  http.ResponseWriter
	}
)

func (c *Context) Param(string) string                                  { return "" }
func (c *Context) Query(string) string                                  { return "" }
func (c *Context) DefaultQuery(a, b string) string                      { return "" }
func (c *Context) PostForm(string) string                               { return "" }
func (c *Context) Cookie(string) (string, error)                        { return "", nil }
func (c *Context) SetCookie(n, v string, a int, p, d string, s, h bool) {}
func (c *Context) Redirect(int, string)                                 {}
func (c *Context) JSON(int, any)                                        {}
func (c *Context) Header(k, v string)                                   {}
func (c *Context) GetHeader(k string) string                            { return "" }
func (c *Context) String(int, string, ...any)                           {}
func (c *Context) FullPath() string                                     { return "" }
func (c *Context) AbortWithStatus(int)                                  {}
func (c *Context) Next()                                                {}
