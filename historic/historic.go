// Package historic holds sets of characters that specifications no longer define.
// Software of their time still uses them, and texts still quote them; those in force
// are in package percent.
//
//	historic.RFC1738.Encode("~")     // "%7E": unsafe in 1994
//	historic.RFC2396Uric.Encode("[") // "%5B": reserved since 1999 only
//
// The names are those of package percent: a set ends in Set, an encoding does
// not. The dated encodings of the URL Standard have a year in their name in which
// they were in force. They decode as the encodings of the URL Standard in package
// percent do.
//
// The API of this package may still change.
package historic

import "github.com/pct-encoded/percent"

var alnum = percent.Unreserved.Remove("-._~")

// The sets of RFC 2396 (August 1998, obsolete: RFC 3986 replaces it). Software
// of its time, among it ECMAScript's encodeURI, still uses them.

// RFC2396MarkSet is section 2.3, mark.
var RFC2396MarkSet = percent.ByteSet{}.Add("-_.!~*'()")

// RFC2396UnreservedSet is section 2.3: letters, digits and mark. RFC 3986
// moved ! * ' ( ) to its reserved set.
var RFC2396UnreservedSet = alnum.Union(RFC2396MarkSet)

// RFC2396ReservedSet is section 2.2; # [ ] are not in it.
var RFC2396ReservedSet = percent.ByteSet{}.Add(";/?:@&=+$,")

// RFC2396UricSet is section 2, uric without escapes: reserved and unreserved.
var RFC2396UricSet = RFC2396ReservedSet.Union(RFC2396UnreservedSet)

// RFC2396RegNameSet is section 3.2.1, reg_name: unreserved and $ , ; : @ & = +
var RFC2396RegNameSet = RFC2396UnreservedSet.Add("$,;:@&=+")

// RFC2396RelSegmentSet is section 5, rel_segment: unreserved and ; @ & = + $ ,
var RFC2396RelSegmentSet = RFC2396UnreservedSet.Add(";@&=+$,")

// RFC2396ControlSet is section 2.4.3, control: 00 to 1F and 7F.
var RFC2396ControlSet = percent.ByteSet{}.AddRange(0x00, 0x1F).Add("\x7F")

// RFC2396DelimsSet is section 2.4.3, delims: < > # % "
var RFC2396DelimsSet = percent.ByteSet{}.Add(`<>#%"`)

// RFC2396UnwiseSet is section 2.4.3, unwise: { } | \ ^ [ ] `
var RFC2396UnwiseSet = percent.ByteSet{}.Add("{}|\\^[]`")

// RFC2396ExcludedSet is section 2.4.3: control, space, delims and unwise, the
// ASCII characters that a URI may not hold unescaped.
var RFC2396ExcludedSet = RFC2396ControlSet.Add(" ").Union(RFC2396DelimsSet).Union(RFC2396UnwiseSet)

// RFC2732ReservedSet is RFC 2732 section 3: that of RFC 2396 with [ and ].
var RFC2732ReservedSet = RFC2396ReservedSet.Add("[]")

// RFC2732UnwiseSet is RFC 2732 section 3: that of RFC 2396 without [ and ].
var RFC2732UnwiseSet = RFC2396UnwiseSet.Remove("[]")

// RFC2396 keeps the unreserved characters of section 2.3.
var RFC2396 = percent.New(RFC2396UnreservedSet)

// RFC2396Uric keeps what may stand in a query or fragment (section 2).
var RFC2396Uric = percent.New(RFC2396UricSet)

// RFC2396Pchar encodes a path segment or a parameter (section 3.3, pchar). It keeps
// unreserved and : @ & = + $ ,
var RFC2396Pchar = percent.New(RFC2396UnreservedSet.Add(":@&=+$,"))

// RFC2396Userinfo encodes user information (section 3.2.2). It keeps unreserved and
// ; : & = + $ ,
var RFC2396Userinfo = percent.New(RFC2396UnreservedSet.Add(";:&=+$,"))

// RFC2396RelSegment is for the first segment of a relative path (section 5).
var RFC2396RelSegment = percent.New(RFC2396RelSegmentSet)

// RFC2732Uric is RFC2396Uric with [ and ], for literal IPv6 addresses.
var RFC2732Uric = percent.New(RFC2732ReservedSet.Union(RFC2396UnreservedSet))

// The sets of RFC 1738 (December 1994, section 5 unless stated otherwise;
// obsolete). They treat the tilde as unsafe.

// RFC1738SafeSet is safe: $ - _ . +
var RFC1738SafeSet = percent.ByteSet{}.Add("$-_.+")

// RFC1738ExtraSet is extra: ! * ' ( ) ,
var RFC1738ExtraSet = percent.ByteSet{}.Add("!*'(),")

// RFC1738NationalSet is national: { } | \ ^ ~ [ ] `
var RFC1738NationalSet = percent.ByteSet{}.Add("{}|\\^~[]`")

// RFC1738PunctuationSet is punctuation: < > # % "
var RFC1738PunctuationSet = percent.ByteSet{}.Add(`<>#%"`)

// RFC1738ReservedSet is reserved: ; / ? : @ & =
var RFC1738ReservedSet = percent.ByteSet{}.Add(";/?:@&=")

// RFC1738UnreservedSet is unreserved: letters, digits, safe and extra.
var RFC1738UnreservedSet = alnum.Union(RFC1738SafeSet).Union(RFC1738ExtraSet)

// RFC1738UnsafeSet is section 2.2, "Unsafe": space, punctuation and national.
var RFC1738UnsafeSet = RFC1738PunctuationSet.Union(RFC1738NationalSet).Add(" ")

// RFC1738 keeps the unreserved characters of RFC 1738.
var RFC1738 = percent.New(RFC1738UnreservedSet)

// RFC1738Hsegment encodes a segment of an http path (hsegment). It keeps unreserved and
// ; : @ & =
var RFC1738Hsegment = percent.New(RFC1738UnreservedSet.Add(";:@&="))

// RFC1738Userinfo encodes a user or a password. It keeps unreserved and ; ? & =
var RFC1738Userinfo = percent.New(RFC1738UnreservedSet.Add(";?&="))

// RFC1738Fsegment encodes a segment of an ftp or file path (fsegment). It keeps unreserved
// and ? : @ & =
var RFC1738Fsegment = percent.New(RFC1738UnreservedSet.Add("?:@&="))

// RFC1630XalphaSet is xalpha in the BNF of RFC 1630 (June 1994), the oldest set
// there is: letters, digits, safe and extra. It
// holds the quotation mark.
var RFC1630XalphaSet = RFC1738UnreservedSet.Remove("+").Add("@&\"")

// RFC1630 keeps xalpha.
var RFC1630 = percent.New(RFC1630XalphaSet)

// WHATWGFragment2014 is for fragments until 2014-12-15: what is now called the
// C0 control set.
var WHATWGFragment2014 = percent.WHATWGC0Control

// WHATWGFragment2015 is for fragments from 2014-12-15 to 2016-12-09, when
// nothing in them was escaped. The parser of those years also dropped U+0000 from
// fragments, as it did until 2020-04-27; the dialects whatwg.fragment.2015, .2016
// and .2018 do that, which an encoding cannot.
var WHATWGFragment2015 = percent.WHATWGFragment.WithKept(percent.AllBytes)

// WHATWGFragment2016 is for fragments from 2016-12-09 to 2017-12-05, when they
// got a set of their own: the simple encode set, now called C0 control set.
// It keeps the space, quotes and brackets.
var WHATWGFragment2016 = percent.WHATWGC0Control

// WHATWGQuery2014 is for queries until 2015-06-10: it escapes the grave accent,
// and keeps the apostrophe.
var WHATWGQuery2014 = percent.WHATWGQuery.WithKept(percent.QueryPercentEncodeSet.Add("`").Complement())

// WHATWGSpecialQuery2016 is for the query of special URLs until 2018-06-08: it
// keeps the apostrophe.
var WHATWGSpecialQuery2016 = percent.WHATWGQuery

// WHATWGPath2014 is the default encode set until 2015-06-10: it keeps { } and ^
var WHATWGPath2014 = percent.WHATWGPath.WithKept(percent.PathPercentEncodeSet.Remove("{}^").Complement())

// WHATWGPath2024 is for paths until March 2025: it keeps ^
var WHATWGPath2024 = percent.WHATWGPath.WithKept(percent.PathPercentEncodeSet.Remove("^").Complement())

// WHATWGPassword2014 is for passwords until 2015-06-10: WHATWGPath2014 and / @ \
// Until 2015-06-16 only the setters used this set and its three siblings, and the
// parser used that of paths; on 2015-08-14 one userinfo set replaced the four.
var WHATWGPassword2014 = without(WHATWGPath2014, `/@\`)

// WHATWGUsername2014 is for usernames until 2015-06-10: the same and the colon.
var WHATWGUsername2014 = without(WHATWGPassword2014, ":")

// WHATWGPassword2015 is for passwords from 2015-06-10 on: it escapes { and }, too.
var WHATWGPassword2015 = without(WHATWGPassword2014, "{}")

// WHATWGUsername2015 is for usernames from 2015-06-10 on: the same and the colon.
var WHATWGUsername2015 = without(WHATWGPassword2015, ":")

// without returns e with characters escaped that it kept.
func without(e *percent.Encoding, escaped string) *percent.Encoding {
	return e.WithKept(e.Kept().Remove(escaped))
}
