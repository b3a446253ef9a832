package canonical

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/params"
)

// Lines is a scheme that signs method, three fields or the time at which a URL expires, the
// fields of a prefix, and the name of a resource with some parameters, a line each.
type Lines struct {
	Prefix    string // of fields that are signed, in lower case
	Auth      string // what stands before account and signature in Authorization; "" for none
	Account   string // the name of its parameter
	Algorithm algorithm.Algorithm
	// Resource returns the name of what a request is for.
	Resource func(r *sign.Request, g sign.Given) (string, error)
	// Signed are the names of parameters that are signed, in lower case and between
	// white space, beside those with Prefix; "" if none are.
	Signed string
	// Dated is set if the field of the date with Prefix is signed in the line of Date;
	// otherwise that line is empty where the field is sent.
	Dated   bool
	Folds   bool   // runs of spaces in values of fields are signed as one
	Without string // the prefix of fields that are not signed
	Zones   bool   // a date may end in +0000
	// Moved is set if a parameter of a signed URL with Prefix is signed as a field.
	Moved bool
	// Decoded are the names of Signed whose values are signed decoded. Of an empty value of
	// these, and of an escape in the others, SDKs differ. "" if all are decoded.
	Decoded string
}

// A lined request is one that is signed by lines.
type lined struct {
	*sign.Request
	scheme                                    *Lines
	md5, typ, date, fields, resource, queried string
}

// Read is what a scheme reads requests by.
func (l *Lines) Read(sent *sign.Request, g sign.Given) (*sign.Claim, error) {
	r := &lined{Request: sent, scheme: l}
	_, query := params.Split(sent.URL)
	form := params.Form(query) // a raw + of the signature arrives as a space
	if len(form) > mostParams {
		return nil, sign.Fail(sign.Unknown, "query", "there are more parameters than are read here")
	}
	c := &sign.Claim{Algorithm: l.Algorithm}
	authorization, _ := sent.Get("Authorization")
	scheme, credential, _ := params.Cut(authorization, " ")
	byHeader := l.Auth != "" && scheme == l.Auth
	account, signature, _ := params.Cut(strings.TrimSpace(credential), ":")
	if !byHeader {
		account, _ = params.Find(form, l.Account)
		signature, _ = params.Find(form, "Signature")
		r.date, _ = params.Find(form, "Expires")
		var ok bool
		if c.Until, ok = Seconds(r.date); !ok {
			c.Flaw(sign.Missing, "Expires", "Expires has no time in seconds since 1970")
		}
		if twice := params.Repeated(form, l.Account, "Expires", "Signature"); twice != "" {
			c.Flaw(sign.Unknown, twice, twice+" comes twice, and which one counts is not known here")
		}
	} else {
		date, _ := sent.Get("Date")
		own, ok := sent.Get(l.Prefix + "date")
		if r.date = date; ok {
			if date, r.date = own, ""; l.Dated {
				r.date = own
			}
		}
		at, err := time.Parse("Mon, 02 Jan 2006 15:04:05 GMT", date)
		if err != nil {
			at, err = time.Parse("20060102T150405Z", date)
		}
		if err != nil && l.Zones {
			at, err = time.Parse(time.RFC1123Z, date)
		}
		if err == nil {
			c.From, c.Until = at.Add(-skew), at.Add(skew)
		} else {
			c.Flaw(sign.Unknown, "Date", "the date is not written as Mon, 01 Jan 2024 00:00:00 GMT or 20240101T000000Z")
		}
	}
	c.Signature = signature
	if _, also := params.Find(form, "Signature"); byHeader && also || !byHeader && l.Auth != "" && authorization != "" {
		c.Flaw(sign.Unknown, "Authorization", "the URL is signed, and Authorization is sent, too")
	}
	var err error
	if r.resource, err = l.Resource(sent, g); err != nil {
		return nil, err
	}
	var moved []sign.Field
	if l.Moved && !byHeader {
		for _, p := range form {
			params.Add(&moved, sign.Field{Name: p.Name, Value: p.Value})
		}
	}
	if err := r.setFields(moved, c); err != nil {
		return nil, err
	}
	if strings.Contains(query, "+") && l.Signed != "" {
		c.Flaw(sign.Unknown, "query", "a + in the query is a space to some and a plus sign to others: write %20 or %2B")
	}
	if name := Repeated(slices.DeleteFunc(params.Query(sent.URL), func(p params.Param) bool { return !r.signs(p) })); name != "" && l.Signed != "" {
		c.Flaw(sign.Unknown, name, "how a parameter is signed that comes twice is not known here")
	}
	if l.Decoded != "" {
		for _, p := range params.Query(sent.URL) {
			undecided := p.Raw != p.Value
			if among(l.Decoded, p.Name) {
				undecided = strings.Contains("&"+query+"&", "&"+p.RawName+"=&")
			}
			if undecided && r.signs(p) {
				c.Flaw(sign.Unknown, p.Name, "how this value, which is empty or has an escape, is signed is not known here")
			}
		}
	}
	r.md5, _ = sent.Get("Content-MD5")
	r.typ, _ = sent.Get("Content-Type")
	r.queried = r.signedQuery(func(p params.Param) string { return params.Decode(p.Raw) }, r.signs)
	c.Text = r.text()
	c.Where = func(made string) string {
		if byHeader {
			return "Authorization: " + l.Auth + " " + account + ":" + made
		}
		return params.With(params.Without(sent.URL, "Signature"), "Signature", made)
	}
	c.Facts = []sign.Fact{{Name: "account", Value: account}, {Name: "path", Value: r.resource}}
	c.Candidates = func(add func(id, text, fix, signed string)) { r.candidates(c.Scheme.Signs, add) }
	return c, nil
}

// Seconds returns the time that a text has in seconds since 1970; ok is false for one that
// is no such text.
func Seconds(text string) (at time.Time, ok bool) {
	seconds, err := strconv.ParseUint(text, 10, 36)
	return time.Unix(int64(seconds), 0), err == nil && seconds > 0
}

// setFields sets the fields that are signed.
func (r *lined) setFields(moved []sign.Field, c *sign.Claim) error {
	var fields []params.Param
	for _, f := range slices.Concat(r.Header, moved) {
		if name := strings.ToLower(f.Name); strings.HasPrefix(name, r.scheme.Prefix) && (r.scheme.Without == "" || !strings.HasPrefix(name, r.scheme.Without)) {
			value := strings.Trim(f.Value, " \t")
			if r.scheme.Folds {
				value = Folded(value)
			}
			params.Add(&fields, params.Param{Name: name, Value: value})
		}
	}
	params.Sort(fields, func(a, b params.Param) int { return strings.Compare(a.Name, b.Name) })
	for i, f := range fields {
		r.fields += f.Name + ":" + f.Value + "\n"
		if strings.ContainsAny(f.Value, "\t\r\n") && !r.scheme.Folds {
			c.Flaw(sign.Unknown, f.Name, "how white space other than spaces is signed is not known here")
		}
		if i > 0 && fields[i-1].Name == f.Name {
			c.Flaw(sign.Unknown, f.Name, "how a field is signed that comes twice is not known here")
		}
		if i == mostFields {
			return sign.Fail(sign.Unknown, f.Name, "there are more than fifty fields of "+r.scheme.Prefix)
		}
	}
	return nil
}

// signs reports whether a parameter is signed.
func (r *lined) signs(p params.Param) bool {
	name := strings.ToLower(p.Name)
	return among(r.scheme.Signed, name) || !r.scheme.Moved && strings.HasPrefix(name, r.scheme.Prefix)
}

// among reports whether a word is one of those between white space.
func among(words, word string) bool {
	for w := range strings.FieldsSeq(words) {
		if w == word {
			return true
		}
	}
	return false
}

// signedQuery returns the parameters that are signed, with the '?' before them.
func (r *lined) signedQuery(value func(params.Param) string, signs func(params.Param) bool) string {
	if r.scheme.Signed == "" {
		return ""
	}
	list := slices.DeleteFunc(params.Query(r.URL), func(p params.Param) bool { return !signs(p) })
	params.Sort(list, func(a, b params.Param) int { return strings.Compare(a.Name, b.Name) })
	text, before := "", "?"
	for _, p := range list {
		text += before + p.Name
		if v := value(p); v != "" {
			text += "=" + v
		}
		before = "&"
	}
	return text
}

//go:noinline
func (r *lined) text() string {
	return strings.Join([]string{r.Method, r.md5, r.typ, r.date, r.fields + r.resource + r.queried}, "\n")
}

//go:noinline
func (r *lined) changed(f func(q *lined)) string {
	q := *r
	f(&q)
	return q.text()
}

// candidates adds what may have been signed in place of the right text.
func (r *lined) candidates(signs string, add func(id, text, fix, signed string)) {
	change := func(id, text, fix string, f func(q *lined)) { add(id, text, fix, r.changed(f)) }
	path := func(id, text, resource string) {
		change(id, text, "sign /bucket/object as the service does: "+signs, func(q *lined) { q.resource = resource })
	}
	decoded := params.Decode(r.resource)
	for _, e := range params.Encoders() {
		path("path-"+e.ID, "the path: "+e.Text, params.Segments(decoded, e.Encode))
		path("path-"+e.ID, "the path: "+e.Text+", / too", "/"+params.TrimPrefix(e.Encode(decoded), "%2F"))
		if r.scheme.Signed != "" {
			change("query-"+e.ID, "the parameters: "+e.Text, "sign the parameters as the service does", func(q *lined) {
				q.queried = r.signedQuery(func(p params.Param) string { return e.Encode(p.Value) }, r.signs)
			})
		}
	}
	_, query := params.Split(r.URL)
	_, sent := params.HostPath(r.URL)
	bucket, rest, _ := params.Cut(params.TrimPrefix(r.resource, "/"), "/")
	path("path-decoded", "the path was signed decoded", decoded)
	path("path-plus-as-space", "a + in the path was a space when it was signed", "/"+bucket+params.DecodeForm(sent))
	path("path-plus-as-space", "a + in the path was a space when it was signed", strings.ReplaceAll(r.resource, "+", "%20"))
	path("path-as-sent", "the path was signed as it was sent", "/"+bucket+sent)
	path("bucket-left-out", "the bucket was left out of the path", "/"+rest)
	path("bucket-twice", "the bucket was signed twice", "/"+bucket+r.resource)
	path("path-without-slash", "the path was signed without the first slash", r.resource[min(1, len(r.resource)):])
	change("path-with-query", "the query was signed with the path", "sign the parameters that the service signs", func(q *lined) { q.queried = "?" + query })
	if r.scheme.Signed != "" {
		change("parameters-left-out", "no parameters were signed", "sign the parameters that the service signs", func(q *lined) { q.queried = "" })
		change("all-parameters", "all parameters were signed", "sign the parameters that the service signs", func(q *lined) {
			q.queried = r.signedQuery(func(p params.Param) string { return p.Value }, func(p params.Param) bool {
				return p.Name != "Signature" && p.Name != "Expires" && p.Name != r.scheme.Account
			})
		})
		change("parameters-as-sent", "the parameters were signed as they are sent", "sign values decoded", func(q *lined) {
			q.queried = r.signedQuery(func(p params.Param) string { return p.Raw }, r.signs)
		})
	}
	change("md5-left-out", "Content-MD5 was not signed", "sign the Content-MD5 that is sent", func(q *lined) { q.md5 = "" })
	change("date-left-out", "the line of the date was empty", "sign the date, or the time of Expires", func(q *lined) { q.date = "" })
	if date, ok := r.Get("Date"); ok {
		change("other-date", "the other of two dates was signed", "sign the date that the service takes", func(q *lined) { q.date = date })
	}
	if date, ok := r.Get(r.scheme.Prefix + "date"); ok {
		change("other-date", "the other of two dates was signed", "sign the date that the service takes", func(q *lined) { q.date = date })
	}
	change("fields-left-out", "the "+r.scheme.Prefix+" fields were not signed", "sign the "+r.scheme.Prefix+" fields that are sent", func(q *lined) { q.fields = "" })
	change("fields-without-line-end", "line ends after the fields were left out", "end each field with a line end", func(q *lined) { q.fields = strings.ReplaceAll(r.fields, "\n", "") })
	add("empty-lines-left-out", "the lines of Content-MD5 and Content-Type were left out", "sign empty lines for what is not sent", strings.Join([]string{r.Method, r.date, r.fields + r.resource + r.queried}, "\n"))
	change("expires-in-milliseconds", "the time was signed in milliseconds", "sign Expires as it is sent, in seconds", func(q *lined) { q.date += "000" })
}
