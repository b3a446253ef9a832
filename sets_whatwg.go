package percent

// The percent-encode sets of the URL Standard (July 2026) hold what is escaped;
// the anchors are those of https://url.spec.whatwg.org/, section 1.3.

// C0ControlPercentEncodeSet (#c0-control-percent-encode-set) holds the C0 controls
// and everything above '~'. Like all percent-encode sets of the URL Standard, it
// holds what is escaped; [ByteSet.Complement] gives the kept set.
var C0ControlPercentEncodeSet = ByteSet{}.AddRange(0x00, 0x1F).AddRange(0x7F, 0xFF)

// FragmentPercentEncodeSet (#fragment-percent-encode-set) adds to the C0 control
// set: space " < > `
var FragmentPercentEncodeSet = C0ControlPercentEncodeSet.Add(" \"<>`")

// QueryPercentEncodeSet (#query-percent-encode-set) adds to the C0 control
// set: space " # < >
var QueryPercentEncodeSet = C0ControlPercentEncodeSet.Add(" \"#<>")

// SpecialQueryPercentEncodeSet (#special-query-percent-encode-set) adds ' to
// the query set.
var SpecialQueryPercentEncodeSet = QueryPercentEncodeSet.Add("'")

// PathPercentEncodeSet (#path-percent-encode-set) adds ? ^ ` { } to the query
// set. It holds '^' since 2025.
var PathPercentEncodeSet = QueryPercentEncodeSet.Add("?^`{}")

// UserinfoPercentEncodeSet (#userinfo-percent-encode-set) adds
// / : ; = @ [ \ ] | to the path set.
var UserinfoPercentEncodeSet = PathPercentEncodeSet.Add(`/:;=@[\]|`)

// ComponentPercentEncodeSet (#component-percent-encode-set) adds $ % & + ,
// to the userinfo set. It is that of ECMAScript's encodeURIComponent.
var ComponentPercentEncodeSet = UserinfoPercentEncodeSet.Add("$%&+,")

// FormPercentEncodeSet (#application-x-www-form-urlencoded-percent-encode-set)
// adds ! ' ( ) ~ to the component set.
var FormPercentEncodeSet = ComponentPercentEncodeSet.Add("!'()~")

// WHATWGC0Control is for opaque paths and opaque hosts. Like all encodings of the
// URL Standard it decodes by "percent-decode": a malformed escape is copied and
// decoding never fails. Like all but WHATWGComponent and Form it keeps '%',
// because the URL parser works on text that may be encoded already; what it writes
// cannot be decoded with certainty.
var WHATWGC0Control = whatwg(C0ControlPercentEncodeSet)

// WHATWGFragment is for fragments. It keeps '%', as WHATWGC0Control does.
var WHATWGFragment = whatwg(FragmentPercentEncodeSet)

// WHATWGQuery is for the query of a URL that is not special. It keeps '%', as
// WHATWGC0Control does.
var WHATWGQuery = whatwg(QueryPercentEncodeSet)

// WHATWGSpecialQuery is for the query of http, https, ws, wss, ftp and file. It
// keeps '%', as WHATWGC0Control does.
var WHATWGSpecialQuery = whatwg(SpecialQueryPercentEncodeSet)

// WHATWGPath is for paths. It keeps '%', as WHATWGC0Control does, and '/'.
var WHATWGPath = whatwg(PathPercentEncodeSet)

// WHATWGUserinfo is for username and password. It keeps '%', as WHATWGC0Control
// does.
var WHATWGUserinfo = whatwg(UserinfoPercentEncodeSet)

// WHATWGComponent is for data as one component: it escapes '%', and writes the
// same as ECMAScript's encodeURIComponent. Decoding copies malformed escapes.
var WHATWGComponent = whatwg(ComponentPercentEncodeSet)

// Form is for the names and values of application/x-www-form-urlencoded: a
// space is written as '+', and '+' read as a space. It decodes to bytes; package
// form replaces invalid UTF-8 by U+FFFD, as the Standard does.
var Form = whatwg(FormPercentEncodeSet).WithSpace(SpacePlus).WithPlus(PlusIsSpace)

func whatwg(set ByteSet) *Encoding {
	return choices{kept: set.Complement(), malformed: MalformedKept}.encoding()
}
