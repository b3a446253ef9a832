package historic

import (
	"fmt"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/grammar"
)

// rules is what the specifications say, in their own notation.
var rules = grammar.Read(`
	ALPHA = %x41-5A / %x61-7A
	DIGIT = %x30-39
	BYTE  = %x00-FF

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

	; RFC 1630, BNF: safe has no "+", extra has the quotation mark
	xalpha1630 = ALPHA / DIGIT / "$" / "-" / "_" / "@" / "." / "&" / "!" / "*" / %x22 / "'" / "(" / ")" / ","

	; The URL Standard before its sets of today
	simple2016        = %x00-1F / %x7F-FF
	query2016         = simple2016 / %x20 / %x22 / %x23 / %x3C / %x3E
	path2014          = simple2016 / %x20 / %x22 / %x23 / %x3C / %x3E / "?" / %x60
	path2024          = path2014 / "{" / "}"
	query2014         = query2016 / %x60
	password2014      = path2014 / "/" / "@" / "\"
	username2014      = password2014 / ":"
	password2015      = path2024 / "/" / "@" / "\"
	username2015      = password2015 / ":"
	kept-fragment2015 = BYTE
	kept-fragment2016 = BYTE - simple2016
	kept-query2014    = BYTE - query2014
	kept-password2014 = BYTE - password2014
	kept-username2014 = BYTE - username2014
	kept-password2015 = BYTE - password2015
	kept-username2015 = BYTE - username2015
	kept-query2016    = BYTE - query2016
	kept-path2014     = BYTE - path2014
	kept-path2024     = BYTE - path2024
`)

var sets = map[string]struct {
	set  percent.ByteSet
	rule string
}{
	"RFC2396MarkSet":        {RFC2396MarkSet, "mark2396"},
	"RFC2396UnreservedSet":  {RFC2396UnreservedSet, "unreserved2396"},
	"RFC2396ReservedSet":    {RFC2396ReservedSet, "reserved2396"},
	"RFC2396UricSet":        {RFC2396UricSet, "uric2396"},
	"RFC2396RegNameSet":     {RFC2396RegNameSet, "regname2396"},
	"RFC2396RelSegmentSet":  {RFC2396RelSegmentSet, "relseg2396"},
	"RFC2396ControlSet":     {RFC2396ControlSet, "control2396"},
	"RFC2396DelimsSet":      {RFC2396DelimsSet, "delims2396"},
	"RFC2396UnwiseSet":      {RFC2396UnwiseSet, "unwise2396"},
	"RFC2396ExcludedSet":    {RFC2396ExcludedSet, "excluded2396"},
	"RFC2732ReservedSet":    {RFC2732ReservedSet, "reserved2732"},
	"RFC2732UnwiseSet":      {RFC2732UnwiseSet, "unwise2732"},
	"RFC1738SafeSet":        {RFC1738SafeSet, "safe1738"},
	"RFC1738ExtraSet":       {RFC1738ExtraSet, "extra1738"},
	"RFC1738NationalSet":    {RFC1738NationalSet, "national1738"},
	"RFC1738PunctuationSet": {RFC1738PunctuationSet, "punctuation1738"},
	"RFC1738ReservedSet":    {RFC1738ReservedSet, "reserved1738"},
	"RFC1738UnreservedSet":  {RFC1738UnreservedSet, "unreserved1738"},
	"RFC1738UnsafeSet":      {RFC1738UnsafeSet, "unsafe1738"},
	"RFC1630XalphaSet":      {RFC1630XalphaSet, "xalpha1630"},
}

// encodings names the rule of each kept set. reversible says whether '%' is
// escaped.
var encodings = map[string]struct {
	encoding   *percent.Encoding
	rule       string
	reversible bool
}{
	"RFC2396":                {RFC2396, "unreserved2396", true},
	"RFC2396Uric":            {RFC2396Uric, "uric2396", true},
	"RFC2396Pchar":           {RFC2396Pchar, "pchar2396", true},
	"RFC2396Userinfo":        {RFC2396Userinfo, "userinfo2396", true},
	"RFC2396RelSegment":      {RFC2396RelSegment, "relseg2396", true},
	"RFC2732Uric":            {RFC2732Uric, "uric2732", true},
	"RFC1738":                {RFC1738, "unreserved1738", true},
	"RFC1738Hsegment":        {RFC1738Hsegment, "hsegment1738", true},
	"RFC1738Userinfo":        {RFC1738Userinfo, "userinfo1738", true},
	"RFC1738Fsegment":        {RFC1738Fsegment, "fsegment1738", true},
	"RFC1630":                {RFC1630, "xalpha1630", true},
	"WHATWGFragment2014":     {WHATWGFragment2014, "kept-fragment2016", false},
	"WHATWGFragment2015":     {WHATWGFragment2015, "kept-fragment2015", false},
	"WHATWGQuery2014":        {WHATWGQuery2014, "kept-query2014", false},
	"WHATWGPassword2014":     {WHATWGPassword2014, "kept-password2014", false},
	"WHATWGUsername2014":     {WHATWGUsername2014, "kept-username2014", false},
	"WHATWGPassword2015":     {WHATWGPassword2015, "kept-password2015", false},
	"WHATWGUsername2015":     {WHATWGUsername2015, "kept-username2015", false},
	"WHATWGFragment2016":     {WHATWGFragment2016, "kept-fragment2016", false},
	"WHATWGSpecialQuery2016": {WHATWGSpecialQuery2016, "kept-query2016", false},
	"WHATWGPath2014":         {WHATWGPath2014, "kept-path2014", false},
	"WHATWGPath2024":         {WHATWGPath2024, "kept-path2024", false},
}

func TestSets(t *testing.T) {
	for name, s := range sets {
		want, ok := rules[s.rule]
		if !ok {
			t.Errorf("%s: no rule %q", name, s.rule)
		}
		for i := range 256 {
			if got := s.set.Contains(byte(i)); got != want[byte(i)] {
				t.Errorf("%s.Contains(%q) = %v, want %v", name, byte(i), got, want[byte(i)])
			}
		}
	}
}

// TestEveryByteThroughEveryEncoding: all 256 bytes, both ways.
func TestEveryByteThroughEveryEncoding(t *testing.T) {
	for name, x := range encodings {
		kept, ok := rules[x.rule]
		if !ok {
			t.Errorf("%s: no rule %q", name, x.rule)
		}
		if got := x.encoding.Reversible(); got != x.reversible {
			t.Errorf("%s.Reversible() = %v", name, got)
		}
		for i := range 256 {
			in := string([]byte{byte(i)})
			want := fmt.Sprintf("%%%02X", i)
			if kept[byte(i)] {
				want = in
			}
			if got := x.encoding.Encode(in); got != want {
				t.Errorf("%s.Encode(%q) = %q, want %q", name, in, got, want)
			}
			if !x.reversible {
				continue
			}
			for _, escape := range []string{want, fmt.Sprintf("%%%02X", i), fmt.Sprintf("%%%02x", i)} {
				if got, err := x.encoding.Decode(escape); got != in || err != nil {
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
		_, isSet := sets[name]
		_, isEncoding := encodings[name]
		if !isSet && !isEncoding {
			t.Errorf("%s is in no table of this test", name)
		}
	}
	if want := len(sets) + len(encodings); len(names) != want {
		t.Errorf("the package exports %d variables, the tables have %d", len(names), want)
	}
}

// TestVectors holds examples of the specifications.
func TestVectors(t *testing.T) {
	for _, tt := range []struct {
		name, source     string
		e                *percent.Encoding
		decoded, encoded string
	}{
		{"tilde in 1994", "RFC 1738 section 2.2", RFC1738, "~", "%7E"},
		{"number sign in 1994", "RFC 1738 section 2.2", RFC1738, "#", "%23"},
		{"root directory by ftp", "RFC 1738 section 3.2.2", RFC1738Fsegment, "/etc", "%2Fetc"},
		{"mark in 1998", "RFC 2396 section 2.3", RFC2396, "-_.!~*'()", "-_.!~*'()"},
		{"brackets in 1998", "RFC 2396 section 2.4.3", RFC2396Uric, "[::1]", "%5B::1%5D"},
		{"brackets in 1999", "RFC 2732 section 3", RFC2732Uric, "[::1]", "[::1]"},
	} {
		if got := tt.e.Encode(tt.decoded); got != tt.encoded {
			t.Errorf("%s (%s): %q, want %q", tt.name, tt.source, got, tt.encoded)
		}
		if got, err := tt.e.Decode(tt.encoded); got != tt.decoded || err != nil {
			t.Errorf("%s (%s): decoded to %q, %v", tt.name, tt.source, got, err)
		}
	}
}
