package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// caddyJSON returns the sites of a configuration of Caddy in JSON, as directives of a Caddyfile that
// route in the same way: https://caddyserver.com/docs/json/apps/http/servers/.
func (r *configReader) caddyJSON(text string) ([]*directive, error) {
	j := &caddyReaderJSON{settingReader{configReader: r, labels: &setting{line: 1}}}
	if len(text) > maxSettings {
		return nil, fmt.Errorf("config: a configuration of more than %d KiB", maxSettings>>10)
	}
	// No text of JSON holds a tab, and YAML has none before a key.
	roots, err := j.yaml(strings.NewReplacer("\t", " ", "{http.request.uri.path}", "{path}").Replace(text))
	if err != nil {
		return nil, err
	}
	r.config.Directives = 0 // those that are made of it count
	var sites []*directive
	for _, server := range roots[0].at("apps", "http", "servers").each() {
		address := ":443"
		for _, of := range server.at("listen").list() { // of an interface: it is no host
			if ports := portsOf(of); ports != nil {
				address = ":" + ports[0]
				break
			}
		}
		site := &directive{name: address, line: server.line, open: true, block: j.routes(server.at("routes"))}
		for _, x := range server.each() {
			switch x.key() {
			case "listen", "routes", "automatic_https", "tls_connection_policies", "logs", "protocols", "trusted_proxies", "client_ip_headers", "listener_wrappers", "strict_sni_host", "metrics", "max_header_bytes", "read_timeout", "read_header_timeout", "write_timeout", "idle_timeout", "keepalive_interval", "enable_full_duplex", "trusted_proxies_strict":
			case "errors":
				site.block = append(site.block, &directive{name: "handle_errors", line: x.line, open: true, block: j.routes(x.at("routes"))})
			default:
				site.block = append(site.block, x.directive())
			}
		}
		sites = append(sites, site)
	}
	return sites, nil
}

// A caddyReaderJSON makes directives of settings.
type caddyReaderJSON struct{ settingReader }

// routes returns the directives of a list of routes.
func (j *caddyReaderJSON) routes(s *setting) (list []*directive) {
	groups := map[string]int{}
	for _, route := range s.each() {
		groups[route.valueAt("group")]++
	}
	for _, route := range s.each() {
		handlers := j.handlers(route.at("handle"))
		for _, x := range route.each() {
			if !amongTexts([]string{"group", "match", "handle", "terminal"}, x.key()) {
				handlers = []*directive{x.directive("routes")}
			}
		}
		if route.valueAt("terminal") == "true" {
			handlers = append(handlers, &directive{name: "respond", line: route.line})
		}
		group := route.valueAt("group")
		if group != "" && groups[group] < 2 {
			group = ""
		}
		matches := route.at("match").each()
		if matches == nil && group == "" {
			list = append(list, handlers...)
			continue
		}
		one := &directive{name: "route", line: route.line, open: true, block: handlers, group: group}
		if matches != nil {
			name := fmt.Sprintf("@%d", j.count)
			j.count++
			list = append(list, &directive{name: name, line: route.line, open: true, block: j.sets(matches)})
			if len(handlers) == 1 && handlers[0].arg(0) == "*" && handlers[0].name != "root" { // it may take what the matcher found
				handlers[0].args[0], handlers[0].group = name, group
				list = append(list, handlers[0])
				continue
			}
			one.args = []string{name}
			for _, d := range handlers {
				if d.name == "root" { // it is so only where the route applies
					list = append(list, &directive{name: "root", args: []string{name, "{"}, line: d.line})
				}
			}
		}
		list = append(list, one)
	}
	return list
}

// sets returns the matchers of sets, one of which must hold.
func (j *caddyReaderJSON) sets(sets []*setting) (list []*directive) {
	for _, set := range sets {
		var terms []*directive
		for _, x := range set.each() {
			if x.key() != "not" {
				terms = append(terms, j.matcher(x))
				continue
			}
			for _, none := range x.each() { // none of these sets may hold
				terms = append(terms, &directive{name: "not", line: none.line, open: true, block: j.sets([]*setting{none})})
			}
		}
		if len(sets) == 1 {
			return terms
		}
		list = append(list, &directive{name: "set", line: set.line, open: true, block: terms})
	}
	return []*directive{{name: "sets", line: sets[0].line, open: true, block: list}}
}

// matcher returns a matcher: https://caddyserver.com/docs/json/apps/http/servers/routes/match/.
func (j *caddyReaderJSON) matcher(s *setting) *directive {
	d := &directive{name: s.key(), line: s.line}
	switch d.name {
	case "path", "host", "method":
		d.args = s.items
	case "path_regexp":
		d.args = []string{s.valueAt("name"), s.valueAt("pattern")}
	case "protocol":
		d.args = []string{s.value}
	case "expression":
		d.args = []string{cmp.Or(s.value, s.valueAt("expr"))}
	case "remote_ip", "client_ip":
		d.args = s.at("ranges").list()
	case "header", "header_regexp":
		if len(s.each()) == 0 || slices.ContainsFunc(s.each(), func(x *setting) bool { return len(x.items) == 0 && d.name == "header" }) {
			d.name = "header that must be missing"
		}
	case "query":
		for _, x := range s.each() {
			for _, value := range x.items {
				d.args = append(d.args, x.name+"="+value)
			}
		}
	case "file":
		d.open = true
		for _, x := range s.each() {
			d.block = append(d.block, &directive{name: x.key(), args: x.list(), line: x.line})
		}
	}
	return d
}

// handlers returns the directives of handlers, one after another:
// https://caddyserver.com/docs/json/apps/http/servers/routes/handle/.
func (j *caddyReaderJSON) handlers(s *setting) (list []*directive) {
	for _, h := range s.each() {
		add := func(name string, args ...string) *directive {
			d := &directive{name: name, args: args, line: h.line}
			list = append(list, d)
			return d
		}
		// known adds the keys that are not among others as a directive that is not followed.
		known := func(keys string) {
			for _, x := range h.each() {
				if x.key() != "handler" && !amongTexts(strings.Fields(keys), x.key()) {
					list = append(list, x.directive(h.valueAt("handler")))
				}
			}
		}
		switch name := h.valueAt("handler"); name {
		case "subroute":
			known("routes")
			d := add("route")
			d.open, d.block = true, j.routes(h.at("routes"))
		case "vars":
			if root := h.at("root"); root != nil {
				add("root", "*", strings.TrimSuffix(root.value, "{http.vars.root}"))
			}
		case "headers":
			known("response request")
			for _, how := range h.at("request").each() {
				for _, field := range how.each() {
					add("request_header", field.name)
				}
			}
		case "rewrite":
			known("uri method strip_path_prefix strip_path_suffix uri_substring path_regexp")
			if x := h.at("uri"); x != nil {
				add("rewrite", "*", x.value)
			}
			if x := h.at("strip_path_prefix"); x != nil {
				add("uri", "strip_prefix", "/"+strings.TrimPrefix(x.value, "/"))
			}
			if x := h.at("strip_path_suffix"); x != nil {
				add("uri", "strip_suffix", x.value)
			}
			for key, verb := range map[string]string{"uri_substring": "replace", "path_regexp": "path_regexp"} {
				for _, x := range h.at(key).each() {
					if args := []string{verb, x.valueAt("find"), x.valueAt("replace")}; x.at("limit") == nil {
						add("uri", args...)
					} else {
						add(key)
					}
				}
			}
		case "static_response":
			known("status_code headers body close abort")
			status := cmp.Or(h.valueAt("status_code"), "200")
			location := ""
			for _, x := range h.at("headers").each() {
				if x.key() == "location" {
					location = strings.Join(x.items, "")
				}
			}
			switch {
			case h.valueAt("abort") == "true":
				add("abort")
			case location != "":
				add("redir", "*", location, status)
			default:
				add("respond", "*", "", status)
			}
		case "error":
			add("error", "*", "", cmp.Or(h.valueAt("status_code"), "500"))
		case "authentication":
			if h.at("providers", "http_basic") != nil {
				add("basic_auth")
			} else {
				add(name)
			}
		case "reverse_proxy":
			d := add("reverse_proxy")
			d.open = true
			for _, x := range h.each() {
				switch x.key() {
				case "handler", "upstreams", "load_balancing", "health_checks", "flush_interval", "trusted_proxies", "dynamic_upstreams", "request_buffers", "response_buffers", "stream_timeout", "stream_close_delay", "verbose_logs":
				case "transport":
					d.block = append(d.block, &directive{name: "transport", args: []string{x.valueAt("protocol")}, line: x.line})
				case "headers":
					for _, how := range x.at("request").each() {
						for _, field := range how.each() {
							d.block = append(d.block, &directive{name: "header_up", args: []string{field.name}, line: field.line})
						}
					}
				default:
					d.block = append(d.block, x.directive())
				}
			}
		case "file_server":
			d := &directive{name: name, line: h.line, open: true}
			for _, x := range h.each() {
				switch x.key() {
				case "handler", "hide", "precompressed", "precompressed_order":
				case "root":
					d = &directive{name: "route", line: h.line, open: true, block: []*directive{{name: "root", args: []string{"*", x.value}, line: x.line}, d}}
				default:
					last := d
					if d.name == "route" {
						last = d.block[1]
					}
					last.block = append(last.block, &directive{name: strings.Replace(x.key(), "index_names", "index", 1), args: x.list(), line: x.line})
				}
			}
			list = append(list, d)
		case "map":
			d := add("map", append([]string{h.valueAt("source")}, h.at("destinations").list()...)...)
			for _, row := range h.at("mappings").each() {
				input := row.valueAt("input")
				if expr := row.valueAt("input_regexp"); expr != "" {
					input = "~" + expr
				}
				d.block = append(d.block, &directive{name: input, args: row.at("outputs").list(), line: row.line})
			}
			if x := h.at("defaults"); x != nil {
				d.block = append(d.block, &directive{name: "default", args: x.list(), line: x.line})
			}
		default:
			add(name) // of the same name, or not followed
		}
	}
	return list
}
