package config

import (
	"io/fs"
	"path"
	"strings"

	"github.com/pct-encoded/percent/hop"
)

// Options are what else a file is read with.
type Options struct {
	hop.Past
	// As is the server that reads an Ingress, "ingress-nginx" or "traefik", with or without an @
	// and a version, or an HTTPRoute, "envoy-gateway" or "istio", or "" for the one of its class.
	As string
	// Files is the folder of the file, for the files that it includes, or nil to read none. It
	// stands for /etc/nginx and for the folders of other servers.
	Files fs.FS
}

// maxIncluded limits the files that a file includes.
const maxIncluded = 1000

// includeFolders are the folders of configurations, which the folder of a file stands for.
var includeFolders = []string{"/etc/nginx/", "/usr/local/nginx/conf/", "/usr/local/etc/nginx/", "/etc/apache2/", "/etc/httpd/", "/etc/caddy/"}

// included puts the directives of files beside this one in the place of those that include them,
// as far as there are such files. parse reads one of them.
func (r *configReader) included(list []*directive, names string, parse func(text string) ([]*directive, error), depth int) ([]*directive, error) {
	if depth > maxNesting {
		return list, nil
	}
	words := namesOf(names)
	var all []*directive
	for _, d := range list {
		inner, err := r.included(d.block, names, parse, depth+1)
		if err != nil {
			return nil, err
		}
		if d.block = inner; !words[d.name] {
			all = append(all, d)
			continue
		}
		texts, ok := r.beside(d.arg(0))
		if !ok {
			all = append(all, d)
			continue
		}
		for _, one := range texts {
			found, err := parse(one.text)
			if err == nil {
				found, err = r.included(found, names, parse, depth+1)
			}
			if err != nil {
				return nil, err
			}
			mark(found, one.name, d.at())
			all = append(all, found...)
		}
		if !r.reuse(len(all)) {
			return nil, r.failed
		}
	}
	return all, nil
}

// mark notes the file that directives are of, and the line of this file that includes it.
func mark(list []*directive, name string, line int) {
	for _, d := range list {
		if d.file == "" {
			d.file = name
		}
		d.from = line
		mark(d.block, name, line)
	}
}

// at returns the line of a directive in this file.
func (d *directive) at() int {
	if d.file != "" {
		return d.from
	}
	return d.line
}

type includedFile struct{ name, text string }

// beside returns the files that a pattern names. It reports false if they are not known.
func (r *configReader) beside(pattern string) (list []includedFile, ok bool) {
	for _, folder := range includeFolders {
		pattern = strings.TrimPrefix(pattern, folder)
	}
	pattern = strings.TrimPrefix(pattern, "./")
	wild := strings.ContainsAny(pattern, "*?[")
	var names []string
	err := fs.ErrNotExist
	if r.files != nil {
		names, err = fs.Glob(r.files, pattern)
	}
	if text := nginxTexts.Get()[path.Base(pattern)]; text != "" && r.config.Kind == "nginx" && len(names) == 0 {
		return []includedFile{{plainName(path.Base(pattern)), text}}, true
	}
	if err != nil || !fs.ValidPath(pattern) || len(names) == 0 && !wild || nginxShipped.Get()[path.Base(pattern)] {
		return nil, false
	}
	if _, err := fs.Stat(r.files, path.Dir(pattern)); err != nil {
		return nil, false
	}
	for _, name := range names {
		if r.count++; r.count > maxIncluded {
			return nil, false
		}
		text, err := fs.ReadFile(r.files, name)
		if err != nil {
			return nil, false // a folder, too
		}
		if r.length += len(text); r.length > maxLength {
			r.fail(errTooLong)
			return nil, false
		}
		list = append(list, includedFile{plainName(name), strings.TrimPrefix(string(text), "\uFEFF")})
	}
	return list, true
}
