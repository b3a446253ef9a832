package hop

import (
	"fmt"
	"slices"
	"strings"
)

// readApache reads a file of Apache httpd: the main server and its virtual hosts.
func readApache(r *configReader, text string) error {
	list, err := apacheDirectives(text)
	if err != nil {
		return err
	}
	a := &apacheReader{configReader: r}
	main := a.host(list)
	for _, d := range a.hosts {
		inner := &apacheReader{configReader: r, inVirtualHost: true}
		v := inner.host(d.block)
		// Rules of the main server come after those of a virtual host, in which slashes
		// are not inherited: https://httpd.apache.org/docs/2.4/sections.html.
		v.passes = append(v.passes, main.passes...)
		v.refused = append(slices.Clone(main.refused), v.refused...)
		if v.root == "" {
			v.root = main.root
		}
		name := v.name
		if name == "" {
			name = plainName(d.arg(0))
		}
		r.site(d.line, name, "2.4.71", v.steps(r))
	}
	if len(a.hosts) == 0 {
		r.site(1, main.name, "2.4.71", main.steps(r))
	}
	return nil
}

// apacheDirectives returns the directives of a file, one per line, and sections as
// blocks: https://httpd.apache.org/docs/2.4/configuring.html.
func apacheDirectives(text string) ([]*directive, error) {
	root := &directive{open: true}
	stack := []*directive{root}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		number := i + 1
		line := strings.TrimSpace(lines[i])
		if strings.HasPrefix(line, "#") {
			continue
		}
		var parts []string
		for strings.HasSuffix(line, `\`) && i+1 < len(lines) {
			i++
			parts = append(parts, strings.TrimSuffix(line, `\`))
			line = strings.TrimSpace(lines[i])
		}
		line = strings.Join(append(parts, line), " ")
		top := stack[len(stack)-1]
		if name, ok := strings.CutPrefix(line, "</"); ok {
			name = strings.ToLower(strings.TrimSpace(strings.TrimSuffix(name, ">")))
			if len(stack) == 1 || top.name != name {
				return nil, fmt.Errorf("hop: line %d: </%s> without its section", number, plainName(name))
			}
			stack = stack[:len(stack)-1]
			continue
		}
		rest, section := strings.CutPrefix(line, "<")
		if section {
			rest = strings.TrimSuffix(strings.TrimSpace(rest), ">")
		}
		words := quotedWords(rest)
		if len(words) == 0 {
			continue
		}
		d := &directive{name: strings.ToLower(words[0]), args: words[1:], line: number, open: section}
		top.block = append(top.block, d)
		if section {
			if len(stack) > maxNesting {
				return nil, fmt.Errorf("hop: line %d: more than %d sections in one another", number, maxNesting)
			}
			stack = append(stack, d)
		}
	}
	if len(stack) > 1 {
		d := stack[len(stack)-1]
		return nil, fmt.Errorf("hop: line %d: <%s> without an end", d.line, plainName(d.name))
	}
	return root.block, nil
}

// quotedWords returns the words of a line. Quotation marks of either kind keep words
// together.
func quotedWords(line string) []string {
	var words []string
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		if q := line[0]; q == '"' || q == '\'' {
			var b strings.Builder
			i := 1
			for ; i < len(line) && line[i] != q; i++ {
				if line[i] == '\\' && i+1 < len(line) && (line[i+1] == q || line[i+1] == '\\') {
					i++
				}
				b.WriteByte(line[i])
			}
			words = append(words, b.String())
			line = line[min(i+1, len(line)):]
			continue
		}
		i := strings.IndexAny(line, " \t\r\v\f")
		if i < 0 {
			i = len(line)
		}
		words = append(words, line[:i])
		line = line[i:]
	}
	return words
}

type apacheReader struct {
	*configReader
	hosts         []*directive
	inVirtualHost bool
}

// An apacheHost is the handling of paths by a server.
type apacheHost struct {
	name, root string
	slashes    string // the argument of AllowEncodedSlashes, in lower case
	keepsEmpty bool   // MergeSlashes Off
	refused    []chosen
	changed    []chosen // before ProxyPass, not described
	located    []chosen // ProxyPass in <Location>; the last match counts
	passes     []chosen // ProxyPass; the first match counts
	aliases    []chosen

	expressions []condition
}

func (a *apacheReader) host(list []*directive) *apacheHost {
	h := &apacheHost{}
	a.read(h, list, "")
	slices.Reverse(h.located)
	return h
}

// read reads the directives of a server, or those of a <Location> with a path.
func (a *apacheReader) read(h *apacheHost, list []*directive, location string) {
	engine := location == "" && slices.ContainsFunc(list, func(d *directive) bool {
		return d.name == "rewriteengine" && strings.EqualFold(d.arg(0), "off")
	})
	for _, d := range list {
		switch d.name {
		case "servername":
			h.name = d.arg(0)
		case "virtualhost":
			if a.inVirtualHost {
				a.missed(d, "a virtual host in another")
				continue
			}
			a.hosts = append(a.hosts, d)
		case "ifmodule":
			if strings.HasPrefix(d.arg(0), "!") {
				a.missed(d, notThePath)
				continue
			}
			a.read(h, d.block, location)
		case "allowencodedslashes":
			a.understood(d)
			h.slashes = strings.ToLower(d.arg(0))
		case "mergeslashes":
			if strings.EqualFold(d.arg(0), "off") {
				a.missed(d, mayChange)
				h.keepsEmpty = true
			}
		case "documentroot":
			a.understood(d)
			h.root = d.arg(0)
		case "proxypass":
			a.pass(h, d, location)
		case "alias", "scriptalias":
			if d.name == "scriptalias" || len(d.args) < 2 {
				h.aliases = append(h.aliases, chosen{condition: underPrefix(d.arg(0)), steps: a.given(d, mayChange)})
				continue
			}
			a.understood(d)
			h.aliases = append(h.aliases, chosen{condition: underPrefix(d.arg(0)), steps: []step{replace{d.arg(0), d.arg(1)}, app}})
		case "redirect", "redirectpermanent", "redirecttemp":
			a.redirect(h, d, location)
		case "rewriterule":
			if engine {
				continue
			}
			a.matching(h, d, d.arg(0), location)
		case "redirectmatch", "aliasmatch", "scriptaliasmatch", "proxypassmatch":
			pattern := d.arg(0)
			if d.name == "redirectmatch" && len(d.args) == 3 {
				pattern = d.arg(1)
			}
			a.matching(h, d, pattern, location)
		case "location":
			a.location(h, d)
		case "require", "deny":
		case "locationmatch":
			if c, ok := expression(d.arg(0), false); ok && !apacheTouches(d.block) {
				h.expressions = append(h.expressions, c)
				a.access(h, d, c)
			} else if apacheTouches(d.block) {
				a.matching(h, d, d.arg(0), location)
			}
		case "include", "includeoptional":
			a.missed(d, otherFile)
		case "allowoverride":
			if !strings.EqualFold(d.arg(0), "none") {
				a.missed(d, "files .htaccess may change paths")
			}
		case "directory", "directorymatch", "files", "filesmatch", "proxy", "proxymatch", "limit", "limitexcept", "requireall", "requireany", "requirenone":
			a.inFolder(d)
		case "sethandler":
			if strings.Contains(d.arg(0), "proxy:") {
				a.missed(d, mayChange)
			}
		case "header", "requestheader":
			if d.name == "requestheader" && tellsPath(d.arg(1)) {
				a.missed(d, mayChange)
			}
		case "rewriteengine", "rewritecond", "rewritebase", "proxypassreverse", "proxypassreversecookiepath", "proxypassreversecookiedomain":
		case "rewritemap", "rewriteoptions":
			a.missed(d, mayChange)
		default:
			if d.open || !apacheQuiet(d.name) {
				note := mayChange
				if strings.HasPrefix(d.name, "if") || strings.HasPrefix(d.name, "else") {
					note = notThePath
				}
				a.missed(d, note)
			}
		}
	}
}

// inFolder notes directives that may change paths in a section for folders and
// files.
func (a *apacheReader) inFolder(section *directive) {
	for _, d := range section.block {
		switch {
		case d.name == "allowoverride" && !strings.EqualFold(d.arg(0), "none"):
			a.missed(d, "files .htaccess may change paths")
		case strings.HasPrefix(d.name, "rewriterule"), strings.HasPrefix(d.name, "redirect"), d.name == "fallbackresource", d.name == "sethandler" && strings.Contains(d.arg(0), "proxy:"), d.name == "include", d.name == "includeoptional":
			a.missed(d, mayChange)
		case d.open:
			a.inFolder(d)
		}
	}
}

// access reads the access rules of a <Location>. The last of several sections counts;
// clients that a section allows for reasons other than the path are assumed to be
// allowed.
func (a *apacheReader) access(h *apacheHost, section *directive, c condition) {
	var said, denied []*directive
	for _, d := range section.block {
		text := strings.ToLower(strings.Join(d.args, " "))
		switch {
		case d.name == "require" || d.name == "allow" || strings.HasPrefix(d.name, "require"):
			if said = append(said, d); text == "all denied" {
				denied = append(denied, d)
			}
		case d.name == "deny":
			if said = append(said, d); text == "from all" {
				denied = append(denied, d)
			}
		}
	}
	switch {
	case len(said) == 0:
	case len(said) == len(denied):
		a.understood(section)
		h.refused = append(h.refused, chosen{condition: c, steps: []step{answer{status: 403}}})
	default:
		h.refused = append(h.refused, chosen{condition: c})
	}
}

// apacheTouches reports whether a section does more than refuse requests for reasons
// other than the path.
func apacheTouches(list []*directive) bool {
	return slices.ContainsFunc(list, func(d *directive) bool {
		return d.open || !apacheQuiet(d.name) && !strings.HasPrefix(d.name, "require")
	})
}

// apacheQuiet reports whether a directive has nothing to do with the path of a request.
func apacheQuiet(name string) bool {
	for _, prefix := range []string{
		"ssl", "log", "customlog", "errorlog", "errordocument", "listen", "loadmodule", "loadfile", "servername", "serveralias", "serveradmin", "serverroot", "serversignature", "servertokens", "servertype", "timeout", "keepalive", "maxkeepalive", "user", "group", "auth", "options", "order", "allow", "satisfy", "addtype", "addencoding", "addcharset", "adddefaultcharset", "addlanguage", "addicon", "addoutputfilter", "addinputfilter", "defaulttype", "defaulticon", "typesconfig", "mimemagic", "deflate", "brotli", "expires", "headers", "setenv", "setenvif", "browsermatch", "passenv", "unsetenv", "define", "undefine", "startservers", "minspare", "maxspare", "maxrequest", "maxconnections", "threads", "serverlimit", "threadlimit", "hostname", "usecanonical", "proxypreservehost", "proxyrequests", "proxytimeout", "proxyvia", "proxyadd", "proxyerror", "proxybadheader", "proxyset", "proxyiobuffer", "proxyreceive", "protocols", "h2", "limitrequest", "requestreadtimeout", "traceenable", "fileetag", "enablesendfile", "enablemmap", "pidfile", "mutex", "coredump", "accessfilename", "indexoptions", "indexignore", "indexstyle", "headername", "readmename", "remoteip", "extendedstatus", "balancermember", "cache", "session", "dbd", "ldap", "security", "md", "listenbacklog", "maxrequestworkers", "namevirtualhost", "scriptlog", "languagepriority", "forcelanguage", "http", "dumpio", "substitute", "filter", "setoutputfilter", "setinputfilter", "wsgidaemon", "wsgiapplicationgroup", "wsgipython", "php_", "directoryindex", "accept",
	} {
		if strings.HasPrefix(name, prefix) && name != "acceptpathinfo" {
			return true
		}
	}
	return false
}

// underPrefix holds for paths that alias_match matches: those that begin with the whole
// segments of the prefix, and all paths below a prefix that ends with a slash.
func underPrefix(prefix string) condition {
	if strings.HasSuffix(prefix, "/") {
		return hasPrefix(prefix)
	}
	return below(prefix)
}

// pass reads ProxyPass: https://httpd.apache.org/docs/2.4/mod/mod_proxy.html#proxypass.
func (a *apacheReader) pass(h *apacheHost, d *directive, location string) {
	args := d.args
	if location != "" {
		args = append([]string{location}, args...)
	}
	if len(args) < 2 {
		a.missed(d, mayChange)
		return
	}
	prefix, url := args[0], args[1]
	list := &h.passes
	if location != "" {
		list = &h.located
	}
	raws := slices.ContainsFunc(args[2:], func(s string) bool { return strings.EqualFold(s, "nocanon") })
	under := chosen{condition: underPrefix(prefix)}
	scheme, _, _ := strings.Cut(strings.ToLower(url), "://")
	path := nginxURI(strings.SplitN(url, "|", 2)[0])
	switch {
	case url == "!":
		a.understood(d)
		under.steps = nil
	case (scheme != "http" && scheme != "https" && scheme != "balancer" && scheme != "h2" && scheme != "h2c") || strings.Contains(url, "|") || strings.Contains(url, "$") ||
		strings.HasPrefix(prefix, "~") || strings.Contains(path, "?") || has(prefix+path, apacheEncode.kept.Complement()) || slices.ContainsFunc(args[2:], func(s string) bool { return strings.HasPrefix(strings.ToLower(s), "mapping=") }):
		under.steps = a.given(d, mayChange)
	case raws && (path != prefix && (prefix != "/" || path != "")):
		under.steps = a.given(d, "nocanon is followed only where the path stays as it is")
	case raws:
		a.understood(d)
		under.steps = apacheRaw(apacheEncode)
	default:
		a.understood(d)
		under.steps = []step{replace{prefix, path}, apacheRooted, apacheEncode, forward}
		if prefix == path {
			under.steps = []step{apacheEncode, forward}
		}
	}
	*list = append(*list, under)
}

// apacheRooted adds a leading slash that a ProxyPass has removed.
var apacheRooted = when{not{hasPrefix("/")}, []step{replace{"", "/"}}, nil}

// redirect reads Redirect: https://httpd.apache.org/docs/2.4/mod/mod_alias.html#redirect.
func (a *apacheReader) redirect(h *apacheHost, d *directive, location string) {
	args := d.args
	status := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "/") && !strings.Contains(args[0], ":") {
		status, args = strings.ToLower(args[0]), args[1:]
	}
	prefix := location
	if len(args) > 0 && strings.HasPrefix(args[0], "/") && (location == "" || len(args) > 1) {
		prefix, args = args[0], args[1:]
	}
	n, ok := statusOf(status)
	if status == "gone" {
		n, ok = 410, true
	}
	under := chosen{condition: below(strings.TrimSuffix(prefix, "/"))}
	if prefix == "" || prefix == "/" {
		under.condition = hasPrefix("")
	}
	if ok && n/100 != 3 && len(args) == 0 {
		a.understood(d)
		under.steps = []step{answer{status: n}}
	} else {
		under.steps = a.given(d, "a redirect is not followed")
	}
	h.changed = append(h.changed, under)
}

// matching notes a directive with a regular expression: for matching paths, the result
// is not described.
func (a *apacheReader) matching(h *apacheHost, d *directive, pattern, location string) {
	c, ok := condition(nil), false
	if !strings.HasPrefix(pattern, "!") && location == "" {
		c, ok = expression(pattern, false)
	}
	switch {
	case location != "":
		c = underPrefix(location)
	case !ok:
		c = hasPrefix("")
	default:
		h.expressions = append(h.expressions, c)
	}
	h.changed = append(h.changed, chosen{condition: c, steps: a.given(d, "not followed where it matches")})
}

// location reads <Location>: https://httpd.apache.org/docs/2.4/mod/core.html#location.
func (a *apacheReader) location(h *apacheHost, d *directive) {
	prefix := d.arg(0)
	switch {
	case prefix == "~" || strings.ContainsAny(prefix, "*?[") || prefix == "":
		if len(d.block) > 0 {
			h.changed = append(h.changed, chosen{condition: hasPrefix(""), steps: a.given(d, notThisRegex)})
		}
	default:
		a.access(h, d, underPrefix(prefix))
		if apacheTouches(d.block) {
			a.understood(d)
		}
		a.read(h, d.block, prefix)
	}
}

// steps returns the steps of a server.
func (h *apacheHost) steps(r *configReader) []step {
	if h.keepsEmpty {
		return append(apacheTarget(), notDescribed{"MergeSlashes Off"})
	}
	steps := append(apacheTarget(), apacheSlashes(h.slashes)...)
	steps = append(steps, rule)
	files := []step{notDescribed{"no DocumentRoot"}}
	if h.root != "" {
		files = []step{replace{"", strings.TrimSuffix(h.root, "/")}, app}
	}
	local := r.chooses(h.aliases, files)
	passes := append(slices.Clone(h.located), h.passes...)
	for i, p := range passes {
		if p.steps == nil { // "!"
			passes[i].steps = local
		}
	}
	end := r.chooses(passes, local)
	slices.Reverse(h.refused)
	steps = append(steps, guarded(h.expressions...)...)
	steps = append(append(steps, r.chooses(h.changed, nil)...), r.chooses(h.refused, nil)...)
	return append(steps, end...)
}
