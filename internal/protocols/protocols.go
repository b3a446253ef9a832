// Package protocols converts text in the formats that have a package of their own to
// values that strictjson can write, and such JSON back to text. The parse and build
// commands are built on it.
package protocols

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/header"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/scheme/dsn"
	"github.com/pct-encoded/percent/scheme/fileurl"
	"github.com/pct-encoded/percent/scheme/mailto"
	"github.com/pct-encoded/percent/scheme/purl"
)

// A Format converts text to JSON and back.
type Format struct {
	// Parse returns the parsed text as a struct with json tags.
	Parse func(text string) (any, error)
	// Lenient is like Parse, but skips what is malformed where the format allows that.
	// It is nil for formats without a lenient mode.
	Lenient func(text string) (any, error)
	// Build returns the text for a JSON object in the form that Parse gives. The keys
	// in Reported are ignored.
	Build func(object string) (string, error)
}

// Reported returns the keys that a report adds to a parsed value, such as its source
// and offset.
func Reported() []string {
	return []string{"source", "number", "input", "input_base64", "offset", "stream_offset", "reason"}
}

// CannotBuild: the object is a report on text that could not be parsed.
const CannotBuild percent.Reason = "parse could not read the value"

// newFormat returns the format whose values have the JSON form of T.
//
//go:noinline
func newFormat[T any](parse func(string) (T, error), build func(T) (string, error)) Format {
	return Format{
		Parse: func(text string) (any, error) {
			v, err := parse(text)
			return v, err
		},
		Build: func(object string) (string, error) {
			v, err := strictjson.Parse(object)
			if err != nil {
				return "", err
			}
			if _, failed := v.Get("offset"); failed && onlyReported(v) {
				return "", &percent.SyntaxError{Format: "json", Reason: CannotBuild}
			}
			var view T
			if err := (strictjson.Reader{Ignored: Reported()}).Fill(v, &view); err != nil {
				return "", err
			}
			return build(view)
		},
	}
}

func onlyReported(v strictjson.Value) bool {
	others := len(v.Members)
	for _, key := range Reported() {
		if _, ok := v.Get(key); ok {
			others--
		}
	}
	return others == 0
}

// given returns the text, or "" if it is missing.
func given(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// A field is a name and a value.
type field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type purlView struct {
	Type       string           `json:"type"`
	Namespace  string           `json:"namespace,omitempty"`
	Name       string           `json:"name"`
	Version    string           `json:"version,omitempty"`
	Qualifiers strictjson.Pairs `json:"qualifiers,omitempty"`
	Subpath    string           `json:"subpath,omitempty"`
}

// PackageURL is the format of package URLs. Build writes the canonical form.
func PackageURL() Format {
	return newFormat(func(s string) (v purlView, err error) {
		p, err := purl.Parse(s)
		v = purlView{Type: p.Type, Namespace: p.Namespace, Name: p.Name, Version: p.Version, Subpath: p.Subpath}
		for _, q := range p.Qualifiers {
			v.Qualifiers = append(v.Qualifiers, strictjson.Pair{Key: q.Key, Value: q.Value})
		}
		return v, err
	}, func(v purlView) (string, error) {
		p := purl.PackageURL{Type: v.Type, Namespace: v.Namespace, Name: v.Name, Version: v.Version, Subpath: v.Subpath}
		for _, q := range v.Qualifiers {
			p.Qualifiers = append(p.Qualifiers, purl.Qualifier{Key: q.Key, Value: q.Value})
		}
		return p.Build()
	})
}

type mailtoView struct {
	To       []string `json:"to"`
	Headers  []field  `json:"headers,omitempty"`
	Fragment string   `json:"fragment,omitempty"`
}

// Mailto is the format of mailto: URIs. Build leaves the fragment out.
func Mailto() Format {
	return newFormat(func(s string) (v mailtoView, err error) {
		u, err := mailto.Parse(s)
		v = mailtoView{To: u.To, Fragment: u.Fragment}
		for _, h := range u.Headers {
			v.Headers = append(v.Headers, field{h.Name, h.Value})
		}
		return v, err
	}, func(v mailtoView) (string, error) {
		u := mailto.URL{To: v.To}
		for _, h := range v.Headers {
			u.Headers = append(u.Headers, mailto.Header{Name: h.Name, Value: h.Value})
		}
		return u.Build()
	})
}

// A dsnView is what parse writes, and Host, Port, Options and what says whose they are is what
// "dsn see" writes for a driver.
type dsnView struct {
	Scheme     string            `json:"scheme,omitempty"`
	User       *string           `json:"user,omitempty"`
	Password   *string           `json:"password,omitempty"`
	Hosts      []dsnHost         `json:"hosts"`
	Database   *string           `json:"database,omitempty" also:"number"`
	Params     []field           `json:"params,omitempty"`
	Host       *string           `json:"host,omitempty"`
	Port       *string           `json:"port,omitempty" also:"number"`
	Options    *strictjson.Pairs `json:"options,omitempty"`
	Driver     string            `json:"driver,omitempty"`
	Version    string            `json:"version,omitempty"`
	Verdict    string            `json:"verdict,omitempty"`
	PasswordIs string            `json:"password_is,omitempty"`
	Hidden     []string          `json:"hidden,omitempty"`
	Error      string            `json:"error,omitempty"`
}

type dsnHost struct {
	Name string `json:"name"`
	Port string `json:"port,omitempty" also:"number"`
}

// The reasons why an object of "dsn see" is not built.
const (
	NotReadByDriver percent.Reason = "the driver does not read the URI"
	PartHidden      percent.Reason = "a part is not shown, because it holds some of a password"
	PasswordHidden  percent.Reason = "the password is not shown"
	BothHosts       percent.Reason = "an object has either hosts or host, and params or options"
)

// content returns the content of a URI.
func (v dsnView) content() (d dsn.DSN, err error) {
	fail := func(field string, reason percent.Reason) error {
		return &percent.SyntaxError{Format: "json", Field: field, Reason: reason}
	}
	switch {
	case v.Verdict != "" && v.Verdict != "read":
		return d, fail("verdict", NotReadByDriver)
	case len(v.Hidden) > 0:
		return d, fail("hidden", PartHidden)
	case v.Password == nil && v.PasswordIs != "" && !strings.HasPrefix(v.PasswordIs, "none"):
		return d, fail("password_is", PasswordHidden)
	case v.Hosts != nil && (v.Host != nil || v.Port != nil):
		return d, fail("host", BothHosts)
	case v.Params != nil && v.Options != nil:
		return d, fail("options", BothHosts)
	case v.Scheme == "" && v.Driver == "":
		return d, &percent.SyntaxError{Format: "json", Bytes: "scheme", Reason: strictjson.MissingKey}
	}
	d = dsn.DSN{Scheme: v.Scheme, User: given(v.User), Password: given(v.Password), Database: given(v.Database)}
	switch {
	case v.Password != nil:
		d.Userinfo = dsn.UserAndPassword
	case v.User != nil:
		d.Userinfo = dsn.UserOnly
	}
	if v.Database != nil {
		d.Path = dsn.HasPath
	}
	for _, h := range v.Hosts {
		d.Hosts = append(d.Hosts, dsn.Host{Name: h.Name, Port: h.Port})
	}
	for _, p := range v.Params {
		d.Params = append(d.Params, dsn.Param{Name: p.Name, Value: p.Value})
	}
	if v.Host != nil || v.Port != nil {
		d.Hosts = hostsOf(given(v.Host), given(v.Port))
	}
	if v.Options != nil {
		for _, p := range *v.Options {
			d.Params = append(d.Params, dsn.Param{Name: p.Key, Value: p.Value})
		}
	}
	return d, nil
}

// hostsOf returns the hosts of lists that are joined by commas, as drivers have them: one port
// may be that of all hosts, and the ports may stand with the hosts.
func hostsOf(names, ports string) (list []dsn.Host) {
	each := strings.Split(ports, ",")
	for i, name := range strings.Split(names, ",") {
		port := each[min(i, len(each)-1)]
		if before, after, ok := strings.Cut(name, "/.s.PGSQL."); ok && port == "" { // a socket
			name, port = before, after
		}
		at := strings.LastIndexByte(name, ':')
		if at >= 0 && port == "" && strings.Trim(name[at+1:], "0123456789") == "" && (strings.IndexByte(name, ':') == at || name[at-1] == ']') {
			name, port = name[:at], name[at+1:]
		}
		if in, ok := strings.CutPrefix(name, "["); ok {
			name = strings.TrimSuffix(in, "]")
		}
		list = append(list, dsn.Host{Name: name, Port: port})
	}
	return list
}

// DSN is the format of connection URIs.
func DSN() Format {
	return DSNBy(func(d dsn.DSN, _, _ string) (string, error) { return d.Build() })
}

// DSNBy is DSN with another way to build, which is given the name and the version of a driver
// as well, if an object has them.
func DSNBy(build func(d dsn.DSN, driver, version string) (string, error)) Format {
	return newFormat(func(s string) (v dsnView, err error) {
		d, err := dsn.Parse(s)
		v = dsnView{Scheme: d.Scheme}
		if d.Userinfo != dsn.NoUserinfo {
			v.User = &d.User
		}
		if d.Userinfo == dsn.UserAndPassword {
			v.Password = &d.Password
		}
		if d.Path == dsn.HasPath {
			v.Database = &d.Database
		}
		for _, h := range d.Hosts {
			v.Hosts = append(v.Hosts, dsnHost{h.Name, h.Port})
		}
		for _, p := range d.Params {
			v.Params = append(v.Params, field{p.Name, p.Value})
		}
		return v, err
	}, func(v dsnView) (string, error) {
		d, err := v.content()
		if err != nil {
			return "", err
		}
		return build(d, v.Driver, v.Version)
	})
}

type fileView struct {
	System *string `json:"system,omitempty"`
	Path   string  `json:"path"`
}

// UnknownSystem: a system is neither posix nor windows.
const UnknownSystem percent.Reason = "unknown system"

// FileURL is the format of file: URIs for the paths of a system, posix or
// windows. A system in the object prevails.
func FileURL(system string) Format {
	return newFormat(func(s string) (v fileView, err error) {
		v.System = &system
		if system == "windows" {
			v.Path, err = fileurl.ToWindows(s)
		} else {
			v.Path, err = fileurl.ToPOSIX(s)
		}
		return v, err
	}, func(v fileView) (string, error) {
		if v.System == nil {
			v.System = &system
		}
		switch *v.System {
		case "posix":
			return fileurl.FromPOSIX(v.Path)
		case "windows":
			return fileurl.FromWindows(v.Path)
		}
		return "", &percent.SyntaxError{Format: "json", Field: "system", Bytes: *v.System, Reason: UnknownSystem}
	})
}

type extValueView struct {
	Charset  *string `json:"charset,omitempty"`
	Language string  `json:"language,omitempty"`
	Value    string  `json:"value"`
}

// ExtValue is the format of extended parameter values. Build writes UTF-8,
// whatever charset says.
func ExtValue() Format {
	parse := func(mode header.Mode) func(string) (extValueView, error) {
		return func(s string) (extValueView, error) {
			v, err := header.ParseExtValue(s, mode)
			return extValueView{&v.Charset, v.Language, v.Value}, err
		}
	}
	f := newFormat(parse(header.Strict), func(v extValueView) (string, error) {
		return header.ExtValue{Language: v.Language, Value: v.Value}.Build()
	})
	f.Lenient = newFormat(parse(header.Lenient), nil).Parse
	return f
}

type dispositionView struct {
	Type     *string            `json:"type,omitempty"`
	Filename *string            `json:"filename,omitempty"`
	Language string             `json:"language,omitempty"`
	Fallback string             `json:"fallback,omitempty"`
	Params   []dispositionParam `json:"params,omitempty"`
}

type dispositionParam struct {
	field
	Language string `json:"language,omitempty"`
}

// Disposition is the format of Content-Disposition. Build takes attachment for a
// type that is missing or empty.
func Disposition() Format {
	parse := func(mode header.Mode) func(string) (dispositionView, error) {
		return func(s string) (dispositionView, error) {
			d, err := header.ParseDisposition(s, mode)
			v := dispositionView{Type: &d.Type, Language: d.Language, Fallback: d.Fallback}
			if d.Filename != "" || d.EmptyFilename {
				v.Filename = &d.Filename
			}
			for _, p := range d.Params {
				v.Params = append(v.Params, dispositionParam{field{p.Name, p.Value}, p.Language})
			}
			return v, err
		}
	}
	f := newFormat(parse(header.Strict), func(v dispositionView) (string, error) {
		d := header.Disposition{Type: given(v.Type), Filename: given(v.Filename), Language: v.Language, Fallback: v.Fallback}
		d.EmptyFilename = v.Filename != nil && d.Filename == ""
		if d.Type == "" {
			d.Type = "attachment"
		}
		for _, p := range v.Params {
			d.Params = append(d.Params, header.Param{Name: p.Name, Value: p.Value, Language: p.Language})
		}
		return d.Build()
	})
	f.Lenient = newFormat(parse(header.Lenient), nil).Parse
	return f
}

type textView struct {
	Value string `json:"value"`
}

// DisplayString is the format of Display Strings.
func DisplayString() Format {
	return newFormat(func(s string) (v textView, err error) {
		v.Value, err = header.ParseDisplayString(s)
		return v, err
	}, func(v textView) (string, error) { return header.BuildDisplayString(v.Value) })
}
