package hop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
)

// A setting is one value of a file of Traefik, with its keys in lower case.
type setting struct {
	keys  []string
	value string
	line  int
}

func (s setting) directive() *directive {
	return &directive{name: strings.Join(s.keys, "."), args: []string{s.value}, line: s.line}
}

// at returns the key at i, or "".
func (s setting) at(i int) string {
	if 0 <= i && i < len(s.keys) {
		return s.keys[i]
	}
	return ""
}

// readTraefik reads a file of Traefik, static or dynamic, in YAML or TOML, or labels of
// containers. The file does not name the version, and versions differ: the hop is that
// of 3.6.4, as in traefik3.6.4:PathPrefix.
func readTraefik(r *configReader, text string) error {
	settings, err := traefikSettings(text)
	if err != nil {
		return err
	}
	allowed := map[string]bool{}
	var whole, cases []chosen
	for _, s := range settings {
		d := s.directive()
		if s.at(0) == "traefik" {
			s.keys = s.keys[1:]
		}
		last := s.at(len(s.keys) - 1)
		switch {
		case s.at(len(s.keys)-2) == "encodedcharacters":
			if s.at(0) != "entrypoints" {
				whole = append(whole, chosen{condition: hasPrefix(""), steps: r.given(d, "encodedCharacters is followed only at entry points")})
				continue
			}
			r.understood(d)
			allowed[last] = strings.EqualFold(s.value, "true")
		case last == "sanitizepath" && strings.EqualFold(s.value, "false"):
			whole = append(whole, chosen{condition: hasPrefix(""), steps: r.given(d, mayChange)})
		case last == "sanitizepath":
			r.understood(d)
		case s.at(0) == "providers" && (last == "filename" || last == "directory"):
			r.missed(d, otherFile)
		case s.at(0) == "http" && s.at(1) == "middlewares":
			switch s.at(3) {
			case "stripprefix", "stripprefixregex", "addprefix", "replacepath", "replacepathregex", "redirectregex", "plugin":
				steps := r.given(d, mayChange)
				for _, c := range traefikUses(settings, s.at(2)) {
					cases = append(cases, chosen{condition: c, steps: steps})
				}
			}
		case s.at(0) == "http" && s.at(1) == "routers" && last == "rule" && strings.Contains(s.value, "PathRegexp"):
			r.missed(d, notThisRegex)
		case s.at(0) == "experimental" && s.at(1) == "plugins" && last == "modulename":
			r.missed(d, mayChange)
		}
	}
	r.missed(&directive{name: "version", line: 1}, "the file does not say which Traefik reads it: taken as 3.6.4")
	steps := []step{lineFeed, citedForm, split{"?"}}
	for _, x := range traefikRefused {
		if !allowed[x.option] {
			steps = append(steps, refuseText{400, x.text, true})
		}
	}
	steps = append(steps, decode{kept: percent.Unreserved.Complement()}, merge{}, dots{}, rule)
	r.site(1, "entrypoints", "3.6.4", append(steps, r.chooses(append(whole, cases...), []step{forward})...))
	return nil
}

// traefikRefused are the escapes that Traefik refuses, by the options that allow them:
// https://doc.traefik.io/traefik/security/request-path.
var traefikRefused = []struct{ option, text string }{
	{"allowencodedslash", "%2f"},
	{"allowencodedbackslash", "%5c"},
	{"allowencodednullcharacter", "%00"},
	{"allowencodedsemicolon", "%3b"},
	{"allowencodedquestionmark", "%3f"},
	{"allowencodedhash", "%23"},
}

// traefikUses returns conditions for the paths of the routers that use a middleware.
func traefikUses(settings []setting, middleware string) []condition {
	var list []condition
	for _, s := range settings {
		keys := s.keys
		if s.at(0) == "traefik" {
			keys = keys[1:]
		}
		if len(keys) < 4 || keys[1] != "routers" || !strings.HasPrefix(keys[3], "middlewares") || !slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(s.value), func(c rune) bool { return strings.ContainsRune(`,[]"' `, c) }), func(w string) bool {
			name, _, _ := strings.Cut(w, "@")
			return name == middleware
		}) {
			continue
		}
		prefix := strings.Join(s.keys[:len(s.keys)-1], ".")
		found := false
		for _, rule := range settings {
			if strings.Join(rule.keys, ".") != prefix+".rule" || strings.ContainsAny(rule.value, "!") || strings.Contains(rule.value, "PathRegexp") {
				continue
			}
			rest := rule.value
			for {
				i := strings.Index(rest, "PathPrefix(`")
				if i < 0 {
					break
				}
				rest = rest[i+len("PathPrefix(`"):]
				text, after, ok := strings.Cut(rest, "`")
				if !ok {
					break
				}
				rest = after
				if strings.Contains(rule.value, "||") && strings.Count(rule.value, "||")+1 != strings.Count(rule.value, "PathPrefix(`") {
					break
				}
				found = true
				list = append(list, hasPrefix(text))
			}
		}
		if !found {
			list = append(list, hasPrefix(""))
		}
	}
	return list
}

// traefikSettings returns the values of a file whose keys are on lines of their own, as
// in the examples of Traefik's documentation.
func traefikSettings(text string) ([]setting, error) {
	var list []setting
	toml := false
	type level struct {
		indent int
		key    string
	}
	var levels []level
	var table []string
	for i, line := range strings.Split(text, "\n") {
		number := i + 1
		bare := strings.TrimSpace(line)
		if bare == "" || bare[0] == '#' {
			continue
		}
		if j := strings.Index(strings.ToLower(bare), "traefik.http."); j >= 0 && !strings.HasPrefix(bare, "[") {
			rest := strings.Trim(bare[j:], `"'`)
			at := strings.IndexAny(rest, "=:")
			if at < 0 {
				return nil, fmt.Errorf("hop: line %d: a label without a value", number)
			}
			key := strings.Trim(rest[:at], `"' `)
			list = append(list, setting{strings.Split(strings.ToLower(key), "."), plainValue(rest[at+1:]), number})
			continue
		}
		if flag, ok := strings.CutPrefix(strings.Trim(strings.TrimPrefix(bare, "- "), `"'`), "--"); ok {
			key, value, _ := strings.Cut(flag, "=")
			list = append(list, setting{strings.Split(strings.ToLower(key), "."), plainValue(value), number})
			continue
		}
		if strings.HasPrefix(bare, "[") {
			toml = true
			head, _, _ := strings.Cut(strings.TrimLeft(bare, "["), "]")
			table = strings.Split(strings.ToLower(strings.ReplaceAll(head, `"`, "")), ".")
			for j := range table {
				table[j] = strings.TrimSpace(table[j])
			}
			list = append(list, setting{slices.Clone(table), "", number})
			continue
		}
		if toml {
			if key, value, ok := strings.Cut(bare, "="); ok {
				list = append(list, setting{append(slices.Clone(table), strings.Split(strings.ToLower(strings.TrimSpace(key)), ".")...), plainValue(value), number})
			}
			continue
		}
		indent := len(line) - len(strings.TrimLeft(line, " "))
		item := strings.HasPrefix(bare, "- ")
		for len(levels) > 0 && (levels[len(levels)-1].indent > indent || levels[len(levels)-1].indent == indent && !item) {
			levels = levels[:len(levels)-1]
		}
		if len(levels) > maxNesting {
			return nil, fmt.Errorf("hop: line %d: more than %d keys in one another", number, maxNesting)
		}
		keys := make([]string, 0, len(levels)+1)
		for _, l := range levels {
			keys = append(keys, l.key)
		}
		key, value, ok := strings.Cut(strings.TrimPrefix(bare, "- "), ":")
		switch {
		case item && (!ok || strings.ContainsAny(key, "\"'/ ")):
			list = append(list, setting{keys, plainValue(strings.TrimPrefix(bare, "- ")), number})
		case !ok:
		default:
			key = strings.ToLower(strings.Trim(strings.TrimSpace(key), `"'`))
			list = append(list, setting{append(keys, key), plainValue(value), number})
			if !item && plainValue(value) == "" {
				levels = append(levels, level{indent, key})
			}
		}
	}
	return list, nil
}

// plainValue returns a value without the quotation marks and the comment around it.
func plainValue(text string) string {
	text = strings.TrimSpace(text)
	if i := strings.Index(text, " #"); i >= 0 {
		text = strings.TrimSpace(text[:i])
	}
	if len(text) >= 2 && (text[0] == '"' || text[0] == '\'') && text[len(text)-1] == text[0] {
		return text[1 : len(text)-1]
	}
	return strings.TrimRight(text, `"'`)
}
