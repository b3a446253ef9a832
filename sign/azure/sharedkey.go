package azure

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/params"
)

const sharedKeyName = "azure-sharedkey"

// SharedKey is the authorization of a request by SharedKey or SharedKeyLite.
var SharedKey = &sign.Scheme{
	Name: sharedKeyName, Title: "Azure Storage, Shared Key authorization",
	URL:   "https://learn.microsoft.com/en-us/rest/api/storageservices/authorize-with-shared-key",
	Key:   "account key, in Base64",
	Signs: "the path as sent, parameters decoded and sorted",
	Marks: []string{"Authorization:SharedKey"},
	Reads: readSharedKey,
}

// clockSkew is how far the date of a request may be from the clock.
const clockSkew = 15 * time.Minute

// httpDate is how a date is written in a field.
const httpDate = "Mon, 02 Jan 2006 15:04:05 GMT"

// A keyed request is one that SharedKey signs.
type keyed struct {
	*sign.Request
	account, service, version string
	lite                      bool
}

func readSharedKey(r *sign.Request, g sign.Given) (*sign.Claim, error) {
	k := &keyed{Request: r}
	k.service, k.account, _ = locate(r.URL, g)
	k.version = k.field("x-ms-version")
	c := &sign.Claim{Algorithm: hmacSHA256}
	authorization, signed := r.Get("Authorization")
	name, credential, _ := params.Cut(authorization, " ")
	k.lite = name == "SharedKeyLite"
	if signed && (k.lite || name == "SharedKey") {
		var ok bool
		if k.account, c.Signature, ok = params.Cut(strings.TrimSpace(credential), ":"); !ok {
			return nil, sign.Fail(sign.Refused, "Authorization", "Authorization is not SharedKey account:signature")
		}
	}
	switch {
	case k.account == "":
		return nil, sign.Fail(sign.Unknown, "account", "the host does not name the account")
	case k.service == "":
		return nil, sign.Fail(sign.Unknown, "service", "neither host nor port names the service: blob, file, queue or table")
	case k.version != "" && k.version < "2009-09-19":
		return nil, sign.Fail(sign.Unknown, "x-ms-version", "what versions before 2009-09-19 sign is not known here")
	}
	k.check(c)
	c.Text = k.text(inKeyed{})
	c.Where = func(signature string) string {
		return "Authorization: " + map[bool]string{false: "SharedKey ", true: "SharedKeyLite "}[k.lite] + k.account + ":" + signature
	}
	c.Facts = []sign.Fact{{Name: "account", Value: k.account}, {Name: "scheme", Value: map[bool]string{false: "SharedKey", true: "SharedKeyLite"}[k.lite]}}
	c.Candidates = k.candidates
	return c, nil
}

// check sets what the service refuses, or reads in a way that is not known.
func (k *keyed) check(c *sign.Claim) {
	date := k.field("x-ms-date")
	if date == "" {
		date = k.field("Date")
	}
	if at, err := time.Parse(httpDate, date); err == nil {
		c.From, c.Until = at.Add(-clockSkew), at.Add(clockSkew)
		if at.Format(httpDate) != date {
			c.Flaw(sign.Unknown, "x-ms-date", "the date is not written as Mon, 01 Jan 2024 00:00:00 GMT, with its day of the week")
		}
	} else if date != "" {
		c.Flaw(sign.Unknown, "x-ms-date", "the date is not written as Mon, 01 Jan 2024 00:00:00 GMT")
	} else {
		c.Flaw(sign.Missing, "x-ms-date", "there is no date in x-ms-date or Date")
	}
	if _, query := params.Split(k.URL); strings.Contains(query, "+") {
		c.Flaw(sign.Unknown, "query", "a + in the query is a space to some and a plus sign to others: write %20 or %2B")
	}
	seen := map[string]bool{}
	for _, f := range k.Header {
		name := strings.ToLower(f.Name)
		if seen[name] && strings.HasPrefix(name, "x-ms-") {
			c.Flaw(sign.Unknown, name, "how "+name+" is signed that comes twice is not known here")
		}
		seen[name] = true
	}
}

func (k *keyed) field(name string) string {
	v, _ := k.Get(name)
	return v
}

// standard are the fields that SharedKey signs, in order.
var standard = []string{
	"Content-Encoding", "Content-Language", "Content-Length", "Content-MD5", "Content-Type", "Date",
	"If-Modified-Since", "If-Match", "If-None-Match", "If-Unmodified-Since", "Range",
}

// inKeyed is how a text is made: the zero value as it should be.
type inKeyed struct {
	standard                           []string
	path                               func(raw string) string
	value                              func(raw string) string
	headers                            func([]params.Param)
	resource                           func(string) string
	zero, length0, date, noQuery, lite bool
	unsorted, keepCase                 bool
}

// text returns the string to sign.
func (k *keyed) text(h inKeyed) string {
	lite := k.lite != h.lite
	list := standard
	if h.standard != nil {
		list = h.standard
	}
	if lite || k.service == "table" {
		list = []string{"Content-MD5", "Content-Type", "Date"}
	}
	if lite && k.service == "table" {
		list = []string{"Date"}
	}
	var lines []string
	if !lite || k.service != "table" {
		params.Add(&lines, strings.ToUpper(k.Method))
	}
	for _, name := range list {
		params.Add(&lines, k.standardField(name, h))
	}
	if k.service != "table" {
		lines = append(lines, k.canonicalHeaders(h)...)
	}
	resource := k.canonicalResource(h, lite || k.service == "table")
	if h.resource != nil {
		resource = h.resource(resource)
	}
	return strings.Join(append(lines, resource), "\n")
}

func (k *keyed) standardField(name string, h inKeyed) string {
	v := k.field(name)
	switch name {
	case "Content-Length":
		if v == "" && len(k.Body) > 0 {
			v = strconv.Itoa(len(k.Body))
		}
		if v == "0" && (k.version == "" || k.version >= "2015-02-21") || h.length0 {
			v = ""
		}
		if v == "" && h.zero {
			v = "0"
		}
	case "Date":
		if sent := k.field("x-ms-date"); sent != "" && !h.date {
			v = ""
			if k.service == "table" {
				v = sent
			}
		} else if sent != "" && v == "" {
			v = sent
		}
	}
	return v
}

func (k *keyed) canonicalHeaders(h inKeyed) (lines []string) {
	var list []params.Param
	for _, f := range k.Header {
		if name := strings.ToLower(f.Name); strings.HasPrefix(name, "x-ms-") {
			if h.keepCase {
				name = f.Name
			}
			params.Add(&list, params.Param{Name: name, Value: strings.Trim(f.Value, " \t")})
		}
	}
	if h.headers != nil {
		h.headers(list)
	} else {
		params.Sort(list, func(a, b params.Param) int { return compareNames(a.Name, b.Name) })
	}
	for _, f := range list {
		params.Add(&lines, f.Name+":"+f.Value)
	}
	return lines
}

// fieldOrder are the characters of names of fields in the order of the service, by which
// - and ' count only between names that are the same otherwise.
const fieldOrder = "!#$%&*.^_`|~+0123456789abcdefghijklmnopqrstuvwxyz"

// compareNames compares names of fields as the service does, and Microsoft's libraries.
func compareNames(a, b string) int {
	firstA, secondA := weights(a)
	firstB, secondB := weights(b)
	if c := slices.Compare(firstA, firstB); c != 0 {
		return c
	}
	return slices.Compare(secondA, secondB)
}

func weights(name string) (first, second []byte) {
	for i := range len(name) {
		switch name[i] {
		case '\'':
			params.Add(&second, 2)
		case '-':
			params.Add(&second, 3)
		default:
			params.Add(&first, byte(strings.IndexByte(fieldOrder, name[i])+1))
			params.Add(&second, 0)
		}
	}
	return first, append(second, 1)
}

func (k *keyed) canonicalResource(h inKeyed, lite bool) string {
	_, path := params.HostPath(k.URL)
	if path == "" {
		path = "/"
	}
	if h.path != nil {
		path = h.path(path)
	}
	text := "/" + k.account + path
	query := params.Query(k.URL)
	if h.noQuery {
		return text
	}
	if lite {
		if comp, ok := params.Find(query, "comp"); ok && comp != "" {
			text += "?comp=" + comp
		}
		return text
	}
	var b strings.Builder
	b.WriteString(text)
	values := map[string][]string{}
	var names []string
	for _, p := range query {
		value := p.Value
		if h.value != nil {
			value = h.value(p.Raw)
		}
		name := strings.ToLower(p.Name)
		if h.keepCase {
			name = p.Name
		}
		if values[name] == nil {
			params.Add(&names, name)
		}
		values[name] = append(values[name], value)
	}
	if !h.unsorted {
		slices.Sort(names)
	}
	for _, name := range names {
		slices.Sort(values[name])
		b.WriteString("\n" + name + ":" + strings.Join(values[name], ","))
	}
	return b.String()
}

// candidates adds what may have been signed in place of the right text.
func (k *keyed) candidates(add func(id, text, fix, signed string)) {
	swapped := slices.Clone(standard)
	swapped[0], swapped[1] = swapped[1], swapped[0]
	const resource = "sign /account and the path as it is sent, then the parameters, decoded, in lower case and sorted"
	again := func(encode func(string) string) func(string) string {
		return func(path string) string { return segments(encode)(params.Decode(path)) }
	}
	for _, c := range []struct {
		id, text, fix string
		h             inKeyed
	}{
		{"path-decoded", "the path was signed decoded", resource, inKeyed{path: params.Decode}},
		{"path-encoded-again", "the path was signed as another encoder writes it", resource, inKeyed{path: again(percentEncoded)}},
		{"path-encoded-again", "the path was signed with lower-case escapes", resource, inKeyed{path: params.LowerEscapes}},
		{"path-encoded-twice", "the path was encoded once more", resource, inKeyed{path: segments(percentEncoded)}},
		{"query-encoded", "the parameters were signed encoded", resource, inKeyed{value: plain}},
		{"query-encoded", "the parameters were signed with lower-case escapes", resource, inKeyed{value: params.LowerEscapes}},
		{"query-plus-as-space", "a + in the query was read as a space", resource, inKeyed{value: params.DecodeForm}},
		{"query-left-out", "the parameters were left out", resource, inKeyed{noQuery: true}},
		{"query-unsorted", "the parameters were not sorted", resource, inKeyed{unsorted: true}},
		{"name-case", "names were not written in lower case", "write names of parameters and fields in lower case", inKeyed{keepCase: true}},
		{"resource-account-left-out", "the account was left out of the resource", resource, inKeyed{resource: func(r string) string { return params.TrimPrefix(r, "/"+k.account) }}},
		{"resource-account-twice", "the account stands twice in the resource", resource, inKeyed{resource: func(r string) string { return "/" + k.account + r }}},
		{"resource-without-slash", "the resource was signed without the first slash", resource, inKeyed{resource: func(r string) string { return params.TrimPrefix(r, "/") }}},
		{"content-length-zero", "a Content-Length of 0 was signed", "leave the line of Content-Length empty for a body of no bytes, since version 2015-02-21", inKeyed{zero: true}},
		{"content-length-left-out", "Content-Length was left out", "sign Content-Length", inKeyed{length0: true}},
		{"date-in-line", "the date was signed in its own line, and x-ms-date is sent", "leave the line of Date empty if x-ms-date is sent", inKeyed{date: true}},
		{"language-before-encoding", "Content-Language was signed before Content-Encoding", "sign Content-Encoding first", inKeyed{standard: swapped}},
		{"header-order", "the x-ms- fields were sorted by octets", "sort names as the service does: - counts only between names that are the same otherwise", inKeyed{headers: func(l []params.Param) {
			params.Sort(l, func(a, b params.Param) int { return strings.Compare(a.Name, b.Name) })
		}}},
		{"header-order", "the x-ms- fields were not sorted", "sort them by name", inKeyed{headers: func([]params.Param) {}}},
		{"other-scheme", "the text of the other of SharedKey and SharedKeyLite was signed", "send the name of the scheme that signed", inKeyed{lite: true}},
	} {
		add(c.id, c.text, c.fix, k.text(c.h))
	}
	for i, name := range standard {
		add("field-left-out", name+" was signed as an empty line", "sign "+name+", which is sent, perhaps by the library", k.text(inKeyed{standard: slices.Concat(standard[:i], []string{"percent-none"}, standard[i+1:])}))
		add("line-missing", "the line of "+name+" was left out", "sign a line for each of the eleven fields, empty or not", k.text(inKeyed{standard: slices.Concat(standard[:i], standard[i+1:])}))
	}
}
