package operation

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/words"
)

// WholeURL is the value of As for whole URLs, which are not a dialect: each component
// has its own dialect.
const WholeURL = "url"

// wholeURI is the dialect of whole URIs. A charset applies only to their query.
const wholeURI = "rfc3986.uri"

// Detect is the value of Charset that asks for detection.
const Detect = "detect"

func (r *Request) isWholeURL() bool { return strings.EqualFold(r.As, WholeURL) }

// coding returns the plan that decode, encode and fix share.
func (r *Request) coding(from Front, lookup func(name string) (*dialect.Dialect, string, error), standard string, code func(bulk.Options) (*bulk.Operation, error)) (*Plan, error) {
	q := *r
	if r.isWholeURL() {
		q.As = wholeURI
	}
	d, found, err := lookup(cmp.Or(q.As, standard))
	if err != nil {
		return nil, err
	}
	p := &Plan{Dialect: d, code: code}
	if q.As != "" && found != q.As {
		p.Notes = append(p.Notes, Taken(q.As, found))
		q.As = found // for messages
	}
	if p.Encoding, err = q.Change(d, d.Encoding()); err != nil {
		return nil, err
	}
	switch {
	case r.Charset == "":
	case p.Encoding == nil:
		return nil, usage("leave out --charset", "%s has rules of its own and takes no other charset", d.ID).of("charset", NotTogether)
	case r.Charset == Detect && from&Beam != 0:
		return nil, notGuessed()
	case r.Charset == Detect:
		p.Detect = true
	default:
		if p.Charset, err = Charset(r.Charset); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func notGuessed() error {
	return usage("run `percent decode --charset detect`, and name the charset that it reports", "the charset is not detected here, since each part would detect its own").of("charset", NotTogether)
}

// Written makes p write text in the output charset of its charset. The error is a
// *UsageError, for a charset to be detected.
func (p *Plan) Written() (*Plan, error) {
	switch {
	case p.Detect:
		return nil, usage("name the charset that the other side expects", "--charset detect is for decoding: the charset of text to be encoded is known").of("charset", NotTogether)
	case p.Charset == nil:
		return p, nil
	}
	p.Parts = partsOf(p.Dialect)
	if c := p.Charset.Output(); c != p.Charset {
		p.Notes = append(p.Notes, p.Charset.Name()+" is only for decoding; the text is written in "+c.Name()+", as the Encoding Standard says")
		p.Charset = c
	}
	return p, nil
}

// partsOf returns the parts of a value of a dialect that are in its charset.
func partsOf(d *dialect.Dialect) bulk.Parts {
	if d.ID == wholeURI {
		return bulk.QueryOnly
	}
	return bulk.AllParts
}

func decodeApart(r *Request) error {
	if r.isWholeURL() && r.Space != "" {
		return usage("leave out --space", "in a whole URL, the component decides whether a '+' is a space").of("space", NotTogether)
	}
	if r.Layers != "" && r.Layers != "1" && r.Charset != "" {
		return usage("decode all layers but the last without --charset first", "--charset is for one layer, but --layers %s is for more", r.Layers).of("layers", NotTogether)
	}
	return nil
}

func decode(r *Request, from Front) (*Plan, error) {
	p, err := r.coding(from, Dialect, "rfc3986", bulk.Decode)
	if err != nil {
		return nil, err
	}
	if p.Layers, err = Layers(cmp.Or(r.Layers, "1")); err != nil {
		return nil, err
	}
	if p.Encoding != nil {
		p.Parts = partsOf(p.Dialect)
	}
	if r.isWholeURL() {
		p.Called, p.Parts = WholeURL, bulk.FormQuery
	}
	if err := p.obey(r, from); err != nil {
		return nil, err
	}
	return p, nil
}

// obey makes p follow --on-error although the dialect itself keeps malformed escapes.
// A dialect with rules of its own cannot be changed in this way, which in SQL is no
// error: a query has one form of a function for all dialects.
func (p *Plan) obey(r *Request, from Front) error {
	switch {
	case (r.OnError == "" || r.OnError == bulk.Keep.String()) && !r.Lists:
	case p.Encoding != nil && p.Encoding.Malformed() == percent.MalformedKept:
		p.Encoding = p.Encoding.WithMalformed(percent.MalformedRefused)
	case from != SQL && r.OnError != "" && r.OnError != bulk.Keep.String() && p.Encoding == nil && refusesNothing(p.Dialect):
		return usage("leave out --on-error, or use another dialect",
			"--on-error %s has no effect: %s decodes any input, as the program does", r.OnError, p.Dialect.ID).of("on-error", NotTogether)
	}
	return nil
}

// refusesNothing reports whether a dialect decodes input that others refuse.
func refusesNothing(d *dialect.Dialect) bool {
	for _, s := range []string{"%zz", "%", "%4", "%FF", "é", "%u12", "%00"} {
		if _, err := d.AppendDecode(nil, []byte(s)); err != nil {
			return false
		}
	}
	return true
}

func encodeApart(r *Request) error {
	if r.isWholeURL() {
		return usage("`percent fix` makes a URL legal; --as rfc3986.segment or rfc3986.query encodes a part of one",
			"a whole URL cannot be encoded: its delimiters cannot be told from data").of("as", NotTogether)
	}
	if r.Times != nil && *r.Times > 1 && r.Charset != "" {
		return usage("encode once with --charset, and encode the result without it", "--charset is for one layer, but --times %d is for more", *r.Times).of("times", NotTogether)
	}
	return nil
}

func encode(r *Request, from Front) (*Plan, error) {
	p, err := r.coding(from, Encoder, "rfc3986", bulk.Encode)
	if err == nil {
		p, err = p.Written()
	}
	if err != nil {
		return nil, err
	}
	// A dialect with rules of its own refuses a value as a whole. To list
	// refused values, they are kept anyway.
	if word := r.OnError; p.Encoding == nil && !r.Lists && (word == "keep" || word == "replace") {
		return nil, usage("use fail or skip", "--on-error %s is for decoding: an encoder that refuses a value writes nothing", word).of("on-error", NotTogether)
	}
	if r.Times != nil {
		p.Layers = bulk.Layers(*r.Times)
	}
	return p, nil
}

func fix(r *Request, from Front) (*Plan, error) {
	p, err := r.coding(from, Encoder, wholeURI, bulk.Fix)
	if err == nil {
		p, err = p.Written()
	}
	if err != nil {
		return nil, err
	}
	var cannot *dialect.FixError
	if errors.As(p.Dialect.Fixes(), &cannot) {
		return nil, usage("`percent dialects show "+r.As+"` shows its choices", "fix cannot work by %s: %s (%v)", r.As, cannot.Reason, cannot.Choice).of("as", NotTogether).because(cannot)
	}
	return p, nil
}

// charset returns the charset that r names, or nil.
func (r *Request) charset() (*charset.Charset, error) {
	if r.Charset == "" {
		return nil, nil
	}
	return Charset(r.Charset)
}

// Change returns e, the encoding of d, with the changes of Keep, Escape, EscapeAll,
// Space and Hex. If e is nil, because d has rules of its own, these must be empty.
// The error is a *UsageError.
func (r *Request) Change(d *dialect.Dialect, e *percent.Encoding) (*percent.Encoding, error) {
	if e == nil {
		return nil, r.unchanged(cmp.Or(r.As, d.ID))
	}
	if r.EscapeAll {
		e = e.WithSpace(percent.SpacePercent20).WithKept(percent.ByteSet{})
	}
	for _, c := range []byte(r.Escape) {
		if strings.IndexByte(r.Keep, c) >= 0 {
			shown := strconv.QuoteToASCII(string([]byte{c}))
			if c < utf8.RuneSelf {
				shown = strconv.QuoteRune(rune(c))
			}
			return nil, usage("", "%s is in both --keep and --escape", shown).of("escape", NotTogether)
		}
	}
	kept := e.Kept().Add(r.Keep).Remove(r.Escape)
	switch space, chosen := words.Value[percent.SpaceSpelling](r.Space); {
	case !chosen:
		if e.Space() == percent.SpacePlus && strings.ContainsAny(r.Keep+r.Escape, " ") {
			return nil, usage("choose with --space plus or --space percent", "%s writes a space as \"+\"", d.ID).of("keep", NotTogether)
		}
		if e.Space() == percent.SpacePlus && strings.Contains(r.Keep, "+") {
			return nil, usage("add --space percent", `"+" cannot stand for itself and for a space, as it does in %s`, d.ID).of("keep", NotTogether)
		}
	case space == percent.SpacePlus:
		switch {
		case r.EscapeAll:
			return nil, usage("leave out --space", "--escape-all escapes spaces, too").of("space", NotTogether)
		case strings.Contains(r.Keep, "+"):
			return nil, usage("leave out '+' from --keep", `"+" cannot stand for itself and for a space`).of("keep", NotTogether)
		case strings.Contains(r.Keep+r.Escape, " "):
			return nil, usage("leave out the space from --keep and --escape", `a space is written as "+" with --space plus`).of("space", NotTogether)
		}
		kept = kept.Remove("+")
		e = e.WithSpace(percent.SpacePlus).WithPlus(percent.PlusIsSpace)
	default:
		if !strings.Contains(r.Keep, " ") {
			kept = kept.Remove(" ")
		}
		e = e.WithSpace(percent.SpacePercent20).WithPlus(percent.PlusLiteral)
	}
	if hex, ok := words.Value[percent.HexCase](r.Hex); ok {
		e = e.WithHex(hex)
	}
	if kept != e.Kept() {
		e = e.WithKept(kept)
	}
	return e, nil
}

// unchanged returns an error if r would change the dialect of that name.
func (r *Request) unchanged(name string) error {
	flag := ""
	switch {
	case r.EscapeAll:
		flag = "escape-all"
	case r.Keep != "":
		flag = "keep"
	case r.Escape != "":
		flag = "escape"
	case r.Space != "":
		flag = "space"
	case r.Hex != "":
		flag = "hex"
	default:
		return nil
	}
	return usage("`percent dialects show "+name+"` lists its rules", "--%s cannot change %s, which has rules of its own", flag, name).of(flag, NotTogether)
}
