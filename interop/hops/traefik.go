package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// traefikVersions are those of which the module proxy has the source.
var traefikVersions = []string{"3.6.6", "3.6.7", "3.6.12", "3.7.11", "3.7.13"}

// traefikModules are the modules that the parts which are built here need.
const traefikModules = `
require (
	github.com/gorilla/mux v1.8.1
	github.com/rs/zerolog v1.34.0
	github.com/vulcand/oxy/v2 v2.0.3
	github.com/vulcand/predicate v1.3.0
	go.yaml.in/yaml/v3 v3.0.4
	golang.org/x/text v0.37.0
)
replace github.com/gorilla/mux => github.com/containous/mux v0.0.0-20250523120546-41b6ec3aed59
`

// traefikFolders are the packages that are taken as they are.
var traefikFolders = []string{"muxer", "muxer/http", "rules", "ip", "middlewares", "middlewares/addprefix", "middlewares/stripprefix", "middlewares/stripprefixregex", "middlewares/replacepath", "middlewares/replacepathregex", "middlewares/redirect"}

// traefikHandlers are the functions that entry points and routers put around others.
var traefikHandlers = []string{"sanitizePath", "normalizePath", "unreservedCharacters", "encodeQuerySemicolons", "denyFragment", "denyOpaque", "denyEncodedPathCharacters"}

// traefikProgram builds traefik/main.go in the cache: the parts of Traefik that read a path.
// Those that tell what they do, and that resolve names, are left out.
func traefikProgram(version string) (string, error) {
	dir, err := cache("traefik-" + version)
	if err != nil {
		return "", err
	}
	program := filepath.Join(dir, "traefik")
	main, err := os.ReadFile("hops/traefik/main.go")
	if err != nil {
		return "", err
	}
	stubs, err := os.ReadFile("hops/traefik/stubs.txt")
	if err != nil {
		return "", err
	}
	stamp := append(bytes.Clone(main), stubs...)
	if have, err := os.ReadFile(filepath.Join(dir, "built")); err == nil && bytes.Equal(have, stamp) {
		return program, nil
	}
	source, err := moduleFolder("github.com/traefik/traefik/v3@v" + version)
	if err != nil {
		return "", err
	}
	files := map[string][]byte{
		"go.mod":  []byte("module github.com/traefik/traefik/v3\n\ngo 1.26.0\n" + traefikModules),
		"main.go": bytes.Replace(main, []byte("//go:build ignore"), nil, 1),
	}
	for _, folder := range traefikFolders {
		names, err := filepath.Glob(filepath.Join(source, "pkg", folder, "*.go"))
		if err != nil {
			return "", err
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") || folder == "middlewares" && filepath.Base(name) != "middleware.go" {
				continue
			}
			if files[filepath.Join("pkg", folder, filepath.Base(name))], err = os.ReadFile(name); err != nil {
				return "", err
			}
		}
	}
	for _, stub := range strings.Split(string(stubs), "\n-- ")[1:] {
		name, text, _ := strings.Cut(stub, " --\n")
		files[name] = []byte(text)
	}
	if files["handlers.go"], err = traefikGlue(source); err != nil {
		return "", err
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return "", err
		}
	}
	for _, words := range [][]string{{"mod", "tidy"}, {"build", "-o", program, "."}} {
		cmd := exec.Command("go", words...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("go %s: %w: %s", words[0], err, out)
		}
	}
	return program, os.WriteFile(filepath.Join(dir, "built"), stamp, 0o644)
}

// moduleFolder fetches a module, and returns the folder that it is in.
func moduleFolder(module string) (string, error) {
	out, err := exec.Command("go", "mod", "download", "-json", module).Output()
	var m struct{ Dir, Error string }
	if json.Unmarshal(out, &m) != nil || m.Dir == "" {
		return "", fmt.Errorf("%s: %v %s", module, err, m.Error)
	}
	return m.Dir, nil
}

// traefikGlue returns the handlers of a version, which its packages do not export, and how
// they go together in it.
func traefikGlue(source string) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("package main\n\nimport (\n\t\"net/http\"\n\t\"net/url\"\n\t\"strings\"\n\n\t\"github.com/rs/zerolog/log\"\n\tmuxer \"github.com/traefik/traefik/v3/pkg/muxer/http\"\n)\n\nvar _ url.URL\n")
	where := map[string]string{}
	for _, name := range []string{"server_entrypoint_tcp.go", "router/deny.go"} {
		text, err := os.ReadFile(filepath.Join(source, "pkg/server", name))
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, 0)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			declared := ""
			switch d := d.(type) {
			case *ast.FuncDecl:
				declared = d.Name.Name
			case *ast.GenDecl:
				if v, ok := d.Specs[0].(*ast.ValueSpec); ok {
					declared = v.Names[0].Name
				}
			}
			for _, want := range traefikHandlers {
				if want == declared && where[want] == "" {
					where[want] = name
					fmt.Fprintf(&b, "\n%s\n", text[d.Pos()-file.FileStart:d.End()-file.FileStart])
				}
			}
		}
	}
	mux, err := os.ReadFile(filepath.Join(source, "pkg/muxer/http/mux.go"))
	if err != nil {
		return nil, err
	}
	more, provider := "", ""
	if bytes.Contains(mux, []byte("providersPrecedence")) {
		more, provider = ", nil", `"file", `
	}
	router, first := "denyEncodedPathCharacters(refused, h)", "h"
	if where["denyFragment"] == "router/deny.go" {
		router = "denyFragment(" + router + ")"
	} else {
		first = "denyFragment(h)"
	}
	if where["denyOpaque"] != "" {
		first = "denyOpaque(" + first + ")"
	}
	refuses := where["denyFragment"] == "router/deny.go" // as all versions that refuse by default
	fmt.Fprintf(&b, `
func newMuxer(p muxer.SyntaxParser) *muxer.Muxer { return muxer.NewMuxer(p%s) }

func addRoute(m *muxer.Muxer, rule, syntax string, priority int, h http.Handler) error {
	return m.AddRoute(rule, syntax, priority, %sh)
}

func denyPerRouter(refused map[string]struct{}, h http.Handler) http.Handler { return %s }

func denyFirst(h http.Handler) http.Handler { return %s }

func defaultDenied() map[string]bool {
	denied := map[string]bool{}
	for _, e := range escapes {
		denied[e.upper], denied[e.lower] = %t, %[5]t
	}
	return denied
}
`, more, provider, router, first, refuses)
	return format.Source(b.Bytes())
}

func startTraefik(e *env, version, file string) error {
	path, err := traefikProgram(version)
	if err != nil {
		return err
	}
	return e.run(nil, path, strconv.Itoa(e.port), file)
}
