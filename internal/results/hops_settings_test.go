package results

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/recordings"
)

// TestSettings checks that hops that differ in settings alone are one server, and show and
// pass on the same things.
func TestSettings(t *testing.T) {
	seen := map[string]bool{}
	for _, group := range settings {
		first, err := hop.Lookup(group[0])
		if err != nil || len(group) < 2 {
			t.Fatal(group, err)
		}
		for _, name := range group {
			h, err := hop.Lookup(name)
			if err != nil || h.Name() != name {
				t.Fatalf("%s: %v", name, err)
			}
			if seen[name] {
				t.Errorf("%s is in two groups", name)
			}
			seen[name] = true
			a, b := first.Apply("/a"), h.Apply("/a")
			if server(h) != server(first) || h.Provenance() != first.Provenance() || h.Provenance() == program.Recorded && h.Version() != first.Version() || a != b {
				t.Errorf("%s is not %s with other settings: %+v, %+v", name, first.Name(), a, b)
			}
		}
	}
}

func server(h *hop.Hop) string {
	name, _, _ := strings.Cut(h.Name(), ":")
	return name
}

// TestClosing checks what is offered against all recorded targets: nothing that lets one
// through, no other variable of the application, and no other handler.
func TestClosing(t *testing.T) {
	targets, err := recordings.ReadTargets("../../interop/hops/targets.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ chain, closed string }{
		{"haproxy:path > apache:ProxyPass", "haproxy:normalize-uri=percent-decode-unreserved in place of haproxy:path"},
		{"haproxy:path > nginx:proxy_pass=/", "nginx:proxy_pass in place of nginx:proxy_pass=/"},
		{"nginx:merge_slashes=off > tomcat:getServletPath", ""},
		{"haproxy:path > go:http.FileServer", ""},
		{"haproxy:path > tomcat:getServletPath", ""},
	} {
		c, err := hop.ParseChain(tt.chain)
		if err != nil {
			t.Fatal(err)
		}
		f, err := c.Find(t.Context(), "/adm", 1, hop.DefaultLimit)
		if err != nil || len(f.Targets) == 0 {
			t.Fatalf("%s: %+v, %v", tt.chain, f, err)
		}
		closed, undecided, err := closing(t.Context(), c, f.Targets, "/adm", hop.DefaultLimit)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(closed, ", "); got != tt.closed || len(undecided) > 0 {
			t.Errorf("%s: closed with %q, not %q; undecided %q", tt.chain, got, tt.closed, undecided)
		}
		for _, change := range closed {
			in, of, _ := strings.Cut(change, " in place of ")
			changed, err := hop.ParseChain(strings.Replace(tt.chain, of, in, 1))
			if err != nil {
				t.Fatal(err)
			}
			looked := 0
			for _, target := range targets {
				// The search looks at no others.
				target := string(target)
				if !strings.HasPrefix(target, "/") || strings.Trim(target, visible) != "" {
					continue
				}
				if looked++; changed.Passes(target, "/adm") {
					t.Errorf("%s: %s lets %q through", tt.chain, change, target)
				}
			}
			if looked < 1000 {
				t.Errorf("%d targets", looked)
			}
		}
	}
}

// visible are the octets 21 to 7E.
var visible = string(slices.Collect(percent.ByteSet{}.AddRange(0x21, 0x7e).All()))

// TestClosingWithinLimit checks that what no search decided is not called closed.
func TestClosingWithinLimit(t *testing.T) {
	c, err := hop.ParseChain("haproxy:path > apache:ProxyPass")
	if err != nil {
		t.Fatal(err)
	}
	closed, undecided, err := closing(t.Context(), c, []string{"//admin"}, "/admin", 100)
	if want := "haproxy:normalize-uri=percent-decode-unreserved in place of haproxy:path: the limit of 100 states"; err != nil || len(closed) > 0 || len(undecided) != 1 || undecided[0] != want {
		t.Errorf("closed %q, undecided %q, %v", closed, undecided, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := closing(ctx, c, []string{"//admin"}, "/admin", hop.DefaultLimit); err != context.Canceled {
		t.Errorf("%v", err)
	}
}
