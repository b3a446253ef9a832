package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/licensecheck"
)

// sum returns the SHA-256 of a file in hexadecimal digits.
func sum(name string) (string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	s := sha256.Sum256(text)
	return hex.EncodeToString(s[:]), nil
}

// A download is an archive as the formula and the manifest name it.
type download struct{ OS, Arch, URL, SHA256, Folder string }

// downloads returns the archives that have the system.
func (r *release) downloads(built []artefact, systems ...string) ([]download, error) {
	var list []download
	for _, a := range built {
		if !slices.Contains(systems, a.os) {
			continue
		}
		s, err := sum(a.archive)
		if err != nil {
			return nil, err
		}
		name := filepath.Base(a.archive)
		list = append(list, download{
			OS: a.os, Arch: a.arch, SHA256: s,
			URL:    homepage + "/releases/download/" + r.version + "/" + name,
			Folder: strings.TrimSuffix(strings.TrimSuffix(name, ".zip"), ".tar.gz"),
		})
	}
	return list, nil
}

var formula = template.Must(template.New("").Parse(`class Percent < Formula
  desc "Percent-encoding toolkit"
  homepage "{{.Homepage}}"
  version "{{.Version}}"
  license "MIT"
{{range $os, $list := .Systems}}
  on_{{$os}} do
{{- range $list}}
    on_{{.CPU}} do
      url "{{.URL}}"
      sha256 "{{.SHA256}}"
    end
{{- end}}
  end
{{end}}
  def install
    bin.install "percent", "percent-parquet"
    bin.install_symlink bin/"percent" => "urlencode"
    bin.install_symlink bin/"percent" => "urldecode"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/percent.bash" => "percent"
    zsh_completion.install "completions/_percent"
    fish_completion.install "completions/percent.fish"
    pwsh_completion.install "completions/percent.ps1"
  end

  test do
    assert_equal "a%20b\n", shell_output("#{bin}/percent encode 'a b'")
  end
end
`))

// homebrew writes the formula. Homebrew knows two architectures a system.
func (r *release) homebrew(built []artefact) error {
	list, err := r.downloads(built, "darwin", "linux")
	if err != nil {
		return err
	}
	type brew struct {
		download
		CPU string
	}
	systems := map[string][]brew{}
	for _, d := range list {
		system := map[string]string{"darwin": "macos", "linux": "linux"}[d.OS]
		if cpu := map[string]string{"amd64": "intel", "arm64": "arm"}[d.Arch]; cpu != "" {
			systems[system] = append(systems[system], brew{d, cpu})
		}
	}
	var b bytes.Buffer
	if err := formula.Execute(&b, map[string]any{"Homepage": homepage, "Version": r.number(), "Systems": systems}); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.dir, "percent.rb"), b.Bytes(), 0o644)
}

// scoop writes the manifest.
func (r *release) scoop(built []artefact) error {
	list, err := r.downloads(built, "windows")
	if err != nil {
		return err
	}
	type download struct {
		URL    string `json:"url"`
		Hash   string `json:"hash"`
		Folder string `json:"extract_dir"`
	}
	architecture := map[string]download{}
	for _, d := range list {
		name := map[string]string{"amd64": "64bit", "386": "32bit", "arm64": "arm64"}[d.Arch]
		architecture[name] = download{d.URL, d.SHA256, d.Folder}
	}
	return r.writeJSON("percent.json", struct {
		Version      string              `json:"version"`
		Description  string              `json:"description"`
		Homepage     string              `json:"homepage"`
		License      string              `json:"license"`
		Architecture map[string]download `json:"architecture"`
		Bin          []any               `json:"bin"`
	}{
		r.number(), "Percent-encoding toolkit", homepage, "MIT", architecture,
		[]any{"percent.exe", "percent-parquet.exe", []string{"percent.exe", "urlencode", "encode"}, []string{"percent.exe", "urldecode", "decode"}},
	})
}

func (r *release) writeJSON(name string, v any) error {
	text, err := json.MarshalIndent(v, "", "    ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.dir, name), append(text, '\n'), 0o644)
}

// container writes the file for an image that holds nothing but the programs and their
// licences, for each processor that there is an archive for.
func (r *release) container([]artefact) error {
	archive := "percent_" + r.number() + "_linux_${TARGETARCH}"
	var copied strings.Builder
	for _, name := range append(slices.Clone(legal), thirdParty) {
		copied.WriteString("/" + archive + "/" + name + " ")
	}
	text := `# An image of percent alone. Beside the archives:
#
#     docker build -f Containerfile -t percent .
#     docker run --rm -i percent decode < urls.txt
#
# ADD takes an archive apart.
FROM scratch AS files
ARG TARGETARCH=amd64
ADD ` + archive + `.tar.gz /

FROM scratch
ARG TARGETARCH=amd64
LABEL org.opencontainers.image.title="percent" \
      org.opencontainers.image.version="` + r.number() + `" \
      org.opencontainers.image.revision="` + r.commit + `" \
      org.opencontainers.image.source="` + homepage + `" \
      org.opencontainers.image.licenses="MIT"
COPY --from=files ` + copied.String() + documentation + `
COPY --from=files /` + archive + `/percent /` + archive + `/percent-parquet /
USER 65534:65534
ENTRYPOINT ["/percent"]
`
	return os.WriteFile(filepath.Join(r.dir, "Containerfile"), []byte(text), 0o644)
}

// data are what NOTICE names by the file that holds it.
var data = map[string]cdx.Component{
	"charset/tables.go": {
		BOMRef: "encoding-standard", Type: cdx.ComponentTypeData, Name: "Encoding Standard: labels and indexes",
		Supplier: &cdx.OrganizationalEntity{Name: "WHATWG"}, Licenses: &cdx.Licenses{{License: &cdx.License{ID: "BSD-3-Clause"}}},
	},
	"inspect/internal/text/names15.bin": {
		BOMRef: "unicode-names", Type: cdx.ComponentTypeData, Name: "Unicode Character Database: names",
		Supplier: &cdx.OrganizationalEntity{Name: "Unicode, Inc."}, Licenses: &cdx.Licenses{{License: &cdx.License{ID: "Unicode-3.0"}}},
	},
	"internal/uts46/tables.go": {
		BOMRef: "unicode-data", Type: cdx.ComponentTypeData, Name: "Unicode Character Database and UTS #46 data",
		Supplier: &cdx.OrganizationalEntity{Name: "Unicode, Inc."}, Licenses: &cdx.Licenses{{License: &cdx.License{ID: "Unicode-3.0"}}},
	},
}

// licensed returns the identifiers of SPDX of the licences in a text. Another licence
// than is known is an error, so that somebody looks at it.
func licensed(about, text string) (ids []string, err error) {
	found := licensecheck.Scan([]byte(text))
	for _, m := range found.Match {
		// A grant of patents has no identifier.
		if !m.IsURL && m.ID != "GooglePatentsFile" && !slices.Contains(ids, m.ID) {
			ids = append(ids, m.ID)
		}
	}
	file := strings.ToUpper(path.Base(about[strings.LastIndexByte(about, ' ')+1:]))
	if len(ids) == 0 && !strings.HasPrefix(file, "NOTICE") && !strings.HasPrefix(file, "PATENTS") {
		return nil, fmt.Errorf("no licence is recognised in %s", about)
	}
	return ids, nil
}

// materials writes the bill of materials: the modules that programs link, and the
// data in them, with their licences.
func (r *release) materials(built []artefact) error {
	main := cdx.Component{
		BOMRef: "percent", Type: cdx.ComponentTypeApplication, Name: "percent", Version: r.version,
		PackageURL: "pkg:golang/github.com/pct-encoded/percent@" + r.version,
		Licenses:   &cdx.Licenses{{License: &cdx.License{ID: "MIT"}}},
	}
	byRef := map[string]*cdx.Component{}
	for _, a := range built {
		sums := map[string]string{}
		for _, binary := range a.binaries {
			info, err := buildinfo.ReadFile(binary)
			if err != nil {
				return err
			}
			for _, m := range info.Deps {
				sums[m.Path+" "+m.Version] = m.Sum
			}
		}
		program, err := r.linkedByAll(a.target)
		if err != nil {
			return err
		}
		parts, err := program.Parts()
		if err != nil {
			return err
		}
		for _, part := range parts {
			if part.Of == "" {
				continue
			}
			name, version, _ := strings.Cut(part.Of, " ")
			if version == "" { // a file, which has none of its own
				c, ok := data[name]
				if !ok {
					return fmt.Errorf("NOTICE names %s, of which the bill of materials knows nothing", name)
				}
				byRef[c.BOMRef] = &c
				continue
			}
			purl := "pkg:golang/" + strings.ToLower(name) + "@" + version
			c := cdx.Component{
				BOMRef: purl, Type: cdx.ComponentTypeLibrary, Name: name, Version: version, PackageURL: purl,
				Properties: &[]cdx.Property{{Name: "go:sum", Value: sums[part.Of]}},
			}
			if name == "Go" {
				c = cdx.Component{BOMRef: "std", Type: cdx.ComponentTypeLibrary, Name: "std", Version: version, PackageURL: "pkg:golang/std@" + version}
			}
			if byRef[c.BOMRef] == nil {
				c.Licenses = &cdx.Licenses{}
				byRef[c.BOMRef] = &c
			}
			ids, err := licensed(part.About, part.Text)
			if err != nil {
				return err
			}
			list := byRef[c.BOMRef].Licenses
			for _, id := range ids {
				if !slices.ContainsFunc(*list, func(l cdx.LicenseChoice) bool { return l.License.ID == id }) {
					*list = append(*list, cdx.LicenseChoice{License: &cdx.License{ID: id}})
				}
			}
		}
	}
	refs := slices.Sorted(maps.Keys(byRef))
	components := []cdx.Component{}
	for _, ref := range refs {
		components = append(components, *byRef[ref])
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Timestamp: r.date.Format(time.RFC3339), Component: &main}
	bom.Components = &components
	bom.Dependencies = &[]cdx.Dependency{{Ref: "percent", Dependencies: &refs}}
	f, err := os.Create(filepath.Join(r.dir, "percent_"+r.number()+".cdx.json"))
	if err != nil {
		return err
	}
	return errors.Join(cdx.NewBOMEncoder(f, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom), f.Close())
}

// notes writes the section of the changelog about the version: that under its
// heading, which a release must have; a snapshot takes "Unreleased".
func (r *release) notes() error {
	text, err := os.ReadFile(filepath.Join(r.root, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	body, err := section(string(text), r.version)
	if err != nil && strings.HasPrefix(r.version, "v0.0.0-") {
		body, err = section(string(text), "Unreleased")
	}
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.dir, "NOTES.md"), r.linkOut([]byte(body)), 0o644)
}

// section returns what is under the heading of a changelog that begins with a word.
func section(text, word string) (string, error) {
	var b strings.Builder
	in := false
	for line := range strings.Lines(text) {
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			if in {
				break
			}
			in = strings.HasPrefix(heading+" ", word+" ") || strings.HasPrefix(heading, word+"\n")
			continue
		}
		if in {
			b.WriteString(line)
		}
	}
	body := strings.TrimSpace(b.String())
	if body == "" {
		return "", fmt.Errorf("CHANGELOG.md says nothing under %q", word)
	}
	return body + "\n", nil
}

// checksums writes the SHA-256 of all other files, as sha256sum reads them.
func (r *release) checksums([]artefact) error {
	entries, err := os.ReadDir(r.dir)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, e := range entries {
		s, err := sum(filepath.Join(r.dir, e.Name()))
		if err != nil {
			return err
		}
		b.WriteString(s + "  " + e.Name() + "\n")
	}
	return os.WriteFile(filepath.Join(r.dir, "SHA256SUMS"), []byte(b.String()), 0o644)
}
