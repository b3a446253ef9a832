package httprequest

import (
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// The reasons for which recorded requests are refused.
const (
	NotHAR     percent.Reason = "not a request of an HTTP archive"
	ParsedBody percent.Reason = "only the parameters of the body were recorded, not the body"
	NoRequest  percent.Reason = "no request in it"
)

// isTrace reports whether text is what `curl -v` prints.
func isTrace(text string) bool {
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "> "):
			return true
		case !strings.HasPrefix(line, "* ") && !strings.HasPrefix(line, "{ ") && !strings.HasPrefix(line, "} ") && strings.TrimSpace(line) != "":
			// Progress, or the command line.
			if strings.Contains(line, "HTTP/") || strings.Contains(line, ": ") {
				return false
			}
		}
	}
	return false
}

// parseTrace reads the requests in what `curl -v` prints, which has no bodies.
func parseTrace(text, scheme string) ([]*Request, error) {
	var list []*Request
	var raw strings.Builder
	first, offset := 0, 0
	add := func() error {
		if raw.Len() == 0 {
			return nil
		}
		r, err := parseRaw([]byte(raw.String()), scheme)
		raw.Reset()
		if err != nil {
			return pct.In("request at byte "+strconv.Itoa(first), err)
		}
		if n, _ := r.Get("Content-Length"); n != "" && n != "0" {
			r.NoBody = true
		}
		list = append(list, r)
		return nil
	}
	for line := range strings.Lines(text) {
		content, sent := strings.CutPrefix(strings.TrimRight(line, "\r\n"), ">")
		switch {
		case strings.HasPrefix(line, "* ") && strings.Contains(line, " port 80 "):
			scheme = "http"
		case sent && strings.TrimSpace(content) != "":
			if raw.Len() == 0 {
				first = offset
			}
			raw.WriteString(strings.TrimPrefix(content, " ") + "\n")
		default:
			if err := add(); err != nil {
				return nil, err
			}
		}
		offset += len(line)
	}
	return list, add()
}

// parseHAR reads the requests of an HTTP archive, as browsers save it.
func parseHAR(archive strictjson.Value) ([]*Request, error) {
	log, _ := archive.Get("log")
	entries, ok := log.Get("entries")
	if !ok || entries.Kind != strictjson.Array {
		return nil, refuse("log", log.Offset, "", NotHAR)
	}
	var list []*Request
	for i, entry := range entries.Items {
		r, err := harRequest(entry, "entry "+strconv.Itoa(i+1))
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

func harRequest(entry strictjson.Value, where string) (*Request, error) {
	bad := func(v strictjson.Value, reason percent.Reason) (*Request, error) {
		return nil, refuse(where, v.Offset, "", reason)
	}
	request, ok := entry.Get("request")
	if !ok {
		return bad(entry, NotHAR)
	}
	method, _ := request.Get("method")
	url, _ := request.Get("url")
	headers, _ := request.Get("headers")
	if method.Kind != strictjson.String || url.Kind != strictjson.String || !isToken(method.Text) {
		return bad(request, NotHAR)
	}
	r := &Request{Method: method.Text, URL: url.Text}
	if r.URL, _, _ = strings.Cut(r.URL, "#"); r.URL == "" {
		return bad(url, NotHAR)
	}
	for _, h := range headers.Items {
		name, _ := h.Get("name")
		value, _ := h.Get("value")
		if name.Kind != strictjson.String || value.Kind != strictjson.String {
			return bad(h, NotHAR)
		}
		if strings.HasPrefix(name.Text, ":") {
			continue // a field of HTTP/2 that repeats the method or the URL
		}
		if !isToken(name.Text) || strings.ContainsFunc(value.Text, isControl) {
			return bad(h, NotField)
		}
		r.Header = append(r.Header, Field{name.Text, value.Text})
	}
	if data, ok := request.Get("postData"); ok {
		text, ok := data.Get("text")
		if params, _ := data.Get("params"); !ok && len(params.Items) > 0 {
			return bad(data, ParsedBody)
		}
		r.Body = []byte(text.Text)
		if kind, ok := data.Get("mimeType"); ok && kind.Text != "" && len(r.Body) > 0 {
			r.setDefault("Content-Type", kind.Text)
		}
	}
	return r, nil
}
