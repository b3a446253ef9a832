// Package resty has the declarations that the cases use.
package resty

type (
	Client   struct{}
	Request  struct{}
	Response struct{}
)

func New() *Client                                           { return &Client{} }
func (c *Client) R() *Request                                { return &Request{} }
func (c *Client) SetBaseURL(string) *Client                  { return c }
func (r *Request) Get(string) (*Response, error)             { return nil, nil }
func (r *Request) Post(string) (*Response, error)            { return nil, nil }
func (r *Request) Delete(string) (*Response, error)          { return nil, nil }
func (r *Request) SetQueryParam(a, b string) *Request        { return r }
func (r *Request) SetQueryParams(map[string]string) *Request { return r }
func (r *Request) SetQueryString(string) *Request            { return r }
func (r *Request) SetPathParam(a, b string) *Request         { return r }
func (r *Request) SetPathParams(map[string]string) *Request  { return r }
func (r *Request) SetRawPathParam(a, b string) *Request      { return r }
func (r *Request) SetFormData(map[string]string) *Request    { return r }
