package operation

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
)

// Go returns lines of Go that apply the operation to a value or, with lines, to each
// line of it. text is a Go expression for the value.
func (o *Operation) Go(r *Request, p *Plan, text string, lines bool) []string {
	if o.inGo == nil {
		return nil
	}
	return o.inGo(r, p, text, lines)
}

// exported returns a word of the command as part of a Go name: "base-string"
// becomes BaseString.
func exported(word string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(word, "-") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// octets returns the octets of a set as a string.
func octets(s percent.ByteSet) string {
	var list []byte
	for b := range s.All() {
		list = append(list, b)
	}
	return string(list)
}

// codeInGo returns the lines for decode, encode and fix.
func codeInGo(r *Request, p *Plan, text string, lines bool) []string {
	d, e, verb := p.Dialect, p.Encoding, r.Operation
	method := exported(verb)
	var changes []string
	change := func(call string) { changes = append(changes, call) }
	switch r.Space {
	case "plus":
		change("WithSpace(percent.SpacePlus).WithPlus(percent.PlusIsSpace)")
	case "percent":
		change("WithSpace(percent.SpacePercent20).WithPlus(percent.PlusLiteral)")
	}
	if r.Hex != "" {
		change("WithHex(percent.Hex" + exported(r.Hex) + ")")
	}
	if own := d.Encoding(); e != nil {
		if e.Malformed() != own.Malformed() {
			change("WithMalformed(percent.MalformedRefused)")
		}
		added, removed := octets(e.Kept().Intersect(own.Kept().Complement())), octets(own.Kept().Intersect(e.Kept().Complement()))
		kept := ""
		if added != "" {
			kept += ".Add(" + strconv.Quote(added) + ")"
		}
		if removed != "" {
			kept += ".Remove(" + strconv.Quote(removed) + ")"
		}
		if kept != "" {
			change("WithKept(d.Encoding().Kept()" + kept + ")")
		}
	}
	inBulk := verb == "fix" || p.Charset != nil || p.Detect || lines || r.OnError != "" || p.Layers > 1 || p.Parts != 0
	if !inBulk && len(changes) == 0 && (d.ID == "rfc3986" || d.ID == wholeURI) {
		receiver, results := "percent.RFC3986", "out := "
		if d.ID == wholeURI {
			receiver = "percent.URI"
		}
		if verb == "decode" {
			results = "out, err := "
		}
		return []string{results + receiver + "." + method + "(" + text + ")"}
	}
	code := []string{"d, err := dialect.Lookup(" + strconv.Quote(d.ID) + ")"}
	options := "Dialect: d"
	if len(changes) > 0 {
		code = append(code, "e := d.Encoding()."+strings.Join(changes, "."))
		options += ", Encoding: e"
	}
	switch {
	case inBulk:
	case len(changes) == 0:
		return append(code, "out, err := d."+method+"("+text+")")
	case verb == "decode":
		return append(code, "out, err := e.Decode("+text+")")
	default:
		return append(code, "out := e."+method+"("+text+")")
	}
	if p.Charset != nil {
		code = append(code, "c, err := charset.Lookup("+strconv.Quote(p.Charset.Name())+")")
		options += ", Charset: c"
	}
	if p.Parts != 0 {
		options += ", Parts: bulk." + p.Parts.String()
	}
	if p.Layers > 1 {
		layers := p.Layers.String()
		if p.Layers == bulk.AllLayers {
			layers = "bulk." + layers
		}
		options += ", Layers: " + layers
	}
	code = append(code, "op, err := bulk."+method+"(bulk.Options{"+options+"})")
	if !lines && r.OnError == "" {
		return append(code, "out, err := (&bulk.Job{Operation: op}).Record(nil, bulk.Record{Text: []byte("+text+")})")
	}
	job := "Operation: op, Separator: bulk.Whole"
	if lines {
		job = "Operation: op, Separator: bulk.Lines"
	}
	if r.OnError != "" {
		job += ", Policy: bulk." + exported(r.OnError)
	}
	return append(code,
		"job := &bulk.Job{"+job+"}",
		`stats, err := job.Run(os.Stdout, bulk.From("", strings.NewReader(`+text+")))",
	)
}

func layersInGo(r *Request, _ *Plan, text string, _ bool) []string {
	if r.Plus == "" || r.Plus == "keep" {
		return []string{"l, err := layers.Of(" + text + ")"}
	}
	return []string{"l, err := layers.With(" + text + ", layers.Options{Plus: layers.Plus" + exported(r.Plus) + "})"}
}

func lintInGo(r *Request, _ *Plan, text string, _ bool) []string {
	past := len(r.VersionOf) > 0 || r.AsOf != ""
	if r.In+r.Severity == "" && len(r.Only)+len(r.Except) == 0 && !past {
		return []string{"found, err := lint.Lint(" + text + ")"}
	}
	var code []string
	linter := "lint.Linter{}"
	if r.In != "" {
		code = append(code, "kind, err := inspect.LookupKind("+strconv.Quote(r.In)+")")
		linter += ".In(kind)"
	}
	if r.Severity != "" {
		linter += ".From(lint." + exported(r.Severity) + ")"
	}
	if len(r.Only)+len(r.Except) > 0 || past {
		code = append(code, "l := "+linter)
		if past {
			var fields []string
			if len(r.VersionOf) > 0 {
				fields = append(fields, "Versions: []string{"+quoted(r.VersionOf)+"}")
			}
			if r.AsOf != "" {
				fields = append(fields, "AsOf: "+strconv.Quote(r.AsOf))
			}
			code = append(code, "l, err = l.Past(reader.Past{"+strings.Join(fields, ", ")+"})")
		}
		for _, rules := range []struct {
			method string
			ids    []string
		}{{"Only", r.Only}, {"Except", r.Except}} {
			if len(rules.ids) > 0 {
				code = append(code, fmt.Sprintf("l, err = l.%s(%s)", rules.method, quoted(rules.ids)))
			}
		}
		linter = "l"
	}
	return append(code, "found, err := "+linter+".Lint("+text+")")
}

// quoted returns texts as arguments.
func quoted(list []string) string {
	var words []string
	for _, text := range list {
		words = append(words, strconv.Quote(text))
	}
	return strings.Join(words, ", ")
}

func explainInGo(r *Request, _ *Plan, text string, _ bool) []string {
	if r.In == "" {
		return []string{"e, err := explain.Explain(" + text + ")"}
	}
	return []string{"kind, err := inspect.LookupKind(" + strconv.Quote(r.In) + ")", "e, err := explain.With(" + text + ", explain.Options{Kind: kind})"}
}

// compareInGo returns the line for compare; text is two expressions with a comma
// between them.
func compareInGo(r *Request, _ *Plan, text string, _ bool) []string {
	format := r.Format
	switch format {
	case "":
		format = "text"
	case "alpn":
		return []string{"c := compare.Compare(" + text + ", compare.ALPN)"}
	}
	return []string{"c := compare.Compare(" + text + ", compare." + exported(format) + ")"}
}

// urlInGo returns the lines that parse a URL as a browser does and by RFC 3986.
func urlInGo(r *Request, _ *Plan, text string, _ bool) []string {
	code := []string{"u, err := weburl.Parse(" + text + ")"}
	if r.Base != "" || r.Charset != "" {
		code = []string{"var err error", "p := weburl.Parser{}"}
		if r.Base != "" {
			code = append(code, "p.Base, err = weburl.Parse("+strconv.Quote(r.Base)+")")
		}
		if r.Charset != "" {
			code = append(code, "p.Charset, err = charset.Lookup("+strconv.Quote(r.Charset)+")")
		}
		code = append(code, "u, err := p.Parse("+text+")")
	}
	return append(code, "r, err := uri.Parse("+text+")")
}
