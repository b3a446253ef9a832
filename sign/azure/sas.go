package azure

import (
	"crypto"
	"slices"
	"strings"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/params"
)

const sasName = "azure-sas"

// SAS is a shared access signature in a URL.
var SAS = &sign.Scheme{
	Name: sasName, Title: "Azure Storage, shared access signatures",
	URL:   "https://learn.microsoft.com/en-us/rest/api/storageservices/create-service-sas",
	Key:   "account key or user delegation key, in Base64",
	Signs: "values decoded, a line each, and the decoded path",
	Marks: []string{"?sig", "?sv"},
	Reads: readSAS,
}

// newest and oldest are the versions of the service between which the text is known here.
const (
	newest = "2026-04-06"
	oldest = "2012-02-12"
)

var hmacSHA256 = algorithm.Algorithm{Name: "HMAC-SHA256", Hash: crypto.SHA256, Base64Key: true}

// A sas is what the URL of a shared access signature says.
type sas struct {
	params                 []params.Param
	service, account, path string // path: decoded, without the account and the first '/'
	version                string
}

//go:noinline
func (s *sas) get(name string) string {
	v, _ := params.Find(s.params, name)
	return v
}

func readSAS(r *sign.Request, g sign.Given) (*sign.Claim, error) {
	_, query := params.Split(r.URL)
	s := &sas{params: params.Form(query)}
	s.version = s.get("sv")
	rawPath := ""
	s.service, s.account, rawPath = locate(r.URL, g)
	s.path = params.Decode(rawPath)
	switch {
	case s.account == "":
		return nil, sign.Fail(sign.Unknown, "account", "the host does not name the account")
	case s.version == "":
		return nil, sign.Fail(sign.Missing, "sv", "a SAS names the version of the service in sv")
	case s.version > newest || s.version < oldest || printable(s.version) == other || len(s.version) != len(newest):
		return nil, sign.Fail(sign.Unknown, "sv", "what version "+printable(s.version)+" signs is not known here")
	case s.has("srh") || s.has("srq"):
		return nil, sign.Fail(sign.Unknown, "srh", "required fields and parameters of a request are not known here")
	case s.service == "" && !s.has("ss"):
		return nil, sign.Fail(sign.Unknown, "service", "neither host nor port names the service: blob, file, queue or table")
	case s.has("skoid") && s.service != "blob":
		return nil, sign.Fail(sign.Unknown, "skoid", "user delegation of "+s.service+" is not known here")
	}
	c := &sign.Claim{Text: s.text(right), Algorithm: hmacSHA256}
	seen := map[string]bool{}
	for _, p := range s.params {
		switch {
		case !signedParam(p.Name):
		case seen[p.Name]:
			return nil, &percent.SyntaxError{Field: p.Name, Reason: "repeated parameter"}
		case p.Name != "sig" && strings.Contains(p.Raw, "+"):
			c.Flaw(sign.Unknown, p.Name, "a + in "+p.Name+" is a space to some and a plus sign to others: write %20 or %2B")
		}
		seen[p.Name] = true
	}
	c.Signature, _ = params.Find(s.params, "sig")
	c.Where = func(signature string) string { return params.With(params.Without(r.URL, "sig"), "sig", signature) }
	s.limits(c, r.URL)
	c.Facts = s.facts()
	c.Candidates = func(add func(id, text, fix, signed string)) { s.candidates(rawPath, add) }
	return c, nil
}

//go:noinline
func (s *sas) has(name string) bool {
	_, ok := params.Find(s.params, name)
	return ok
}

// other stands for what is no version.
const other = "of sv"

// printable returns a version, or other.
func printable(version string) string {
	if len(version) > len(newest) || strings.Trim(version, "0123456789-") != "" {
		return other
	}
	return version
}

// meanings are the parameters of a SAS.
var meanings = []struct{ name, title string }{
	{"sp", "permissions"},
	{"st", "from"},
	{"se", "until"},
	{"sr", "resource"},
	{"ss", "services"},
	{"srt", "resource types"},
	{"si", "stored policy"},
	{"sip", "addresses"},
	{"spr", "protocols"},
	{"ses", "encryption scope"},
	{"sdd", "depth"},
	{"skoid", "user"},
	{"sktid", "tenant"},
	{"skt", "key from"},
	{"ske", "key until"},
	{"sks", "key's service"},
	{"skv", "key's version"},
	{"saoid", "authorized user"},
	{"suoid", "unauthorized user"},
	{"scid", "correlation"},
	{"skdutid", "delegated tenant"},
	{"sduoid", "delegated user"},
	{"snapshot", "snapshot"},
	{"versionid", "version of the blob"},
	{"tn", "table"},
	{"spk", "from partition"},
	{"srk", "from row"},
	{"epk", "to partition"},
	{"erk", "to row"},
	{"rscc", "Cache-Control"},
	{"rscd", "Content-Disposition"},
	{"rsce", "Content-Encoding"},
	{"rscl", "Content-Language"},
	{"rsct", "Content-Type"},
}

// signedParam reports whether a parameter is one of a SAS.
func signedParam(name string) bool {
	return name == "sv" || name == "sig" || slices.ContainsFunc(meanings, func(m struct{ name, title string }) bool { return m.name == name })
}

func (s *sas) facts() []sign.Fact {
	list := []sign.Fact{{Name: "account", Value: s.account}, {Name: "version", Value: s.version}}
	for _, m := range meanings {
		if v, ok := params.Find(s.params, m.name); ok {
			params.Add(&list, sign.Fact{Name: m.title, Value: v})
		}
	}
	return list
}

// limits sets what the service refuses although the signature is right.
func (s *sas) limits(c *sign.Claim, url string) {
	for _, date := range []struct {
		name string
		into *time.Time
	}{{"st", &c.From}, {"se", &c.Until}, {"skt", &c.From}, {"ske", &c.Until}} {
		text, ok := params.Find(s.params, date.name)
		if !ok || text == "" {
			continue
		}
		at, ok := parseDate(text)
		switch {
		case !ok:
			reason := sign.Refused
			if strings.ContainsAny(text, ".,") {
				reason = sign.Unknown // it may have a fraction of a second
			}
			c.Flaw(reason, date.name, date.name+" is not a date such as 2024-01-01T00:00:00Z")
		case date.name == "skt" && at.After(*date.into), date.name == "ske" && (date.into.IsZero() || at.Before(*date.into)), date.name[1] != 'k':
			*date.into = at
		}
	}
	policy := s.has("si")
	for _, name := range []string{"sp", "se"} {
		if s.get(name) == "" && !policy {
			c.Flaw(sign.Missing, name, name+" is missing, and no si names a stored policy")
		}
	}
	if s.get("spr") == "https" && strings.HasPrefix(strings.ToLower(url), "http:") {
		c.Flaw(sign.Refused, "spr", "spr allows only https")
	}
}

// parseDate reads a date of ISO 8601 in one of the forms that the service reads.
func parseDate(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z", "2006-01-02T15:04Z07:00", "2006-01-02"} {
		// Parse takes fractions of seconds that the layout has not.
		if t, err := time.Parse(layout, text); err == nil && !strings.ContainsAny(text, ".,") {
			return t, true
		}
	}
	return time.Time{}, false
}

// A how is how a text is made: right, or as a signer makes it by mistake.
type how struct {
	value    func(string) string // of each parameter
	resource func(string) string // of the canonical name of the resource
	version  string              // whose lines there are, "" for that of sv
	sv       string              // the version that is written, "" for that of sv
	sp, sr   string
}

var right = how{}

//go:noinline
func plain(v string) string { return v }

// text returns the string to sign.
func (s *sas) text(h how) string {
	if h.value == nil {
		h.value = plain
	}
	version := h.version
	if version == "" {
		version = s.version
	}
	p := func(names ...string) (lines []string) {
		for _, name := range names {
			v := s.get(name)
			switch {
			case name == "sv" && h.sv != "":
				v = h.sv
			case name == "sp" && h.sp != "":
				v = h.sp
			case name == "sr" && h.sr != "":
				v = h.sr
			}
			params.Add(&lines, h.value(v))
		}
		return lines
	}
	if s.has("ss") {
		lines := slices.Concat([]string{s.account}, p("sp", "ss", "srt", "st", "se", "sip", "spr", "sv"))
		if version >= "2020-12-06" {
			lines = append(lines, p("ses")...)
		}
		return strings.Join(lines, "\n") + "\n"
	}
	name := s.resource(version)
	if h.resource != nil {
		name = h.resource(name)
	}
	lines := slices.Concat(p("sp", "st", "se"), []string{name})
	if s.has("skoid") {
		return strings.Join(slices.Concat(lines, s.delegated(version, p)), "\n")
	}
	lines = append(lines, p("si")...)
	if version >= "2015-04-05" {
		lines = append(lines, p("sip", "spr")...)
	}
	lines = append(lines, p("sv")...)
	switch {
	case s.service == "table":
		lines = append(lines, p("spk", "srk", "epk", "erk")...)
	case s.service == "blob" && version >= "2018-11-09":
		lines = append(lines, s.blob(version, p)...)
		fallthrough
	case s.service != "queue" && version >= "2013-08-15":
		lines = append(lines, p("rscc", "rscd", "rsce", "rscl", "rsct")...)
	}
	return strings.Join(lines, "\n")
}

// blob returns the lines that blobs have since 2018-11-09.
func (s *sas) blob(version string, p func(...string) []string) []string {
	lines := p("sr")
	switch s.get("sr") {
	case "bs":
		lines = append(lines, p("snapshot")...)
	case "bv":
		lines = append(lines, p("versionid")...)
	default:
		params.Add(&lines, "")
	}
	if version >= "2020-12-06" {
		lines = append(lines, p("ses")...)
	}
	return lines
}

func (s *sas) delegated(version string, p func(...string) []string) []string {
	lines := p("skoid", "sktid", "skt", "ske", "sks", "skv")
	if version >= "2020-02-10" {
		lines = append(lines, p("saoid", "suoid", "scid")...)
	}
	if version >= "2025-07-05" {
		lines = append(lines, p("skdutid", "sduoid")...)
	}
	lines = slices.Concat(lines, p("sip", "spr", "sv"), s.blob(version, p))
	if version >= "2026-04-06" {
		lines = append(lines, "", "") // of required fields and parameters
	}
	return append(lines, p("rscc", "rscd", "rsce", "rscl", "rsct")...)
}

// resource returns the canonical name of the resource.
func (s *sas) resource(version string) string {
	prefix := "/" + s.account
	if version >= "2015-02-21" {
		prefix = "/" + s.service + prefix
	}
	container, _, in := params.Cut(s.path, "/")
	switch {
	case s.service == "table":
		return prefix + "/" + strings.ToLower(s.get("tn"))
	case s.service == "queue", s.get("sr") == "c", s.get("sr") == "s":
		return prefix + "/" + container
	case s.get("sr") == "d":
		return prefix + "/" + upTo(s.path, s.get("sdd"))
	case s.service == "blob" && !in:
		return prefix + "/$root/" + container
	}
	return prefix + "/" + s.path
}

// upTo returns a path with as many segments after the container as a number in text says.
func upTo(path, text string) string {
	depth := 0
	for _, digit := range []byte(text) {
		depth = min(depth*10+int(digit-'0'), len(path))
	}
	segments := strings.Split(params.TrimSuffix(path, "/"), "/")
	return strings.Join(segments[:max(1, min(depth+1, len(segments)))], "/")
}

// locate returns the service and the account of a URL, and its path without the account
// and the first '/'.
func locate(url string, g sign.Given) (service, account, path string) {
	host, path := params.HostPath(url)
	path = params.TrimPrefix(path, "/")
	name, port, _ := params.Cut(host, ":")
	labels := strings.Split(name, ".")
	switch {
	case len(labels) > 2 && slices.Contains([]string{"blob", "file", "queue", "table", "dfs"}, labels[1]):
		account, service = labels[0], labels[1]
	case port != "" && g.Account == "": // the emulator
		account, path, _ = params.Cut(path, "/")
		service = map[string]string{"10000": "blob", "10001": "queue", "10002": "table", "10004": "blob"}[port]
	}
	account = params.TrimSuffix(account, "-secondary")
	if g.Account != "" {
		account = g.Account
	}
	if g.Service != "" {
		service = g.Service
	}
	if service == "dfs" {
		service = "blob"
	}
	return service, account, path
}
