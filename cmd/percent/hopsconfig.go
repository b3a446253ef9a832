package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/hop/config"
	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/operation/flags"
	programs "github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/results"
)

// configFiles are the configuration files of --config. A chain calls the first one
// config and the second config2.
type configFiles struct {
	names   flags.List
	as      string // the server that reads an Ingress, or ""
	host    string // that requests name, or ""
	configs []config.File
}

// withFiles returns the Read of a question about chains, which may name configuration files.
func withFiles(take func(*configFiles, records.Line, *operation.Call) (results.Result, error)) func(*cobra.Command) commands.Reading {
	return func(cmd *cobra.Command) commands.Reading {
		c := &configFiles{}
		cmd.Flags().Var(&c.names, "config", "read the hop that a chain calls config from a configuration `FILE` of nginx, Apache, HAProxy, Caddy, Traefik, Envoy or Kubernetes")
		cmd.Flags().StringVar(&c.as, "as", "", "read an Ingress as `SERVER` does, ingress-nginx or traefik, or an HTTPRoute, envoy-gateway or istio")
		cmd.Flags().StringVar(&c.host, "host", "", "take the server of a file that answers for `HOST`, such as a.example or https://a.example:8443")
		return func(s *stream.Streams, l records.Line, call *operation.Call) (results.Result, error) {
			if err := c.read(s, call); err != nil {
				return nil, err
			}
			call.Named = c.noted(call)
			return take(c, l, call)
		}
	}
}

// chainOf takes the chain from the values. Without a chain and values, it returns what was
// understood of the files.
func chainOf(c *configFiles, l records.Line, call *operation.Call) (results.Result, error) {
	chain, given := "config", l.Has("file") || l.TableFlag() != ""
	switch {
	case len(l.Args) > 0 && (len(c.names) == 0 || !isTarget(l.Args[0])):
		chain, call.Values = l.Args[0], l.Args[1:]
		call.Notes = append(call.Notes, notTargets(call.Values)...)
	case len(l.Args) == 0 && call.Deny == "" && !given:
		return c.understood(), nil
	}
	if call.Deny != "" && (given || len(call.Values) > 0) {
		return nil, term.UsageError("leave out --deny to follow a target", "--deny takes no targets: it searches for them")
	}
	call.Arguments = []string{chain}
	return nil, nil
}

// twoChains takes the two chains from the values.
func twoChains(_ *configFiles, l records.Line, call *operation.Call) (results.Result, error) {
	call.Arguments, call.Values = l.Args[:2], l.Args[2:]
	return nil, nil
}

// oneName leaves the name in the values.
func oneName(*configFiles, records.Line, *operation.Call) (results.Result, error) { return nil, nil }

// read reads the files.
func (c *configFiles) read(s *stream.Streams, call *operation.Call) error {
	c.configs = nil
	for _, name := range c.names {
		text, err := s.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := config.ReadWith(config.Options{Past: call.Past(), As: c.as, Files: filesBeside(name)}, name, text)
		if err != nil {
			return term.UsageError("", "%s: %s", stream.ShownName(name), strings.TrimPrefix(err.Error(), "config: "))
		}
		c.configs = append(c.configs, file)
	}
	return nil
}

// filesBeside returns the folder of a file, or nil for standard input.
func filesBeside(name string) fs.FS {
	if name == "-" {
		return nil
	}
	return os.DirFS(filepath.Dir(name))
}

// understood returns what was understood of the files.
func (c *configFiles) understood() results.HopsConfigs {
	list := results.HopsConfigs{}
	for i, read := range c.configs {
		list = append(list, understood(c.names[i], configWord(i), read))
	}
	return list
}

// configWord returns the word for a file in a chain.
func configWord(i int) string {
	if i == 0 {
		return "config"
	}
	return "config" + strconv.Itoa(i+1)
}

// noted returns the Named of a call, whose notes become those on the files that its chains
// name.
func (c *configFiles) noted(call *operation.Call) func(name string) (programs.Described, error) {
	notes := make([][]string, len(c.names))
	return func(name string) (programs.Described, error) {
		word, site, named := strings.Cut(strings.TrimSpace(name), ":")
		for i, read := range c.configs {
			if word != configWord(i) {
				continue
			}
			found, ok := read.Site(site)
			if c.host != "" && !named {
				if found, ok = read.For(c.host); !ok {
					return nil, term.UsageError("`--config` without a chain lists its servers", "no server of %s answers for %q", stream.ShownName(c.names[i]), c.host)
				}
			}
			if !ok || named && site == "" {
				return nil, term.UsageError("`--config` without a chain lists them", "%s has no server called %q", stream.ShownName(c.names[i]), site)
			}
			notes[i] = c.missed(i, found, named)
			call.Notes = slices.Concat(notes...)
			return found.Hop, nil
		}
		if word == "config" && len(c.configs) == 0 {
			return nil, term.UsageError("name the file, as in `--config nginx.conf`", "a chain with config takes --config")
		}
		return nil, nil
	}
}

// mostMissed is how many directives that are not followed a note beside the results names.
const mostMissed = 5

// missed reports, in one note, the directives of a file that may change results but that its
// hops do not follow.
func (c *configFiles) missed(i int, found config.Site, named bool) (notes []string) {
	read, file, word := c.configs[i], stream.ShownName(c.names[i]), configWord(i)
	switch {
	case len(read.Sites) < 2 || named:
	case c.host != "":
		notes = append(notes, fmt.Sprintf("of the %d servers of %s, %s:%s in line %d answers for %s", len(read.Sites), file, word, found.Name, found.Line, term.Shown(c.host)))
	default:
		notes = append(notes, fmt.Sprintf("%s has %d servers, and %s is taken to be %s:%s in line %d; --host says for which host another answers", file, len(read.Sites), word, word, found.Name, found.Line))
	}
	var list []string
	for _, m := range read.Missed {
		if one := fmt.Sprintf("line %d, %s (%s)", m.Line, term.Shown(m.Text), m.Changes); m.Changes != "" && !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	if list == nil {
		return notes
	}
	if more := len(list) - mostMissed; more > 0 {
		list = append(list[:mostMissed], fmt.Sprintf("%d more, which `percent hops --config %s` lists", more, file))
	}
	return append(notes, fmt.Sprintf("%s: %d of %d directives followed; not followed, with the targets whose result they can change: %s", file, read.Followed(), read.Directives, strings.Join(list, "; ")))
}

// isTarget reports whether an argument is a target, not a chain.
func isTarget(arg string) bool {
	return strings.HasPrefix(arg, "/") || slices.Contains([]string{"*", "-"}, arg)
}

// notTargets returns a note for the first word that a shell or a slip of the hand made a target.
func notTargets(words []string) []string {
	for _, w := range words {
		if !isTarget(w) && !strings.ContainsAny(w, ":\"") {
			return []string{excerpt.Name(w) + " is sent as a target; one begins with a slash, and a chain is one argument, such as 'nginx > tomcat'"}
		}
	}
	return nil
}

// understood returns what was understood of a file that a chain calls word.
func understood(file, word string, c config.File) results.HopsConfig {
	v := results.HopsConfig{File: file, Kind: c.Kind, Version: c.Sites[0].Hop.Version(), Directives: c.Directives, Followed: c.Followed(), Understood: []results.HopLine{}, Missed: []results.HopLine{}}
	for _, s := range c.Sites {
		v.Servers = append(v.Servers, results.HopServer{Chain: word + ":" + s.Name, Line: s.Line})
	}
	for _, l := range c.Understood {
		v.Understood = append(v.Understood, results.HopLine(l))
	}
	for _, l := range c.Missed {
		v.Missed = append(v.Missed, results.HopLine(l))
	}
	return v
}
