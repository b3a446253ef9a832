package conform

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/protocols"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/sign/oauth1"
	"github.com/pct-encoded/percent/sign/sigv4"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/uritemplate"
	"github.com/pct-encoded/percent/weburl"
)

// The operations whose inputs and answers are JSON.

// errInput says that a JSON value is not a valid input for an operation.
var errInput = errors.New("conform: not an input of this operation")

// A valued is an operation with Values.
type valued struct {
	pool func() *pool
	// expect returns the answer to an input: a string if answers are text, otherwise a
	// value to be written as JSON.
	expect func(input strictjson.Value) (answer any, err error)
}

var valuedOperations = lazy.Value[map[Operation]valued]{Make: func() map[Operation]valued {
	return map[Operation]valued{
		FormEncode: {formEncodePool, expectFormEncode},
		FormDecode: {formDecodePool, expectFormDecode},
		URL:        {urlPool, expectURL},
		URI:        {uriPool, expectURI},
		Template:   {templatePool, expectTemplate},
		OAuth1:     {oauthPool, expectOAuth},
		SigV4:      {sigv4Pool, expectSigV4},
	}
}}

// fillValues makes the tests of an operation with Values.
func (s *Suite) fillValues() {
	o := valuedOperations.Get()[s.Operation]
	s.expect = func(input string) (Want, error) {
		v, err := strictjson.Parse(input)
		if err != nil {
			return Want{}, err
		}
		answer, err := o.expect(v)
		switch {
		case errors.Is(err, errInput):
			return Want{}, err
		case err != nil:
			return Want{Refusal: refusal(err)}, nil
		}
		if text, ok := answer.(string); ok {
			return Want{Output: text}, nil
		}
		return Want{Output: string(strictjson.Append(nil, answer))}, nil
	}
	p := o.pool()
	for i, q := range p.probes {
		// The first tests are those from specifications. The others are a sample that
		// stays the same when tests are added.
		if s.Options.Size == Default || i < quickFirst || sha256.Sum256([]byte(q.input))[0]%quickSample == 0 {
			s.add(q)
		}
	}
	rnd := rand.New(rand.NewPCG(s.Options.Seed, uint64(s.Operation)))
	seen := map[string]bool{}
	for tries := 0; len(seen) < s.Options.Random && tries < 100*s.Options.Random; tries++ {
		input := mutated(rnd, p.probes[rnd.IntN(len(p.probes))].input)
		want, err := s.expect(input)
		if err != nil || seen[input] || p.seen[input] {
			continue
		}
		// Only the tests above ask about malformed templates.
		if s.Operation == Template && want.Refused() {
			continue
		}
		seen[input] = true
		s.Tests = append(s.Tests, Test{"random-" + idOf(input), input, want})
	}
}

// A quick suite of an operation with Values has the first quickFirst tests, and one in
// quickSample of the others.
const (
	quickFirst  = 150
	quickSample = 8
)

// mutated returns an input with something inserted into, or removed from, one of its
// texts.
func mutated(rnd *rand.Rand, input string) string {
	v, err := strictjson.Parse(input)
	if err != nil {
		return input
	}
	for range 1 + rnd.IntN(3) {
		var texts []*strictjson.Value
		each(&v, func(x *strictjson.Value) {
			if x.Kind == strictjson.String {
				texts = append(texts, x)
			}
		})
		if len(texts) == 0 {
			return input
		}
		x := texts[rnd.IntN(len(texts))]
		at := rnd.IntN(len(x.Text) + 1)
		for at > 0 && at < len(x.Text) && x.Text[at]&0xC0 == 0x80 {
			at--
		}
		if rnd.IntN(4) == 0 && at < len(x.Text) {
			list := smallerTexts(x.Text, dialect.UnitsText)
			x.Text = list[rnd.IntN(len(list))]
			continue
		}
		x.Text = x.Text[:at] + randomPieces[rnd.IntN(len(randomPieces))](rnd) + x.Text[at:]
	}
	return string(appendValue(nil, &v))
}

// each calls f with v and every value in it.
func each(v *strictjson.Value, f func(*strictjson.Value)) {
	f(v)
	for i := range v.Items {
		each(&v.Items[i], f)
	}
	for i := range v.Members {
		each(&v.Members[i].Value, f)
	}
}

// appendValue appends a value as JSON.
func appendValue(dst []byte, v *strictjson.Value) []byte {
	switch v.Kind {
	case strictjson.String:
		return strictjson.AppendString(dst, v.Text)
	case strictjson.Array:
		dst = append(dst, '[')
		for i := range v.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendValue(dst, &v.Items[i])
		}
		return append(dst, ']')
	case strictjson.Object:
		dst = append(dst, '{')
		for i := range v.Members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(strictjson.AppendString(dst, v.Members[i].Key), ':')
			dst = appendValue(dst, &v.Members[i].Value)
		}
		return append(dst, '}')
	}
	return append(dst, v.Raw...)
}

// smallerValues returns versions of an input with an item, a member or a piece of text
// removed, the smallest first.
func smallerValues(input string) []string {
	root, err := strictjson.Parse(input)
	if err != nil {
		return nil
	}
	var list []string
	add := func() { list = append(list, string(appendValue(nil, &root))) }
	each(&root, func(v *strictjson.Value) {
		was := *v
		for i := range was.Items {
			v.Items = slices.Delete(slices.Clone(was.Items), i, i+1)
			add()
		}
		for i := range was.Members {
			v.Members = slices.Delete(slices.Clone(was.Members), i, i+1)
			add()
		}
		if v.Kind == strictjson.String {
			for _, text := range smallerTexts(was.Text, dialect.UnitsText) {
				v.Text = text
				add()
			}
		}
		*v = was
	})
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	return list
}

// rightValue reports whether a JSON answer is the wanted one. It rewrites both in the
// form used for comparison: keys in a fixed order, without null and without keys
// missing from the answer.
func (s *Suite) rightValue(w *Want, a *Answer) bool {
	v, err := strictjson.ParseWTF8(a.Output)
	if err != nil {
		return false
	}
	if w.Refused() {
		return false
	}
	want, err := strictjson.Parse(w.Output)
	if err != nil {
		panic("conform: " + w.Output)
	}
	if v.Kind != strictjson.Object || want.Kind != strictjson.Object {
		a.Output = string(appendValue(nil, &v))
		return a.Output == w.Output
	}
	v.Members = slices.DeleteFunc(v.Members, func(m strictjson.Member) bool { return m.Value.Kind == strictjson.Null })
	place := func(key string) int {
		return slices.IndexFunc(want.Members, func(m strictjson.Member) bool { return m.Key == key })
	}
	sort.SliceStable(v.Members, func(i, j int) bool {
		x, y := place(v.Members[i].Key), place(v.Members[j].Key)
		if x < 0 || y < 0 {
			return y < x
		}
		return x < y
	})
	if s.Operation == URL {
		// A parser need not report every component.
		if _, ok := v.Get("href"); !ok {
			return false
		}
		want.Members = slices.DeleteFunc(want.Members, func(m strictjson.Member) bool {
			_, ok := v.Get(m.Key)
			return !ok
		})
	}
	a.Output, w.Output = string(appendValue(nil, &v)), string(appendValue(nil, &want))
	return a.Output == w.Output
}

// member returns the text of a member of an object, and whether it exists.
//
//go:noinline
func member(v strictjson.Value, key string) (string, bool) {
	m, ok := v.Get(key)
	return m.Text, ok && m.Kind == strictjson.String
}

// onlyKeys reports whether v is an object without keys other than keys.
func onlyKeys(v strictjson.Value, keys ...string) bool {
	return v.Kind == strictjson.Object && !slices.ContainsFunc(v.Members, func(m strictjson.Member) bool { return !slices.Contains(keys, m.Key) })
}

// pairsOf returns the pairs that an array of arrays of two strings holds.
func pairsOf(v strictjson.Value) ([][2]string, bool) {
	if v.Kind != strictjson.Array {
		return nil, false
	}
	var pairs [][2]string
	for _, item := range v.Items {
		if item.Kind != strictjson.Array || len(item.Items) != 2 || item.Items[0].Kind != strictjson.String || item.Items[1].Kind != strictjson.String {
			return nil, false
		}
		pairs = append(pairs, [2]string{item.Items[0].Text, item.Items[1].Text})
	}
	return pairs, true
}

// quoted returns text as JSON.
//
//go:noinline
func quoted(text string) string { return string(strictjson.AppendString(nil, text)) }

// pairsJSON returns names and values as JSON.
func pairsJSON(names ...string) string {
	dst := []byte{'['}
	for i := 0; i < len(names); i += 2 {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '[')
		dst = append(strictjson.AppendString(dst, names[i]), ',')
		dst = append(strictjson.AppendString(dst, names[i+1]), ']')
	}
	return string(append(dst, ']'))
}

// visible returns the printable ASCII characters, the space first.
func visible() (list []string) {
	for c := rune(' '); c < 0x7F; c++ {
		list = append(list, string(c))
	}
	return list
}

func formEncodePool() *pool {
	p := &pool{}
	p.add("pairs", pairsJSON(), pairsJSON("a", "1"), pairsJSON("a", "1", "b", "2"), pairsJSON("a", "1", "a", "2"), pairsJSON("b", "1", "a", "2", "b", "0"), pairsJSON("", ""), pairsJSON("a", ""), pairsJSON("", "a"),
		pairsJSON("", "", "", ""), pairsJSON("a", "", "b", ""), pairsJSON("a b", "c d"), pairsJSON("a&b", "c=d"), pairsJSON("a=b", "c&d"), pairsJSON("a+b", "c+d"), pairsJSON("q", "caf\u00E9 au lait"), pairsJSON("100%", "%41"), pairsJSON("a[b][]", "c", "a[b][]", "d"), pairsJSON("a.b", "c;d"))
	for i := range 256 {
		p.add("value", pairsJSON("a", string(rune(i))))
	}
	for i := range 128 {
		p.add("name", pairsJSON(string(rune(i)), "b"))
	}
	for _, r := range points {
		p.add("value", pairsJSON("a", string(r)))
	}
	for _, text := range texts {
		p.add("text", pairsJSON("a", text), pairsJSON(text, "", "b", text))
	}
	return p
}

func expectFormEncode(v strictjson.Value) (any, error) {
	list, ok := pairsOf(v)
	if !ok {
		return nil, errInput
	}
	var pairs []form.Pair
	for _, x := range list {
		pairs = append(pairs, form.Pair{Name: x[0], Value: x[1]})
	}
	return form.Serialize(pairs), nil
}

func formDecodePool() *pool {
	p := &pool{}
	add := func(group string, list ...string) {
		for _, text := range list {
			p.add(group, quoted(text))
		}
	}
	add("pairs", "", "a", "a=", "=", "=b", "&", "&&", "a=1", "a=1&b=2", "a=1&a=2", "b=1&a=2&b=0", "a&b", "a=1&", "&a=1", "a=1&&b=2", "a==b", "a=b=c", "=&=", "a=1;b=2", "a;b", "?a=1", "#a=1", "a=1#b", "a=1?b=2", "a+b=c+d", "+=+", "%2B=%2b", "a%3Db=c%26d", "a%3d=b",
		"%", "a=%", "a=%4", "a=%zz", "a=%%41", "%zz=%4", "a=100%", "a=%u20AC", "caf%C3%A9=%E6%97%A5", "a=%E9", "a=%C3", "a=%FF%FE", "a=%E3%81", "a=%C0%AF", "a=%ED%A0%80", "a=%EF%BB%BFb", "%EF%BB%BFa=b", "a=\u00E9", "\u65E5=\U0001F600", "a= b ", " a = b ", "a=\tb", "a=%00b", "a[b][]=c&a[b][]=d", "a.b=c", "_charset_=utf-8&a=%E9", "isindex=a")
	for i := range 256 {
		add("value", fmt.Sprintf("a=%%%02X", i), fmt.Sprintf("a=%%%02x", i))
	}
	for i := range 128 {
		add("raw", "a="+string(rune(i)), string(rune(i))+"=b", "a"+string(rune(i))+"b")
	}
	for _, text := range texts {
		add("text", "a="+text, text)
	}
	return p
}

func expectFormDecode(v strictjson.Value) (any, error) {
	if v.Kind != strictjson.String {
		return nil, errInput
	}
	pairs, err := form.Parse(v.Text)
	if err != nil {
		return nil, errInput // beyond the limits of package form
	}
	list := make([][]string, 0, len(pairs))
	for _, x := range pairs {
		list = append(list, []string{x.Name, x.Value})
	}
	return list, nil
}

// reference returns a reference under a key, with its base if there is one, as JSON.
func reference(key, text, base string) string {
	dst := strictjson.AppendString([]byte(`{"`+key+`":`), text)
	if base != "" {
		dst = strictjson.AppendString(append(dst, `,"base":`...), base)
	}
	return string(append(dst, '}'))
}

// resolved are the references of RFC 3986, section 5.4.
var resolved = lazy.Value[[]string]{Make: func() []string {
	return strings.Fields("g:h g ./g g/ /g //g ?y g?y #s g#s g?y#s ;x g;x g;x?y#s . ./ .. ../ ../g ../.. ../../ ../../g ../../../g ../../../../g /./g /../g g. .g g.. ..g ./../g ./g/. g/./h g/../h g;x=1/./y g;x=1/../y g?y/./x g?y/../x g#s/./x g#s/../x http:g")
}}

func urlPool() *pool {
	p := &pool{}
	add := func(group, base string, list ...string) {
		for _, text := range list {
			p.add(group, reference("url", text, base))
		}
	}
	add("resolve", "http://a/b/c/d;p?q", append([]string{""}, resolved.Get()...)...)
	rests := strings.Split("| / // /// //h //h/ //h/p?q#f //h:80/ //h:443/ //h:8080/ //h:65535/ //h:65536/ //h:/ //h:00080/ //h:x/ //u@h/ //u:p@h/ //u:@h/ //:p@h/ //@h/ //u@@h/ //u:p:q@h/ //u%40:p%3A@h/ ?q #f ? # //h? //h# //h?q //h#f //H/A //h/a/../b //h/a/./b //h/.. //h/../.. //h/a//b "+
		"//h/%2e%2E/a //h/.%2e/a //h/%2e //h/a/%2e/ //h/a%2Fb //h/%41%7e //h/%zz% //h/a\\b \\\\h\\a \\h /\\h //h/\\..\\a //h/a;b=c,d //h/[a] //h/|^` //h/{}<> //h/\" //h?\"'<> //h#`\"<> //h?{}|^` //h/é?é#é //é/ //%41/ //%C3%A9/ //h%2Fi/ //h%00/ //h%20i/ //1.2.3.4/ //1.2.3/ //0x7F.1/ //017700000001/ //2130706433/ //256.1.1.1/ //1.2.3.4.5/ //1.2.3.x/ //4294967296/ "+
		"//[::1]/ //[::1]:80/ //[1:2:3:4:5:6:7:8]/ //[1::8]/ //[::1.2.3.4]/ //[::ffff:1.2.3.4]/ //[1:0:0:2:0:0:0:3]/ //[::1/ //[::g]/ //[1:2]/ //[::1%25en0]/ //[] //a..b/ //.h/ //h./ //a_b/ //-a/ //a-/ //a^b/ //a|b/ //a<b/ //xn--bcher-kva/ //bücher.example/ //BÜCHER.example/ //ä/ //ß/ //faß.de/ //日本語/ //Ａ/ //a。b/ //\u00AD/ //xn--/ h h/p ../a ./a a:b mailto:a@b", " ")
	rests[0] = ""
	for _, scheme := range strings.Fields("http https ws ftp file foo HTTP javascript data a+b-c.1 1a é") {
		for _, rest := range rests {
			add("scheme", "", scheme+":"+rest)
		}
	}
	for _, rest := range rests {
		add("base", "https://u:p@e.example:8443/x/y?z#w", rest)
		add("base", "file:///C:/a/b", rest)
		add("base", "foo://h/x/y", rest)
		add("base", "mailto:a@b", rest)
	}
	for _, c := range visible() {
		//percent:ignore unescaped-userinfo what is tested is which characters a parser takes there
		add("char", "", "http://h/"+c, "http://h/?"+c, "http://h/#"+c, "http://"+c+"@h/", "http://a"+c+"b/", "foo://a"+c+"b/", "foo:/"+c, "foo:"+c, "foo:?"+c, "http://h"+c, c+"http://h/", "ht"+c+"tp://h/")
	}
	for i := range 0x20 {
		c := string(rune(i))
		add("control", "", "http://h/a"+c+"b", "http://a"+c+"b/", "http://h/?a"+c+"b#c"+c+"d", c+"http://h/"+c, "ht"+c+"tp://h/", "foo:a"+c+"b")
	}
	for _, r := range points {
		if r != 0xFDD0 && r < 0xE0000 {
			add("points", "", "http://h/"+string(r)+"?"+string(r)+"#"+string(r), "foo:"+string(r))
		}
	}
	add("file", "", "file:///C|/a", "file:C:/a", "file://C:/a", "file:///C:/..", "file:/C|\\a", "file://localhost/a", "file://h/C:/a", "file:\\\\h\\a", "file:a", "file:?q", "file:#f", "file://", "file:///", "file:////h/a")
	add("file", "file:///C:/a/b", "/d", "//h/d", "C|/d", "/C:/d", "..", "../../..", "D:", "D:/x")
	return p
}

func expectURL(v strictjson.Value) (any, error) {
	text, ok := member(v, "url")
	base, hasBase := member(v, "base")
	if !ok || !onlyKeys(v, "url", "base") || len(v.Members) == 2 != hasBase {
		return nil, errInput
	}
	parse := weburl.Parse
	if hasBase {
		b, err := weburl.Parse(base)
		if err != nil {
			return nil, errInput
		}
		parse = b.Parse
	}
	u, err := parse(text)
	if err != nil {
		return nil, err
	}
	return protocols.NewBrowserURL(u), nil
}

func uriPool() *pool {
	p := &pool{}
	add := func(group, base string, list ...string) {
		for _, text := range list {
			p.add(group, reference("uri", text, base))
		}
	}
	add("resolve", "http://a/b/c/d;p?q", append([]string{""}, resolved.Get()...)...)
	add("resolve", "http://a", "", "g", "/g", "?y", "#s", "..", "../g", "g/../h", "//g")
	add("resolve", "http://a?q", "g", "?y", "#s", "./g", "..")
	add("resolve", "http://a/b/", "", "g", ".", "..", "../", "g/..", "./.", "../../g")
	add("resolve", "mailto:a@b", "", "#f", "?q", "c", "foo:x", "//h/p")
	add("resolve", "file:///a/b", "c", "../c", "/c", "//h/c", "../../../c")
	add("resolve", "foo:a/b/c", "d", "../d", "../../../d", "./d", "?q", "")
	add("parse", "", "ftp://ftp.is.co.za/rfc/rfc1808.txt", "http://www.ietf.org/rfc/rfc2396.txt", "ldap://[2001:db8::7]/c=GB?objectClass?one", "mailto:John.Doe@example.com", "news:comp.infosystems.www.servers.unix", "tel:+1-816-555-1212", "telnet://192.0.2.16:80/", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
		"foo://example.com:8042/over/there?name=ferret#nose", "http:", "http:?", "http:#", "http:?#", "http://", "http:///", "http://?", "http://#", "//", "///", "//h", "//h?", "//h#", "?", "#", "?#", "?q?r", "#f?q", "?q#f#g", "a", "a/b", "/a", "./a:b", "a:b", "a:b:c", "1a:b", "-a:b", "a+b-c.1:x", "A:b", "a%41:b", ":a", "/a:b", "a/b:c", "http://u@h", "http://u:p@h", "http://:@h", "http://@h", "http://u@v@h", "http://h:", "http://h:80", "http://h:080", "http://h:x", "http://h:8 0", "http://:80", "http://h:99999", "http://[::1]", "http://[::1]:80", "http://[::1", "http://[::g]", "http://[v1.a:b]", "http://[v.a]", "http://[1:2:3:4:5:6:7:8]", "http://[1:2:3:4:5:6:7]", "http://[1::2::3]", "http://[::1.2.3.4]", "http://[::1.2.3.256]", "http://[fe80::1%25en0]", "http://1.2.3.4", "http://1.2.3.256", "http://a_b", "http://a%20b", "http://%C3%A9", "http://é", "//h//p", "//h/p;x=1", "http://h/a%2Fb", "http://h/%", "http://h/%4", "http://h/%zz", "http://h/%e9", "a//b", "a\\b")
	for _, c := range visible() {
		//percent:ignore unescaped-userinfo what is tested is which characters a parser takes there
		add("char", "", "foo://h/"+c, "foo://h/?"+c, "foo://h/#"+c, "foo://a"+c+"b@h/", "foo://a"+c+"b", "a"+c+"b", c, "fo"+c+"o:x", "foo://h:8"+c)
	}
	for i := range 0x20 {
		c := string(rune(i))
		add("control", "", "foo://h/a"+c+"b", "foo://a"+c+"b/", "foo:?"+c, "foo:#"+c)
	}
	add("beyond", "", "foo:\u00E9", "foo://\u00E9", "foo:?\u00E9", "#\u00E9", "\U0001F600")
	return p
}

// A uriAnswer holds the components of a URI. A missing component has no key; the path is
// always present.
type uriAnswer struct {
	Scheme    *string `json:"scheme,omitempty"`
	Authority *string `json:"authority,omitempty"`
	Path      string  `json:"path"`
	Query     *string `json:"query,omitempty"`
	Fragment  *string `json:"fragment,omitempty"`
}

func expectURI(v strictjson.Value) (any, error) {
	text, ok := member(v, "uri")
	base, hasBase := member(v, "base")
	if !ok || !onlyKeys(v, "uri", "base") || len(v.Members) == 2 != hasBase {
		return nil, errInput
	}
	u, err := uri.Parse(text)
	if err != nil {
		return nil, err
	}
	if hasBase {
		b, err := uri.ParseURI(base)
		if err != nil {
			return nil, errInput
		}
		u = b.Resolve(u)
	}
	component := func(p uri.Part) *string {
		if c := u.Get(p); c.Present {
			return &c.Raw
		}
		return nil
	}
	return uriAnswer{component(uri.Scheme), component(uri.Authority), u.Path().Raw, component(uri.Query), component(uri.Fragment)}, nil
}

// templateVariables are those of RFC 6570, section 3.2.
var templateVariables = [][2]string{
	{"count", `["one","two","three"]`},
	{"dom", `["example","com"]`},
	{"dub", `"me/too"`},
	{"hello", `"Hello World!"`},
	{"half", `"50%"`},
	{"var", `"value"`},
	{"who", `"fred"`},
	{"base", `"http://example.com/home/"`},
	{"path", `"/foo/bar"`},
	{"list", `["red","green","blue"]`},
	{"keys", `{"semi":";","dot":".","comma":","}`},
	{"v", `"6"`},
	{"x", `"1024"`},
	{"y", `"768"`},
	{"empty", `""`},
	{"empty_list", `[]`},
	{"empty_keys", `{}`},
	{"undef", `null`},
	{"one", `["a b"]`},
	{"flat", `{"a":"b c","d":"e&f"}`},
	{"long", "\"\u00E9\u65E5\U0001F600xyz\""},
	{"escapes", `"a%20b%C3%A9%zz%"`},
	{"mixed", `["","a/b","%41","\u00E9"]`},
}

func templateJSON(template string, variables ...[2]string) string {
	dst := strictjson.AppendString([]byte(`{"template":`), template)
	dst = append(dst, `,"variables":{`...)
	for i, v := range variables {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(strictjson.AppendString(dst, v[0]), ':'), v[1]...)
	}
	return string(append(dst, "}}"...))
}

var templateOperators = []string{"", "+", "#", ".", "/", ";", "?", "&"}

func templatePool() *pool {
	p := &pool{}
	// An input holds only the variables that its template names.
	add := func(group string, templates ...string) {
		for _, t := range templates {
			var needed [][2]string
			parsed, err := uritemplate.Parse(t)
			if err != nil {
				panic("conform: " + err.Error())
			}
			for _, v := range templateVariables {
				if slices.Contains(parsed.Variables(), v[0]) {
					needed = append(needed, v)
				}
			}
			p.add(group, templateJSON(t, needed...))
		}
	}
	add("literal", "", "a", "http://h/{var}", "a{var}b", "{var}{hello}", "{var}/{who}", "%41%c3%a9", "\u00E9", "a{undef}b", "{x}{undef}{y}", "here?fixed=1{&x}", "up{+path}{var}/here", "X{.var}", "O{undef}X", "{base}index", "{+base}index", "!$&()*+,;=:/?#[]@-._~")
	for _, op := range templateOperators {
		for _, v := range templateVariables {
			add("operator", "{"+op+v[0]+"}")
			if strings.HasPrefix(v[1], `"`) {
				for _, n := range []string{"1", "2", "3", "4", "30", "9999"} {
					add("prefix", "{"+op+v[0]+":"+n+"}")
				}
			}
			add("explode", "{"+op+v[0]+"*}")
		}
		add("several", "{"+op+"x,y}", "{"+op+"x,hello,y}", "{"+op+"x,empty}", "{"+op+"x,undef}", "{"+op+"undef,y}", "{"+op+"undef,empty}", "{"+op+"path,x}", "{"+op+"path:6,x}", "{"+op+"list,x}", "{"+op+"list*,x}", "{"+op+"keys*,x}", "{"+op+"x,keys}", "{"+op+"empty_list,x}", "{"+op+"x,empty_keys*,y}", "{"+op+"var:3,list*,keys}", "a{"+op+"x}b{"+op+"y}c")
		for _, c := range visible() {
			p.add("char", templateJSON("{"+op+"c}", [2]string{"c", quoted(c)}))
		}
		for _, text := range texts {
			p.add("text", templateJSON("{"+op+"c}", [2]string{"c", quoted(text)}))
		}
	}
	for _, r := range points {
		p.add("points", templateJSON("{c}{+c}", [2]string{"c", quoted(string(r))}))
	}
	for _, name := range []string{"a_b", "a.b", "A1", "%41b", "_", "1"} {
		p.add("name", templateJSON("{"+name+"}", [2]string{name, `"value"`}), templateJSON("{?"+name+"}", [2]string{name, `"value"`}))
	}
	// Sections 2 and 3 require errors to be reported to the caller.
	for _, t := range malformedTemplates.Get() {
		p.add("malformed", templateJSON(t, [2]string{"var", `"value"`}, [2]string{"list", `["red","green","blue"]`}, [2]string{"keys", `{"semi":";"}`}))
	}
	return p
}

// malformedTemplates are templates that the grammar does not allow, and prefix modifiers
// on lists and associative arrays, which section 2.4.1 does not allow.
var malformedTemplates = lazy.Value[[]string]{Make: func() []string {
	return append(strings.Fields(
		"{ } a{ a} {var var} a{var {{var}} {var}} {a{var}} {} {?} {+} {,} {var,} {,var} {var,,list} {?var,} "+
			// Reserved and unknown operators.
			"{=var} {!var} {@var} {|var} {*var} {$var} {~var} {-var} {(var)} {??var} {+#var} {'var'} {\"var\"} "+
			// Names.
			"{va-r} {.a.} {a..b} {a.} {?.a} {%4} {%zz} {a%2} {\u00E9} {var=a} {var|a} {var+} {var?} {[var]} "+
			// Modifiers.
			"{:3} {*} {var:} {var:0} {var:03} {var:10000} {var:x} {var:-1} {var:3*} {var*:3} {var**} {var:3:4} {list:3} {+list:1} {?list:3} {keys:3} {;keys:1} "+
			// Literals.
			"\" < > \\ ^ ` | a|b % a% %4 %zz a%4g {var}% a\"{var}"), "a b", "{ var}", "{var }", "{va r}", "{var, list}", "{? var}", " {var}", "a\x01", "a\tb", "\x7F", "{\x00}")
}}

func expectTemplate(v strictjson.Value) (any, error) {
	text, ok := member(v, "template")
	variables, hasVariables := v.Get("variables")
	if !ok || !hasVariables || !onlyKeys(v, "template", "variables") || variables.Kind != strictjson.Object {
		return nil, errInput
	}
	values := uritemplate.Values{}
	for _, m := range variables.Members {
		var value uritemplate.Value
		if err := value.UnmarshalJSON([]byte(m.Value.Raw)); err != nil {
			return nil, errInput
		}
		values[m.Key] = value
	}
	t, err := uritemplate.Parse(text)
	if err != nil {
		return nil, err
	}
	out, err := t.Expand(values)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// request returns a request as JSON; more is its other members.
func request(method, url, more string) string {
	return `{"method":` + quoted(method) + `,"url":` + quoted(url) + more + `}`
}

// queries are the queries of requests, in the form in which they are sent.
var queries = []string{
	"", "?", "?a", "?a=", "?=b", "?a=1", "?a=1&b=2", "?b=2&a=1", "?a=2&a=1", "?a=1&a=10&a=2", "?a=&a", "?a=b=c", "?a&b", "?&", "?a=1&&b=2", "?a=1&", "?B=1&a=2&A=3", "?a-b=1&a=2&a.b=3&a_b=4&a~b=5", "?a=x%20y", "?a=x+y", "?a=x%2By", "?a=x%2by", "?a=%41%7E", "?a=~-._", "?a=%2F/", "?a=%25", "?a=%2525", "?a=%26b=1",
	"?a%3D=1", "?a=%3D%253D", "?b5=%3D%253D&a3=a&c%40=&a2=r%20b", "?a=caf%C3%A9", "?a=%E6%97%A5%E6%9C%AC", "?a=%F0%9F%98%80", "?%C3%A9=1&z=2", "?a=!*'()", "?a=%21%2A%27%28%29", "?a=,;:@$", "?a=/?", "?a1=1&a=11", "?a=1;b=2", "?q=a&q=%61", "?a=%00",
}

func oauthPool() *pool {
	p := &pool{}
	const usual = `,"params":[["oauth_consumer_key","9djdj82h48djs9d2"],["oauth_nonce","7d8f3e4a"],["oauth_signature_method","HMAC-SHA1"],["oauth_timestamp","137131201"],["oauth_token","kkk9d7dh3k39sjv7"]]`
	for _, m := range []string{"GET", "POST", "get", "Post", "DELETE", "PATCH"} {
		p.add("method", request(m, "http://example.com/r", usual))
	}
	for _, u := range []string{
		"http://example.com", "http://example.com/", "HTTP://EXAMPLE.COM/R", "http://example.com:80/r", "http://example.com:8080/r", "https://example.com:443/r", "https://example.com:80/r", "http://example.com:443/r", "http://example.com/a%20b", "http://example.com/a%2Fb", "http://example.com/~a", "http://example.com/%7Ea", "http://example.com/a//b", "http://example.com/a/../b",
		"http://example.com/a/", "http://example.com/a;b=c", "http://example.com/a,b:c@d!$&'()*+=", "http://example.com/caf%C3%A9", "http://example.com/%c3%a9", "http://[::1]/r", "http://[::1]:8080/r", "http://127.0.0.1/r", "http://example.com/r#f", "http://example.com/r?a=1#f",
	} {
		p.add("url", request("GET", u, usual))
	}
	for _, q := range queries {
		p.add("query", request("GET", "http://example.com/r"+q, usual), request("GET", "http://example.com/r"+q, `,"params":[]`))
		p.add("form", request("POST", "http://example.com/r?z=1", `,"form":`+quoted(strings.TrimPrefix(q, "?"))+usual))
	}
	for i := range 256 {
		// The RFC is about text, so invalid UTF-8 is left out.
		p.add("char", request("GET", "http://example.com/r?a="+escaped(string(rune(i))), usual))
		p.add("param", request("GET", "http://example.com/r", `,"params":`+pairsJSON("oauth_token", string(rune(i)))))
		if i < 0x80 {
			p.add("param", request("GET", "http://example.com/r", `,"params":`+pairsJSON(string(rune(i)), "a")))
		}
	}
	for _, text := range texts {
		p.add("text", request("POST", "http://example.com/r", `,"params":`+pairsJSON("status", text, "oauth_token", "t")))
	}
	return p
}

func expectOAuth(v strictjson.Value) (any, error) {
	method, ok1 := member(v, "method")
	url, ok2 := member(v, "url")
	list, _ := v.Get("params")
	params, ok3 := pairsOf(list)
	body, _ := member(v, "form")
	if !ok1 || !ok2 || !ok3 || method == "" || !onlyKeys(v, "method", "url", "form", "params") {
		return nil, errInput
	}
	r := &oauth1.Request{Method: method, URL: url, Form: body}
	for _, x := range params {
		r.Params = append(r.Params, oauth1.Param{Name: x[0], Value: x[1]})
	}
	out, err := oauth1.BaseString(r)
	if err != nil {
		return nil, errInput
	}
	return out, nil
}

func sigv4Pool() *pool {
	p := &pool{}
	const date = `["X-Amz-Date","20150830T123600Z"]`
	headers := func(service string, more ...string) string {
		list := `["Host","example.amazonaws.com"],` + date
		for i := 0; i < len(more); i += 2 {
			list += "," + strings.TrimSuffix(strings.TrimPrefix(pairsJSON(more[i], more[i+1]), "["), "]")
		}
		hash := sigv4.EmptyPayloadHash
		if service == "s3" {
			list += `,["X-Amz-Content-Sha256","` + hash + `"]`
		}
		return `,"headers":[` + list + `],"payload_hash":"` + hash + `","service":"` + service + `"`
	}
	const host = "https://example.amazonaws.com"
	paths := []string{
		"", "/", "/a", "/a/b", "/a/", "//a", "/a//b", "/a/./b", "/a/../b", "/..", "/./", "/a%20b", "/a+b", "/a%2Bb", "/a%2Fb", "/a%2fb", "/caf%C3%A9", "/%e6%97%a5", "/~a", "/%7Ea", "/-._~0-9A-Za-z", "/a=b", "/a:b@c", "/a!b*c'd(e)f", "/a$b,c;d&e", "/a%25b", "/a%2525b", "/%2e%2e/a", "/a%09b",
	}
	for _, service := range []string{"service", "s3"} {
		for _, path := range paths {
			p.add("path", request("GET", host+path, headers(service)))
		}
		for _, q := range queries {
			p.add("query", request("GET", host+"/"+q, headers(service)))
		}
		for i := range 256 {
			p.add("char", request("GET", host+"/?a="+escaped(string(rune(i))), headers(service)))
			if i != '/' && i != '.' {
				p.add("char", request("GET", host+"/x"+escaped(string(rune(i)))+"y", headers(service)))
			}
		}
		for _, m := range []string{"GET", "POST", "PUT", "DELETE", "HEAD"} {
			p.add("method", request(m, host+"/", headers(service)))
		}
	}
	for _, h := range [][]string{
		{"My-Header", "value"}, {"My-Header", "  value  "}, {"My-Header", "a   b   c"}, {"My-Header", "a, b"}, {"MY-HEADER", "x"}, {"A", "1", "B", "2"}, {"Zz", "1", "Aa", "2"}, {"My-Header", ""}, {"My-Header", "\"a   b\""}, {"Content-Type", "application/x-www-form-urlencoded; charset=utf-8"}, {"X-Amz-Meta-A", "1"}, {"My-Header", "a", "My-Header", "b"}, {"My-Header", "\ta\t"},
	} {
		p.add("header", request("GET", host+"/", headers("service", h...)))
	}
	return p
}

func expectSigV4(v strictjson.Value) (any, error) {
	method, ok1 := member(v, "method")
	url, ok2 := member(v, "url")
	list, _ := v.Get("headers")
	headers, ok3 := pairsOf(list)
	hash, ok4 := member(v, "payload_hash")
	service, ok5 := member(v, "service")
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 || !onlyKeys(v, "method", "url", "headers", "payload_hash", "service") {
		return nil, errInput
	}
	r := &sigv4.Request{Method: method, URL: url, PayloadHash: hash}
	dated, hosted := false, false
	for _, h := range headers {
		r.Header = append(r.Header, sigv4.Header{Name: h[0], Value: h[1]})
		dated = dated || strings.EqualFold(h[0], "X-Amz-Date")
		hosted = hosted || strings.EqualFold(h[0], "Host")
	}
	if !dated || !hosted || method == "" || service != "service" && service != "s3" {
		return nil, errInput // the signer would add missing headers itself
	}
	signer := &sigv4.Signer{Credentials: sigv4.Credentials{AccessKeyID: "AKIDEXAMPLE", SecretAccessKey: "example"}, Region: "us-east-1", Service: service}
	steps, err := signer.Explain(r)
	if err != nil {
		return nil, errInput
	}
	return steps.CanonicalRequest, nil
}
