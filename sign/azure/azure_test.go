package azure

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/sign"
)

// TestText: the examples of Microsoft's pages "Create a service SAS", "Create an account
// SAS" and "Authorize with Shared Key".
func TestText(t *testing.T) {
	for _, tt := range []struct {
		name   string
		scheme *sign.Scheme
		r      sign.Request
		text   string
	}{
		{
			"blob of version 2013-08-15", SAS,
			sign.Request{URL: "https://myaccount.blob.core.windows.net/pictures/profile.jpg?sv=2013-08-15&st=2013-08-16&se=2013-08-17&sr=c&sp=r&rscd=file;%20attachment&rsct=binary&sig=x"},
			"r\n2013-08-16\n2013-08-17\n/myaccount/pictures\n\n2013-08-15\n\nfile; attachment\n\n\nbinary",
		},
		{
			"table of version 2015-04-05", SAS,
			sign.Request{URL: "https://myaccount.table.core.windows.net/MyTable?sv=2015-04-05&tn=MyTable&sp=r&se=2015-07-01T08:49Z&spk=a&srk=b&sig=x"},
			"r\n\n2015-07-01T08:49Z\n/table/myaccount/mytable\n\n\n\n2015-04-05\na\nb\n\n",
		},
		{
			"account of version 2015-04-05", SAS,
			sign.Request{URL: "https://myaccount.blob.core.windows.net/?sv=2015-04-05&ss=bfqt&srt=s&st=2015-04-29T22%3A18%3A26Z&se=2015-04-30T02%3A23%3A26Z&sp=rwdlacup&sip=168.1.5.60-168.1.5.70&spr=https&sig=x"},
			"myaccount\nrwdlacup\nbfqt\ns\n2015-04-29T22:18:26Z\n2015-04-30T02:23:26Z\n168.1.5.60-168.1.5.70\nhttps\n2015-04-05\n",
		},
		{
			"metadata of a container", SharedKey,
			sign.Request{Method: "GET", URL: "https://myaccount.blob.core.windows.net/mycontainer?restype=container&comp=metadata", Header: []sign.Field{
				{Name: "x-ms-date", Value: "Fri, 26 Jun 2015 23:39:12 GMT"}, {Name: "x-ms-version", Value: "2015-02-21"}, {Name: "Authorization", Value: "SharedKey myaccount:x"},
			}},
			"GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:Fri, 26 Jun 2015 23:39:12 GMT\nx-ms-version:2015-02-21\n/myaccount/mycontainer\ncomp:metadata\nrestype:container",
		},
		{
			"a parameter with two values", SharedKey,
			sign.Request{Method: "GET", URL: "https://myaccount.blob.core.windows.net/mycontainer?restype=container&comp=list&include=snapshots&include=metadata&include=uncommittedblobs", Header: []sign.Field{
				{Name: "x-ms-date", Value: "d"}, {Name: "Authorization", Value: "SharedKey myaccount:x"},
			}},
			"GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:d\n/myaccount/mycontainer\ncomp:list\ninclude:metadata,snapshots,uncommittedblobs\nrestype:container",
		},
		{
			"the second location", SharedKey,
			sign.Request{Method: "GET", URL: "https://myaccount-secondary.blob.core.windows.net/mycontainer/myblob", Header: []sign.Field{{Name: "x-ms-date", Value: "d"}, {Name: "Authorization", Value: "SharedKey myaccount:x"}}},
			"GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:d\n/myaccount/mycontainer/myblob",
		},
		{
			"SharedKeyLite of a table", SharedKey,
			sign.Request{Method: "GET", URL: "https://testaccount1.table.core.windows.net/Tables", Header: []sign.Field{{Name: "x-ms-date", Value: "Sun, 11 Oct 2009 19:52:39 GMT"}, {Name: "Authorization", Value: "SharedKeyLite testaccount1:x"}}},
			"Sun, 11 Oct 2009 19:52:39 GMT\n/testaccount1/Tables",
		},
		{
			"SharedKeyLite of a blob", SharedKey,
			sign.Request{Method: "PUT", URL: "https://myaccount.blob.core.windows.net/mycontainer/hello.txt?comp=metadata&x=y", Header: []sign.Field{
				{Name: "Content-Type", Value: "text/plain; charset=UTF-8"}, {Name: "x-ms-meta-m2", Value: "v2"}, {Name: "x-ms-date", Value: "d"}, {Name: "x-ms-meta-m1", Value: "v1"}, {Name: "Authorization", Value: "SharedKeyLite myaccount:x"},
			}},
			"PUT\n\ntext/plain; charset=UTF-8\n\nx-ms-date:d\nx-ms-meta-m1:v1\nx-ms-meta-m2:v2\n/myaccount/mycontainer/hello.txt?comp=metadata",
		},
	} {
		c, err := tt.scheme.Read(&tt.r, sign.Given{})
		if err != nil || c.Text != tt.text {
			t.Errorf("%s: %v\n%q\nwant\n%q", tt.name, err, c.Text, tt.text)
		}
	}
}

const base = "https://a.blob.core.windows.net/c/b?sv=2022-11-02&sr=b"

// TestRefused: what the service refuses although the signature is right, and what is not
// known.
func TestRefused(t *testing.T) {
	key := &sign.Key{Secret: "a2V5"}
	now := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		url    string
		reason percent.Reason
		param  string
	}{
		{base + "&sp=r&se=2024-01-02", "", ""},
		{base + "&si=policy", "", ""},
		{base + "&sp=r&se=2023-12-31T23:59Z", sign.Expired, ""},
		{base + "&sp=r&se=2024-01-03&st=2024-01-02T00:00:00Z", sign.NotYetValid, ""},
		{base + "&sp=r&se=tomorrow", sign.Refused, "se"},
		{base + "&se=2024-01-02", sign.Missing, "sp"},
		{base + "&sp=r", sign.Missing, "se"},
		{strings.Replace(base, "https", "http", 1) + "&sp=r&se=2024-01-02&spr=https", sign.Refused, "spr"},
		{base + "&sp=r&se=2024-01-02&rscd=a+b", sign.Unknown, "rscd"},
		{base + "&sp=r&se=2024-01-04&skoid=x&skt=2023-01-01&ske=2023-12-31", sign.Expired, ""},
	} {
		c, err := SAS.Read(&sign.Request{URL: tt.url}, sign.Given{})
		if err != nil {
			t.Fatal(err)
		}
		_, url, err := c.Sign(key)
		if err != nil {
			t.Fatal(err)
		}
		if c, err = SAS.Read(&sign.Request{URL: url}, sign.Given{}); err != nil {
			t.Fatal(err)
		}
		reason, param := verdict(c.Verify(key, now))
		if reason != tt.reason || param != tt.param {
			t.Errorf("%s: %s of %s, want %s of %s", tt.url, reason, param, tt.reason, tt.param)
		}
	}
	for _, tt := range []struct{ url, param string }{
		{"https://example.com/c/b?sv=2022-11-02&sig=x", "account"},
		{"https://a.blob.core.windows.net/c/b?sig=x", "sv"},
		{"https://a.blob.core.windows.net/c/b?sv=2031-01-01&sig=x", "sv"},
		{"https://a.blob.core.windows.net/c/b?sv=2011-08-18&sig=x", "sv"},
		{"https://a.blob.core.windows.net/c/b?sv=2022-1x-02&sig=x", "sv"},
		{"https://a.blob.core.windows.net/c/b?sv=2026-04-06&srh=x&sig=x", "srh"},
		{"https://a.queue.core.windows.net/q?sv=2025-07-05&skoid=x&sig=x", "skoid"},
		{"https://127.0.0.1:9/a/c/b?sv=2022-11-02&sig=x", "service"},
	} {
		_, err := SAS.Read(&sign.Request{URL: tt.url}, sign.Given{})
		if _, param := verdict(err); param != tt.param {
			t.Errorf("%s: %v", tt.url, err)
		}
	}
	if _, err := SAS.Read(&sign.Request{URL: base + "&sp=r&sp=w&sig=x"}, sign.Given{}); err == nil {
		t.Error("a parameter twice is read")
	}
}

func verdict(err error) (percent.Reason, string) {
	var refused *sign.Error
	if errors.As(err, &refused) {
		return refused.Reason, refused.Param
	}
	return "", ""
}

// TestFieldOrder: - and ' count only between names that are the same otherwise.
func TestFieldOrder(t *testing.T) {
	sorted := []string{"x-ms-a", "x-ms-ab", "x-ms-a-b", "x-ms-a-c", "x-ms-ad", "x-ms-b_c", "x-ms-b1", "x-ms-bc"}
	for i, a := range sorted {
		for j, b := range sorted {
			if got := compareNames(a, b); (got < 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("%s, %s: %d", a, b, got)
			}
		}
	}
}

// TestGrowth: the time to find no mistake grows as the request does.
func TestGrowth(t *testing.T) {
	for name, url := range map[string]func(n int) string{
		"parameters": func(n int) string { return base + strings.Repeat("&a=b", n) + "&sp=r&sig=x" },
		"lines":      func(n int) string { return base + "&rscd=" + strings.Repeat("%0A", n) + "&sp=r&sig=x" },
		"path": func(n int) string {
			return strings.Replace(base, "/b?", strings.Repeat("/%2F", n)+"?", 1) + "&sp=r&sig=x"
		},
	} {
		t.Run(name, func(t *testing.T) {
			growth.Linear(t, 100, 1000, func(n int) {
				r := &sign.Request{Method: "GET", URL: url(n), Header: []sign.Field{{Name: "Authorization", Value: "SharedKey a:x"}}}
				for _, s := range []*sign.Scheme{SAS, SharedKey} {
					if c, err := s.Read(r, sign.Given{}); err == nil {
						c.FindMistake(&sign.Key{Secret: "a2V5"})
					}
				}
			})
		})
	}
}
