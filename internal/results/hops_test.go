package results

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/hop/config"
)

// TestDiffer checks that the order of targets, and how many goroutines add them, makes no
// difference, and that no more is kept than one target of each class.
func TestDiffer(t *testing.T) {
	before, err := hop.ParseChain("nginx:proxy_pass")
	if err != nil {
		t.Fatal(err)
	}
	after, err := hop.ParseChain("caddy:reverse_proxy")
	if err != nil {
		t.Fatal(err)
	}
	targets := []string{"/a", "//b", "//a", "/a%2fb", "//aa", "/%zz", "/static/../b", "/a\nb"}
	var want HopsDiff
	for k := range len(targets) {
		d := NewDiffer(before, after)
		var group sync.WaitGroup
		for i := range targets {
			group.Go(func() { d.Add(targets[(i+k)%len(targets)]) })
		}
		group.Wait()
		if k == 0 {
			want = d.Diff()
			continue
		}
		if diff := cmp.Diff(want, d.Diff()); diff != "" {
			t.Error(diff)
		}
	}
	if want.Targets != len(targets) || want.Unknown != 1 {
		t.Errorf("%d targets, %d unknown", want.Targets, want.Unknown)
	}
	found := map[string]HopsDiffered{}
	for _, c := range want.Classes {
		found[c.Class] = c
	}
	if c := found["rules match otherwise"]; c.Count != 4 || c.Example.Input != "//a" || c.Now.Input != "//a" {
		t.Errorf("%+v", c)
	}
	d := NewDiffer(before, after)
	for range 1000 {
		d.Add("//" + strings.Repeat("a", 100))
	}
	if len(d.classes) != 1 || d.Diff().Classes[0].Count != 1000 {
		t.Errorf("%+v", d.Diff())
	}
}

// TestLetIn: what lets some clients in is one line of the page, and no finding.
func TestLetIn(t *testing.T) {
	file, err := config.Read("nginx.conf", []byte("server { listen 80; location / { allow 10.0.0.0/8; deny all; proxy_pass http://127.0.0.1:1; } }"))
	if err != nil {
		t.Fatal(err)
	}
	v, err := NewHopsFound(t.Context(), hop.Chain{file.Sites[0].Hop}, "/a", hop.DefaultLimit)
	if err != nil || v.Judge() != foundIf(false) {
		t.Errorf("%+v, %v", v, err)
	}
	if page := strings.Join(strings.Fields(v.Page(Style{})), " "); strings.Count(page, "allow 10.0.0.0/8 lets the client in") != 1 {
		t.Error(page)
	}
}

// TestOnly: a target for clients that a list lets in is a finding, and the page says for whom it is.
func TestOnly(t *testing.T) {
	file, err := config.Read("nginx.conf", []byte("server { listen 80; merge_slashes off; allow 127.0.0.0/8; deny all; location /a { return 403; } location / { proxy_pass http://127.0.0.1:1; } }"))
	if err != nil {
		t.Fatal(err)
	}
	behind, err := hop.ParseChain("tomcat:getServletPath")
	if err != nil {
		t.Fatal(err)
	}
	v, err := NewHopsFound(t.Context(), append(hop.Chain{file.Sites[0].Hop}, behind...), "/a", hop.DefaultLimit)
	if err != nil || v.Judge() != Found {
		t.Errorf("%+v, %v", v, err)
	}
	if page := strings.Join(strings.Fields(v.Page(Style{})), " "); !strings.Contains(page, "//a gets past it if allow 127.0.0.0/8 lets the client in") {
		t.Error(page)
	}
}
