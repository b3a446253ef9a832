package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/hop/config"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/results"
)

// configFiles are the configuration files of --config. A chain calls the first one
// config and the second config2.
type configFiles struct {
	names   flags.List
	configs []config.File
	used    map[int]bool
}

func (c *configFiles) addTo(cmd *cobra.Command) {
	cmd.Flags().Var(&c.names, "config", "read the hop that a chain calls config from a configuration `FILE` of nginx, Apache, HAProxy, Caddy or Traefik")
}

// read reads the files.
func (c *configFiles) read(s *stream.Streams) error {
	c.configs, c.used = nil, map[int]bool{}
	for _, name := range c.names {
		text, err := s.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := config.Read(name, text)
		if err != nil {
			return term.UsageError("", "%s: %s", stream.ShownName(name), strings.TrimPrefix(err.Error(), "config: "))
		}
		c.configs = append(c.configs, file)
	}
	return nil
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

// lookup returns the hop that a name in a chain means.
func (c *configFiles) lookup(name string) (*hop.Hop, error) {
	word, site, named := strings.Cut(strings.TrimSpace(name), ":")
	for i, read := range c.configs {
		if word != configWord(i) {
			continue
		}
		found, ok := read.Site(site)
		if !ok || named && site == "" {
			return nil, term.UsageError("`--config` without a chain lists them", "%s has no server called %q", stream.ShownName(c.names[i]), site)
		}
		c.used[i] = true
		return found.Hop, nil
	}
	if word == "config" && len(c.configs) == 0 {
		return nil, term.UsageError("name the file, as in `--config nginx.conf`", "a chain with config takes --config")
	}
	return hop.Lookup(name)
}

// mostMissed is how many directives that were not understood get a note beside the
// results.
const mostMissed = 10

// note reports the directives that may change paths but that the hops of a chain do not
// follow.
func (c *configFiles) note(s *stream.Streams) {
	for i, read := range c.configs {
		if !c.used[i] {
			continue
		}
		file := stream.ShownName(c.names[i])
		if site, _ := read.Site(""); len(read.Sites) > 1 {
			s.UI.Note("%s has %d servers; %s alone is %s:%s", file, len(read.Sites), configWord(i), configWord(i), site.Name)
		}
		for _, m := range read.Missed[:min(mostMissed, len(read.Missed))] {
			s.UI.Note("%s:%d: not understood: %s: %s", file, m.Line, term.Shown(m.Text), results.HopLine(m).Why())
		}
		if more := len(read.Missed) - mostMissed; more > 0 {
			s.UI.Note("%s: %d more lines are not understood; `percent hops --config %s` lists them", file, more, file)
		}
	}
}

// isTarget reports whether an argument is a target, not a chain.
func isTarget(arg string) bool {
	return strings.HasPrefix(arg, "/") || slices.Contains([]string{"*", "-"}, arg)
}

// understood returns what was understood of a file that a chain calls word.
func understood(file, word string, c config.File) results.HopsConfig {
	v := results.HopsConfig{File: file, Kind: c.Kind, Understood: []results.HopLine{}, Missed: []results.HopLine{}}
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
