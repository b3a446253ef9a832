package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/bulk/recipe"
	"github.com/pct-encoded/percent/internal/corpus"
)

// recipeFiles writes files of every format, with malformed fields, line ends in
// fields, text that is not UTF-8 and rows that are too short, and returns the
// folder.
func recipeFiles(t *testing.T) string {
	r := rand.New(rand.NewPCG(4, 17))
	odd := []string{"", "%zz", "100%", "%FF%0A", "a+b%20c", "q=a+b&c=%41", "%2541", "caf%C3%A9", "caf\xe9", "http://a/%2e%2e/", "/x?q=1%09", "[", "é", "HTTP://EX%41mple.com:80/a/../b", "?q=%u0041"}
	texts := map[string]*strings.Builder{}
	write := func(name, format string, args ...any) {
		b := texts[name]
		if b == nil {
			b = &strings.Builder{}
			texts[name] = b
		}
		fmt.Fprintf(b, format, args...)
	}
	write("t.csv", "\xEF\xBB\xBFid,url,\"a note\"\r\n")
	write("t.tsv", "id\turl\tnote\n")
	write("lines.txt", "\xEF\xBB\xBF")
	for i, url := range corpus.Made(300) {
		if i%3 == 0 {
			url = odd[r.IntN(len(odd))]
		}
		write("t.csv", "%d,\"%s\",\"say \"\"%d\"\"\nand more\"\r\n", i, strings.ReplaceAll(url, `"`, `""`), i)
		write("t.tsv", "%d\t%s\t\\N\n", i, url)
		write("s.csv", "%d;%s\n", i, strings.ReplaceAll(url, ";", "%3B"))
		if i%7 == 0 {
			write("t.tsv", "%d\n", i)
		}
		write("t.jsonl", `{"id": %d.0, "url": "%s", "x": {"y": ["%s"]}}`+"\n", i, strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\xe9", "").Replace(url), "a%20b")
		write("log", "192.0.2.1 \"GET %s HTTP/1.1\" 200\n", url)
		write("lines.txt", "%s\n", url)
	}
	dir := t.TempDir()
	for name, b := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// recipeOf returns what package recipe makes of the flags of a command.
func recipeOf(name string, args []string) (*recipe.Recipe, error) {
	r, flags := recipe.New(name)
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if recipe.Argument(name) != "" && flags.NArg() > 0 {
		r.Argument = flags.Arg(0)
	}
	return r, nil
}

// TestRecipes: a recipe does what the command does with the same flags, byte for
// byte, quarantine and all.
func TestRecipes(t *testing.T) {
	dir := recipeFiles(t)
	var runs [][2]string // the command, and its arguments
	add := func(command string, flags ...string) {
		for _, f := range flags {
			runs = append(runs, [2]string{command, f})
		}
	}
	tables := []string{"--column url -f t.csv", "--column 2 -f t.tsv", "--column url,/x/y/0 -f t.jsonl", `--match (?P<url>\S*%\S*) -f log`, "-f lines.txt", "--delimiter ; --column 2 --header no -f s.csv", "--column url --into new -f t.csv", "--tsv --column 2 --into new --newlines space --header no -f t.tsv"}
	for _, command := range recipe.Commands() {
		argument := ""
		switch command {
		case "uri get":
			argument = "{host}{:path} "
		case "form get":
			argument = "q "
		}
		for _, policy := range append(recipe.Policies(command), "") {
			for _, table := range tables {
				if policy == "" {
					add(command, argument+table)
				} else if len(recipe.Policies(command)) > 1 && (table != "-f lines.txt" || policy != "null") {
					add(command, argument+table+" --on-error "+policy)
				}
			}
		}
	}
	csv, tsv := tables[0]+" --on-error keep", tables[1]+" --on-error keep"
	add("decode", csv+" --as form", csv+" --as url", csv+" --as js.unescape", csv+" --as php.rawurldecode", csv+" --space plus", csv+" --charset windows-1252", csv+" --as url --charset gbk", csv+" --layers 2", csv+" --layers all", tsv+" --newlines error", tsv+" --newlines escape", "-f lines.txt --newlines escape --on-error keep", tables[0]+" --as form --on-error skip")
	add("encode", csv+" --as form", csv+" --keep /: --escape ~", csv+" --escape-all", csv+" --escape-all --times 2", csv+" --hex lower", csv+" --space plus", csv+" --charset shift_jis", tables[0]+" --as js.escape", csv+" --as rfc3986.uri --charset gbk")
	add("fix", csv+" --as url", csv+" --as whatwg.query", csv+" --charset windows-1252", csv+" --hex lower --keep é")
	add("normalize", csv+" --case", csv+" --percent-encoding --dot-segments", csv+" --scheme --unsafe-sort-query --unsafe-drop-fragment", csv+" --unsafe-drop-index --unsafe-drop-tracking", csv+" --unsafe-drop-parameter q* --unsafe-drop-parameter c")
	add("uri get", "query:q "+csv, "{uri}?{{ "+csv)
	add("url canonical", csv+" --base https://example.org/a/b", csv+" --charset shift_jis")
	add("form get", "q "+csv+" --in query", "q "+csv+" --in url", "q "+csv+" --semicolons", "q "+csv+" --as php.urlencode", "q "+csv+" --space percent", "q "+csv+" --charset gbk", "q "+csv+" --max-pairs 20")
	add("layers", tables[0]+" --plus first", tables[0]+" --plus every")
	add("lint", tables[0]+" --json", tables[1]+" --format json --severity warning", tables[0]+" --format text --only malformed-escape,double-encoding", tables[1]+" --except plus-ambiguity --in uri", "--extract -f log", tables[0]+" --fix", tables[1]+" --fix --into new", tables[2]+" --fix --fail-on error", "--fix -f lines.txt", "--json -f lines.txt")
	t.Chdir(dir)
	for _, run := range runs {
		command, args := run[0], strings.Fields(run[1])
		var names, rest []string
		for i := 0; i < len(args); i++ {
			if args[i] == "-f" {
				i++
				names = append(names, args[i])
				continue
			}
			rest = append(rest, args[i])
		}
		r, err := recipeOf(command, rest)
		if err != nil {
			t.Fatalf("%s %s: %v", command, run[1], err)
		}
		_ = os.Remove("bad.jsonl")
		line := append(strings.Fields(command), args...)
		if r.OnError != "" { // the flag would change it
			line = append(line, "--errors", "bad.jsonl")
		}
		want := runIn(t, strings.NewReader(""), chunkSize, line...)
		if want.status == statusUsage && r.Command != "layers" {
			t.Errorf("%s %s: %s", command, run[1], want.stderr)
			continue
		}
		bad, _ := os.ReadFile("bad.jsonl")
		if r.OnError != "" && len(names) == 1 && r.Format+r.Match == "" && len(r.Columns) == 0 {
			r.Format = "lines" // as with --errors
		}
		job, err := r.Job(names...)
		if command == "layers" && len(r.Columns) == 0 && r.Match == "" {
			if err == nil {
				t.Errorf("layers of lines: no error")
			}
			continue
		}
		if err != nil {
			t.Errorf("%s %s: %v", command, run[1], err)
			continue
		}
		var got bytes.Buffer
		var flaws []byte
		job.OnFlaw = func(f bulk.Flaw) {
			if !f.Kind.Noted() {
				flaws = recipe.AppendBad(flaws, &f)
			}
		}
		_, err = job.Run(&got, bulk.Source{Name: names[0], Open: func() (io.ReadCloser, error) { return os.Open(names[0]) }})
		if failed := want.status == statusInput; failed != (err != nil) {
			t.Errorf("%s %s: %v; the command: status %d, %s", command, run[1], err, want.status, want.stderr)
		}
		if got.String() != want.stdout {
			t.Errorf("%s %s: %s", command, run[1], firstDifference(got.String(), want.stdout))
		}
		if r.OnError != "" && string(flaws) != string(bad) {
			t.Errorf("%s %s: errors: %s", command, run[1], firstDifference(string(flaws), string(bad)))
		}
	}
	t.Logf("%d runs", len(runs))
}

func firstDifference(got, want string) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	from := max(0, i-80)
	return fmt.Sprintf("at byte %d: %.200q, want %.200q", i, got[from:], want[from:])
}

// TestRecipeFlags: every flag of the commands that work on columns is one of their
// recipes, or is of this list: where values come from and go to, and what is said
// of it.
func TestRecipeFlags(t *testing.T) {
	others := []string{
		"file", "output", "null", "whole", "json", "verbose", "raw", "help", "quiet", "color",
		"errors", "max-errors", "resume", "progress", "dry-run", // which distributed/beam has of its own, or has no use for
		"all",           // of "form get" and layers, for people
		"charset-field", // of "form get": what one query says of itself
		"list",          // of lint: its rules
	}
	app := newApp(strings.NewReader(""), os.Stdout, os.Stderr)
	root := newRoot(app, commands...)
	for _, name := range recipe.Commands() {
		cmd, _, err := root.Find(strings.Fields(name))
		if err != nil {
			t.Fatal(err)
		}
		_, ours := recipe.New(name)
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			other := slices.Contains(others, f.Name) && (name != "lint" || f.Name != "json") // which is its format
			if known := ours.Lookup(f.Name) != nil; known == other {
				t.Errorf("%s --%s: in the recipe: %t", name, f.Name, known)
			}
		})
		ours.VisitAll(func(f *pflag.Flag) {
			if theirs := cmd.Flags().Lookup(f.Name); theirs == nil {
				t.Errorf("%s has no --%s", name, f.Name)
			} else if (theirs.NoOptDefVal == "") != (f.NoOptDefVal == "") {
				t.Errorf("%s --%s takes a value only in one of the two", name, f.Name)
			}
		})
	}
}

// TestRecipeUsage: what makes no sense to the command makes none in a recipe.
func TestRecipeUsage(t *testing.T) {
	t.Chdir(recipeFiles(t))
	for _, args := range []string{
		"decode --column url -f log", "decode --column url --csv --tsv -f t.csv", "decode --csv -f t.csv", "decode --column url --into a,b -f t.csv",
		"decode --delimiter xx --column 1 -f t.csv", "decode --delimiter , --column url -f t.jsonl", "decode --newlines space --column url -f t.csv", "decode --newlines keep --column url -f t.tsv",
		"decode --match ( -f log", "decode --match a --csv -f t.csv", "decode --header maybe --column url -f t.csv", "decode --on-error maybe -f t.csv", "normalize --on-error replace --column url -f t.csv",
		"decode --as nosuch -f log", "decode --as url --space plus -f log", "decode --as js.unescape --space plus -f log", "decode --as js.unescape --charset gbk -f log", "decode --charset nosuch -f log",
		"decode --layers 0 -f log", "decode --layers some -f log", "encode --times 7 -f log", "encode --as php.rawurldecode -f log", "encode --keep + --space plus -f log", "encode --keep a --escape a -f log",
		"encode --escape-all --space plus -f log", "encode --as form --keep + -f log", "encode --as form --escape + --keep , --hex middle -f log", "fix --as js.escape -f log",
		"uri get {nosuch} -f log", "url canonical --base a -f log", "form get q --in page -f log", "layers --plus never --column url -f t.csv", "lint --format html -f log", "lint --fix --json -f log", "lint --severity bad -f log", "lint --fail-on bad -f log", "lint --in page -f log", "lint --only nosuch -f log", "lint --except nosuch -f log", "lint --json --format text -f log", "normalize --unsafe-drop-parameter [ -f log",
	} {
		words := strings.Fields(args)
		command := words[0]
		if recipe.Argument(command) == "" && !slices.Contains(recipe.Commands(), command) {
			command += " " + words[1]
		}
		if got := runIn(t, strings.NewReader(""), chunkSize, words...); got.status != statusUsage {
			t.Errorf("%s: status %d, %s", args, got.status, got.stderr)
		}
		rest := words[len(strings.Fields(command)):]
		file := rest[len(rest)-1]
		r, err := recipeOf(command, rest[:len(rest)-2])
		if err == nil {
			_, err = r.Job(file)
		}
		if err == nil {
			t.Errorf("%s: the recipe is taken", args)
		}
	}
}
