// Package gin has the declarations of the framework that the cases use.
package gin

import "net/http"

type Engine struct{ UseRawPath, UnescapePathValues bool }

func Default() *Engine { return &Engine{} }

func (e *Engine) GET(string, func(*Context)) {}

type Context struct{ Request *http.Request }

func (c *Context) Param(string) string                 { return "" }
func (c *Context) Query(string) string                 { return "" }
func (c *Context) Cookie(string) (string, error)       { return "", nil }
func (c *Context) Redirect(int, string)                {}
func (c *Context) String(int, string, ...any)          {}
func (c *Context) GetHeader(string) string             { return "" }
func (c *Context) SetCookie(name, value string, a int) {}
