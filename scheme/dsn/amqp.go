package dsn

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/reader"
)

func amqpRows(r *rows) {
	r.octets("librabbitmq|0.11.0|amqp_parse_url", rabbitMQ)
	r.octets("bunny|2.19.0|Bunny.new", splitRuby(ruby31), bunny{plusOctets}.read)
	r.octets("bunny|3.4.0|Bunny.new", splitRuby(ruby33), bunny{lenientOctets}.read)
	r.octets("amqp091-go|1.2.0, 1.9.0|amqp091.ParseURI", amqp091(""))
	r.octets("amqp091-go|1.10.0, 1.15.0|amqp091.ParseURI", amqp091("signed"))
	r.octets("amqp091-go|1.16.0|amqp091.ParseURI", amqp091("unsigned"))
	r.octets("streadway-amqp|1.0.0, 1.1.0|amqp.ParseURI", amqp091(""))
	r.text("amqplib|0.8.0, 0.10.8|amqplib connect", amqplibBefore(true), amqplib("heartbeat 0 frameMax 4096 "))
	r.text("amqplib|0.10.9, 1.0.0|amqplib connect", amqplibBefore(false), amqplib("heartbeat 0 frameMax 131072 "))
	r.text("amqplib|1.0.2, 1.2.0|amqplib connect", amqplibWeb, amqplib("heartbeat 0 frameMax 131072 "))
	r.text("amqplib|2.0.0, 2.3.1|amqplib connect", amqplibWeb, amqplib("frameMax 131072 "))
	r.text("kombu|5.2.4, 5.5.3, 5.6.2|kombu Connection, of Celery", kombu)
	r.text("pika|1.2.0, 1.3.2, 1.4.4|pika.URLParameters", pika)
}

// amqp091 is ParseURI of amqp091-go, which takes parameters since version 1.10: heartbeat is a
// number that may be signed, or not, or nothing.
func amqp091(heartbeat string) step {
	split := splitGo(func(s *state, u *url.URL) { s.amqp091(u, heartbeat) })
	return func(s *state) {
		if holds(s.uri, " ") {
			s.refuse("URI must not contain whitespace")
			return
		}
		split(s)
	}
}

func (s *state) amqp091(u *url.URL, heartbeat string) {
	port, ok := map[string]string{"amqp": "5672", "amqps": "5671"}[u.Scheme]
	if !ok {
		s.refuse("AMQP scheme must be either")
		return
	}
	s.Host, s.Port, s.Database = present("localhost"), present(port), present("/")
	if h := u.Hostname(); h != "" {
		s.Host.Text = h
	}
	if p := u.Port(); p != "" {
		n, err := strconv.ParseInt(p, 10, 32)
		if err != nil {
			s.refuseQuoting(err)
		}
		s.Port.Text = strconv.FormatInt(n, 10)
	}
	if u.User == nil {
		put(&s.User, "guest")
		put(&s.Password, "guest")
	} else if !s.Password.Present {
		put(&s.Password, "guest")
	}
	path, ok := afterPrefix(u.Path, "/")
	if ok && u.Host == "" && beginsWith(u.Path, "///") {
		path = u.Path[3:]
	}
	if path != "" {
		s.Database.Text = path
	}
	if heartbeat == "" {
		return
	}
	parametersGo(s)
	for _, name := range []string{"heartbeat", "channel_max"} {
		v, ok := s.option(name)
		n, err := strconv.ParseUint(v, 10, 16)
		if name == "heartbeat" && heartbeat == "signed" {
			_, err = strconv.Atoi(v)
		}
		if ok && err != nil {
			s.refuse("is not an")
		}
		if s.set(name, strconv.FormatUint(n, 10)); !ok {
			s.take(name)
		}
	}
	if v, ok := s.option("connection_timeout"); ok {
		if _, err := strconv.Atoi(v); err != nil {
			s.refuse("connection_timeout is not an integer")
		}
	}
	only("channel_max")(s)
	s.knownOptions("channel_max 0")
}

// latinOctets is unescape of ECMAScript, whose text recordings have in UTF-8.
func (s *state) latinOctets(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		if beginsWith(text[i:], "%u") && i+6 <= len(text) {
			if n, err := strconv.ParseUint(text[i+2:i+6], 16, 16); err == nil {
				b.WriteRune(rune(n))
				i += 6
				continue
			}
		}
		if c, ok := pct.Octet(text[i:]); ok {
			b.WriteRune(rune(c))
			i += 3
			continue
		}
		b.WriteByte(text[i])
		i++
	}
	return b.String()
}

// amqplibBefore is how amqplib took a URI apart with url-parse, whose host may have brackets.
func amqplibBefore(brackets bool) step {
	return func(s *state) {
		s.read(urlParse.Get().Read(s.amqplibURI()), "")
		s.Error, s.Port.Text = "", trimZeros(s.Port.Text)
		if brackets {
			s.Host.Text = s.hostPort
		}
		for query := s.query; query != ""; {
			pair, rest, _ := cutText(query, "&")
			name, value, _ := cutText(pair, "=")
			name, bad := jsDecoder.Decode(replaced(name, "+", " "))
			value, worse := jsDecoder.Decode(replaced(value, "+", " "))
			if query = rest; bad == nil && worse == nil && name != "" {
				s.setFirst(name, value)
			}
		}
	}
}

// amqplibURI is the URI of amqplib, which has one for "".
func (s *state) amqplibURI() string {
	if s.uri == "" {
		return "amqp://localhost"
	}
	return s.uri
}

// amqplibWeb is how amqplib takes a URI apart.
func amqplibWeb(s *state) {
	s.node(s.amqplibURI())
	s.Error = ""
	for _, o := range pairsLegacy(s.query) {
		s.set(o.name, o.values[0])
	}
}

// amqplib is connect of amqplib: what it sends. known are the options of a URI without any.
func amqplib(known string) step {
	return func(s *state) {
		if s.Verdict == reader.Refused || s.scheme != "amqp" && s.scheme != "amqps" {
			s.refuse("")
			s.Error = "Expected amqp: or amqps: as the protocol"
			return
		}
		if s.Host.Present = true; s.Port.Text == "" || s.Port.Text == "0" {
			s.Port.Text = map[string]string{"amqp": "5672", "amqps": "5671"}[s.scheme]
		}
		s.Port.Present = true
		if s.User.Text+s.Password.Text == "" {
			s.User.Text, s.Password.Text = "guest", "guest"
		}
		s.User, s.Password = present(s.latinOctets(s.User.Text)), present(s.latinOctets(s.Password.Text))
		// What is sent ends at NUL.
		if holds(s.User.Text+s.Password.Text, "\x00") {
			if user, rest, ok := cutText(s.User.Text, "\x00"); ok {
				s.User.Text, s.Password.Text = user, rest
			}
			s.Password.Text, _, _ = cutText(s.Password.Text, "\x00")
		}
		put(&s.Database, "/")
		if len(s.path) > 1 {
			s.Database.Text = unescapeNode(s.path[1:])
		}
		for _, name := range []string{"heartbeat", "frameMax", "channelMax"} {
			if v, ok := s.option(name); ok {
				s.set(name, parseInt(v))
			}
		}
		if v, ok := s.option("locale"); ok && v == "" {
			s.take("locale")
		}
		only("heartbeat frameMax channelMax locale")(s)
		s.knownOptions(known + "channelMax 0 locale en_US")
	}
}

// kombu is Connection of kombu: the URI is read with the semantics of http.
func kombu(s *state) {
	uri, _, _ := cutText(s.uri, ";")
	defer defaults("guest", "guest", "localhost", "5672", "/")(s)
	before, _, ok := cutText(uri, "://")
	if !ok {
		put(&s.Host, uri)
		return
	}
	if trimmed := strings.TrimLeft(before, c0AndSpace); trimmed != before || holdsAny(before, "\t\n\r") {
		s.unknown() // it removes them in one place, but not in the other
	}
	transport, _, plus := cutText(before, "+")
	scheme := transport
	if !plus {
		if scheme, _, _ = cutText(pct.Lower(before), ":"); !isScheme(scheme) {
			scheme = ""
		}
	}
	switch {
	case oneOf(scheme, "librabbitmq redis rediss memory sqs SQS mongodb pyro zookeeper filesystem sqla sqlalchemy qpid sentinel consul etcd azurestoragequeues azureservicebus confluentkafka kafka gcpubsub slmq SLMQ"):
		s.unknown()
	case holdsAny(scheme, ".:"):
		s.refuse("")
	case !oneOf(scheme, "amqp amqps pyamqp"):
		s.refuse("No such transport")
	case plus: // what is behind it is a host
		put(&s.Host, uri)
	}
	if plus || s.Verdict != reader.Read {
		return
	}
	s.uri = "http://" + uri[min(len(uri), len(scheme)+len("://")):] // not rest, if a ":" is before it
	if splitPython(s); s.Verdict != reader.Read {
		return
	}
	portPython(s)
	put(&s.Database, withoutPrefix(s.path, "/"))
	for _, p := range []*reader.Part{&s.User, &s.Password, &s.Host, &s.Database} {
		p.Text = s.decode(p.Text, pythonDecoder)
	}
	if s.Port.Text == "0" {
		s.Port.Text = ""
	}
	if scheme == "amqps" && s.Port.Text == "" {
		put(&s.Port, "5671")
	}
	parametersPython{}.do(s)
	for _, o := range s.options {
		if oneOf(o.Name, "transport hostname port userid password virtual_host") {
			s.refuse("") // given twice
		}
	}
	for _, o := range s.options {
		if !oneOf(o.Name, "insist connect_timeout login_method heartbeat transport hostname port userid password virtual_host ssl") && !beginsWith(o.Name, "ssl_") {
			s.refuse("Connection._init_params() got an unexpected keyword argument")
		}
	}
	for _, o := range s.options {
		switch {
		case o.Name == "heartbeat":
			if !s.floatPython(o.Value) {
				s.refuse("could not convert string to float")
			}
		case beginsWith(o.Name, "ssl"):
			s.unknown()
		}
	}
	s.options, s.index = nil, nil
}

// pika is URLParameters of pika: the URI is read with the semantics of http.
func pika(s *state) {
	defer defaults("-", "-", "localhost", "-", "-")(s)
	if len(s.uri) >= 4 && strings.EqualFold(s.uri[:4], "amqp") {
		s.uri = "http" + s.uri[4:]
	}
	if splitPython(s); s.Verdict != reader.Read {
		return
	}
	if !oneOf(s.scheme, "http https ") {
		s.refuse("Unexpected URL scheme")
	}
	if portPython(s); !s.Port.Present {
		put(&s.Port, map[bool]string{true: "5671", false: "5672"}[s.scheme == "https"])
	}
	switch {
	case !s.User.Present:
		put(&s.User, "guest")
		put(&s.Password, "guest")
	case !s.Password.Present:
		s.refuse("argument of type")
	default:
		s.User.Text, s.Password.Text = s.decode(s.User.Text, pythonDecoder), s.decode(s.Password.Text, pythonDecoder)
	}
	put(&s.Database, "/")
	if i := lastIndex(s.path, '/') + 1; holds(s.path[i:], ";") {
		s.path = s.path[:i+firstIndex(s.path[i:], ';')] // the parameters of urlparse
	}
	if len(s.path) > 1 {
		_, path, ok := cutText(s.path, "/")
		if !ok {
			s.refuse("list index out of range")
		}
		path, _, _ = cutText(path, "/")
		put(&s.Database, s.decode(path, pythonDecoder))
	}
	parametersPython{}.do(s)
	set := ""
	for _, pair := range splitText(s.query, "&") {
		name, value, _ := cutText(pair, "=")
		if value == "" {
			continue // parse_qs leaves it out
		}
		if name = s.decode(name, formDecoder); set != "" && oneOf(name, set) {
			s.refuse("")
		}
		set += name + " "
	}
	for _, o := range s.options {
		switch o.Name {
		case "heartbeat", "channel_max", "frame_max", "connection_attempts":
			before := s.Verdict
			if s.set(o.Name, s.intPython(o.Value)); before == reader.Read && s.Verdict == reader.Refused {
				s.Error = "Invalid " + o.Name + " value"
			}
			if v, _ := s.option(o.Name); beginsWith(v, "-") {
				s.refuse(o.Name)
			} else if o.Name == "frame_max" && v == "131072" {
				s.take(o.Name) // the default
			} else if o.Name != "heartbeat" && (len(v) > 5 || o.Name == "frame_max" && len(v) < 4) {
				s.unknown()
			}
		case "blocked_connection_timeout", "retry_delay", "socket_timeout", "stack_timeout":
			if !isDigits(o.Value) || len(o.Value) > 9 || o.Value[0] == '0' {
				s.unknown()
			}
		case "client_properties", "ssl_options", "tcp_options":
			s.unknown()
		case "locale":
		default:
			s.refuse("Unknown URL parameter")
		}
	}
	only("heartbeat channel_max frame_max")(s)
}
