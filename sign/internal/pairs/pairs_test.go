package pairs

import (
	"fmt"
	"testing"

	"github.com/pct-encoded/percent"
)

// Parameters without names and values take memory, too.
func TestSize(t *testing.T) {
	var b Buffer
	for range 1000 {
		b.AddEncoded("", "")
	}
	if got := b.Size(); got < 1000*16 {
		t.Errorf("1,000 entries are kept in %d bytes", got)
	}
}

func TestBuffer(t *testing.T) {
	var b Buffer
	for range 2 { // used again, it holds nothing of before
		b.Reset()
		b.Add("b", "x y")
		b.AddEncoded("a", "2")
		b.AddQuery("&a=1+%zz&skipp%65d=1&b=%2b&&longer-name=&=v", percent.Form, "skipped")
		var all []string
		for name, value := range b.All() {
			all = append(all, name+" "+value)
		}
		if got := fmt.Sprint(all); got != "[b x%20y a 2 a 1%20%25zz b %2B longer-name   v]" {
			t.Errorf("in order: %s", got)
		}
		b.Sort()
		if got := string(b.Append([]byte("?"))); got != "?=v&a=1%20%25zz&a=2&b=%2B&b=x%20y&longer-name=" {
			t.Errorf("sorted: %s", got)
		}
	}
	// Names that share their first eight bytes, and one that is a prefix.
	b.Reset()
	b.AddQuery("prefixed-b=1&prefixed=2&prefixed-a=3&prefixed-a=10", percent.RFC3986, "")
	b.Sort()
	if got := string(b.Append(nil)); got != "prefixed=2&prefixed-a=10&prefixed-a=3&prefixed-b=1" {
		t.Errorf("got %s", got)
	}
}
