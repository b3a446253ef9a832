package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/licences"
)

// An artefact is what was made for a target.
type artefact struct {
	target
	binaries []string // the programs, in a folder of their own in that for work
	archive  string
}

// A file is one of an archive or a package.
type file struct {
	source string // where it lies
	name   string // its place in an archive
	place  string // its place on a system, in a package
	mode   fs.FileMode
	link   string // what it links to, if it is a symbolic link
}

// documents writes the manual pages and the completions, for which it runs the
// program on this machine.
func (r *release) documents() error {
	man := filepath.Join(r.work, "man")
	completions := filepath.Join(r.work, "completions")
	for _, dir := range []string{man, completions} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
	}
	for _, p := range programs {
		if _, err := r.output(r.goCommand(nil, "-C", p.module, "run", "-trimpath", "-tags", "man", p.main, "man", man)); err != nil {
			return err
		}
	}
	for _, name := range documents {
		text, err := os.ReadFile(filepath.Join(r.root, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(r.work, name), r.linkOut(text), 0o644); err != nil {
			return err
		}
	}
	for shell, name := range shells {
		text, err := r.output(r.goCommand(nil, "run", "-trimpath", "./cmd/percent", "completion", shell))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(completions, name), []byte(text+"\n"), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// documents are those that archives and packages hold.
var documents = []string{"README.md", "CHANGELOG.md"}

// relative is a link of Markdown to a file of the project: neither an address nor a
// heading of the same page.
var relative = regexp.MustCompile(`(\]\(|(?:src|href|srcset)=")([A-Za-z0-9_.][^:)"\s]*)([)"\s])`)

// linkOut makes the links of a document lead to the project's files as they were at
// the release, since those are not beside it.
func (r *release) linkOut(text []byte) []byte {
	at := r.version
	if strings.HasPrefix(at, "v0.0.0-") {
		at = r.commit
	}
	return relative.ReplaceAllFunc(text, func(link []byte) []byte {
		m := relative.FindSubmatch(link)
		view := "/blob/"
		if ext := path.Ext(string(m[2])); ext == ".png" || ext == ".svg" {
			view = "/raw/" // the picture itself
		}
		return slices.Concat(m[1], []byte(homepage+view+at+"/"), m[2], m[3])
	})
}

// shells are those that percent has completions for, with the names of their files.
var shells = map[string]string{"bash": "percent.bash", "zsh": "_percent", "fish": "percent.fish", "powershell": "percent.ps1"}

// documentation is the folder for documents on a system, in packages and the image.
const documentation = "/usr/share/doc/percent/"

// manLinks are manual pages by another name.
var manLinks = map[string]string{"urlencode.1": "percent-encode.1", "urldecode.1": "percent-decode.1"}

// places are where systems look for completions.
var places = map[string]string{
	"percent.bash": "/usr/share/bash-completion/completions/percent",
	"_percent":     "/usr/share/zsh/vendor-completions/_percent",
	"percent.fish": "/usr/share/fish/vendor_completions.d/percent.fish",
}

// build builds the programs for a target, and what they are packed into.
func (r *release) build(t target) (artefact, error) {
	a := artefact{target: t}
	for _, p := range programs {
		binary := filepath.Join(r.work, t.os+"-"+t.arch, p.name)
		if t.os == "windows" {
			binary += ".exe"
		}
		a.binaries = append(a.binaries, binary)
		if err := r.compile(t, p.module, "-X "+versionPackage+".release="+r.version+" -X "+versionPackage+".commit="+r.commit, binary, slices.Concat(tags, []string{p.main})...); err != nil {
			return a, err
		}
	}
	p, err := r.linkedByAll(t)
	if err != nil {
		return a, err
	}
	if err := r.license(p, a.binaries...); err != nil {
		return a, err
	}
	files, err := r.files(a)
	if err != nil {
		return a, err
	}
	a.archive, err = r.pack(a, files)
	if err != nil || t.os != "linux" {
		return a, err
	}
	return a, r.packages(a, files)
}

// programs are those of archives and packages: each with the folder of its module and its
// package in there.
var programs = []struct{ name, module, main string }{
	{"percent", ".", "./cmd/percent"},
	{"percent-parquet", "bulk/parquet", "./cmd/percent-parquet"},
}

// tags leave HTTP/2 out of net/http, half a megabyte: the page and what conform asks
// speak HTTP/1.1.
var tags = []string{"-tags", "nethttpomithttp2"}

// versionPackage is the package that knows what percent is built as.
const versionPackage = "github.com/pct-encoded/percent/internal/cli/commands"

// legal are the files on the licence of the project itself; thirdParty is the one
// with the licences of what a program links.
var legal = []string{"LICENSE", "NOTICE"}

const thirdParty = "THIRD_PARTY_LICENSES"

// compile builds a program of the module in a folder of the project. args are its tags and
// its package.
func (r *release) compile(t target, module, ldflags, out string, args ...string) error {
	build := append([]string{"-C", module, "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w " + ldflags, "-o", out}, args...)
	_, err := r.output(r.goCommand(t.env(), build...))
	return err
}

// license writes the licences of what programs link, which p has found, into a file beside
// them.
func (r *release) license(p *licences.Program, binaries ...string) error {
	if err := p.Check(binaries...); err != nil {
		return err
	}
	text, err := p.Text()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(filepath.Dir(binaries[0]), thirdParty), text, 0o644)
}

// linked finds what a program of the project's module links, by the settings that compile
// builds it with.
func (r *release) linked(t target, args ...string) (*licences.Program, error) {
	return licences.List(r.root, r.environment(t.env()...), args...)
}

// linkedByAll finds what the programs link: from the module of percent-parquet, for which
// percent is a package of another module.
func (r *release) linkedByAll(t target) (*licences.Program, error) {
	return licences.List(filepath.Join(r.root, "bulk", "parquet"), r.environment(t.env()...), slices.Concat(tags, []string{"./cmd/percent-parquet", "github.com/pct-encoded/percent/cmd/percent"})...)
}

// files lists what archives and packages hold.
func (r *release) files(a artefact) ([]file, error) {
	var list []file
	for i, p := range programs {
		list = append(list, file{source: a.binaries[i], name: filepath.Base(a.binaries[i]), place: "/usr/bin/" + p.name, mode: 0o755})
	}
	if a.os != "windows" {
		// Windows needs rights for links: there one copies percent.exe to the name.
		for _, link := range []string{"urlencode", "urldecode"} {
			list = append(list, file{name: link, place: "/usr/bin/" + link, link: programs[0].name})
		}
	}
	for _, name := range legal {
		list = append(list, file{source: filepath.Join(r.root, name), name: name, place: documentation + name, mode: 0o644})
	}
	for _, name := range documents {
		list = append(list, file{source: filepath.Join(r.work, name), name: name, place: documentation + name, mode: 0o644})
	}
	list = append(list, file{source: filepath.Join(filepath.Dir(a.binaries[0]), thirdParty), name: thirdParty, place: documentation + thirdParty, mode: 0o644})
	for page, link := range manLinks {
		list = append(list, file{name: "man/" + page, place: "/usr/share/man/man1/" + page + ".gz", link: link})
	}
	for _, dir := range []string{"man", "completions"} {
		entries, err := os.ReadDir(filepath.Join(r.work, dir))
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			f := file{source: filepath.Join(r.work, dir, e.Name()), name: dir + "/" + e.Name(), mode: 0o644}
			if dir == "man" {
				f.place = "/usr/share/man/man1/" + e.Name() + ".gz"
			} else {
				f.place = places[e.Name()]
			}
			list = append(list, f)
		}
	}
	if a.os == "windows" {
		list = slices.DeleteFunc(list, func(f file) bool { return strings.HasPrefix(f.name, "man/") })
	}
	slices.SortFunc(list, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return list, nil
}

// pack writes the archive of a target and returns its name. Everything in it is in
// a folder of the archive's name.
func (r *release) pack(a artefact, files []file) (string, error) {
	base := "percent_" + r.number() + "_" + a.os + "_" + archName(a.arch)
	pack, suffix := r.tarball, ".tar.gz"
	if a.os == "windows" {
		pack, suffix = r.zip, ".zip"
	}
	name := filepath.Join(r.dir, base+suffix)
	f, err := os.Create(name)
	if err != nil {
		return "", err
	}
	err = pack(f, base, files)
	return name, errors.Join(err, f.Close())
}

// archName is how the names of files write an architecture.
func archName(arch string) string {
	if arch == "arm" {
		return "armv7"
	}
	return arch
}

func (r *release) tarball(w io.Writer, base string, files []file) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	for _, f := range files {
		h := &tar.Header{Name: path.Join(base, f.name), Mode: int64(f.mode), ModTime: r.date, Format: tar.FormatPAX, Typeflag: tar.TypeReg}
		var text []byte
		if f.link != "" {
			h.Typeflag, h.Linkname, h.Mode = tar.TypeSymlink, f.link, 0o777
		} else if text, err = os.ReadFile(f.source); err != nil {
			return err
		}
		h.Size = int64(len(text))
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(text); err != nil {
			return err
		}
	}
	return errors.Join(t.Close(), z.Close())
}

func (r *release) zip(w io.Writer, base string, files []file) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		text, err := os.ReadFile(f.source)
		if err != nil {
			return err
		}
		h := &zip.FileHeader{Name: path.Join(base, f.name), Method: zip.Deflate, Modified: r.date}
		h.SetMode(f.mode)
		e, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := e.Write(text); err != nil {
			return err
		}
	}
	return z.Close()
}
