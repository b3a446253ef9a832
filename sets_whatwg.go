package percent

// The percent-encode sets of the URL Standard (https://url.spec.whatwg.org/,
// section 1.3 "Percent-encoded bytes", July 2026). They hold what is escaped;
// [ByteSet.Complement] gives the kept set. Every one holds the bytes above 7E.
var (
	// C0ControlPercentEncodeSet (#c0-control-percent-encode-set): C0 controls
	// and everything above '~'.
	C0ControlPercentEncodeSet = ByteSet{}.AddRange(0x00, 0x1F).AddRange(0x7F, 0xFF)
	// FragmentPercentEncodeSet (#fragment-percent-encode-set) adds space " < > `
	FragmentPercentEncodeSet = C0ControlPercentEncodeSet.Add(" \"<>`")
	// QueryPercentEncodeSet (#query-percent-encode-set) adds to the C0 control
	// set: space " # < >
	QueryPercentEncodeSet = C0ControlPercentEncodeSet.Add(" \"#<>")
	// SpecialQueryPercentEncodeSet (#special-query-percent-encode-set) adds ' to
	// the query set.
	SpecialQueryPercentEncodeSet = QueryPercentEncodeSet.Add("'")
	// PathPercentEncodeSet (#path-percent-encode-set) adds ? ^ ` { } to the query
	// set. It holds '^' since 2025.
	PathPercentEncodeSet = QueryPercentEncodeSet.Add("?^`{}")
	// UserinfoPercentEncodeSet (#userinfo-percent-encode-set) adds
	// / : ; = @ [ \ ] | to the path set.
	UserinfoPercentEncodeSet = PathPercentEncodeSet.Add(`/:;=@[\]|`)
	// ComponentPercentEncodeSet (#component-percent-encode-set) adds $ % & + ,
	// to the userinfo set. It is that of ECMAScript's encodeURIComponent.
	ComponentPercentEncodeSet = UserinfoPercentEncodeSet.Add("$%&+,")
	// FormPercentEncodeSet (#application-x-www-form-urlencoded-percent-encode-set)
	// adds ! ' ( ) ~ to the component set.
	FormPercentEncodeSet = ComponentPercentEncodeSet.Add("!'()~")
)

// The encodings of the URL Standard. They decode by its "percent-decode":
// a malformed escape is copied and decoding never fails. All but WHATWGComponent
// and Form keep '%', because the URL parser works on text that may be encoded
// already; what they write cannot be decoded with certainty.
var (
	// WHATWGC0Control is for opaque paths and opaque hosts.
	WHATWGC0Control = whatwg(C0ControlPercentEncodeSet)
	// WHATWGFragment is for fragments.
	WHATWGFragment = whatwg(FragmentPercentEncodeSet)
	// WHATWGQuery is for the query of a URL that is not special.
	WHATWGQuery = whatwg(QueryPercentEncodeSet)
	// WHATWGSpecialQuery is for the query of http, https, ws, wss, ftp and file.
	WHATWGSpecialQuery = whatwg(SpecialQueryPercentEncodeSet)
	// WHATWGPath is for paths.
	WHATWGPath = whatwg(PathPercentEncodeSet)
	// WHATWGUserinfo is for username and password.
	WHATWGUserinfo = whatwg(UserinfoPercentEncodeSet)
	// WHATWGComponent is for data as one component; it writes the same as
	// ECMAScript's encodeURIComponent.
	WHATWGComponent = whatwg(ComponentPercentEncodeSet)
	// Form is for the names and values of application/x-www-form-urlencoded: a
	// space is written as '+', and '+' read as a space. It decodes to bytes; package
	// form replaces invalid UTF-8 by U+FFFD, as the Standard does.
	Form = choices{
		kept:      FormPercentEncodeSet.Complement(),
		space:     SpacePlus,
		plus:      PlusIsSpace,
		malformed: MalformedKept,
	}.encoding()
)

func whatwg(set ByteSet) *Encoding {
	return choices{kept: set.Complement(), malformed: MalformedKept}.encoding()
}
