package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/apk" // the formats that are written
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

const (
	homepage   = "https://github.com/pct-encoded/percent"
	summary    = "toolkit for percent-encoding in every dialect in use"
	maintainer = "The percent authors <percent@users.noreply.github.com>"
)

const description = summary + `
percent percent-encodes, percent-decodes, repairs, compares and explains
text and URLs, as the specifications have it and as the libraries of many
languages do it. It is also called urlencode and urldecode.`

// packages writes the packages of a target, which runs Linux.
func (r *release) packages(a artefact, list []file) error {
	for _, format := range []string{"deb", "rpm", "apk"} {
		contents, err := r.contents(format, a, list)
		if err != nil {
			return err
		}
		arch := a.arch
		if arch == "arm" {
			arch = "arm7"
		}
		// Making a package changes its configuration.
		info := nfpm.WithDefaults(&nfpm.Info{
			Name:            "percent",
			Arch:            arch,
			Platform:        "linux",
			Version:         r.version,
			Section:         "utils",
			Priority:        "optional",
			Maintainer:      maintainer,
			Description:     description,
			Homepage:        homepage,
			License:         map[string]string{"rpm": "MIT", "apk": "MIT"}[format], // Debian has a file for it
			DisableGlobbing: true,
			MTime:           r.date,
			Overridables: nfpm.Overridables{
				// These packages have a program urlencode, too.
				Conflicts: map[string][]string{"deb": {"gridsite-clients"}, "rpm": {"gridsite-clients"}}[format],
				RPM:       nfpm.RPM{Summary: summary, BuildHost: "localhost", Compression: "gzip"},
				Contents:  contents,
			},
		})
		if err := nfpm.PrepareForPackager(info, format); err != nil {
			return err
		}
		packager, err := nfpm.Get(format)
		if err != nil {
			return err
		}
		f, err := os.Create(filepath.Join(r.dir, packager.ConventionalFileName(info)))
		if err != nil {
			return err
		}
		if err := errors.Join(packager.Package(info, f), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// contents lists the files of a package. Manual pages are compressed, as Debian
// wants them.
func (r *release) contents(format string, a artefact, list []file) (files.Contents, error) {
	work := filepath.Dir(a.binaries[0])
	var contents files.Contents
	add := func(c *files.Content, mode fs.FileMode) {
		c.FileInfo = &files.ContentFileInfo{Owner: "root", Group: "root", Mode: mode, MTime: r.date}
		contents = append(contents, c)
	}
	for _, f := range list {
		c := &files.Content{Source: f.source, Destination: f.place}
		switch {
		case f.place == "":
			continue // of no use on Linux
		case f.link != "":
			c.Type, c.Source = files.TypeSymlink, f.link
			if strings.HasSuffix(f.place, ".gz") {
				c.Source += ".gz"
			}
		case f.name == "completions/_percent" && format != "deb":
			// Debian alone keeps /site-functions for the administrator.
			c.Destination = "/usr/share/zsh/site-functions/_percent"
		case format == "rpm" && (slices.Contains(legal, f.name) || f.name == thirdParty):
			c.Type, c.Destination = files.TypeRPMLicense, "/usr/share/licenses/percent/"+f.name
		case f.name == "LICENSE":
			c.Source, c.Destination = filepath.Join(work, "copyright"), documentation+"copyright"
			if err := copyright(f.source, c.Source); err != nil {
				return nil, err
			}
		case format == "deb" && f.name == "CHANGELOG.md":
			c.Source, c.Destination = filepath.Join(work, "NEWS.gz"), documentation+"NEWS.gz"
			if err := compress(f.source, c.Source); err != nil {
				return nil, err
			}
		case format == "rpm" && strings.HasPrefix(f.place, documentation):
			c.Type = files.TypeRPMDoc
		case strings.HasSuffix(f.place, ".gz"):
			c.Source = filepath.Join(work, filepath.Base(f.place))
			if err := compress(f.source, c.Source); err != nil {
				return nil, err
			}
		}
		add(c, f.mode)
	}
	if format == "deb" {
		name := filepath.Join(work, "changelog")
		if err := os.WriteFile(name, []byte(r.debianChangelog()), 0o644); err != nil {
			return nil, err
		}
		if err := compress(name, name+".gz"); err != nil {
			return nil, err
		}
		add(&files.Content{Source: name + ".gz", Destination: documentation + "changelog.gz"}, 0o644)
	}
	return contents, nil
}

// debianChangelog is the file that Debian wants in every package. What is new stands
// in NEWS.gz.
func (r *release) debianChangelog() string {
	version := strings.Replace(r.number(), "-", "~", 1) // a prerelease sorts before its release
	return "percent (" + version + ") unstable; urgency=medium\n\n  * Release " + r.version + "; NEWS.gz says what is new.\n\n -- " +
		maintainer + "  " + r.date.Format(time.RFC1123Z) + "\n"
}

// copyright writes the file of that name, which Debian wants to have all licences or
// to say where they are.
func copyright(license, to string) error {
	text, err := os.ReadFile(license)
	if err != nil {
		return err
	}
	more := "\nThe source is at " + homepage + ".\n\n" +
		"The program also holds code and data of others. Their copyright notices and\nlicences are in " + documentation + thirdParty + ".\n"
	return os.WriteFile(to, append(text, more...), 0o644)
}

func compress(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(text); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(to, b.Bytes(), 0o644)
}
