package commands

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// TestMultiCall: the program is encode or decode under other names.
func TestMultiCall(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"percent encode a", "encode a"},
		{"/usr/bin/urlencode a b", "encode a b"},
		{"urlencode -d a", "decode --as gridsite.urlencode.d a"},
		{`URLDECODE.EXE a`, "decode a"},
		{"percent -V", "--version"},
		{"", ""},
	} {
		if got := strings.Join(multiCall(strings.Fields(test.args)), " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.args, got, test.want)
		}
	}
}

func TestVersion(t *testing.T) {
	want := "percent " + version() + "\n"
	for _, args := range [][]string{{"version"}, {"--version"}, {"-v"}, {"-V"}} {
		if got := call(t, tested(), "", args...); got != (result{stdout: want}) {
			t.Errorf("%s: %+v", args, got)
		}
	}
	got := call(t, tested(), "", "version", "--json")
	if !strings.HasPrefix(got.stdout, `{"version":"`+moduleVersion()+`",`) || got.status != 0 {
		t.Errorf("in JSON: %+v", got)
	}
}

// TestGuideByHelp: help finds guides by words.
func TestGuideByHelp(t *testing.T) {
	if got := call(t, tested(), "", "help", "rules"); !strings.Contains(got.stdout, "dot-segment-encoded") || got.status != 0 {
		t.Errorf("%d, %.200q", got.status, got.stdout)
	}
}

// TestBashCompletion: the script says once what bash lacks.
func TestBashCompletion(t *testing.T) {
	got := call(t, tested(), "", "completion", "bash")
	if strings.Count(got.stdout, "completion in bash needs the package") != 1 || !strings.Contains(got.stdout, "__percent_said") {
		t.Errorf("%d, %.200q", got.status, got.stdout)
	}
}

// TestOnlyColumns: a program for columns has no other commands, and no family without any.
func TestOnlyColumns(t *testing.T) {
	p := tested()
	p.OnlyColumns = true
	var names []string
	for _, c := range p.Root(stream.New(nil, io.Discard, io.Discard)).Commands() {
		for _, below := range append([]*cobra.Command{c}, c.Commands()...) {
			names = append(names, strings.TrimPrefix(below.CommandPath(), "percent "))
		}
	}
	for name, want := range map[string]bool{"decode": true, "uri get": true, "uri compare": false, "dataurl": false, "form names": true, "form set": false} {
		if slices.Contains(names, name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}

// TestWithoutParquet: without the program for Parquet, a usage error says where to get it.
// It is looked for before anything is read.
func TestWithoutParquet(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var stderr strings.Builder
	s := stream.New(nil, io.Discard, &stderr)
	s.StartParquet = StartParquet
	status := tested().Run(s, []string{"percent", "decode", "--column", "a", "-f", "none.parquet"})
	if status != term.StatusUsage || !strings.HasPrefix(stderr.String(), "percent: error: Parquet needs the program percent-parquet") {
		t.Errorf("%d, %s", status, stderr.String())
	}
}

// TestOtherBuild: a program that another build has started notes it, once.
func TestOtherBuild(t *testing.T) {
	defer func(was string) { release = was }(release)
	release = "v1.0.0"
	t.Setenv(startedBy, "v0.9.0")
	got := call(t, tested(), "", "encode", "a")
	if got.stderr != "percent: note: percent-parquet was built from v1.0.0, and percent from v0.9.0; install both from one version\n" {
		t.Errorf("%+v", got)
	}
	if os.Getenv(startedBy) != "" {
		t.Error("noted again by what it starts")
	}
}

// TestQuestion: a command of the registry asks about each value, or about all of them.
func TestQuestion(t *testing.T) {
	p := tested()
	p.Commands = func() []Command {
		return append(Commands(),
			GroupKnow.Command("explain", Question{Row: "explain", Use: "explain [TEXT...]", Short: "s", All: "all"}.Make))
	}
	each := call(t, p, "", "explain", "a%20b", "c")
	if !strings.HasPrefix(each.stdout, "a%20b\n") || !strings.Contains(each.stdout, "\n\nc\n") || each.status != 0 {
		t.Errorf("of each: %+v", each)
	}
	object := call(t, p, "", "explain", "--json", "c")
	if !strings.HasPrefix(object.stdout, `{"source":"arguments","number":1,"input":"c",`) {
		t.Errorf("an object: %+v", object)
	}
	if few := call(t, p, "", "uri", "compare", "a"); few != (result{stderr: "percent: error: percent uri compare takes two URIs, not 1\npercent: hint: `percent uri compare --help` shows its usage\n", status: term.StatusUsage}) {
		t.Errorf("too few: %+v", few)
	}
	if bad := call(t, p, "", "explain", "--in", "nothing", "c"); bad.status != term.StatusUsage {
		t.Errorf("another kind: %+v", bad)
	}
}
