package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// browser is the target of the program in the package for npm, inBrowser that program.
var browser = target{"js", "wasm"}

var inBrowser = slices.Concat([]string{"-tags", "npm,nopairs"}, uninlined, []string{"./internal/page/wasm"})

// uninlined compiles without inlining what no encoder or decoder calls for each value: that
// takes 300 KB off the package. Package reader, which made url 1.8 times as slow, is not
// among them; the others cost explain, layers and lint 4 to 8 % and compare 14 %.
var uninlined = func() (flags []string) {
	const own = "github.com/pct-encoded/percent/"
	for _, packages := range []string{
		own + "inspect/...", own + "scheme/...", own + "sign/...", own + "web/...", own + "dialect/...", own + "lang/...",
		own + "bulk", own + "form/nested", own + "header", own + "historic", own + "iri", own + "uritemplate",
		own + "internal/board", own + "internal/cli/...", own + "internal/excerpt", own + "internal/find", own + "internal/httprequest",
		own + "internal/httptarget", own + "internal/jsonapi", own + "internal/mistake", own + "internal/operation", own + "internal/page/...",
		own + "internal/preimage", own + "internal/program", own + "internal/protocols", own + "internal/results", own + "internal/rule",
		own + "internal/signing", own + "internal/strictjson", own + "internal/uts46", own + "internal/words",
		"bufio", "compress/...", "context", "crypto/...", "encoding/asn1", "encoding/csv", "encoding/hex", "encoding/json", "encoding/xml", "fmt", "golang.org/x/...", "hash/...", "html", "io/...", "math/big", "math/rand/...", "mime/...",
		"net/...", "os/...", "path/...", "regexp/...", "sort", "strconv", "syscall/...", "text/tabwriter", "time", "vendor/...",
		"github.com/rivo/uniseg", "internal/bisect", "internal/fmtsort", "internal/godebug", "internal/poll", "internal/strconv", "internal/syscall/...",
	} {
		flags = append(flags, "-gcflags="+packages+"=-l")
	}
	return flags
}()

// npm writes the package for npm: the program as WebAssembly, the code that runs it,
// and the files of npm.
func (r *release) npm([]artefact) error {
	dir := filepath.Join(r.work, "npm")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	program := filepath.Join(dir, "percent.wasm")
	if err := r.compile(browser, ".", "", program, inBrowser...); err != nil {
		return err
	}
	p, err := r.linked(browser, inBrowser...)
	if err != nil {
		return err
	}
	if err := r.license(p, program); err != nil {
		return err
	}
	root, err := r.output(r.goCommand(nil, "env", "GOROOT"))
	if err != nil {
		return err
	}
	sources := filepath.Join(r.root, "npm")
	for name, write := range map[string]func() ([]byte, error){
		"runtime.js":   func() ([]byte, error) { return support(filepath.Join(root, "lib", "wasm", "wasm_exec.js")) },
		"package.json": func() ([]byte, error) { return versioned(filepath.Join(sources, "package.json"), r.number()) },
	} {
		text, err := write()
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	var files []file
	for _, name := range []string{"package.json", "LICENSE", "NOTICE", thirdParty, "README.md", "index.d.ts", "index.js", "lite.d.ts", "lite.js", "percent.wasm", "runtime.js"} {
		f := file{source: filepath.Join(dir, name), name: name, mode: 0o644}
		switch name {
		case "README.md", "index.d.ts", "index.js", "lite.d.ts", "lite.js":
			f.source = filepath.Join(sources, name)
		case "LICENSE", "NOTICE":
			f.source = filepath.Join(r.root, name)
		}
		files = append(files, f)
	}
	out, err := os.Create(r.npmPackage())
	if err != nil {
		return err
	}
	// npm expects all files in a folder of this name.
	return errors.Join(r.tarball(out, "package", files), out.Close())
}

// npmPackage is the file of the package, by the name that npm gives such files.
func (r *release) npmPackage() string {
	return filepath.Join(r.dir, "pct-encoded-percent-"+r.number()+".tgz")
}

// support returns Go's support for WebAssembly as a module that leaves globalThis
// as it is: what Go puts there goes into an object of its own.
func support(file string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	const bare = "\tfs.writeSync("
	if bytes.Count(text, []byte(bare)) != 1 {
		return nil, fmt.Errorf("%s does not use %q once", file, strings.TrimSpace(bare))
	}
	text = bytes.Replace(text, []byte(bare), []byte("\tglobalThis.fs.writeSync("), 1)
	// Constructors and functions that the support and the program ask for.
	const taken = "{ Array, Date, Error, Object, TextDecoder, TextEncoder, Uint8Array, console, crypto, performance }"
	return []byte("const " + taken + " = globalThis;\n\nexport default function runtime() {\nconst global = " + taken +
		";\n(globalThis => {\n" + string(text) + "})(global);\nreturn { Go: global.Go, global };\n}\n"), nil
}

// versioned returns package.json with the version of the release.
func versioned(file, version string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	const none = `"version": "0.0.0"`
	if bytes.Count(text, []byte(none)) != 1 || !json.Valid(text) {
		return nil, fmt.Errorf("%s does not have %s once", file, none)
	}
	return bytes.Replace(text, []byte(none), []byte(`"version": "`+version+`"`), 1), nil
}
