package growth

import (
	"encoding/base64"
	"io"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/text/transform"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/dialect/sets"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/form/nested"
	"github.com/pct-encoded/percent/header"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/inspect/explain"
	"github.com/pct-encoded/percent/inspect/identify"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/find"
	"github.com/pct-encoded/percent/internal/protocols"
	"github.com/pct-encoded/percent/iri"
	"github.com/pct-encoded/percent/lang/ecma"
	"github.com/pct-encoded/percent/lang/xpath"
	"github.com/pct-encoded/percent/scheme/coap"
	"github.com/pct-encoded/percent/scheme/cpe"
	"github.com/pct-encoded/percent/scheme/dataurl"
	"github.com/pct-encoded/percent/scheme/did"
	"github.com/pct-encoded/percent/scheme/dsn"
	"github.com/pct-encoded/percent/scheme/fileurl"
	"github.com/pct-encoded/percent/scheme/mailto"
	"github.com/pct-encoded/percent/scheme/mid"
	"github.com/pct-encoded/percent/scheme/purl"
	pctsign "github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/azure"
	"github.com/pct-encoded/percent/sign/cloudfront"
	"github.com/pct-encoded/percent/sign/gcs"
	"github.com/pct-encoded/percent/sign/httpsig"
	"github.com/pct-encoded/percent/sign/oauth1"
	"github.com/pct-encoded/percent/sign/sigv4"
	"github.com/pct-encoded/percent/sign/webhook"
	"github.com/pct-encoded/percent/transformer"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/uri/zone"
	"github.com/pct-encoded/percent/uritemplate"
	"github.com/pct-encoded/percent/web/cgi"
	"github.com/pct-encoded/percent/web/csp"
	"github.com/pct-encoded/percent/web/fragment"
	"github.com/pct-encoded/percent/web/protocolhandler"
	"github.com/pct-encoded/percent/web/robots"
	"github.com/pct-encoded/percent/web/safebrowsing"
	"github.com/pct-encoded/percent/weburl"
)

// doubled are the functions that take text, in the order of the tree.
var doubledFunctions = []struct {
	name string
	run  func(s string)
}{
	{"percent, encode and fix", func(s string) {
		percent.RFC3986.Encode(s)
		percent.Form.Encode(s)
		percent.URI.Fix(s)
		_ = percent.RFC3986.Check(s)
	}},
	{"percent, decode", func(s string) {
		for _, e := range encodings {
			_, _ = e.Decode(s)
			_, _ = e.DecodeInPlace([]byte(s))
		}
	}},
	{"percent, streams", func(s string) {
		for _, e := range encodings {
			w := percent.NewEncoder(e.WithEscapes(percent.EscapesKept), io.Discard)
			for rest := s; rest != ""; rest = rest[min(len(rest), 5):] {
				_, _ = io.WriteString(w, rest[:min(len(rest), 5)])
			}
			_ = w.Close()
			_, _ = io.Copy(io.Discard, pieces{percent.NewDecoder(e, pieces{strings.NewReader(s)})})
		}
	}},
	{"transformer", func(s string) {
		for _, e := range encodings {
			_, _, _ = transform.String(transformer.NewDecoder(e), s)
			_, _, _ = transform.String(transformer.NewEncoder(e), s)
		}
	}},

	{"charset, decode", func(s string) {
		eachCharset(func(c *charset.Charset) { _, _ = c.AppendDecode(nil, []byte(s), charset.Replace) })
	}},
	{"charset, encode", func(s string) {
		eachCharset(func(c *charset.Charset) { _, _ = c.AppendEncode(nil, []byte(s), charset.Reference) })
	}},
	{"charset, streams", func(s string) {
		eachCharset(func(c *charset.Charset) {
			_, _ = io.Copy(io.Discard, charset.NewDecoder(c, pieces{strings.NewReader(s)}, charset.Replace))
			w := charset.NewEncoder(c, io.Discard, charset.Reference)
			for rest := s; rest != ""; rest = rest[min(len(rest), 5):] {
				_, _ = io.WriteString(w, rest[:min(len(rest), 5)])
			}
			_ = w.Close()
		})
	}},
	{"charset, detect", func(s string) { charset.Detect([]byte(s)) }},
	{"charset, label", func(s string) { _, _ = charset.Lookup(s) }},

	{"form, parse and serialize", func(s string) {
		pairs, _ := unlimited.Parse(s)
		form.Serialize(pairs)
		protocols.AppendFormPairs(nil, pairs)
	}},
	{"form, edit", func(s string) {
		if q, err := unlimited.Edit(s); err == nil {
			q.Set("a", "b")
			q.Delete("a1")
			_ = q.String()
		}
	}},
	{"form, JSON", func(s string) { _, _ = protocols.FormPairs(s); _, _ = protocols.FormData(s) }},
	{"form/nested", func(s string) {
		for _, c := range conventions {
			if data, err := c.WithLimits(form.Limits{Pairs: form.NoLimit}).Parse(s); err == nil {
				_, _ = c.Build(data)
			}
		}
	}},

	{"uri, parse", func(s string) { _, _ = uri.Parse(s); _, _ = uri.ParseZoned(s) }},
	{"uri, segments", func(s string) {
		var data []string
		for _, segment := range uri.SplitPath(s) {
			data = append(data, segment.Text())
		}
		_, _ = uri.JoinSegments(data...)
		_, _ = uri.JoinRooted(data...)
	}},
	{"uri, dot segments", func(s string) { uri.RemoveDotSegments(s) }},
	{"uri, normalize", func(s string) { uri.ParseLenient(s).AppendNormalize(nil, ^uri.Rungs(0)) }},
	{"uri, resolve", func(s string) {
		base := uri.MustParse("http://h/a/b")
		base.Resolve(uri.ParseLenient(s))
		uri.ParseLenient(s).Resolve(base)
	}},
	{"uri, compare", func(s string) { uri.Compare(uri.ParseLenient(s), uri.ParseLenient(s+"a")) }},
	{"uri, change", func(s string) {
		u := uri.MustParse("http://h/a")
		for _, part := range []uri.Part{uri.Scheme, uri.Authority, uri.Userinfo, uri.Host, uri.Port, uri.Path, uri.Query, uri.Fragment} {
			_, _ = u.With(part, s)
			_, _ = u.WithData(part, s)
		}
	}},
	{"uri/zone", func(s string) { _, _ = zone.Parse(s) }},
	{"iri", func(s string) {
		_, _ = iri.ToURI(s)
		iri.FromURI(s)
		iri.Readable(s)
		_, _ = iri.Parse(s)
		iri.FromLEIRI(s)
		iri.FromXRI(s)
		iri.Spell(s, uri.Ladder{})
	}},
	{"iri, decode", func(s string) { iri.Decode(s); _, _ = iri.AppendEncode(nil, []byte(s)) }},
	{"weburl, parse", func(s string) {
		u, _ := weburl.Parse(s)
		_ = u.Readable()
		_, _ = weburl.AppendHref(nil, []byte(s))
	}},
	{"weburl, resolve", func(s string) {
		for _, base := range []string{"http://h/a/b/c", "file:///C:/a", "a:b", "a://h/b"} {
			_, _ = webURL(base).Parse(s)
			webURL(base).CanParse(s)
		}
	}},
	{"weburl, change", func(s string) {
		u := webURL("http://h/a")
		for _, set := range []func(string) (weburl.URL, error){
			u.WithHref, u.WithProtocol, u.WithUsername, u.WithPassword, u.WithHost, u.WithHostname, u.WithPort, u.WithPathname, u.WithSearch, u.WithHash,
		} {
			_, _ = set(s)
		}
	}},
	{"uritemplate", func(s string) {
		t, _ := uritemplate.ParseLenient(s)
		t.Variables()
		_, _ = t.Expand(uritemplate.Values{"a1": uritemplate.String("b")})
	}},
	{"uritemplate, expand", func(s string) {
		t := uritemplate.MustParse("{a}{+a}{/a*}{?a*}{#a:5}")
		_, _ = t.Expand(uritemplate.Values{"a": uritemplate.String(s)})
		_, _ = t.Expand(uritemplate.Values{"a": uritemplate.List(strings.Split(s, "/")...)})
	}},

	{"header, parse", func(s string) {
		for _, mode := range []header.Mode{header.Strict, header.Lenient} {
			_, _ = header.ParseDisposition(s, mode)
			_, _ = header.ParseLink(s, mode)
			_, _ = header.ParseParameters(s, mode)
			_, _ = header.ParseExtValue(s, mode)
			_, _ = header.ParseSlug(s, mode)
		}
		_, _ = header.ParseALPN(s)
		_, _ = header.ParseAltSvc(s)
		_, _ = header.ParseBaggage(s)
		_, _ = header.ParseDisplayString(s)
		_, _ = header.ParseNoVarySearch(s)
		_, _ = header.ParseResourceAttributes(s)
		header.ParseSearchKey(s)
		header.ParseGRPCMessage(s)
		_, _, _ = header.ParseMultipart(s, header.KeepEscapes)
	}},
	{"header, build", func(s string) {
		_, _ = header.Disposition{Type: "a", Filename: s}.Build()
		_, _ = header.BuildLink(header.Link{Target: s, Params: []header.Param{{Name: "title", Value: s}}})
		_, _ = header.BuildParameter(header.Param{Name: "a", Value: s}, 20)
		_, _ = header.BuildBaggage(header.BaggageMember{Key: "a", Value: s})
		_, _ = header.BuildDisplayString(s)
		_, _ = header.BuildSlug(s)
		header.BuildGRPCMessage(s)
		_, _ = header.BuildMultipart(s, &s, charset.UTF8)
		header.LastComponent(s)
	}},

	{"scheme/coap", func(s string) { _, _ = coap.Parse(s); _, _ = coap.Parse("coap://h/" + s) }},
	{"scheme/cpe", func(s string) {
		_, _ = cpe.Parse(s)
		_, _ = cpe.Parse("cpe:/" + s)
		_, _ = cpe.Parse("cpe:2.3:" + s)
		cpe.Quote(s)
	}},
	{"scheme/dataurl", func(s string) {
		for _, u := range []string{s, "data:" + s, "data:," + s, "data:;base64," + s, "data:text/plain;" + s + ",a"} {
			_, _ = dataurl.Parse(u)
			_, _ = dataurl.ParseRFC2397(u)
		}
		_, _ = dataurl.ParseMIMEType(s)
		_, _ = dataurl.Data{Body: []byte(s)}.Build()
	}},
	{"scheme/did", func(s string) {
		_, _ = did.Parse(s)
		_, _ = did.Parse("did:x:" + s)
		_, _ = did.WebURL("did:web:" + s)
		_, _ = did.FromWebURL(s)
	}},
	{"scheme/dsn", func(s string) {
		for _, before := range []string{"", "postgres://", "mongodb://h/?", "mysql://u:", "redis://", "sqlite:"} {
			if d, err := dsn.Parse(before + s); err == nil {
				_, _ = d.Build()
			}
		}
		_, _ = dsn.ParseSQLite(s)
		_, _ = dsn.ParseSQLite("file:" + s)
	}},
	{"scheme/fileurl", func(s string) {
		for _, f := range []func(string) (string, error){fileurl.ToPOSIX, fileurl.ToWindows, fileurl.FromPOSIX, fileurl.FromWindows} {
			_, _ = f(s)
		}
		_, _ = fileurl.ToPOSIX("file:///" + s)
		_, _ = fileurl.ToWindows("file:///C:/" + s)
		_, _ = fileurl.FromWindows(`C:\` + s)
	}},
	{"scheme/mailto", func(s string) {
		for _, u := range []string{s, "mailto:" + s, "mailto:a@b?to=" + s, "mailto:a?" + s} {
			if u, err := mailto.Parse(u); err == nil {
				u.Recipients()
				_, _ = u.Build()
			}
		}
		_, _ = mailto.URL{To: []string{s}}.Build()
	}},
	{"scheme/mid", func(s string) { _, _ = mid.Parse("mid:" + s); _, _ = mid.Parse("cid:" + s); _, _ = mid.Brackets(s) }},
	{"scheme/purl", func(s string) {
		for _, u := range []string{s, "pkg:npm/" + s, "pkg:npm/a?" + s, "pkg:npm/a#" + s, "pkg:npm/a@" + s} {
			if p, err := purl.Parse(u); err == nil {
				_, _ = p.Build()
			}
		}
	}},

	{"sign/oauth1", func(s string) {
		_, _ = oauth1.ParseHeader("OAuth " + s)
		oauth1.Normalize(oauth1.ParseForm(s))
		_, _ = oauth1.BaseURI(s)
		_, _ = oauth1.BaseString(&oauth1.Request{Method: "GET", URL: "http://h/?" + s})
	}},
	{"sign/azure", func(s string) {
		signed := []pctsign.Field{{Name: "Authorization", Value: "SharedKey a:" + s}, {Name: "x-ms-a", Value: s}}
		for _, url := range []string{"https://a.blob.core.windows.net/c/" + s + "?sv=2022-11-02&sr=b&sig=x", "https://a.blob.core.windows.net/c/b?sv=2022-11-02&sr=b&sig=x&" + s, "https://a.blob.core.windows.net/c/b?sv=2022-11-02&sig=x&rscd=" + s} {
			mistaken(azure.SAS, &pctsign.Request{URL: url})
			mistaken(azure.SharedKey, &pctsign.Request{URL: url, Header: signed})
		}
	}},
	{"sign/cloudfront", func(s string) {
		for _, query := range []string{"Expires=1&" + s, "Policy=" + s, "Policy=" + strings.NewReplacer("+", "-", "=", "_", "/", "~").Replace(base64.StdEncoding.EncodeToString([]byte(`{"Statement":[{"Resource":"*`+s+`"}]}`)))} {
			mistaken(cloudfront.URL, &pctsign.Request{URL: "https://h/" + s + "?Signature=x&Key-Pair-Id=K&" + query})
		}
	}},
	{"sign/gcs", func(s string) {
		const signed = "X-Goog-Algorithm=GOOG4-HMAC-SHA256&X-Goog-Credential=a/20190201/auto/storage/goog4_request&X-Goog-Date=20190201T090000Z&X-Goog-Expires=10&X-Goog-Signature=x&X-Goog-SignedHeaders="
		for _, url := range []string{"https://h/b/" + s + "?" + signed + "host", "https://h/b/o?" + signed + "host&" + s, "https://h/b/o?" + signed + "host;" + s} {
			mistaken(gcs.V4, &pctsign.Request{URL: url, Header: []pctsign.Field{{Name: "x-goog-a", Value: s}}})
		}
		mistaken(gcs.V2, &pctsign.Request{URL: "https://storage.googleapis.com/b/" + s + "?GoogleAccessId=a&Expires=1&Signature=x"})
	}},
	{"sign/httpsig", func(s string) {
		for _, input := range []string{"a=(" + s + `);alg="hmac-sha256"`, s, `a=("@path" "@query" "x-a" "@query-param";name="a");alg="hmac-sha256";x="` + s + `"`} {
			mistaken(httpsig.RFC9421, &pctsign.Request{URL: "https://h/" + s + "?a=1&" + s, Header: []pctsign.Field{{Name: "Signature-Input", Value: input}, {Name: "Signature", Value: "a=:AA==:"}, {Name: "X-A", Value: s}}})
		}
	}},
	{"sign/webhook", func(s string) {
		header := []pctsign.Field{{Name: "X-Hub-Signature-256", Value: "x"}, {Name: "Stripe-Signature", Value: "t=1,v1=" + s}, {Name: "X-Twilio-Signature", Value: "x"}, {Name: "Content-Type", Value: "application/x-www-form-urlencoded"}}
		for _, scheme := range []*pctsign.Scheme{webhook.GitHub, webhook.Stripe, webhook.Twilio, webhook.ShopifyProxy, webhook.TelegramLogin, webhook.VNPay, webhook.PayFast} {
			mistaken(scheme, &pctsign.Request{URL: "https://h/?" + s, Header: header, Body: []byte(s)})
			mistaken(scheme, &pctsign.Request{URL: "https://h/?hash=x&signature=x&vnp_SecureHash=x&" + s, Header: header, Body: []byte("{\"a\":\"" + s + "\"}")})
		}
	}},
	{"sign/sigv4", func(s string) {
		_, _ = sigv4.ParseAuthorization("AWS4-HMAC-SHA256 " + s)
		sigv4.CanonicalQuery(s, sigv4.PlusStyle(0))
		sigv4.CanonicalURI(s, sigv4.PathStyle(0))
		sigv4.CanonicalURI(s, sigv4.PathStyle(1))
		_, _ = sigv4.ParseEventKey(s)
		sigv4.KeyPath(s)
		sigv4.RegionOfHost(s)
	}},

	{"web/cgi", func(s string) {
		_, _ = cgi.Arguments(s)
		_, _ = cgi.VariableName(s)
		_, _ = cgi.IndexedQuery(strings.Split(s, "/")...)
	}},
	{"web/csp", func(s string) { csp.MatchPath(s, s); csp.MatchPath("/"+s, "/"+s) }},
	{"web/fragment", func(s string) {
		_, _, _ = fragment.ParseTextDirectives(s)
		_, _, _ = fragment.ParseTextDirectives(":~:text=" + s)
		fragment.ParseMedia(s)
		_, _ = fragment.ParseJSONPointer("/" + s)
		_, _ = fragment.BuildJSONPointer(s)
		_, _ = fragment.BuildTextDirectives(fragment.TextDirective{Start: s})
	}},
	{"web/protocolhandler", func(s string) {
		_, _ = protocolhandler.Expand("https://h/?u=%s", s)
		_, _ = protocolhandler.Expand(s, "web+a:b")
	}},
	{"web/robots", func(s string) {
		robots.Normalize(s)
	}},
	{"web/safebrowsing", func(s string) { _, _ = safebrowsing.Canonicalize(s); safebrowsing.Unescape(s) }},

	{"lang/ecma", func(s string) {
		_, _ = ecma.AppendEncodeURI(nil, []byte(s))
		_, _ = ecma.AppendEncodeURIComponent(nil, []byte(s))
		_, _ = ecma.DecodeURI(s)
		_, _ = ecma.DecodeURIComponent(s)
		ecma.AppendEscape(nil, []byte(s))
		ecma.AppendUnescape(nil, []byte(s))
	}},
	{"lang/xpath", func(s string) {
		for _, f := range []func(string) string{
			xpath.DecodeFromURI, xpath.DecodeFromURI2023, xpath.EncodeForURI, xpath.EscapeHTMLURI, xpath.EscapeURIAttribute, xpath.IRISafe, xpath.IRIToURI,
		} {
			f(s)
		}
	}},

	{"dialect, encode", func(s string) {
		for d := range dialect.All() {
			_, _ = d.AppendEncode(nil, []byte(s))
		}
	}},
	{"dialect, decode", func(s string) {
		for d := range dialect.All() {
			_, _ = d.AppendDecode(nil, []byte(s))
		}
	}},
	{"dialect, find", func(s string) { _, _ = dialect.Find(s); _, _ = dialect.FindAll(s) }},
	{"dialect, lookup", func(s string) { _, _ = dialect.Lookup(s) }},
	{"dialect/sets", func(s string) {
		_, _ = sets.Parse(s)
		_, _ = sets.Parse("[" + s + "]")
		_, _ = sets.Parse("alnum + '" + s + "'")
	}},
	{"find", func(s string) {
		for range find.Dialects(strings.Fields(s)...) {
			break
		}
		for range find.Functions(s) {
			break
		}
	}},

	{"inspect/explain", func(s string) { explain.Explain(s) }},
	{"inspect/identify", func(s string) {
		_, _ = identify.Identify(identify.Output(s))
		_, _ = identify.Identify(identify.Pair(s, percent.Form.Encode(s)))
	}},
	{"inspect/layers", func(s string) {
		_, _ = layers.Of(s)
		for range layers.Lookalikes(s) {
		}
	}},
	{"inspect/compare", func(s string) {
		for _, f := range compare.Formats() {
			compare.Compare(s, s+"a", f)
			compare.Compare(s, percent.RFC3986.Encode(s), f)
			compare.Compare("", s, f)
		}
	}},
	{"inspect/document", func(s string) {
		for _, name := range document.Names() {
			g, _ := document.Lookup(name)
			for u := range g.For(s).URLs(s) {
				_ = u
			}
		}
		document.Detect("", s)
	}},
}

var (
	unlimited   = form.Standard.WithLimits(form.Limits{Pairs: form.NoLimit})
	conventions = []*nested.Convention{nested.PHP, nested.Rack}
	encodings   = []*percent.Encoding{
		percent.RFC3986, percent.Form, percent.WHATWGPath,
		percent.RFC3986.WithInvalidUTF8(percent.InvalidUTF8Refused), percent.Form.WithInvalidUTF8(percent.InvalidUTF8Replaced),
	}
)

func eachCharset(f func(c *charset.Charset)) {
	for _, label := range []string{"utf-8", "windows-1252", "shift_jis", "euc-jp", "iso-2022-jp", "gb18030", "big5", "euc-kr", "utf-16", "replacement"} {
		c, err := charset.Lookup(label)
		if err != nil {
			panic(err)
		}
		f(c)
	}
}

func webURL(s string) weburl.URL {
	u, err := weburl.Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// pieces is a reader that returns at most 5 bytes at a time.
type pieces struct{ r io.Reader }

func (p pieces) Read(b []byte) (int, error) { return p.r.Read(b[:min(len(b), 5)]) }

// TestDoubled doubles texts of every shape through the functions that take text.
func TestDoubled(t *testing.T) {
	for _, f := range doubledFunctions {
		t.Run(f.name, func(t *testing.T) { Doubled(t, f.name, f.run) })
	}
}

// TestDoubledTables does the same with tables: with one row, and as rows.
func TestDoubledTables(t *testing.T) {
	op, err := bulk.Decode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []bulk.Table{
		{Format: bulk.CSV, Columns: []string{"1"}, Header: bulk.HeaderNo},
		{Format: bulk.CSV, Columns: []string{"2"}},
		{Format: bulk.TSV, Columns: []string{"1"}, Header: bulk.HeaderNo},
		{Format: bulk.JSONLines, Columns: []string{"/a"}},
		{Format: bulk.JSONLines, Columns: []string{"/a/b/c"}},
		{Format: bulk.WholeLines},
		{Format: bulk.Matches, Match: regexp.MustCompile(`(?P<url>https?://\S+)`)},
	} {
		job := bulk.Job{Operation: op, Table: &table, Policy: bulk.Keep, Chunk: 1 << 10}
		name := "bulk, " + table.Format.String()
		Doubled(t, name, func(s string) { _, _ = job.Run(io.Discard, bulk.From("in", strings.NewReader(s))) })
		Doubled(t, name+" in pieces", func(s string) { _, _ = job.Run(io.Discard, bulk.From("in", pieces{strings.NewReader(s)})) })
		Doubled(t, name+", rows", func(s string) {
			_, _ = job.Run(io.Discard, bulk.From("in", strings.NewReader(strings.Repeat(s[:min(len(s), 256)]+"\n", len(s)/256))))
		})
	}
}

// mistaken looks for a mistake in a signature.
func mistaken(s *pctsign.Scheme, r *pctsign.Request) {
	if c, err := s.Read(r, pctsign.Given{}); err == nil {
		c.FindMistake(&pctsign.Key{Secret: "a2V5"})
	}
}
