package httpsig

import (
	"slices"
	"sort"
	"strings"

	"github.com/pct-encoded/percent/sign/internal/params"
)

// An other is what a signer writes in place of the value of a component.
type other struct{ id, text, fix, value string }

//go:noinline
func added(list *[]other, id, text, fix, value string) {
	*list = append(*list, other{id, text, fix, value})
}

// others returns what signers write in place of the value of a component.
func (m *message) others(c *component) (list []other) {
	add := func(id, text, fix, value string) { added(&list, id, text, fix, value) }
	spelled := func(fix string) {
		add("hex-case", "escapes were signed with lower-case digits", fix, params.LowerEscapes(c.line))
		add("hex-case", "escapes were signed with upper-case digits", fix, upperEscapes(c.line))
		before, query, asked := params.Cut(c.line, "?")
		if asked {
			add("space-as-plus", "a + of the query was signed as %20", fix, before+"?"+strings.ReplaceAll(query, "+", "%20"))
			add("space-as-plus", "a space of the query was signed as +", fix, before+"?"+strings.ReplaceAll(query, "%20", "+"))
		}
	}
	again := func(id, fix string, write func(encode func(string) string) string) {
		for _, e := range params.Encoders() {
			add(id, c.name+" was parsed and written again: "+e.Text, fix, write(e.Encode))
		}
	}
	query := func(encode func(string) string) string { return writtenQuery(params.Form(m.query), encode) }
	const sent = "sign it as it is sent"
	switch c.name {
	case "@method":
		add("method-case", "the method was signed in another case", "sign the method as it is sent, which is in upper case", strings.ToLower(c.line))
		add("method-case", "the method was signed in another case", "sign the method as it is sent, which is in upper case", strings.ToUpper(c.line))
	case "@authority":
		const fix = "sign the host in lower case, without the port that is the default (section 2.2.3)"
		add("default-port", "the port was signed or left out", fix, m.authority)
		for _, port := range []string{":443", ":80"} {
			add("default-port", "the default port was signed", fix, c.line+port)
		}
		add("default-port", "the port was left out", fix, strings.Split(c.line, ":")[0])
		before, _ := params.Split(m.URL)
		_, host, _ := params.Cut(before, "://")
		host, _, _ = params.Cut(host, "/")
		add("authority-of-url", "the authority of the URL was signed", fix, host)
		add("authority-with-scheme", "the scheme was signed with the authority", fix, m.scheme+"://"+c.line)
	case "@path":
		const fix = "sign the path as it is sent, and / for an empty one (section 2.2.6)"
		spelled(fix)
		add("path-decoded", "the path was signed decoded", fix, params.Decode(c.line))
		add("path-with-query", "the query was signed with the path", fix, m.target())
		add("path-empty", "an empty path was signed as it is", fix, m.path)
		add("path-slash-at-end", "a slash at the end of the path was signed, or left out", fix, params.TrimSuffix(c.line, "/"))
		add("path-slash-at-end", "a slash at the end of the path was signed, or left out", fix, c.line+"/")
		again("path-encoded-again", fix, func(encode func(string) string) string {
			return params.Segments(c.line, func(p string) string { return encode(params.Decode(p)) })
		})
	case "@query":
		const fix = "sign ? and the query as it is sent, and ? alone if there is none (section 2.2.7)"
		spelled(fix)
		add("query-without-mark", "the ? was left out", fix, m.query)
		add("query-decoded", "the query was signed decoded", fix, params.Decode(c.line))
		add("query-decoded", "the query was signed decoded as a form", fix, params.DecodeForm(c.line))
		again("query-encoded-again", fix, func(encode func(string) string) string { return "?" + query(encode) })
	case "@query-param":
		m.othersOfParam(c, add)
	case "@target-uri", "@request-target":
		spelled(sent)
		add("target-decoded", "the URL was signed decoded", sent, params.Decode(c.line))
		add("target-without-query", "the query was left out", sent, strings.Split(c.line, "?")[0])
		add("target-as-given", "the URL was signed as it was given, not as it is sent", sent, m.URL)
		add("target-other-form", "@target-uri was signed as @request-target, or the other way round", "sign @target-uri with scheme and host, @request-target without", m.target())
		add("target-other-form", "@target-uri was signed as @request-target, or the other way round", "sign @target-uri with scheme and host, @request-target without", m.scheme+"://"+m.withoutPort()+m.target())
		add("method-in-target", "the method was signed in @request-target", "sign @request-target without the method", strings.ToLower(m.Method)+" "+m.target())
		path := strings.Split(c.line, "?")[0]
		again("query-encoded-again", sent, func(encode func(string) string) string { return path + "?" + query(encode) })
	default:
		m.othersOfField(c, add)
	}
	return list
}

func (m *message) othersOfParam(c *component, add func(id, text, fix, value string)) {
	const fix = "decode the value as a form, and encode it again with %20 for a space and all but letters, digits and *-._ escaped (section 2.2.8)"
	given, _ := c.param("name")
	_, wanted := (&parser{rest: given}).bare()
	for _, q := range params.Form(m.query) {
		if encoded(q.Name) != wanted {
			continue
		}
		add("param-as-sent", "the value was signed as it is sent", fix, q.Raw)
		add("param-decoded", "the value was signed decoded", fix, q.Value)
		add("param-plus-kept", "a + of the query was signed as a plus sign", fix, encoded(params.Decode(q.Raw)))
		add("param-with-name", "the name was signed with the value", fix, wanted+"="+c.line)
		for _, e := range params.Encoders() {
			add("param-encoded-otherwise", "the value: "+e.Text, fix, e.Encode(q.Value))
		}
	}
}

func (m *message) othersOfField(c *component, add func(id, text, fix, value string)) {
	const fix = "sign the value as it is sent, without white space around it, and with \", \" between several fields (section 2.1)"
	text, _ := m.Get(c.name)
	add("field-parameter-ignored", "the parameter of "+c.name+" was not applied", "apply sf, key and bs", unfolded(text))
	add("field-case", "the value was signed in lower case", fix, strings.ToLower(c.line))
	add("field-spaces", "several spaces were signed as one", fix, strings.Join(strings.Fields(c.line), " "))
	add("field-joined", "fields were joined without a space", fix, strings.ReplaceAll(c.line, ", ", ","))
	if list, ok := dictionary(text); ok {
		add("field-written-again", "the value was written again as a structured field", "mark the component with sf, or sign the value as it is sent", written(list))
	}
	for _, f := range m.Header {
		if strings.EqualFold(f.Name, c.name) {
			add("field-not-trimmed", "white space around the value was signed", fix, f.Value)
			add("field-first-only", "one of several fields was signed", fix, strings.Trim(f.Value, " \t"))
		}
	}
	add("field-empty", "the field was signed empty", fix, "")
}

// upperEscapes returns text with the digits of its escapes in upper case.
func upperEscapes(text string) string {
	b := []byte(text)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:i+3], strings.ToUpper(string(b[i+1:i+3])))
			i += 2
		}
	}
	return string(b)
}

// writtenQuery writes parameters as a query.
func writtenQuery(list []params.Param, encode func(string) string) string {
	var b strings.Builder
	for i, p := range list {
		if i > 0 {
			b.WriteString("&")
		}
		b.WriteString(encode(p.Name) + "=" + encode(p.Value))
	}
	return b.String()
}

// candidates adds what may have been signed in place of the right signature base.
func (m *message) candidates(add func(id, text, fix, signed string)) {
	change := func(id, text, fix string, f func(o *message)) {
		o := *m
		o.components = slices.Clone(m.components)
		o.parameters.params = slices.Clone(m.parameters.params)
		o.parameters.inner = slices.Clone(m.parameters.inner)
		f(&o)
		add(id, text, fix, o.text())
	}
	for i := range m.components {
		for _, alternative := range m.others(&m.components[i]) {
			change(alternative.id, alternative.text, alternative.fix, func(o *message) { o.components[i].line = alternative.value })
		}
	}
	text := m.text()
	last := strings.LastIndexByte(text, '\n')
	const fix = "sign a line for each component, and \"@signature-params\" last (section 2.5)"
	add("params-line-left-out", "the line of @signature-params was left out", fix, text[:max(0, last)])
	add("names-without-quotes", "names were signed without quotation marks", fix, m.lines(func(c component) string { return c.name + ": " + c.line }))
	add("space-after-colon-left-out", "the space after the colon was left out", fix, m.lines(func(c component) string { return c.item.String() + ":" + c.line }))
	add("params-without-quotes", "@signature-params was signed without quotation marks", fix, strings.Replace(text, `"@signature-params": `, "@signature-params: ", 1))
	input, _ := m.Get("Signature-Input")
	if _, as, ok := params.Cut(input, "="); ok {
		add("params-as-sent", "Signature-Input was signed as it is sent, not as structured fields write it", "write the parameters again as structured fields", text[:last+1]+`"@signature-params": `+as)
		add("params-with-label", "the label was signed", "sign what stands after the label", text[:last+1]+`"@signature-params": `+input)
	}
	change("params-left-out", "the list of components was signed without parameters", "sign all parameters", func(o *message) { o.parameters.params = nil })
	change("params-wrong-order", "the parameters were sorted", "sign the parameters in their order", func(o *message) {
		list := o.parameters.params
		sort.SliceStable(list, func(i, j int) bool { return list[i].name < list[j].name })
	})
	for i, p := range m.parameters.params {
		change("param-left-out", "the parameter "+p.name+" was not signed", "sign all parameters", func(o *message) {
			o.parameters.params = slices.Concat(m.parameters.params[:i], m.parameters.params[i+1:])
		})
		if strings.HasPrefix(p.value, `"`) {
			change("param-without-quotes", "the parameter "+p.name+" was signed without quotation marks", "write strings in quotation marks", func(o *message) {
				o.parameters.params[i].value = strings.Trim(p.value, `"`)
			})
		}
	}
	for i, c := range m.components {
		change("component-left-out", "the line of "+c.name+" was left out", fix, func(o *message) { o.components = slices.Concat(m.components[:i], m.components[i+1:]) })
		if i > 0 {
			change("components-wrong-order", "the lines are in another order", "sign the lines in the order of Signature-Input", func(o *message) {
				o.components[i-1], o.components[i] = o.components[i], o.components[i-1]
			})
		}
	}
	change("components-wrong-order", "the lines are sorted", "sign the lines in the order of Signature-Input", func(o *message) {
		sort.SliceStable(o.components, func(i, j int) bool { return o.components[i].name < o.components[j].name })
	})
	add("as-draft-cavage", "the text of the older draft-cavage-http-signatures was signed", fix, m.cavage())
}

// lines returns the text with each component written in another way.
func (m *message) lines(write func(c component) string) string {
	var b strings.Builder
	for _, c := range m.components {
		b.WriteString(write(c) + "\n")
	}
	return b.String() + `"@signature-params": ` + m.parameters.String()
}

// cavage returns the text that draft-cavage-http-signatures signs for the same components.
func (m *message) cavage() string {
	var lines []string
	for _, c := range m.components {
		switch c.name {
		case "@method", "@path", "@request-target", "@target-uri":
			params.Add(&lines, "(request-target): "+strings.ToLower(m.Method)+" "+m.target())
		case "@authority":
			params.Add(&lines, "host: "+m.authority)
		default:
			params.Add(&lines, c.name+": "+c.line)
		}
	}
	return strings.Join(slices.Compact(lines), "\n")
}
