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
