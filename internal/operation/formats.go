package operation

import (
	"cmp"

	"github.com/pct-encoded/percent/internal/protocols"
	"github.com/pct-encoded/percent/internal/results"
)

// furtherDSN has how a connection URI is built for drivers: see [AddFurther].
var furtherDSN = func() format { return format{} }

// textFormats are the formats that have a package of their own, by the names of their families.
func textFormats() []format {
	return []format{
		{name: "mailto", of: protocols.Mailto},
		{name: "fileurl", by: protocols.FileURL},
		{name: "purl", of: protocols.PackageURL},
		{name: "dsn", of: protocols.DSN, build: furtherDSN().build, choices: furtherDSN().choices},
		{name: "did", of: protocols.DID},
		{name: "coap", of: protocols.CoAP},
		{name: "cpe", of: protocols.CPE},
		{name: "header ext-value", of: protocols.ExtValue, lenient: true},
		{name: "header disposition", of: protocols.Disposition, lenient: true},
		{name: "header display-string", of: protocols.DisplayString},
		{name: "header alpn", of: protocols.ALPN},
		{name: "header alt-svc", of: protocols.AltSvc},
		{name: "header baggage", of: protocols.Baggage},
		{name: "header otel-resource", of: protocols.ResourceAttributes},
		{name: "fragment media", of: protocols.MediaFragment, lenient: true},
		{name: "fragment text", of: protocols.TextDirectives, lenient: true},
		{name: "fragment pointer", of: protocols.JSONPointer},
	}
}

// A format has a row that parses and one that builds.
type format struct {
	name string
	of   func() protocols.Format
	// by is used instead of of if the choice of a system chooses the format.
	by      func(system string) protocols.Format
	lenient bool // it can be read as far as possible
	// build is used instead of of, and has choices of its own.
	build   func(*Call) (results.Result, error)
	choices []Choice
}

// formatRows returns the rows of all formats, and the one that builds URIs, which others
// parse.
func formatRows() []row {
	var list []row
	for _, f := range textFormats() {
		list = append(list, row{f.name + " parse", f.parser}, row{f.name + " build", f.builder})
	}
	return append(list, row{"uri build", format{of: protocols.URI}.builder})
}

// chosen returns the format for a request.
func (f format) chosen(r *Request) protocols.Format {
	if f.by != nil {
		return f.by(cmp.Or(r.System, "posix"))
	}
	return f.of()
}

// systems returns the choice of a system, where there is one.
func (f format) systems() []Choice {
	if f.by == nil {
		return nil
	}
	return []Choice{word("system", []string{"posix", "windows"}, "the system that the paths belong to (default posix)", func(r *Request) *string { return &r.System })}
}

// parser returns the row that parses.
func (f format) parser() *Operation {
	policy := onError("stop or drop the value", "fail", "skip")
	if f.lenient {
		policy = onError("stop, read as far as possible or drop the value", "fail", "keep", "skip")
	}
	return &Operation{Converts: true, Choices: append(f.systems(), policy), run: func(c *Call) (results.Result, error) {
		format := f.chosen(c.Request)
		view, err := format.Parse(c.Values[0])
		if err != nil {
			if c.OnError != "keep" {
				return nil, err
			}
			var hopeless error
			if view, hopeless = format.Lenient(c.Values[0]); hopeless != nil {
				return nil, hopeless
			}
		}
		return results.Value{View: view}, err
	}}
}

func (f format) builder() *Operation {
	if f.build != nil {
		return &Operation{Converts: true, Choices: append(f.systems(), f.choices...), run: f.build}
	}
	return &Operation{Converts: true, Choices: f.systems(), run: func(c *Call) (results.Result, error) {
		text, err := f.chosen(c.Request).Build(c.Values[0])
		return results.Value{Text: text}, err
	}}
}
