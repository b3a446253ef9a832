package httpmsg

import (
	"errors"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
)

// Whatever is returned, a handler can still read the whole body.
func TestReadBody(t *testing.T) {
	const body = "a body"
	for _, tt := range []struct {
		name  string
		limit int64
		err   error
	}{
		{"no limit", -1, nil},
		{"nothing", 0, ErrBodyTooLarge},
		{"one byte too few", int64(len(body)) - 1, ErrBodyTooLarge},
		{"exact", int64(len(body)), nil},
		{"the largest number", math.MaxInt64, nil},
	} {
		t.Run("limit="+tt.name, func(t *testing.T) {
			r, err := http.NewRequest("POST", "http://h/", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			got, err := ReadBody(r, tt.limit)
			if !errors.Is(err, tt.err) || err == nil && string(got) != body {
				t.Errorf("%q, %v, want error %v", got, err, tt.err)
			}
			if left, err := io.ReadAll(r.Body); string(left) != body || err != nil {
				t.Errorf("the handler reads %q, %v", left, err)
			}
		})
	}
}

// TestRedirectedAway: only requests that stayed at one scheme, host and port are signed.
func TestRedirectedAway(t *testing.T) {
	for _, tt := range []struct {
		urls string // in the order in which they were asked for
		away bool
	}{
		{"http://h/a", false},
		{"http://h/a http://h/b", false},
		{"http://h/a http://H:80/b HTTP://h/", false},
		{"https://h:443/a https://h/b", false},
		{"http://[::1]:80/a http://[::1]/b", false},
		{"http://h/a https://h/a", true},
		{"https://h/a http://h/a", true},
		{"http://h/a http://h:8080/a", true},
		{"https://h/a https://h:80/a", true},
		{"http://h/a http://a.h/a", true},
		{"http://a.h/a http://h/a", true},
		{"http://h/a http://i/a http://h/b", true},
		{"http://h/a http://i/a http://i/b", true},
	} {
		var r *http.Request
		for u := range strings.FieldsSeq(tt.urls) {
			next, err := http.NewRequest("GET", u, nil)
			if err != nil {
				t.Fatal(err)
			}
			if r != nil {
				next.Response = &http.Response{Request: r}
			}
			r = next
		}
		if away := redirectedAway(r); away != tt.away {
			t.Errorf("%s: %t, want %t", tt.urls, away, tt.away)
		}
	}
	r, _ := http.NewRequest("GET", "http://h/", nil)
	r.Response = &http.Response{}
	if !redirectedAway(r) {
		t.Error("a response that does not say to what counts as one of this origin")
	}
}
