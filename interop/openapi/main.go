// Command openapi records how parameters of OpenAPI arrive: what clients of APIs send for each style, what
// libraries of servers read from that, and which schema resolvers find by a JSON Pointer in a fragment:
//
//	go run ./openapi
//
// Started in interop, it writes openapi/recordings.json and ../docs/data/openapi-clients.md. The programs
// come from npm and from the Go module proxy.
package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
)

var (
	//go:embed cases.json
	casesText []byte
	//go:embed main.mjs
	nodeProgram []byte
	//go:embed libraries.go.txt
	goProgram []byte
)

type parameter struct {
	In      string `json:"in"`
	Style   string `json:"style"`
	Explode bool   `json:"explode"`
	Name    string `json:"name"`
	Value   any    `json:"value"`
}

type target struct {
	Index  int    `json:"index"`
	Target string `json:"target"`
}

type cases struct {
	Parameters []parameter `json:"parameters"`
	Keys       []string    `json:"keys"`
	Fragments  []string    `json:"fragments"`
	Targets    []target    `json:"targets,omitempty"`
}

// A recording is what the programs answered: of writers a target for each parameter, of readers a value for
// each of Targets, of resolvers a key for each fragment. Null is an error, or no support.
type recording struct {
	Versions map[string]string    `json:"versions"`
	Write    map[string][]*string `json:"write"`
	Targets  []target             `json:"targets,omitempty"`
	Read     map[string][]any     `json:"read"`
	Resolve  map[string][]*string `json:"resolve"`
}

var (
	writers   = []string{"openapi-fetch", "swagger-client", "oapi-codegen", "go-openapi"}
	readers   = []string{"oapi-codegen", "kin-openapi"}
	resolvers = []string{"json-schema-ref-parser", "swagger-client", "go-openapi"}
)

func main() {
	if err := record(); err != nil {
		fmt.Fprintln(os.Stderr, "openapi: error:", err)
		os.Exit(1)
	}
}

func record() error {
	var c cases
	if err := json.Unmarshal(casesText, &c); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "openapi-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := install(dir); err != nil {
		return err
	}
	var all recording
	for _, program := range [][]string{{"node", "main.mjs"}, {"./openapi"}} {
		if err := ask(dir, program, c, &all); err != nil {
			return err
		}
	}
	// The Go program is asked once more, for what it reads.
	for i := range c.Parameters {
		for _, w := range writers {
			if t := all.Write[w][i]; t != nil && !slices.Contains(all.Targets, target{i, *t}) {
				all.Targets = append(all.Targets, target{i, *t})
			}
		}
	}
	c.Targets = all.Targets
	if err := ask(dir, []string{"./openapi"}, c, &all); err != nil {
		return err
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(all); err != nil {
		return err
	}
	if err := os.WriteFile("openapi/recordings.json", b.Bytes(), 0o666); err != nil {
		return err
	}
	return os.WriteFile("../docs/data/openapi-clients.md", page(c, all), 0o666)
}

// install brings the programs into a folder.
func install(dir string) error {
	files := map[string][]byte{"package.json": []byte(`{"private": true}`), "main.mjs": nodeProgram, "main.go": goProgram, "go.mod": []byte("module openapi\n\ngo 1.26\n")}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return err
		}
	}
	for _, c := range [][]string{
		{"npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "openapi-fetch@0.17.0", "swagger-client@3.37.3", "@apidevtools/json-schema-ref-parser@15.5.2"},
		{"go", "get", "github.com/oapi-codegen/runtime@v1.9.0", "github.com/getkin/kin-openapi@v0.153.0", "github.com/go-openapi/runtime@v0.33.4", "github.com/go-openapi/jsonreference@v1.0.3"},
		{"go", "mod", "tidy"},
		{"go", "build", "-o", "openapi", "."},
	} {
		cmd := exec.Command(c[0], c[1:]...)
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: %w", strings.Join(c, " "), err)
		}
	}
	return nil
}

// ask adds the answers of a program to those of others.
func ask(dir string, program []string, c cases, all *recording) error {
	in, err := json.Marshal(c)
	if err != nil {
		return err
	}
	cmd := exec.Command(program[0], program[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Stderr = dir, bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return err
	}
	return json.Unmarshal(out, all) // into the maps that there are
}

const intro = `# Clients of APIs: how parameters of OpenAPI arrive

OpenAPI says by a *style* how a parameter stands in a URL. These programs were run on the same parameters by [` + "`interop/openapi`" + `](../../interop/openapi): %s. Of oapi-codegen it is what the functions of its runtime return that generated code calls; go-openapi has the formats of Swagger 2 (csv, multi, ssv, pipes) and no labels, matrices and objects. Servers by oapi-codegen bind the raw query, and kin-openapi routes by its gorillamux.

- openapi-fetch writes names as they are: ` + "`q&x=a` for a parameter `q&x`, `q+x=a` for `q+x`" + `.
- In spaceDelimited and pipeDelimited arrays, a space or a bar of an item and one between items look the same once they are decoded.
- go-openapi escapes the commas and bars between items as it does those in them, so that oapi-codegen reads ` + "`q=a%%2Cb`" + ` as one item.
- oapi-codegen decodes a parameter of a path before it splits it, and kin-openapi one of a query: ` + "`a%%2Cb,c`" + ` arrives as three items. In a path, kin-openapi checks what its gorillamux gives, escapes included.
- In a fragment with a JSON Pointer, json-schema-ref-parser decodes twice, so that it finds ` + "`a%%b` for `a%%2525b`" + `; swagger-client reads ` + "`+`" + ` as a space.

## What they send

| style | name | value | %s |
|---|---|---|%s
`

// page returns the document.
func page(c cases, r recording) []byte {
	var b bytes.Buffer
	var versions []string
	for _, name := range []string{"openapi-fetch", "swagger-client", "json-schema-ref-parser", "oapi-codegen", "kin-openapi", "go-openapi", "jsonreference"} {
		versions = append(versions, name+" "+r.Versions[name])
	}
	fmt.Fprintf(&b, intro, strings.Join(versions, ", "), strings.Join(writers, " | "), strings.Repeat("---|", len(writers)))
	for i, p := range c.Parameters {
		fmt.Fprintf(&b, "| %s | %s | %s |", p.style(), code(p.Name), code(quoted(p.Value)))
		for _, w := range writers {
			b.WriteString(" " + text(r.Write[w][i]) + " |")
		}
		b.WriteByte('\n')
	}
	b.WriteString("\n## What is read otherwise\n\nWhat a server reads that is not what the client was given; `!` is an error.\n\n| read by | style | name | value | target | read | sent by |\n|---|---|---|---|---|---|---|\n")
	for _, reader := range readers {
		for i, t := range r.Targets {
			p, got := c.Parameters[t.Index], r.Read[reader][i]
			if reflect.DeepEqual(got, p.Value) {
				continue
			}
			read := "`!`"
			if got != nil {
				read = code(quoted(got))
			}
			var by []string
			for _, w := range writers {
				if sent := r.Write[w][t.Index]; sent != nil && *sent == t.Target {
					by = append(by, w)
				}
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", reader, p.style(), code(p.Name), code(quoted(p.Value)), code(t.Target), read, strings.Join(by, ", "))
		}
	}
	fmt.Fprintf(&b, "\n## JSON Pointers in fragments\n\nWhich of the keys of `definitions` each `$ref` of `#/definitions/` and the text finds. RFC 6901 (section 6) decodes the fragment first, and then reads `~1` as `/` and `~0` as `~`: `a%%2Fb` would be two keys. The keys are %s.\n\n| fragment | %s |\n|---|%s\n", codes(c.Keys), strings.Join(resolvers, " | "), strings.Repeat("---|", len(resolvers)))
	for i, f := range c.Fragments {
		b.WriteString("| " + code(f) + " |")
		for _, name := range resolvers {
			b.WriteString(" " + text(r.Resolve[name][i]) + " |")
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// style returns the style of a parameter, with "explode" if it is exploded.
func (p parameter) style() string {
	if p.Explode {
		return p.Style + ", explode"
	}
	return p.Style
}

func text(t *string) string {
	if t == nil {
		return "none"
	}
	return code(*t)
}

func quoted(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // what came from JSON always has a form
	return strings.TrimSuffix(b.String(), "\n")
}

func codes(list []string) string {
	var words []string
	for _, s := range list {
		words = append(words, code(s))
	}
	return strings.Join(words, ", ")
}

// code returns a text as code in a table.
func code(text string) string { return "`" + strings.ReplaceAll(text, "|", `\|`) + "`" }
