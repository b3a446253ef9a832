package bulk

import (
	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/words"
)

// Options are the options of [Decode], [Encode] and [Fix].
type Options struct {
	// Dialect is the dialect; rfc3986 if nil.
	Dialect *dialect.Dialect
	// Encoding, if not nil, is the encoding of the dialect with some of its
	// choices changed. It is ignored for a dialect that is not an encoding.
	Encoding *percent.Encoding
	// Charset is the charset of the encoded text; the other side is UTF-8. If nil,
	// records are octets. It needs a dialect that is an encoding.
	Charset *charset.Charset
	// Parts says which part of a record is in Charset.
	Parts Parts
	// Tolerated says whether Decode reports malformed escapes that the dialect
	// accepts.
	Tolerated Telling
	// Layers is how many times Encode encodes and Decode decodes. More than one
	// cannot be combined with Charset.
	Layers Layers
}

// Parts says which part of a record is in a charset.
type Parts uint8

const (
	// AllParts: the whole record.
	AllParts Parts = iota
	// QueryOnly: records are URLs, and only the query is in the charset (URL
	// Standard, section 4.4).
	QueryOnly
	// FormQuery is QueryOnly, and Decode reads the query as a form where
	// [uri.QueryIsForm] is true of the scheme: there, a '+' is a space. Anywhere else,
	// it is a plus sign.
	//
	// [uri.QueryIsForm]: https://pkg.go.dev/github.com/pct-encoded/percent/uri#QueryIsForm
	FormQuery
)

var partsWords = []string{"AllParts", "QueryOnly", "FormQuery"}

// String returns "AllParts", "QueryOnly" or "FormQuery".
func (p Parts) String() string { return words.Of(partsWords, p) }

// Telling is whether something is reported.
type Telling uint8

const (
	// Untold: it is not reported.
	Untold Telling = iota
	// Told: it is reported as a flaw that is only noted.
	Told
)

var tellingWords = []string{"untold", "told"}

// String returns "untold" or "told".
func (t Telling) String() string { return words.Of(tellingWords, t) }

// encoding returns the dialect and its encoding, or nil if it is not an
// encoding.
func (o *Options) encoding() (*dialect.Dialect, *percent.Encoding, error) {
	d, e := o.Dialect, o.Encoding
	if d == nil {
		var err error
		if d, err = dialect.Lookup("rfc3986"); err != nil {
			return nil, nil, err
		}
	}
	if own := d.Encoding(); e == nil || own == nil {
		e = own
	}
	switch {
	case e == nil && o.Charset != nil:
		return nil, nil, &OptionError{Option: "charset", Reason: d.ID + " has its own rules and cannot be combined with a charset"}
	case o.Charset == charset.Replacement:
		return nil, nil, &OptionError{Option: "charset", Reason: "the Encoding Standard refuses " + o.Charset.Name()}
	}
	return d, e, o.Layers.check(o)
}
