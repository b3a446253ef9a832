package percent

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// grammar is what the specifications say, in their own notation: ABNF of RFC
// 5234 reduced to alternatives of literals, ranges and other rules, and "-" for
// "without". Names are ours where a specification has no rule of its own.
var grammar = readGrammar(`
	ALPHA = %x41-5A / %x61-7A
	DIGIT = %x30-39
	BYTE  = %x00-FF

	; RFC 3986 appendix A
	unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
	gen-delims    = ":" / "/" / "?" / "#" / "[" / "]" / "@"
	sub-delims    = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="
	reserved      = gen-delims / sub-delims
	userinfo      = unreserved / sub-delims / ":"
	reg-name      = unreserved / sub-delims
	pchar         = unreserved / sub-delims / ":" / "@"
	segment-nz-nc = unreserved / sub-delims / "@"
	path          = pchar / "/"
	query         = pchar / "/" / "?"
	fragment      = pchar / "/" / "?"
	URI           = unreserved / reserved

	; RFC 2396 appendix A and section 2.4.3
	alphanum2396   = ALPHA / DIGIT
	mark2396       = "-" / "_" / "." / "!" / "~" / "*" / "'" / "(" / ")"
	unreserved2396 = alphanum2396 / mark2396
	reserved2396   = ";" / "/" / "?" / ":" / "@" / "&" / "=" / "+" / "$" / ","
	uric2396       = reserved2396 / unreserved2396
	pchar2396      = unreserved2396 / ":" / "@" / "&" / "=" / "+" / "$" / ","
	userinfo2396   = unreserved2396 / ";" / ":" / "&" / "=" / "+" / "$" / ","
	regname2396    = unreserved2396 / "$" / "," / ";" / ":" / "@" / "&" / "=" / "+"
	relseg2396     = unreserved2396 / ";" / "@" / "&" / "=" / "+" / "$" / ","
	control2396    = %x00-1F / %x7F
	delims2396     = "<" / ">" / "#" / "%" / %x22
	unwise2396     = "{" / "}" / "|" / "\" / "^" / "[" / "]" / %x60
	excluded2396   = control2396 / %x20 / delims2396 / unwise2396

	; RFC 2732 section 3
	reserved2732 = ";" / "/" / "?" / ":" / "@" / "&" / "=" / "+" / "$" / "," / "[" / "]"
	unwise2732   = "{" / "}" / "|" / "\" / "^" / %x60
	uric2732     = reserved2732 / unreserved2396

	; RFC 1738 section 5 and, for unsafe, 2.2
	safe1738        = "$" / "-" / "_" / "." / "+"
	extra1738       = "!" / "*" / "'" / "(" / ")" / ","
	national1738    = "{" / "}" / "|" / "\" / "^" / "~" / "[" / "]" / %x60
	punctuation1738 = "<" / ">" / "#" / "%" / %x22
	reserved1738    = ";" / "/" / "?" / ":" / "@" / "&" / "="
	unreserved1738  = ALPHA / DIGIT / safe1738 / extra1738
	unsafe1738      = %x20 / "<" / ">" / %x22 / "#" / "%" / "{" / "}" / "|" / "\" / "^" / "~" / "[" / "]" / %x60
	hsegment1738    = unreserved1738 / ";" / ":" / "@" / "&" / "="
	userinfo1738    = unreserved1738 / ";" / "?" / "&" / "="
	fsegment1738    = unreserved1738 / "?" / ":" / "@" / "&" / "="

	; URL Standard section 1.3: the C0 control set is the C0 controls and all code
	; points greater than U+007E
	c0-whatwg            = %x00-1F / %x7F-FF
	fragment-whatwg      = c0-whatwg / %x20 / %x22 / %x3C / %x3E / %x60
	query-whatwg         = c0-whatwg / %x20 / %x22 / %x23 / %x3C / %x3E
	specialquery-whatwg  = query-whatwg / %x27
	path-whatwg          = query-whatwg / %x3F / %x5E / %x60 / %x7B / %x7D
	userinfo-whatwg      = path-whatwg / %x2F / %x3A / %x3B / %x3D / %x40 / %x5B-5D / %x7C
	component-whatwg     = userinfo-whatwg / %x24-26 / %x2B / %x2C
	form-whatwg          = component-whatwg / %x21 / %x27-29 / %x7E

	kept-c0-whatwg           = BYTE - c0-whatwg
	kept-fragment-whatwg     = BYTE - fragment-whatwg
	kept-query-whatwg        = BYTE - query-whatwg
	kept-specialquery-whatwg = BYTE - specialquery-whatwg
	kept-path-whatwg         = BYTE - path-whatwg
	kept-userinfo-whatwg     = BYTE - userinfo-whatwg
	kept-component-whatwg    = BYTE - component-whatwg
	kept-form-whatwg         = BYTE - form-whatwg

	; RFC 9110 section 5.6.2, RFC 7639 section 2.2
	tchar = "!" / "#" / "$" / "%" / "&" / "'" / "*" / "+" / "-" / "." / "^" / "_" / %x60 / "|" / "~" / DIGIT / ALPHA
	alpn  = tchar - "%"

	; AWS Signature Version 4, UriEncode: A-Z a-z 0-9 - . _ ~ and, in object keys, /
	aws     = ALPHA / DIGIT / "-" / "." / "_" / "~"
	awspath = aws / "/"

	all   = BYTE
	ascii = %x00-7F
`)

// A rule is the set of a grammar rule, kept apart from ByteSet on purpose.
type rule map[byte]bool

func readGrammar(text string) map[string]rule {
	rules := map[string]rule{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == ';' {
			continue
		}
		name, definition, _ := strings.Cut(line, " = ")
		set := rule{}
		without := false
		for _, item := range strings.Fields(definition) {
			switch {
			case item == "/" && !without:
				continue
			case item == "-":
				without = true
				continue
			}
			members := rule{}
			switch {
			case item[0] == '"' && len(item) == 3 && item[2] == '"':
				members[item[1]] = true
			case strings.HasPrefix(item, "%x"):
				from, to, ranged := strings.Cut(item[2:], "-")
				if !ranged {
					to = from
				}
				lo, err1 := strconv.ParseUint(from, 16, 8)
				hi, err2 := strconv.ParseUint(to, 16, 8)
				if err1 != nil || err2 != nil {
					panic("grammar: " + item)
				}
				for b := lo; b <= hi; b++ {
					members[byte(b)] = true
				}
			default:
				if rules[item] == nil {
					panic("grammar: no rule " + item)
				}
				members = rules[item]
			}
			for b := range members {
				if without {
					delete(set, b)
				} else {
					set[b] = true
				}
			}
		}
		rules[strings.TrimSpace(name)] = set
	}
	return rules
}

// exportedSets and exportedEncodings hold everything of those types that the
// package exports; TestExportedNames sees to that.
var exportedSets = map[string]ByteSet{
	"AllBytes": AllBytes, "ASCII": ASCII,
	"Unreserved": Unreserved, "GenDelims": GenDelims, "SubDelims": SubDelims, "Reserved": Reserved,
	"UserinfoSet": UserinfoSet, "RegNameSet": RegNameSet, "PcharSet": PcharSet, "SegmentNZNCSet": SegmentNZNCSet,
	"PathSet": PathSet, "QuerySet": QuerySet, "FragmentSet": FragmentSet, "URISet": URISet,
	"C0ControlPercentEncodeSet": C0ControlPercentEncodeSet, "FragmentPercentEncodeSet": FragmentPercentEncodeSet,
	"QueryPercentEncodeSet": QueryPercentEncodeSet, "SpecialQueryPercentEncodeSet": SpecialQueryPercentEncodeSet,
	"PathPercentEncodeSet": PathPercentEncodeSet, "UserinfoPercentEncodeSet": UserinfoPercentEncodeSet,
	"ComponentPercentEncodeSet": ComponentPercentEncodeSet, "FormPercentEncodeSet": FormPercentEncodeSet,
	"RFC2396MarkSet": RFC2396MarkSet, "RFC2396UnreservedSet": RFC2396UnreservedSet,
	"RFC2396ReservedSet": RFC2396ReservedSet, "RFC2396UricSet": RFC2396UricSet, "RFC2396PcharSet": RFC2396PcharSet,
	"RFC2396UserinfoSet": RFC2396UserinfoSet, "RFC2396RegNameSet": RFC2396RegNameSet,
	"RFC2396RelSegmentSet": RFC2396RelSegmentSet, "RFC2396ControlSet": RFC2396ControlSet,
	"RFC2396DelimsSet": RFC2396DelimsSet, "RFC2396UnwiseSet": RFC2396UnwiseSet, "RFC2396ExcludedSet": RFC2396ExcludedSet,
	"RFC2732ReservedSet": RFC2732ReservedSet, "RFC2732UnwiseSet": RFC2732UnwiseSet, "RFC2732UricSet": RFC2732UricSet,
	"RFC1738SafeSet": RFC1738SafeSet, "RFC1738ExtraSet": RFC1738ExtraSet, "RFC1738NationalSet": RFC1738NationalSet,
	"RFC1738PunctuationSet": RFC1738PunctuationSet, "RFC1738ReservedSet": RFC1738ReservedSet,
	"RFC1738UnreservedSet": RFC1738UnreservedSet, "RFC1738UnsafeSet": RFC1738UnsafeSet,
	"RFC1738HsegmentSet": RFC1738HsegmentSet, "RFC1738UserinfoSet": RFC1738UserinfoSet,
	"RFC1738FsegmentSet": RFC1738FsegmentSet,
	"TcharSet":           TcharSet,
}

var setRules = map[string]string{
	"AllBytes": "all", "ASCII": "ascii",
	"Unreserved": "unreserved", "GenDelims": "gen-delims", "SubDelims": "sub-delims", "Reserved": "reserved",
	"UserinfoSet": "userinfo", "RegNameSet": "reg-name", "PcharSet": "pchar", "SegmentNZNCSet": "segment-nz-nc",
	"PathSet": "path", "QuerySet": "query", "FragmentSet": "fragment", "URISet": "URI",
	"C0ControlPercentEncodeSet": "c0-whatwg", "FragmentPercentEncodeSet": "fragment-whatwg",
	"QueryPercentEncodeSet": "query-whatwg", "SpecialQueryPercentEncodeSet": "specialquery-whatwg",
	"PathPercentEncodeSet": "path-whatwg", "UserinfoPercentEncodeSet": "userinfo-whatwg",
	"ComponentPercentEncodeSet": "component-whatwg", "FormPercentEncodeSet": "form-whatwg",
	"RFC2396MarkSet": "mark2396", "RFC2396UnreservedSet": "unreserved2396", "RFC2396ReservedSet": "reserved2396",
	"RFC2396UricSet": "uric2396", "RFC2396PcharSet": "pchar2396", "RFC2396UserinfoSet": "userinfo2396",
	"RFC2396RegNameSet": "regname2396", "RFC2396RelSegmentSet": "relseg2396", "RFC2396ControlSet": "control2396",
	"RFC2396DelimsSet": "delims2396", "RFC2396UnwiseSet": "unwise2396", "RFC2396ExcludedSet": "excluded2396",
	"RFC2732ReservedSet": "reserved2732", "RFC2732UnwiseSet": "unwise2732", "RFC2732UricSet": "uric2732",
	"RFC1738SafeSet": "safe1738", "RFC1738ExtraSet": "extra1738", "RFC1738NationalSet": "national1738",
	"RFC1738PunctuationSet": "punctuation1738", "RFC1738ReservedSet": "reserved1738",
	"RFC1738UnreservedSet": "unreserved1738", "RFC1738UnsafeSet": "unsafe1738", "RFC1738HsegmentSet": "hsegment1738",
	"RFC1738UserinfoSet": "userinfo1738", "RFC1738FsegmentSet": "fsegment1738",
	"TcharSet": "tchar",
}

var exportedEncodings = map[string]*Encoding{
	"RFC3986": RFC3986, "Userinfo": Userinfo, "RegName": RegName, "PathSegment": PathSegment,
	"PathSegmentNZNC": PathSegmentNZNC, "Path": Path, "Query": Query, "Fragment": Fragment, "URI": URI,
	"WHATWGC0Control": WHATWGC0Control, "WHATWGFragment": WHATWGFragment, "WHATWGQuery": WHATWGQuery,
	"WHATWGSpecialQuery": WHATWGSpecialQuery, "WHATWGPath": WHATWGPath, "WHATWGUserinfo": WHATWGUserinfo,
	"WHATWGComponent": WHATWGComponent, "Form": Form,
	"RFC2396": RFC2396, "RFC2396Uric": RFC2396Uric, "RFC2396Pchar": RFC2396Pchar,
	"RFC2396Userinfo": RFC2396Userinfo, "RFC2396RelSegment": RFC2396RelSegment, "RFC2732Uric": RFC2732Uric,
	"RFC1738": RFC1738, "RFC1738Hsegment": RFC1738Hsegment, "RFC1738Userinfo": RFC1738Userinfo,
	"RFC1738Fsegment": RFC1738Fsegment,
	"OAuth1":          OAuth1, "AWS": AWS, "AWSPath": AWSPath, "ALPN": ALPN,
}

// encodingRules names the rule of each kept set. reversible says whether the
// source makes it so: it escapes '%'.
var encodingRules = map[string]struct {
	rule       string
	reversible bool
}{
	"RFC3986": {"unreserved", true}, "Userinfo": {"userinfo", true}, "RegName": {"reg-name", true},
	"PathSegment": {"pchar", true}, "PathSegmentNZNC": {"segment-nz-nc", true}, "Path": {"path", true},
	"Query": {"query", true}, "Fragment": {"fragment", true}, "URI": {"URI", true},
	"WHATWGC0Control": {"kept-c0-whatwg", false}, "WHATWGFragment": {"kept-fragment-whatwg", false},
	"WHATWGQuery": {"kept-query-whatwg", false}, "WHATWGSpecialQuery": {"kept-specialquery-whatwg", false},
	"WHATWGPath": {"kept-path-whatwg", false}, "WHATWGUserinfo": {"kept-userinfo-whatwg", false},
	"WHATWGComponent": {"kept-component-whatwg", true}, "Form": {"kept-form-whatwg", true},
	"RFC2396": {"unreserved2396", true}, "RFC2396Uric": {"uric2396", true}, "RFC2396Pchar": {"pchar2396", true},
	"RFC2396Userinfo": {"userinfo2396", true}, "RFC2396RelSegment": {"relseg2396", true},
	"RFC2732Uric": {"uric2732", true},
	"RFC1738":     {"unreserved1738", true}, "RFC1738Hsegment": {"hsegment1738", true},
	"RFC1738Userinfo": {"userinfo1738", true}, "RFC1738Fsegment": {"fsegment1738", true},
	"OAuth1": {"unreserved", true}, "AWS": {"aws", true}, "AWSPath": {"awspath", true}, "ALPN": {"alpn", true},
}

func TestSets(t *testing.T) {
	for name, set := range exportedSets {
		want, ok := grammar[setRules[name]]
		if !ok {
			t.Errorf("%s: no rule %q", name, setRules[name])
		}
		for i := range 256 {
			if got := set.Contains(byte(i)); got != want[byte(i)] {
				t.Errorf("%s.Contains(%q) = %v, want %v", name, byte(i), got, want[byte(i)])
			}
		}
	}
}

// All 256 bytes through every encoding, both ways.
func TestEveryByteThroughEveryEncoding(t *testing.T) {
	for name, e := range exportedEncodings {
		r := encodingRules[name]
		kept, ok := grammar[r.rule]
		if !ok {
			t.Errorf("%s: no rule %q", name, r.rule)
		}
		if got := e.Reversible(); got != r.reversible {
			t.Errorf("%s.Reversible() = %v, want %v", name, got, r.reversible)
		}
		for i := range 256 {
			in := string([]byte{byte(i)})
			want := fmt.Sprintf("%%%02X", i)
			if kept[byte(i)] {
				want = in
			}
			if name == "Form" && i == ' ' {
				want = "+"
			}
			if got := e.Encode(in); got != want {
				t.Errorf("%s.Encode(%q) = %q, want %q", name, in, got, want)
			}
			if !r.reversible {
				continue
			}
			for _, escape := range []string{want, fmt.Sprintf("%%%02X", i), fmt.Sprintf("%%%02x", i)} {
				if got, err := e.Decode(escape); got != in || err != nil {
					t.Errorf("%s.Decode(%q) = %q, %v, want %q", name, escape, got, err, in)
				}
			}
		}
	}
}

func TestExportedNames(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				for _, id := range s.(*ast.ValueSpec).Names {
					if !id.IsExported() {
						continue
					}
					found++
					_, isSet := exportedSets[id.Name]
					_, isEncoding := exportedEncodings[id.Name]
					if !isSet && !isEncoding {
						t.Errorf("%s is in neither exportedSets nor exportedEncodings", id.Name)
					}
				}
			}
		}
	}
	if want := len(exportedSets) + len(exportedEncodings); found != want {
		t.Errorf("the package exports %d variables, the tables have %d", found, want)
	}
}
