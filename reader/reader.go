// Package reader models how programs read a URL: which scheme, host, port and path
// each of them reads, and which choice makes two of them disagree.
//
//	py, _ := reader.Lookup("python.urlsplit")
//	web, _ := reader.Lookup("percent.weburl")
//	py.Read(`http://example.com\@192.0.2.1/`).Host.Text  // "192.0.2.1"
//	web.Read(`http://example.com\@192.0.2.1/`).Host.Text // "example.com"
//	reader.Explain(py, web, `http://example.com\@192.0.2.1/`, uri.Host)
//	// backslash: "is an ordinary character" here, "is a slash in special schemes" there
//
// The functions to reach for first are [All] and [Reader.Read]; package reader/guard
// refuses what readers read differently.
//
// A reader is a chain of named choices: what is removed, what is a scheme, what ends
// the authority, which "@" counts, and so on. Its provenance is whether each input of
// the recordings was compared with the output of the program, or the choices come from
// an advisory. If a model is not certain what its program does, the verdict is Unknown.
//
// The API of this package may still change.
package reader

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/uts46"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/reader/internal/plain"
	"github.com/pct-encoded/percent/uri"
)

// A Verdict is whether a reader read a URL. The zero Verdict is Unknown.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota // the model does not know what the program does
	Refused                // the program refuses the URL, or does not accept such input
	Read                   // the program reads the URL
)

// String returns "not known", "refused" or "read".
func (v Verdict) String() string { return words.Of(verdictWords, v) }

var verdictWords = []string{"not known", "refused", "read"}

// A Part is a component as a program returns it. Text is empty if it is not present.
// An empty part differs from an absent one if the program distinguishes them.
type Part struct {
	Text    string
	Present bool
}

// A Reading is the result of one program for one URL: what its accessors return or, for
// a client, what it connects to and sends. The parts are set only if the verdict is
// Read. They share the memory of the URL where possible.
type Reading struct {
	Verdict  Verdict
	Scheme   Part
	User     Part
	Password Part
	Host     Part
	Port     Part
	Path     Part
	Query    Part
	Fragment Part

	decoded bool // the path is decoded, so escapes in it cannot be distinguished, or it is not returned
	noPort  bool // the port is not returned
	idna    bool // the host is returned in Unicode, and sent in ASCII
}

// A Choice is one decision of a reader, such as what ends an authority. Name is one of
// the names that all readers share, Value a word or two, Text a clause that describes
// it.
type Choice struct{ Name, Value, Text string }

// A Difference is a choice that two readers make differently. A and B have the same
// Name.
type Difference struct{ A, B Choice }

// A Reader is one program, in the versions that read alike. Its Name, such as
// "python.urlsplit", may be that of several; Versions are those that read alike, the oldest
// first, Version is the one that [Lookup], [In] or At chose, or else the latest, and String
// adds it to the name: "python.urlsplit@3.11.2".
// Subject is the function or command that the reader models, such as "Python
// urllib.parse.urlsplit"; Provenance whether the program was recorded, or cited from the
// advisory at Source. Readers are handles; those with the same Name and Versions read alike. The zero
// Reader is not valid. Readers may be used by several goroutines.
type Reader struct {
	*program.Program
	row *row
}

// At returns the reader in one of its Versions.
func (r Reader) At(version string) Reader {
	p := r.Program.At(version)
	return Reader{&p, r.row}
}

// Client reports whether the reader connects. The host, port and path of a client are
// those that it connects to and requests; those of other readers are what their
// accessors return.
func (r Reader) Client() bool { return r.row.client }

// Checker reports whether the reader only says of a text whether it is a URL that it takes, or
// which host that has: its readings have at most a host.
func (r Reader) Checker() bool { return r.row.accessors[pathPart] == '-' }

// Choices returns the choices of the reader, in the order in which they take effect.
func (r Reader) Choices() []Choice {
	list := make([]Choice, 0, kinds)
	for k, s := range r.row.chain {
		list = append(list, choiceOf(kind(k), s))
	}
	return list
}

// Read returns the reading of a URL. Any text is allowed.
func (r Reader) Read(url string) Reading {
	c, ok := plain.Parse(url)
	if !ok || r.row.client || r.row.long {
		return r.row.read(url)
	}
	reading := Reading{
		Verdict: Read,
		Scheme:  present(url[:c.Scheme]),
		Host:    present(url[c.Scheme+len("://") : c.Host]),
		Path:    present(url[c.Port:c.Path]),
	}
	if c.Port > c.Host {
		reading.Port = present(url[c.Host+1 : c.Port])
	}
	if c.Query > c.Path {
		reading.Query = present(url[c.Path+1 : c.Query])
	}
	if r.row.accessors[portPart] == 'd' && !reading.Port.Present {
		reading.Port = present(uri.DefaultPort(reading.Scheme.Text))
	}
	r.row.give(&reading)
	return reading
}

// The indexes of parts in a Reading.
const (
	portPart = 4
	pathPart = 5
)

// An UnknownError reports a name that no reader has.
type UnknownError = program.UnknownError

// Lookup returns the reader with a name such as "python.urlsplit", which means the
// latest version, or "python.urlsplit@3.11.2". The error is an *UnknownError.
func Lookup(name string) (Reader, error) { return readers.Lookup(name) }

// All returns all readers, sorted by name, and the versions of one from the
// oldest on.
//
//go:noinline
func All() []Reader { return slices.Clone(readers.All()) }

// A Past says in which versions programs are asked, as in
// Past{Versions: []string{"httpx=0.23"}, AsOf: "2023-06"}.
type Past = program.Past

// In returns readers as they were in the past: those that the past asks for in one version
// each, and of any other all versions that are among readers. missing has the names of those
// of which no version is known to have been there. The error is for a past that has no
// meaning, names no reader or a version of which it is not known what it does.
func In(past Past, list []Reader) (as []Reader, missing []string, err error) {
	return readers.In(past, list)
}

var readers = program.List[Reader]{
	Kind: "reader",
	Make: func() []Reader {
		rows := rows()
		list := make([]Reader, len(rows))
		for i := range rows {
			list[i] = Reader{&rows[i].Program, &rows[i]}
		}
		return list
	},
	Known: func(list []Reader) (names []string) {
		for _, r := range list {
			family, _, _ := strings.Cut(r.Name(), ".")
			names = append(names, r.Name(), r.String(), family)
		}
		slices.Sort(names)
		return slices.Compact(names)
	},
}

// recorded returns a program of interop/readers, where a recording of each version is.
//
//go:noinline
func recorded(name, versions, subject string) program.Program {
	return program.Record(name, versions, subject)
}

// A row is a reader.
type row struct {
	program.Program
	client bool
	long   bool // the program changes the query of canonical URLs
	chain  *chain
	// exact, if not nil, reads as chain does, including what chain cannot express.
	exact func(url string, r *Reading)
	// accessors has a letter for each of the eight parts, in the order of Reading: '='
	// returned as it is, 'e' empty if absent, 'n' absent if empty, '-' never returned,
	// 'd' the default port of http and https if there is none, 'u' a path without its
	// escapes, 'i' a host in Unicode that is sent in ASCII.
	accessors string
}

// rows returns the table of readers.
func rows() []row {
	list := slices.Concat(webRows(), standardRows(), goRows(), pythonRows(), phpRows(), curlRows(), nodeRows(), javaRows(), urllib3Rows(), wgetRows(), urlopenRows(), rfc3986Rows(), yarlRows(), werkzeugRows(), javaURLRows(), okHTTPRows(), springRows(), glibRows(), addressableRows(), urlParseRows(), npmRows(), checkerRows(), hyperlinkRows(), furlRows(), fastURIRows(), perlRows(), uriJSRows(), soupRows(), libxml2Rows(), aprRows(), pocoRows())
	list = append(list, clientRows(list)...)
	sort.SliceStable(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		return cmp.Or(strings.Compare(a.Name(), b.Name()), program.CompareVersions(a.Version(), b.Version())) < 0
	})
	return list
}

// read is Reader.Read without the shortcut.
func (r *row) read(url string) Reading {
	var reading Reading
	if r.exact != nil {
		r.exact(url, &reading)
	} else {
		reading = r.chain.read(url)
	}
	r.give(&reading)
	return reading
}

// give turns a reading into what the accessors return.
func (r *row) give(reading *Reading) {
	if reading.Verdict != Read {
		*reading = Reading{Verdict: reading.Verdict}
		return
	}
	for i, p := range reading.parts() {
		switch r.accessors[i] {
		case 'e':
			p.Present = true
		case 'n':
			p.Present = p.Text != ""
		case '-':
			*p = Part{}
			reading.decoded = reading.decoded || i == pathPart
			reading.noPort = reading.noPort || i == portPart
		case 'u':
			reading.decoded = true
		case 'i':
			reading.idna = true
		}
	}
}

func (r *Reading) parts() [8]*Part {
	return [8]*Part{&r.Scheme, &r.User, &r.Password, &r.Host, &r.Port, &r.Path, &r.Query, &r.Fragment}
}

//go:noinline
func present(s string) Part { return Part{s, true} }

// Get returns the part with the name, and nothing for Authority and Userinfo, which a
// Reading does not have.
func (r Reading) Get(p uri.Part) Part {
	switch p {
	case uri.Scheme:
		return r.Scheme
	case uri.Host:
		return r.Host
	case uri.Port:
		return r.Port
	case uri.Path:
		return r.Path
	case uri.Query:
		return r.Query
	case uri.Fragment:
		return r.Fragment
	}
	return Part{}
}

// Compared returns the scheme, host, port or path in the form used to compare readings:
// what a client that trusts this reading would connect to or request. Schemes and hosts
// are in lower case, hosts without the brackets of an address and the dot at the end of a
// name, unless the rest is an IPv4 address, because a client resolves "127.0.0.1." as a
// name; a missing port is the default of http, https, ws, wss or ftp, or "" for another
// scheme; an empty path is "/". Escapes in paths are in upper case, those of unreserved
// characters are decoded, and octets that no URI has are escaped. ok is false if there is
// no such part or the verdict is not Read: then nothing disagrees. ok is also false for a
// host with a slash, "?", "#", "@", or with a ":" outside an address, which no name can
// have, for one that only begins with a bracket, and for a path that is returned decoded,
// which is not sent in that form, and for a port and a path that are never returned.
func (r Reading) Compared(p uri.Part) (text string, ok bool) {
	if r.Verdict != Read || !mayBeHost(r.Host.Text) {
		return "", false
	}
	switch p {
	case uri.Scheme:
		return strings.ToLower(r.Scheme.Text), r.Scheme.Present
	case uri.Host:
		host := r.Host.Text
		if r.idna && !isASCII(host) {
			b, err := uts46.ToASCII(nil, host, uts46.Unvalidated)
			return comparedHost(string(b)), err == nil
		}
		return comparedHost(host), true
	case uri.Port:
		if r.Port.Text != "" {
			return trimZeros(r.Port.Text), true
		}
		return uri.DefaultPort(strings.ToLower(r.Scheme.Text)), !r.noPort
	case uri.Path:
		return comparedPath(r.Path.Text), !r.decoded
	}
	part := r.Get(p)
	return part.Text, part.Present
}

// mayBeHost reports whether a client could connect to a host.
func mayBeHost(host string) bool {
	colon := false
	for i := range len(host) {
		switch host[i] {
		case '/', '?', '#', '@':
			return false
		case ':':
			colon = true
		}
	}
	if colon && host[0] != '[' {
		addr, _, _ := strings.Cut(host, "%")
		return isIPv6(addr)
	}
	return host != "" && (host[0] != '[' || strings.HasSuffix(host, "]"))
}

func comparedHost(host string) string {
	host = unbracketed(host)
	if strings.Contains(host, ":") {
		return canonicalIPv6(pct.Lower(host))
	}
	if host != "." {
		host = undotted(host)
	}
	return pct.Lower(host)
}

// undotted returns a name without the full stop at its end, which says that the name is
// complete. It stays where the rest is an IPv4 address: with it, that is a name.
func undotted(host string) string {
	name := strings.TrimSuffix(host, ".")
	if len(name) < len(host) && isIPv4(ipv4C(name)) {
		return host
	}
	return name
}

// trimZeros removes leading zeros of a number.
func trimZeros(n string) string {
	for len(n) > 1 && n[0] == '0' {
		n = n[1:]
	}
	return n
}

func comparedPath(path string) string {
	if path == "" {
		return "/"
	}
	clean := true
	for i := 0; i < len(path) && clean; i++ {
		clean = path[i] != '%' && isPathOctet(path[i])
	}
	if clean {
		return path
	}
	b := make([]byte, 0, len(path)+8)
	for i := 0; i < len(path); i++ {
		c, stays := path[i], isPathOctet(path[i])
		if v, ok := pct.Octet(path[i:]); ok {
			c, stays = v, percent.Unreserved.Contains(v)
			i += 2
		}
		if stays {
			b = append(b, c)
		} else {
			b = pct.AppendEscape(b, c)
		}
	}
	return string(b)
}
