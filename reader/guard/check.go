package guard

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/reader/internal/plain"
	"github.com/pct-encoded/percent/uri"
)

const format = "guard"

// MaxLength is the length in octets of the longest URL that Check reads: the length that
// RFC 9110, section 4.1, asks all senders and recipients to support.
const MaxLength = 8000

// The reasons of this package.
const (
	// NoHost: no reader reads a host. All refuse the URL, or it has no host.
	NoHost percent.Reason = "URL that no reader reads a host of"
	// TooLong: the URL has more than MaxLength octets.
	TooLong percent.Reason = "URL of more than 8000 octets"
	// InvalidHost: a Host field is not uri-host [ ":" port ] (RFC 9110, section 7.2).
	InvalidHost percent.Reason = "invalid Host field"
	// DifferentHosts: a request names two hosts.
	DifferentHosts percent.Reason = "host that differs from that of the request"
	// DifferentTarget: net/http would write another request target than the URL says.
	DifferentTarget percent.Reason = "request target that differs from the URL"
	// InvalidAuthority: the target of a CONNECT request is not uri-host ":" port (RFC
	// 9112, section 3.2.3).
	InvalidAuthority percent.Reason = "authority that is not a host and a port"
)

// A Target holds the parts of a URL that all readers agree on.
type Target struct {
	Scheme string // in lower case, or "" if no reader gives one
	Host   string // in lower case; an IPv6 address without brackets
	Port   string // in digits; the default of the scheme if the URL has none, or ""
	Path   string // as [reader.Reading.Compared] returns it; "/" if empty
	// URL is a spelling that all of the readers read as this target: send it instead of
	// the checked URL. It has no fragment and no empty query. Its userinfo and its
	// query are those of the first reader that returns them.
	URL string
}

// A Disagreement is the error of Check that names two readers that disagree.
// Its Part is uri.Scheme, uri.Host, uri.Port or uri.Path. If the verdict of the second of
// Readings, which are what the two read, is Unknown, it is not known whether they disagree.
type Disagreement struct {
	reader.Disagreement
	Readings [2]reader.Reading
}

// Error returns a text such as
//
//	guard: percent.weburl@0.1.0 reads the host "a.example" and python.urlsplit@3.13.0 the host
//	"127.0.0.1", from byte 16 on
//
// and the choice that makes the difference.
func (p *Disagreement) Error() string {
	a, b := p.Readers[0], p.Readers[1]
	text := fmt.Sprintf("%s: %v reads the %v %s", format, a, p.Part, quoted(p.Readings[0], p.Part))
	if p.Readings[1].Verdict == reader.Unknown {
		return fmt.Sprintf("%s, and nobody knows what %v reads", text, b)
	}
	text = fmt.Sprintf("%s and %v the %v %s", text, b, p.Part, quoted(p.Readings[1], p.Part))
	if p.Offset >= 0 {
		text = fmt.Sprintf("%s, from byte %d on", text, p.Offset)
	}
	if p.Choice.A.Name != "" {
		text = fmt.Sprintf("%s: the first %s, the second %s", text, p.Choice.A.Text, p.Choice.B.Text)
	}
	return text
}

func quoted(r reader.Reading, p uri.Part) string {
	text, _ := r.Compared(p)
	return excerpt.Quoted(text, excerpt.InMessage)
}

// Check returns the host, port and path that all readers agree on. Without readers it
// asks Everyone.
//
// The error is a *Disagreement if two readers disagree, or if one of them is not known to
// agree. A reader that refuses the URL does not disagree, since it connects nowhere;
// nor does one that reads no host. Paths are compared as they are sent: an empty one is
// "/", and escapes of unreserved characters are decoded (RFC 3986, section 6.2.2). If
// no reader reads a host, the error is a *percent.SyntaxError with the reason NoHost.
//
// The time is proportional to the length of the URL. A URL of more than MaxLength octets
// is refused unread: the error is a *percent.SyntaxError with the reason TooLong.
//
// The readers are asked with the scheme in lower case, as the URL of the target has it: to
// some, an HTTP:// in upper case begins a path behind a host.
//
// Check does not allocate if [reader.Canonical] holds for the URL, which is then the URL of
// the target.
func Check(url string, readers ...reader.Reader) (Target, error) {
	if len(url) > MaxLength {
		return Target{}, &percent.SyntaxError{Format: format, Offset: MaxLength, Bytes: url[MaxLength:], Reason: TooLong}
	}
	if c, ok := plain.Parse(url); ok {
		return canonical(url, c), nil
	}
	if len(readers) == 0 {
		readers = Everyone()
	}
	readings := make([]reader.Reading, len(readers))
	scheme, rest, ok := strings.Cut(url, "://")
	lower := url
	if ok && !strings.ContainsFunc(scheme, func(c rune) bool { return (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') }) {
		lower = strings.ToLower(scheme) + "://" + rest
	}
	t, err := agreed(lower, readers, readings)
	if err != nil {
		return Target{}, err
	}
	t.URL = t.spelling(readings)
	if len(t.URL) > MaxLength {
		return Target{}, &percent.SyntaxError{Format: format, Offset: int64(len(url)), Reason: TooLong}
	}
	if t.URL != url {
		// Readers that refused the URL may accept the spelling, and must then
		// agree.
		other, err := agreed(t.URL, readers, readings)
		if p, ok := err.(*Disagreement); ok {
			p.Offset = -1 // of another text
			return Target{}, p
		}
		if other.URL = t.URL; err != nil || other != t {
			return Target{}, &percent.SyntaxError{Format: format, Bytes: url, Reason: NoHost}
		}
	}
	return t, nil
}

// canonical returns the target of a canonical URL.
func canonical(url string, c plain.Cut) Target {
	t := Target{URL: url, Scheme: url[:c.Scheme], Host: url[c.Scheme+len("://") : c.Host], Path: url[c.Port:c.Path]}
	switch {
	case c.Port > c.Host:
		t.Port = url[c.Host+1 : c.Port]
	case t.Scheme == "https":
		t.Port = "443"
	default:
		t.Port = "80"
	}
	return t
}

// checked are the parts that all must agree on, the most dangerous first.
var checked = [...]uri.Part{uri.Host, uri.Port, uri.Path, uri.Scheme}

// agreed returns the target that readers agree on, without its URL, or an error. It
// fills readings.
func agreed(url string, readers []reader.Reader, readings []reader.Reading) (t Target, err error) {
	for i, r := range readers {
		readings[i] = r.Read(url)
	}
	into := [...]*string{&t.Host, &t.Port, &t.Path, &t.Scheme}
	for k, part := range checked {
		first := -1
		for i, r := range readings {
			text, ok := r.Compared(part)
			switch {
			case !ok:
			case first < 0:
				first, *into[k] = i, text
			case text != *into[k]:
				return t, newDisagreement(url, part, readers, readings, first, i)
			}
		}
		if first < 0 && part == uri.Host {
			return t, &percent.SyntaxError{Format: format, Bytes: url, Reason: NoHost}
		}
		if unknown := slices.IndexFunc(readings, func(r reader.Reading) bool { return r.Verdict == reader.Unknown }); unknown >= 0 {
			return t, newDisagreement(url, part, readers, readings, first, unknown)
		}
	}
	return t, nil
}

// newDisagreement returns the error for two readers that disagree.
func newDisagreement(url string, part uri.Part, readers []reader.Reader, readings []reader.Reading, i, j int) *Disagreement {
	a, b := readers[i], readers[j]
	d := &Disagreement{reader.Disagreement{Part: part, Readers: [2]reader.Reader{a, b}, Offset: -1}, [2]reader.Reading{readings[i], readings[j]}}
	if readings[j].Verdict == reader.Read {
		d.Disagreement = reader.NewDisagreement(a, b, url, part)
	}
	return d
}

// spelling returns the URL of a target, which readings agree on.
func (t *Target) spelling(readings []reader.Reading) string {
	var b strings.Builder
	if t.Scheme != "" {
		b.WriteString(t.Scheme + ":")
	}
	b.WriteString("//")
	if i := slices.IndexFunc(readings, func(r reader.Reading) bool { return r.User.Text != "" || r.Password.Text != "" }); i >= 0 {
		r := readings[i]
		b.WriteString(userinfo.Fix(r.User.Text))
		if r.Password.Text != "" {
			b.WriteString(":" + userinfo.Fix(r.Password.Text))
		}
		b.WriteByte('@')
	}
	if strings.Contains(t.Host, ":") {
		b.WriteString("[" + t.Host + "]")
	} else {
		b.WriteString(percent.RegName.Fix(t.Host))
	}
	if t.Port != "" && t.Port != uri.DefaultPort(t.Scheme) {
		b.WriteString(":" + t.Port)
	}
	b.WriteString(percent.Path.Fix(t.Path))
	if i := slices.IndexFunc(readings, func(r reader.Reading) bool { return r.Query.Text != "" }); i >= 0 {
		b.WriteString("?" + percent.Query.Fix(readings[i].Query.Text))
	}
	return b.String()
}

// userinfo is for a user or a password: no colon splits them.
var userinfo = percent.New(percent.UserinfoSet.Remove(":"))

// Everyone returns all readers of package reader. The slice is the same each time and
// must not be changed. The same goes for the other sets.
func Everyone() []reader.Reader { return everyone() }

// Browsers returns the readers of Chromium, Firefox and WebKit.
func Browsers() []reader.Reader { return browsers() }

// Go returns the readers of net/url and net/http.
func Go() []reader.Reader { return goSet() }

// PythonRequests returns the readers of Python's urlsplit, with which programs check
// URLs, and of urllib3 and requests, which connect.
func PythonRequests() []reader.Reader { return pythonRequests() }

var (
	everyone       = sync.OnceValue(func() []reader.Reader { return slices.Clip(reader.All()) })
	browsers       = set("chromium.url", "firefox.url", "webkit.url")
	goSet          = set("go.url", "go.http")
	pythonRequests = set("python.urlsplit", "urllib3.parse_url", "requests.prepare", "requests.get")
)

// set returns the latest readers of names.
func set(names ...string) func() []reader.Reader {
	return sync.OnceValue(func() (list []reader.Reader) {
		for _, name := range names {
			r, err := reader.Lookup(name)
			if err != nil {
				panic("guard: " + err.Error())
			}
			list = append(list, r)
		}
		return list
	})
}
