package percent

import (
	"fmt"
	"testing"

	"github.com/pct-encoded/percent/internal/grammar"
)

// rules is what the specifications say, in their own notation: ABNF of RFC
// 5234 reduced to alternatives of literals, ranges and other rules, and "-" for
// "without". Names are ours where a specification has no rule of its own.
var rules = grammar.Read(`
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
	"TcharSet": TcharSet,
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
	"TcharSet": "tchar",
}

var exportedEncodings = map[string]*Encoding{
	"RFC3986": RFC3986, "Userinfo": Userinfo, "RegName": RegName, "PathSegment": PathSegment,
	"PathSegmentNZNC": PathSegmentNZNC, "Path": Path, "Query": Query, "Fragment": Fragment, "URI": URI,
	"WHATWGC0Control": WHATWGC0Control, "WHATWGFragment": WHATWGFragment, "WHATWGQuery": WHATWGQuery,
	"WHATWGSpecialQuery": WHATWGSpecialQuery, "WHATWGPath": WHATWGPath, "WHATWGUserinfo": WHATWGUserinfo,
	"WHATWGComponent": WHATWGComponent, "Form": Form,
	"OAuth1": OAuth1, "AWS": AWS, "AWSPath": AWSPath, "ALPN": ALPN,
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
	"OAuth1": {"unreserved", true}, "AWS": {"aws", true}, "AWSPath": {"awspath", true}, "ALPN": {"alpn", true},
}

func TestSets(t *testing.T) {
	for name, set := range exportedSets {
		want, ok := rules[setRules[name]]
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

// What the decoder does to bytes and escapes that the encoder never writes does
// not matter.
func TestReversible(t *testing.T) {
	kept := Unreserved.Add(" /")
	for _, tt := range []struct {
		name string
		e    *Encoding
		want bool
	}{
		{"encodeURI and decodeURI", New(URISet).WithPreserved(Reserved), true},
		{"an escape that is written stays", New(Unreserved).WithPreserved(Reserved), false},
		{"a kept space is written as +", New(kept).WithSpace(SpacePlus).WithPlus(PlusIsSpace).WithRaw(kept.Remove(" ")), true},
		{"a kept space is refused", New(kept).WithRaw(kept.Remove(" ")), false},
		{"the escape of a space that is written as + stays", New(kept).WithSpace(SpacePlus).WithPlus(PlusIsSpace).WithPreserved(ByteSet{}.Add(" ")), true},
		{"the escape of + stays", New(kept).WithSpace(SpacePlus).WithPlus(PlusIsSpace).WithPreserved(ByteSet{}.Add("+")), false},
	} {
		in := "/ +%é\xFF"
		out, err := tt.e.Decode(tt.e.Encode(in))
		if back := out == in && err == nil; back != tt.want {
			t.Errorf("%s: %q came back as %q, %v", tt.name, in, out, err)
		}
		if got := tt.e.Reversible(); got != tt.want {
			t.Errorf("%s: Reversible() = %v, want %v", tt.name, got, tt.want)
		}
	}
}

// All 256 bytes through every encoding, both ways.
func TestEveryByteThroughEveryEncoding(t *testing.T) {
	for name, e := range exportedEncodings {
		r := encodingRules[name]
		kept, ok := rules[r.rule]
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
	names, err := grammar.Exported(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		_, isSet := exportedSets[name]
		_, isEncoding := exportedEncodings[name]
		if !isSet && !isEncoding {
			t.Errorf("%s is in neither exportedSets nor exportedEncodings", name)
		}
	}
	if want := len(exportedSets) + len(exportedEncodings); len(names) != want {
		t.Errorf("the package exports %d variables, the tables have %d", len(names), want)
	}
}
