//go:build unix

// Mutants measures how many small faults in packages their own tests notice:
//
//	go -C tools run ./mutants [-n 60] [-seed N] [-least 90] ../uri ../form
//
// It chooses -n places of a package by a seed that it prints, and compiles all faults
// into one test binary that takes the number of the fault from the environment, so that
// a fault costs a run of the tests with -short and no build. A fault is a negated
// condition, another comparison, "or" for "and", a statement left out, or a number or
// character one off. A run ends at the first test that fails, at four times the processor's
// time that the tests take without a fault, or at the limit of memory. Faults that
// change nothing are listed in equivalent.txt, with the reason, and are not chosen.
//
// The status is 1 if the tests of a package notice less than -least percent.
package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/tools/go/packages"
)

var (
	count    = flag.Int("n", 60, "faults a package")
	seed     = flag.Uint64("seed", uint64(time.Now().Unix()/(24*60*60)), "what chooses them; the number of the day unless said")
	least    = flag.Float64("least", 90, "percent of the faults that tests must notice")
	skip     = flag.String("skip", "", "tests to leave out, as for go test")
	memory   = flag.Int("memory", 2048, "megabytes that tests may take")
	at       = flag.String("at", "", "regular expression: only faults that are printed so")
	patience = flag.Duration("patience", 10*time.Second, "least limit of processor's time; tests that wait have ten times as long")
)

// equivalent has lines of file, function, fault, and why it changes nothing, with tabs
// between them.
//
//go:embed equivalent.txt
var equivalent string

// switches is added to the package. The run without a fault writes which were reached.
//
//go:embed switches.go.txt
var switches string

func main() {
	flag.Parse()
	fmt.Println("-seed", *seed)
	status := 0
	for _, dir := range flag.Args() {
		score, err := measure(dir)
		if err != nil {
			fmt.Fprintf(os.Stderr, "mutants: %s: %v\n", dir, err)
			os.Exit(2)
		}
		if score < *least {
			status = 1
		}
	}
	os.Exit(status)
}

// measure prints the faults in the package in dir that its tests do not notice, and
// returns the share of the others in percent.
func measure(dir string) (float64, error) {
	work, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(work)
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedModule,
		Dir:  dir,
	}, ".")
	if err != nil {
		return 0, err
	}
	p := loaded[0]
	if len(p.Errors) > 0 {
		return 0, p.Errors[0]
	}
	all, err := find(p)
	if err != nil {
		return 0, err
	}
	only, err := regexp.Compile(*at)
	if err != nil {
		return 0, err
	}
	all = slices.DeleteFunc(all, func(m *mutant) bool {
		name := strings.TrimPrefix(p.PkgPath, p.Module.Path+"/") + "/" + filepath.Base(m.file)
		return !only.MatchString(m.String()) || strings.Contains("\n"+equivalent, "\n"+name+"\t"+m.function+"\t"+m.change+"\t")
	})
	random := rand.New(rand.NewPCG(*seed, 0))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	r := runner{dir: dir, work: work, limit: time.Hour}
	chosen, err := r.build(p, all[:min(*count, len(all))])
	if err != nil {
		return 0, err
	}
	list := filepath.Join(work, "reached")
	if output := r.run(0, list); output != nil {
		return 0, fmt.Errorf("the tests fail without a fault:\n%s", output)
	}
	r.limit = max(*patience, 4*r.took)
	reached, err := os.ReadFile(list)
	if err != nil {
		return 0, err
	}
	killed := 0
	for i, m := range chosen {
		switch {
		case !strings.Contains("\n"+string(reached), fmt.Sprintf("\n%d\n", i+1)):
			fmt.Println(m, "(not reached)")
		case r.run(i+1, "") == nil:
			fmt.Println(m)
		default:
			killed++
		}
	}
	score := 100 * float64(killed) / float64(max(1, len(chosen)))
	fmt.Printf("%s: %d of %d noticed (%.1f %%), of %d places\n", p.PkgPath, killed, len(chosen), score, len(all))
	return score, nil
}

// A runner builds and runs the tests of the package in dir.
type runner struct {
	dir, work   string
	limit, took time.Duration // of the processor; took is of the last run
}

var placeOfError = regexp.MustCompile(`(?m)^(\S+\.go):(\d+):\d+: `)

// build compiles the tests with all mutants, and returns those that do compile: only a
// constant may stand where a number is, or a condition may be of a type of its own.
func (r *runner) build(p *packages.Package, mutants []*mutant) ([]*mutant, error) {
	for {
		in := map[string]map[int]*mutant{}
		for i, m := range mutants {
			if in[m.file] == nil {
				in[m.file] = map[int]*mutant{}
			}
			in[m.file][i+1] = m
		}
		original, changed := map[string]string{}, map[string]string{}
		write := func(name, text string) error {
			as := filepath.Join(r.work, strconv.Itoa(len(changed))+".go")
			original[filepath.Base(as)], changed[name] = name, as
			return os.WriteFile(as, []byte(text), 0o600)
		}
		err := write(filepath.Join(filepath.Dir(p.GoFiles[0]), "mutants_switches.go"),
			strings.NewReplacer("PACKAGE", p.Name, "COUNT", strconv.Itoa(len(mutants)+1)).Replace(switches))
		for name, inside := range in {
			text, err2 := os.ReadFile(name)
			err = errors.Join(err, err2, write(name, apply(string(text), inside)))
		}
		overlay, err2 := json.Marshal(map[string]any{"Replace": changed})
		list := filepath.Join(r.work, "overlay.json")
		if err := errors.Join(err, err2, os.WriteFile(list, overlay, 0o600)); err != nil {
			return nil, err
		}
		cmd := exec.Command("go", "test", "-c", "-vet=off", "-gcflags=-e", "-overlay", list, "-o", filepath.Join(r.work, "mutants.test"), ".")
		cmd.Dir = r.dir
		output, err := cmd.CombinedOutput()
		if err == nil {
			return mutants, nil
		}
		before := len(mutants)
		for _, place := range placeOfError.FindAllStringSubmatch(string(output), -1) {
			line, _ := strconv.Atoi(place[2])
			mutants = slices.DeleteFunc(mutants, func(m *mutant) bool {
				return m.line == line && m.file == original[filepath.Base(place[1])]
			})
		}
		if len(mutants) == before {
			return nil, fmt.Errorf("%w\n%s", err, output)
		}
	}
}

// run runs the tests with a mutant, or with none if it is 0, and returns what they print
// if they fail.
func (r *runner) run(mutant int, reached string) []byte {
	// The limit is that of memory that can be written to: Go reserves much more.
	cmd := exec.Command("sh", "-c", fmt.Sprintf(`ulimit -d %d; ulimit -t %d; exec "$0" "$@"`, *memory<<10, int(r.limit.Seconds())),
		filepath.Join(r.work, "mutants.test"), "-test.short", "-test.failfast", "-test.skip="+*skip, "-test.timeout=0")
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "PERCENT_MUTANT="+strconv.Itoa(mutant), "PERCENT_MUTANTS_REACHED="+reached, "PERCENT_LONG=")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that the programs that tests start end with them
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		return []byte(err.Error())
	}
	late := time.AfterFunc(10*r.limit, func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	defer late.Stop()
	err := cmd.Wait()
	r.took = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if err != nil {
		return append(output.Bytes(), err.Error()...)
	}
	return nil
}
