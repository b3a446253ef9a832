package protocols

import (
	"errors"
	"net/netip"
	"strconv"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/header"
	"github.com/pct-encoded/percent/scheme/coap"
	"github.com/pct-encoded/percent/scheme/cpe"
	"github.com/pct-encoded/percent/scheme/did"
	"github.com/pct-encoded/percent/web/cgi"
	"github.com/pct-encoded/percent/web/fragment"
)

type alpnView struct {
	Protocols []string `json:"protocols"`
}

// ALPN is the format of the ALPN field.
func ALPN() Format {
	return newFormat(func(s string) (v alpnView, err error) {
		if v.Protocols, err = header.ParseALPN(s); err != nil {
			return v, err
		}
		for i, p := range v.Protocols {
			if v.Protocols[i], err = percent.ALPN.Decode(p); err != nil {
				return v, err
			}
		}
		return v, nil
	}, func(v alpnView) (string, error) { return header.BuildALPN(v.Protocols...) })
}

type altSvcView struct {
	Alternatives []alternative `json:"alternatives"`
}

type alternative struct {
	Protocol  string  `json:"protocol"`
	Authority string  `json:"authority"`
	Params    []field `json:"params,omitempty"`
}

// AltSvc is the format of the Alt-Svc field.
func AltSvc() Format {
	return newFormat(func(s string) (v altSvcView, err error) {
		list, err := header.ParseAltSvc(s)
		for _, a := range list {
			w := alternative{Protocol: a.Protocol, Authority: a.Authority}
			for _, p := range a.Params {
				w.Params = append(w.Params, field{p.Name, p.Value})
			}
			v.Alternatives = append(v.Alternatives, w)
		}
		return v, err
	}, func(v altSvcView) (string, error) {
		var list []header.Alternative
		for _, a := range v.Alternatives {
			w := header.Alternative{Protocol: a.Protocol, Authority: a.Authority}
			for _, p := range a.Params {
				w.Params = append(w.Params, header.Param{Name: p.Name, Value: p.Value})
			}
			list = append(list, w)
		}
		return header.BuildAltSvc(list...)
	})
}

type baggageView struct {
	Members []baggageMember `json:"members"`
}

type baggageMember struct {
	Key        string            `json:"key"`
	Value      string            `json:"value"`
	Properties []baggageProperty `json:"properties,omitempty"`
}

type baggageProperty struct {
	Key   string  `json:"key"`
	Value *string `json:"value,omitempty"`
}

// Baggage is the format of the baggage field.
func Baggage() Format {
	return newFormat(func(s string) (v baggageView, err error) {
		list, err := header.ParseBaggage(s)
		for _, m := range list {
			w := baggageMember{Key: m.Key, Value: m.Value}
			for _, p := range m.Properties {
				x := baggageProperty{Key: p.Key}
				if p.Kind == header.KeyAndValue {
					x.Value = &p.Value
				}
				w.Properties = append(w.Properties, x)
			}
			v.Members = append(v.Members, w)
		}
		return v, err
	}, func(v baggageView) (string, error) {
		var list []header.BaggageMember
		for _, m := range v.Members {
			w := header.BaggageMember{Key: m.Key, Value: m.Value}
			for _, p := range m.Properties {
				x := header.BaggageProperty{Key: p.Key, Value: given(p.Value)}
				if p.Value != nil {
					x.Kind = header.KeyAndValue
				}
				w.Properties = append(w.Properties, x)
			}
			list = append(list, w)
		}
		return header.BuildBaggage(list...)
	})
}

type attributesView struct {
	Attributes []attribute `json:"attributes"`
}

type attribute struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// ResourceAttributes is the format of OTEL_RESOURCE_ATTRIBUTES.
func ResourceAttributes() Format {
	return newFormat(func(s string) (v attributesView, err error) {
		list, err := header.ParseResourceAttributes(s)
		for _, a := range list {
			v.Attributes = append(v.Attributes, attribute(a))
		}
		return v, err
	}, func(v attributesView) (string, error) {
		var list []header.ResourceAttribute
		for _, a := range v.Attributes {
			list = append(list, header.ResourceAttribute(a))
		}
		return header.BuildResourceAttributes(list...)
	})
}

type didView struct {
	Method string   `json:"method"`
	Parts  []string `json:"parts"`
	URL    string   `json:"url,omitempty"` // of did:web
}

// DID is the format of decentralized identifiers. Parse adds the URL of the
// document of did:web, which Build ignores.
func DID() Format {
	return newFormat(func(s string) (v didView, err error) {
		d, err := did.Parse(s)
		v = didView{Method: d.Method, Parts: d.Parts}
		if err == nil && d.Method == "web" {
			// An identifier without a URL is still valid.
			v.URL, _ = did.WebURL(s)
		}
		return v, err
	}, func(v didView) (string, error) { return did.DID{Method: v.Method, Parts: v.Parts}.Build() })
}

type coapView struct {
	Scheme  string   `json:"scheme"`
	Host    string   `json:"host,omitempty"`
	Address string   `json:"address,omitempty"`
	Port    string   `json:"port,omitempty" also:"number"`
	Path    []string `json:"path,omitempty"`
	Query   []string `json:"query,omitempty"`
}

// The reasons of Build for CoAP.
const (
	InvalidAddress percent.Reason = "invalid address"
	InvalidPort    percent.Reason = "invalid port"
)

// CoAP is the format of coap: and coaps: URIs.
func CoAP() Format {
	return newFormat(func(s string) (v coapView, err error) {
		o, err := coap.Parse(s)
		v = coapView{Scheme: o.Scheme, Host: o.Host, Path: o.Path, Query: o.Query}
		if o.Addr.IsValid() {
			v.Address = o.Addr.String()
		}
		if o.Port != 0 {
			v.Port = strconv.Itoa(int(o.Port))
		}
		return v, err
	}, func(v coapView) (string, error) {
		o := coap.Options{Scheme: v.Scheme, Host: v.Host, Path: v.Path, Query: v.Query}
		var err error
		if v.Address != "" {
			if o.Addr, err = netip.ParseAddr(v.Address); err != nil {
				return "", &percent.SyntaxError{Format: "json", Field: "address", Bytes: v.Address, Reason: InvalidAddress}
			}
		}
		if v.Port != "" {
			port, err := strconv.ParseUint(v.Port, 10, 16)
			if err != nil {
				return "", &percent.SyntaxError{Format: "json", Field: "port", Bytes: v.Port, Reason: InvalidPort}
			}
			o.Port = uint16(port)
		}
		return o.Build()
	})
}

// A cpeView has a key for each attribute that is not ANY; NA is "-".
type cpeView struct {
	Part      string `json:"part,omitempty"`
	Vendor    string `json:"vendor,omitempty"`
	Product   string `json:"product,omitempty"`
	Version   string `json:"version,omitempty"`
	Update    string `json:"update,omitempty"`
	Edition   string `json:"edition,omitempty"`
	Language  string `json:"language,omitempty"`
	SWEdition string `json:"sw_edition,omitempty"`
	TargetSW  string `json:"target_sw,omitempty"`
	TargetHW  string `json:"target_hw,omitempty"`
	Other     string `json:"other,omitempty"`
}

// each calls f with every attribute of v and of n.
func (v *cpeView) each(n *cpe.Name, f func(*string, *cpe.Value)) {
	for _, p := range []struct {
		text  *string
		value *cpe.Value
	}{
		{&v.Part, &n.Part},
		{&v.Vendor, &n.Vendor},
		{&v.Product, &n.Product},
		{&v.Version, &n.Version},
		{&v.Update, &n.Update},
		{&v.Edition, &n.Edition},
		{&v.Language, &n.Language},
		{&v.SWEdition, &n.SWEdition},
		{&v.TargetSW, &n.TargetSW},
		{&v.TargetHW, &n.TargetHW},
		{&v.Other, &n.Other},
	} {
		f(p.text, p.value)
	}
}

// CPE is the format of names of the Common Platform Enumeration. Values are the
// quoted text of well-formed names.
func CPE() Format {
	return newFormat(func(s string) (v cpeView, err error) {
		n, err := cpe.Parse(s)
		v.each(&n, func(text *string, value *cpe.Value) {
			if *text = value.Text; value.Kind == cpe.NAKind {
				*text = "-"
			}
		})
		return v, err
	}, func(v cpeView) (string, error) {
		var n cpe.Name
		v.each(&n, func(text *string, value *cpe.Value) {
			switch *text {
			case "":
			case "-":
				*value = cpe.NA
			default:
				*value = cpe.Text(*text)
			}
		})
		return n.Build()
	})
}

type mediaView struct {
	Pairs []field `json:"pairs"`
}

// MediaFragment is the format of media fragments. Lenient drops malformed pairs, as the
// specification says.
func MediaFragment() Format {
	parse := func(s string) (v mediaView, problems []error) {
		list, problems := fragment.ParseMedia(s)
		for _, p := range list {
			v.Pairs = append(v.Pairs, field(p))
		}
		return v, problems
	}
	f := newFormat(func(s string) (mediaView, error) {
		v, problems := parse(s)
		if len(problems) > 0 {
			return v, problems[0]
		}
		return v, nil
	}, func(v mediaView) (string, error) {
		var list []fragment.MediaPair
		for _, p := range v.Pairs {
			list = append(list, fragment.MediaPair(p))
		}
		return fragment.BuildMedia(list...)
	})
	f.Lenient = func(s string) (any, error) {
		v, problems := parse(s)
		var last *percent.SyntaxError
		if n := len(problems); n > 0 && errors.As(problems[n-1], &last) && last.Reason == fragment.TooManyPairs {
			return nil, last
		}
		return v, nil
	}
	return f
}

type directivesView struct {
	Fragment   string          `json:"fragment,omitempty"`
	Directives []directiveView `json:"directives"`
}

type directiveView struct {
	Prefix string `json:"prefix,omitempty"`
	Start  string `json:"start"`
	End    string `json:"end,omitempty"`
	Suffix string `json:"suffix,omitempty"`
}

// TextDirectives is the format of fragments with text directives. Lenient drops the
// directives that browsers ignore.
func TextDirectives() Format {
	parse := func(s string) (v directivesView, err error) {
		rest, list, err := fragment.ParseTextDirectives(s)
		v.Fragment = rest
		for _, d := range list {
			v.Directives = append(v.Directives, directiveView(d))
		}
		return v, err
	}
	f := newFormat(parse, func(v directivesView) (string, error) {
		var list []fragment.TextDirective
		for _, d := range v.Directives {
			list = append(list, fragment.TextDirective(d))
		}
		s, err := fragment.BuildTextDirectives(list...)
		return percent.Fragment.Fix(v.Fragment) + s, err
	})
	f.Lenient = func(s string) (any, error) {
		v, err := parse(s)
		var syntax *percent.SyntaxError
		if errors.As(err, &syntax) {
			err = nil
		}
		return v, err
	}
	return f
}

type pointerView struct {
	Tokens []string `json:"tokens"`
}

// JSONPointer is the format of JSON Pointers in fragments.
func JSONPointer() Format {
	return newFormat(func(s string) (v pointerView, err error) {
		v.Tokens, err = fragment.ParseJSONPointer(s)
		return v, err
	}, func(v pointerView) (string, error) { return fragment.BuildJSONPointer(v.Tokens...) })
}

type cgiView struct {
	ScriptName  string   `json:"script_name"`
	PathInfo    string   `json:"path_info,omitempty"`
	QueryString string   `json:"query_string,omitempty"`
	Arguments   []string `json:"arguments,omitempty"`
}

// CGI returns the meta-variables for a request target and the path of a script, and for
// an indexed query also the command-line arguments.
func CGI(script, target string) (any, error) {
	c, err := cgi.Split(target, script)
	if err != nil {
		return nil, err
	}
	v := cgiView{ScriptName: c.ScriptName, PathInfo: c.PathInfo, QueryString: c.QueryString}
	v.Arguments, err = cgi.Arguments(c.QueryString)
	return v, err
}
