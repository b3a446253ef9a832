package signing

import (
	"cmp"
	"strings"

	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/httprequest"
)

// A Description describes a request, by parts like the flags of curl or in a file.
type Description struct {
	URL    string // unless there is a File
	Method string
	Header []string // "Name: value"
	// Data are parts of the body, or "@" and the name of a file that holds one, and
	// Encode those that are to be encoded, as curl does.
	Data, Encode []string
	File         string // with a request in any form that package httprequest reads
	Entry        int64  // which of several requests in it, from 1
	Scheme       string // of a raw request; by default https
}

// An InFile error is one of package httprequest about what is in a file.
type InFile struct {
	Name string
	Err  error
}

// Error returns the text of Err after the name of the file.
func (e *InFile) Error() string { return excerpt.FileName(e.Name) + ": " + e.Err.Error() }

// Unwrap returns Err.
func (e *InFile) Unwrap() error { return e.Err }

// Read returns the request. The error is a *Failure, an *InFile or an error of the
// program.
func (d *Description) Read(p *Program) (*httprequest.Request, error) {
	r := &httprequest.Request{URL: d.URL}
	if d.File != "" {
		var err error
		if r, err = d.fromFile(p); err != nil {
			return nil, err
		}
	}
	for _, field := range d.Header {
		name, value, ok := strings.Cut(field, ":")
		if !ok || name == "" {
			return nil, usage("write -H 'Name: value'", "%q is not a header field", field)
		}
		r.Header = append(r.Header, httprequest.Field{Name: name, Value: strings.TrimSpace(value)})
	}
	if err := d.addBody(p, r); err != nil {
		return nil, err
	}
	hasData := d.Data != nil || d.Encode != nil
	if _, ok := r.Get("Content-Type"); !ok && hasData {
		r.Header = append(r.Header, httprequest.Field{Name: "Content-Type", Value: "application/x-www-form-urlencoded"})
	}
	switch {
	case d.Method != "":
		r.Method = d.Method
	case r.Method == "" && hasData:
		r.Method = "POST"
	case r.Method == "":
		r.Method = "GET"
	}
	if named, field, differ := r.Hosts(); differ {
		p.note("the host of the URL is %s, and that of the Host field is %s; a server may use either", excerpt.Name(named), excerpt.Name(field))
	}
	return r, nil
}

// fromFile returns the request in the file.
func (d *Description) fromFile(p *Program) (*httprequest.Request, error) {
	text, err := p.read(d.File)
	if err != nil {
		return nil, err
	}
	list, err := httprequest.Parse(text, cmp.Or(d.Scheme, "https"), p.read)
	if Known(err) {
		return nil, err
	} else if err != nil {
		return nil, &InFile{d.File, err}
	}
	name, n := excerpt.FileName(d.File), int64(len(list))
	switch {
	case d.Entry < 0 || d.Entry > n || n == 0:
		requests := "requests"
		if n == 1 {
			requests = "request"
		}
		return nil, usage("", "%s: there is no request %d, but %d %s", name, d.Entry, n, requests)
	case d.Entry == 0 && n > 1:
		return nil, usage("choose one with --entry", "%s holds %d requests", name, n)
	}
	r := list[max(d.Entry, 1)-1]
	if r.NoBody && d.Data == nil && d.Encode == nil {
		p.note("%s does not contain the body; pass the body with -d", name)
	}
	return r, nil
}

// addBody adds the parts of the body to r, with '&' between them.
func (d *Description) addBody(p *Program, r *httprequest.Request) error {
	send := func(content []byte) {
		if len(r.Body) > 0 {
			r.Body = append(r.Body, '&')
		}
		r.Body = append(r.Body, content...)
	}
	spaces := false
	for _, data := range d.Data {
		content := []byte(data)
		if name, ok := strings.CutPrefix(data, "@"); ok {
			var err error
			if content, err = p.read(name); err != nil {
				return err
			}
		} else {
			spaces = spaces || strings.Contains(data, " ")
		}
		send(content)
	}
	if _, typed := r.Get("Content-Type"); spaces && (!typed || r.IsForm()) {
		p.note("-d is sent as it is, and a form holds no raw spaces; --data-urlencode encodes them")
	}
	for _, data := range d.Encode {
		encoded, err := httprequest.URLEncodedData(data, p.read)
		if err != nil {
			return err
		}
		send(encoded)
	}
	return nil
}
