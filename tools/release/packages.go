package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/apk" // the formats that are written
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

const (
	homepage   = "https://github.com/pct-encoded/percent"
	summary    = "percent-encoding toolkit"
	maintainer = "The percent authors <percent@users.noreply.github.com>"
)

const description = summary + `
percent percent-encodes, percent-decodes, repairs, compares and explains text and
URLs in every percent-encoding dialect in use.`

// packages writes the packages of a target, which runs Linux.
func (r *release) packages(a artefact, list []file) error {
	contents, err := r.contents(a, list)
	if err != nil {
		return err
	}
	for _, format := range []string{"deb", "rpm", "apk"} {
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
			License:         "MIT",
			DisableGlobbing: true,
			MTime:           r.date,
			Overridables: nfpm.Overridables{
				// These packages have a program urlencode, too.
				Conflicts: map[string][]string{"deb": {"gridsite-clients"}, "rpm": {"gridsite-clients"}}[format],
				RPM:       nfpm.RPM{Summary: summary, BuildHost: "localhost", Compression: "gzip"},
				Contents:  clone(contents),
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

func clone(contents files.Contents) files.Contents {
	var list files.Contents
	for _, c := range contents {
		one := *c
		info := *c.FileInfo
		one.FileInfo = &info
		list = append(list, &one)
	}
	return list
}

// contents lists the files of packages. Manual pages are compressed, as Debian
// wants them.
func (r *release) contents(a artefact, list []file) (files.Contents, error) {
	var contents files.Contents
	for _, f := range list {
		c := &files.Content{Source: f.source, Destination: f.place, FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: f.mode, MTime: r.date}}
		switch {
		case f.place == "":
			continue // of no use on Linux
		case f.link != "":
			c.Type, c.Source = files.TypeSymlink, f.link
		case f.name == "LICENSE":
			c.Source, c.Destination = filepath.Join(filepath.Dir(a.binary), "copyright"), documentation+"copyright"
			if err := copyright(f.source, c.Source); err != nil {
				return nil, err
			}
		case strings.HasSuffix(f.place, ".gz"):
			c.Source = filepath.Join(filepath.Dir(a.binary), filepath.Base(f.place))
			if err := compress(f.source, c.Source); err != nil {
				return nil, err
			}
		}
		contents = append(contents, c)
	}
	return contents, nil
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
