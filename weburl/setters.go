package weburl

import (
	"errors"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/pct"
)

// The methods With… are the setters of JavaScript's URL class (#url-class), which
// never fail and often do nothing: they return the URL as it is after such a setter.
// If that is not all that was asked for, there is also an error, a
// *percent.SyntaxError whose Field is the name of the setter and whose Offset counts
// in the value. Programs that do as JavaScript does ignore it; [TookPart] tells "not
// all" from "nothing".

// TookPart reports whether the error of a method With… is about a part of the value
// only: what precedes it was set, as by the setter of JavaScript. The Bytes of the error
// are what was left out; they are empty where a ':' has no port behind it. After any
// other error the URL is as it was.
func TookPart(err error) bool {
	var e *percent.SyntaxError
	if !errors.As(err, &e) {
		return false
	}
	return e.Reason == Ignored || e.Field == "host" && (e.Reason == PortInvalid || e.Reason == PortOutOfRange)
}

// WithHref returns Parse(href), or u and the error (#dom-url-href).
func (u URL) WithHref(href string) (URL, error) {
	v, err := Parse(href)
	if err != nil {
		return u, pct.In("href", err)
	}
	return v, nil
}

// WithProtocol returns u with another scheme (#dom-url-protocol), with or without
// the ':'. A port that is the default of that scheme is removed. Special schemes
// only replace each other, and other schemes only each other. With "file" the
// result need not parse to itself, as the Standard says: http://localhost/ becomes
// file://localhost/, which parses to file:///.
func (u URL) WithProtocol(protocol string) (URL, error) {
	m := u.machine()
	return m.result(u, "protocol", protocol, m.set(protocol, 0, schemeStart))
}

// WithUsername returns u with another username (#dom-url-username). It is
// percent-encoded, except that a '%' is left alone.
func (u URL) WithUsername(username string) (URL, error) {
	m := u.machine()
	return m.setCredential(u, "username", username, &m.rec.username)
}

// WithPassword returns u with another password (#dom-url-password). It is
// percent-encoded, except that a '%' is left alone.
func (u URL) WithPassword(password string) (URL, error) {
	m := u.machine()
	return m.setCredential(u, "password", password, &m.rec.password)
}

// setCredential is #set-the-username or #set-the-password; part is the one to set in
// the record.
func (m *machine) setCredential(u URL, field, value string, part *string) (URL, error) {
	var why failure
	switch {
	case m.rec.cannotHaveCredentials():
		why.reason = CannotHave // of no bytes, since no message may show a password
	case tooLong(value):
		why.reason = TooLong
	default:
		*part = m.encode(value, percent.WHATWGUserinfo)
	}
	return m.result(u, field, value, why)
}

// WithHost returns u with another host and, if there is one in the text, another
// port (#dom-url-host). Where only the port is wrong, the host changes and there
// is an error.
func (u URL) WithHost(text string) (URL, error) { return u.withHost("host", text, host) }

// WithHostname returns u with another host (#dom-url-hostname). A text with a port
// changes nothing.
func (u URL) WithHostname(text string) (URL, error) { return u.withHost("hostname", text, hostname) }

func (u URL) withHost(field, text string, override state) (URL, error) {
	if u.OpaquePath() {
		return u, failure{HasOpaquePath, 0, len(text)}.error(field, text)
	}
	m := u.machine()
	return m.result(u, field, text, m.set(text, 0, override))
}

// WithPort returns u with another port (#dom-url-port); with "" or the default of
// the scheme it has none.
func (u URL) WithPort(number string) (URL, error) {
	m := u.machine()
	var why failure
	switch {
	case m.rec.cannotHaveCredentials():
		why = failure{CannotHave, 0, len(number)}
	case number == "":
		m.rec.port, m.rec.portText = 0, ""
	default:
		why = m.set(number, 0, port)
	}
	return m.result(u, "port", number, why)
}

// WithPathname returns u with another path (#dom-url-pathname). '?' and '#' are
// escaped.
func (u URL) WithPathname(pathname string) (URL, error) {
	if u.OpaquePath() {
		return u, failure{HasOpaquePath, 0, len(pathname)}.error("pathname", pathname)
	}
	m := u.machine()
	m.rec.path = ""
	return m.result(u, "pathname", pathname, m.set(pathname, 0, pathStart))
}

// WithSearch returns u with another query (#dom-url-search), with or without a
// '?' in front; with "" it has none. '#' is escaped.
func (u URL) WithSearch(search string) (URL, error) {
	m := u.machine()
	m.rec.query, m.rec.hasQuery = "", false
	var why failure
	if search != "" {
		why = m.set(search, len(search)-len(strings.TrimPrefix(search, "?")), query)
	}
	return m.result(u, "search", search, why)
}

// WithHash returns u with another fragment (#dom-url-hash), with or without a '#'
// in front; with "" it has none.
func (u URL) WithHash(hash string) (URL, error) {
	m := u.machine()
	m.rec.fragment, m.rec.hasFragment = "", false
	var why failure
	if hash != "" {
		why = m.set(hash, len(hash)-len(strings.TrimPrefix(hash, "#")), fragment)
	}
	return m.result(u, "hash", hash, why)
}

// unlimited are the rules for the query of a URL. It is in memory already, so limits
// would save nothing.
var unlimited = form.Standard.WithLimits(form.Limits{Bytes: form.NoLimit, Pairs: form.NoLimit, Depth: form.NoLimit})

// SearchParams returns the parameters of the query (#dom-url-searchparams). The
// caller owns them; WithSearchParams puts them back. They are always those of the
// query in u, whereas in JavaScript tabs and newlines that were set as search stay in
// searchParams.
func (u URL) SearchParams() form.Pairs {
	q, _ := u.Query()
	pairs, _ := unlimited.Parse(q) // without limits there is no error
	return pairs
}

// WithSearchParams returns u with params as its query
// (#concept-urlsearchparams-update): without any it has none. All of the query is
// written anew.
func (u URL) WithSearchParams(params form.Pairs) (URL, error) {
	m := u.machine()
	m.rec.query = unlimited.Serialize(params)
	m.rec.hasQuery = m.rec.query != ""
	return m.result(u, "search", "", failure{})
}

// machine returns a machine for a setter.
func (u URL) machine() *machine {
	m := newMachine()
	m.rec = u.record()
	return m
}

// set parses value, from skip on, in one state, and returns what is wrong with it.
// The record keeps what changed before a failure.
func (m *machine) set(value string, skip int, override state) failure {
	if tooLong(value) {
		return failure{reason: TooLong}
	}
	m.text, m.stripped, m.trimmed = value, skip, value[skip:]
	m.removeTabs()
	m.override = override
	if !m.run(override) {
		return m.why()
	}
	if m.p < len(m.in) {
		m.refuse(Ignored, m.p, len(m.in))
		return m.why()
	}
	return failure{}
}

// result returns what has become of u, and the error of a setter, and frees m.
func (m *machine) result(u URL, field, value string, why failure) (URL, error) {
	v, ok := m.rec.serialize(u.href)
	m.free()
	switch {
	case u.IsZero():
		v, why = u, failure{reason: ZeroURL}
	case !ok, why.reason == TooLong:
		v, why = u, failure{reason: TooLong}
	}
	if why.reason != "" {
		return v, why.error(field, value)
	}
	return v, nil
}
