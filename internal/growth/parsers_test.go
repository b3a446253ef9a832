package growth

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/form/nested"
	"github.com/pct-encoded/percent/header"
	"github.com/pct-encoded/percent/scheme/coap"
	"github.com/pct-encoded/percent/scheme/dataurl"
	"github.com/pct-encoded/percent/scheme/did"
	"github.com/pct-encoded/percent/scheme/dsn"
	"github.com/pct-encoded/percent/scheme/fileurl"
	"github.com/pct-encoded/percent/scheme/mailto"
	"github.com/pct-encoded/percent/scheme/purl"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/uritemplate"
	"github.com/pct-encoded/percent/web/cgi"
	"github.com/pct-encoded/percent/web/csp"
	"github.com/pct-encoded/percent/web/fragment"
	"github.com/pct-encoded/percent/web/robots"
	"github.com/pct-encoded/percent/web/safebrowsing"
	"github.com/pct-encoded/percent/weburl"
)

const inRack = "form, nested in Rack"

// readDSN has all drivers read a connection URI, and what would be shown of it.
func readDSN(uri string) error {
	drivers := dsn.DriversOf(dsn.SchemeOf(uri))
	for _, d := range drivers {
		d.Read(uri)
	}
	dsn.Hidden(uri)
	dsn.Check(uri, drivers[:1])
	return nil
}

// TestParsers gives every parser a text of many small pieces, or every builder
// many small pieces, and more of them. What looks at all earlier pieces, or copies
// the rest, for each piece grows with the square.
// builtFor builds a connection string for a driver.
func builtFor(driver string, d dsn.DSN) error {
	drivers := slices.DeleteFunc(dsn.DriversOf(d.Scheme), func(x dsn.Driver) bool { return x.Name() != driver })
	_, err := dsn.BuildFor(drivers, d)
	return err
}

func TestParsers(t *testing.T) {
	parsers := []struct {
		name, before, piece, after string
		parse                      func(string) error
	}{
		{"weburl, credentials", "http://", "a%d:@", "h", second(weburl.Parse)},
		{"weburl, dot segments", "http://h/", "a%d/b/../../..//", "", second(weburl.Parse)},
		{"weburl, labels", "http://", "ß%d.", "example", second(weburl.Parse)},
		{"mailto, recipients", "mailto:", "a%d,", "a", second(mailto.Parse)},
		{"mailto, headers", "mailto:a?", "a%d=b&", "a=b", second(mailto.Parse)},
		{"purl, segments", "pkg:npm/", "a%d/", "b", second(purl.Parse)},
		{"purl, qualifiers", "pkg:npm/a?", "a%d=b&", "c=d", second(purl.Parse)},
		{"purl, subpath", "pkg:npm/a#", "%d/../", "b", second(purl.Parse)},
		{"dsn, hosts", "postgres://", "h%d,", "h/db", second(dsn.Parse)},
		{"dsn, hosts of MongoDB", "mongodb://", "h%d,", "h/db", second(dsn.Parse)},
		{"dsn, parameters", "postgres://h/db?", "a%d=b&", "c=d", second(dsn.Parse)},
		{"dsn, hosts for drivers of PostgreSQL", "postgres://u:p@", "h%d,", "h/db", readDSN},
		{"dsn, one host for drivers of PostgreSQL", "postgres://u:p@", "h,", "h/db", readDSN},
		{"dsn, hosts for drivers of MongoDB", "mongodb://u:p@", "h%d,", "h/db", readDSN},
		{"dsn, hosts for drivers of ClickHouse", "clickhouse://u:p@", "h%d,", "h/db", readDSN},
		{"dsn, parameters for drivers of PostgreSQL", "postgres://h/db?", "a%d=b&", "c=d", readDSN},
		{"dsn, parameters for drivers of MySQL", "mysql://h/db?", "a%d=b&", "c=d", readDSN},
		{"dsn, parameters for clients of Redis", "redis://h/1?", "a%d=b&", "c=d", readDSN},
		{"dsn, parameters for drivers of MongoDB", "mongodb://h/db?", "a%d=b&", "c=d", readDSN},
		{"dsn, parameters for nodemailer", "smtp://h?", "a%d=b&", "c=d", readDSN},
		{"dsn, a password for drivers", "postgres://u:", "@%d#", "@h/db", readDSN},
		{"dsn, SQLite", "file:a?", "a%d=b&", "c=d", second(dsn.ParseSQLite)},
		{"header, links", "", "<a%d>;title*=UTF-8''a,", "<a>", second(strictly(header.ParseLink))},
		{"header, parameters of a link", "<a>", ";a%d=b", "", second(strictly(header.ParseLink))},
		{"header, disposition", "attachment", "; a%d=b", "", second(strictly(header.ParseDisposition))},
		{"header, parameters", "", "; a%d=b", "", second(strictly(header.ParseParameters))},
		{"header, sections", "", "; a*%d*=b", "", func(s string) error { _, _ = header.ParseParameters(s, header.Lenient); return nil }},
		{"header, Baggage", "", "a%d=b;c=d,", "a=b", second(header.ParseBaggage)},
		{"header, Alt-Svc", "", "h2=\":443\";a%d=b,", "h2=\":443\"", second(header.ParseAltSvc)},
		{"header, No-Vary-Search", "params=(", "\"a%d\" ", "\"a\")", second(header.ParseNoVarySearch)},
		{"header, queries that vary", "", "a%d=b&", "c=d", func(s string) error {
			v, err := header.ParseNoVarySearch("key-order")
			v.Equivalent("?"+s, "?c=d&"+strings.TrimSuffix(s, "&c=d"))
			return err
		}},
		{"fragment, text directives", ":~:", "text=a%d&", "text=a", func(s string) error { _, _, err := fragment.ParseTextDirectives(s); return err }},
		{"fragment, media", "", "a%d=b&", "c=d", func(s string) error { fragment.ParseMedia(s); return nil }},
		{"fragment, JSON Pointer", "", "/a%d", "", second(fragment.ParseJSONPointer)},
		{"cgi", "", "a%d+", "b", second(cgi.Arguments)},
		{"coap, path and dots", "coap://h", "/a%d/..", "/", second(coap.Parse)},
		{"coap, query", "coap://h/?", "a%d&", "b", second(coap.Parse)},
		{"did", "did:x:", "a%d:", "b", second(did.Parse)},
		{"did, web", "did:web:a.b:", "a%d:", "b", second(did.WebURL)},
		{"did, from web", "https://a.b/", "a%d/", "did.json", second(did.FromWebURL)},
		{"dataurl", "data:text/plain", ";a%d=b", ",x", second(dataurl.Parse)},
		{"otel", "", "a%d=b,", "c=d", second(header.ParseResourceAttributes)},
		{"fileurl", "file:///", "a%d/../", "", second(fileurl.ToPOSIX)},
		{"robots", "/", "%d/", "", func(s string) error { robots.Normalize(s); return nil }},
		{"csp", "/", "%d/", "", func(s string) error { csp.MatchPath(s, s); return nil }},
		{"safebrowsing", "http://h/", "%d/../", "", func(s string) error { safebrowsing.Canonicalize(s); return nil }},
		{"uritemplate, expressions", "", "{a%d}", "", templateVariables},
		{"uritemplate, variables", "{", "a%d,", "b}", templateVariables},
		{"uri, normalize", "http://h/", "a%d/../", "b", func(s string) error {
			uri.ParseLenient(s).Normalize(uri.Case | uri.PercentEncoding | uri.DotSegments)
			return nil
		}},
		{"header, a built link", "", "a%d ", "b", func(s string) error {
			_, err := header.BuildLink(header.Link{Params: headerParams(s)})
			return err
		}},
		{"header, a built disposition", "", "a%d ", "b", func(s string) error {
			_, err := header.Disposition{Type: "a", Params: headerParams(s)}.Build()
			return err
		}},
		{"header, built Alt-Svc", "", "a%d ", "b", func(s string) error {
			_, err := header.BuildAltSvc(header.Alternative{Protocol: "h2", Params: headerParams(s)})
			return err
		}},
		{"header, sections that are built", "", "é%d ", "b", func(s string) error {
			_, err := header.BuildParameter(header.Param{Name: "a", Value: s}, 20)
			return err
		}},
		{"header, built Baggage", "", "a%d ", "b", func(s string) error {
			var list []header.BaggageMember
			for _, name := range strings.Fields(s) {
				list = append(list, header.BaggageMember{Key: name, Value: name})
			}
			_, err := header.BuildBaggage(list...)
			return err
		}},
		{"header, built ALPN", "", "a%d ", "b", func(s string) error { _, err := header.BuildALPN(strings.Fields(s)...); return err }},
		{"header, built No-Vary-Search", "", "a%d ", "b", func(s string) error {
			_, err := header.SearchVariance{Names: strings.Fields(s)}.Build()
			return err
		}},
		{"mailto, built", "", "a%d ", "b", func(s string) error {
			u := mailto.URL{To: strings.Fields(s)}
			for _, name := range u.To {
				u.Headers = append(u.Headers, mailto.Header{Name: name, Value: name})
			}
			_, err := u.Build()
			return err
		}},
		{"mailto, recipients in headers", "mailto:?to=", "%%22a%d%%2C%%22@b,", "c@d", func(s string) error {
			u, err := mailto.Parse(s)
			u.Recipients()
			return err
		}},
		{"purl, built", "", "a%d ", "b", func(s string) error {
			names := strings.Fields(s)
			p := purl.PackageURL{Type: "npm", Namespace: strings.Join(names, "/"), Name: "a", Subpath: strings.Join(names, "/")}
			for _, name := range names {
				p.Qualifiers = append(p.Qualifiers, purl.Qualifier{Key: name, Value: name})
			}
			_, err := p.Build()
			return err
		}},
		{"dsn, built", "", "a%d ", "b", func(s string) error {
			d := dsn.DSN{Scheme: "mongodb"}
			for _, name := range strings.Fields(s) {
				d.Hosts = append(d.Hosts, dsn.Host{Name: name})
				d.Params = append(d.Params, dsn.Param{Name: name, Value: name})
			}
			_, err := d.Build()
			return err
		}},
		{"dsn, hosts built for libpq", "", "a%d ", "b", func(s string) error {
			d := dsn.DSN{Scheme: "postgresql", Userinfo: dsn.UserAndPassword, User: s, Password: s, Path: dsn.HasPath, Database: s}
			for _, name := range strings.Fields(s) {
				d.Hosts = append(d.Hosts, dsn.Host{Name: name})
			}
			return builtFor("libpq", d)
		}},
		{"dsn, parameters built for peewee", "", "a%d ", "b", func(s string) error {
			d := dsn.DSN{Scheme: "mysql", Hosts: []dsn.Host{{Name: "h"}}}
			for _, name := range strings.Fields(s) {
				d.Params = append(d.Params, dsn.Param{Name: name, Value: name + "@"})
			}
			return builtFor("peewee", d)
		}},
		{"fragment, built", "", "a%d ", "b", func(s string) error {
			names := strings.Fields(s)
			var directives []fragment.TextDirective
			for _, name := range names {
				directives = append(directives, fragment.TextDirective{Start: name})
			}
			_, err := fragment.BuildJSONPointer(names...)
			if err == nil {
				_, err = fragment.BuildTextDirectives(directives...)
			}
			return err
		}},
		{"coap, built", "", "a%d ", "b", func(s string) error {
			names := strings.Fields(s)
			_, err := coap.Options{Scheme: "coap", Host: "h", Path: names, Query: names}.Build()
			return err
		}},
		{"cgi, built", "", "a%d ", "b", func(s string) error { _, err := cgi.IndexedQuery(strings.Fields(s)...); return err }},
		{"otel, built", "", "a%d ", "b", func(s string) error {
			var list []header.ResourceAttribute
			for _, name := range strings.Fields(s) {
				list = append(list, header.ResourceAttribute{Key: name, Value: name})
			}
			_, err := header.BuildResourceAttributes(list...)
			return err
		}},
		{"did, built", "", "a%d ", "b", func(s string) error {
			_, err := did.DID{Method: "x", Parts: strings.Fields(s)}.Build()
			return err
		}},
		{"dataurl, built", "", "a%d ", "b", func(s string) error {
			d := dataurl.Data{Type: dataurl.MIMEType{Type: "a", Subtype: "b"}}
			for _, name := range strings.Fields(s) {
				d.Type.Params = append(d.Type.Params, dataurl.Param{Name: name, Value: name})
			}
			_, err := d.Build()
			return err
		}},
		{"form", "", "a%d=b&", "c=d", func(s string) error {
			_, err := form.Standard.WithLimits(form.Limits{Pairs: form.NoLimit}).Parse(s)
			return err
		}},
		{"form, nested", "", "a[b%d][]=c&", "c=d", func(s string) error {
			_, err := nested.PHP.WithLimits(form.Limits{Pairs: form.NoLimit}).Parse(s)
			return err
		}},
		{inRack, "a", "[b%d][]", "[c]=d", func(s string) error {
			_, err := nested.Rack.WithLimits(form.Limits{Depth: form.NoLimit}).Parse(s)
			return err
		}},
	}
	for _, p := range parsers {
		t.Run(p.name, func(t *testing.T) {
			texts := map[int]string{}
			text := func(n int) string {
				if s, ok := texts[n]; ok {
					return s
				}
				var b strings.Builder
				b.WriteString(p.before)
				for i := range n {
					fmt.Fprintf(&b, p.piece, i)
				}
				b.WriteString(p.after)
				texts[n] = b.String()
				if err := p.parse(texts[n]); err != nil {
					t.Fatal(err)
				}
				return texts[n]
			}
			text(1000)
			text(1000 * Times)
			many := 1_000_000
			switch {
			case p.name == inRack:
				many = nested.MaxDepth/2 - 2 // it parses no more; a piece is two levels
			case p.name == "header, Baggage", p.name == "otel":
				many = 65_535 // they parse no more
			case strings.HasPrefix(p.name, "dsn, "):
				many = 100_000 // sixty drivers read it, and commands refuse it above 64 KiB
			}
			Linear(t, 1000, many, func(n int) { _ = p.parse(text(n)) })
		})
	}
}

// second returns a parser that reports the error only.
func second[T any](parse func(string) (T, error)) func(string) error {
	return func(s string) error {
		_, err := parse(s)
		return err
	}
}

func strictly[T any](parse func(string, header.Mode) (T, error)) func(string) (T, error) {
	return func(s string) (T, error) { return parse(s, header.Strict) }
}

// headerParams returns parameters whose names are the words of s.
func headerParams(s string) []header.Param {
	var params []header.Param
	for _, name := range strings.Fields(s) {
		params = append(params, header.Param{Name: name, Value: name})
	}
	return params
}

func templateVariables(s string) error {
	t, err := uritemplate.Parse(s)
	if err == nil {
		t.Variables()
	}
	return err
}
