package main

import (
	"strings"
	"testing"
)

// TestTables: each program stands in one table, once, with all that get needs.
func TestTables(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range rows(programsTable) {
		if len(f) != 5 || f[2] == "" || f[3] == "" || f[4] == "" {
			t.Fatalf("programs.tsv: %q has not 5 fields", f)
		}
		if f[1] != "debian" && f[1] != "npm" && f[1] != "go" {
			t.Errorf("%s: source %q", f[0], f[1])
		}
		if strings.Contains(f[0], "@") || seen[f[0]] {
			t.Errorf("%s: name", f[0])
		}
		seen[f[0]] = true
	}
	for _, f := range rows(leftOutTable) {
		if len(f) != 2 || !strings.Contains(f[1], "202") {
			t.Errorf("left-out.txt: %q has not a name, a reason and a day", f)
		}
		if seen[f[0]] {
			t.Errorf("%s is in both tables, or twice", f[0])
		}
		seen[f[0]] = true
	}
}

func TestFind(t *testing.T) {
	p, err := find("java", "25.0.5")
	if err != nil || p.packages[0] != "openjdk-25-jdk-headless" || !strings.HasPrefix(p.start, "/usr/lib/jvm/java-25-") {
		t.Errorf("java@25.0.5: %+v, %v", p, err)
	}
	for _, arg := range [][2]string{{"java", "sid"}, {"nosuch", "1"}} {
		if p, err := find(arg[0], arg[1]); err == nil {
			t.Errorf("%v: %+v", arg, p)
		}
	}
}

func TestBegins(t *testing.T) {
	for _, c := range []struct {
		version, number string
		want            bool
	}{
		{"8.23.0-1", "8.23", true},
		{"8.23.0-1", "8.23.0", true},
		{"8.23.0-1", "8.2", false},
		{"1:3.3+b1", "3.3", true},
		{"2:8.4+101", "8", true},
		{"24.22.2+dfsg+~cs24.19.2-1", "24.22.2", true},
		{"24.22.2-1", "", true},
		{"24.22.2-1", "25", false},
	} {
		if got := begins(upstream(c.version), c.number); got != c.want {
			t.Errorf("%s begins with %q: %v", c.version, c.number, got)
		}
	}
}

func TestReplaceSuite(t *testing.T) {
	const sources = `Types: deb
# a comment
URIs: http://debian.example/debian
Suites: bookworm bookworm-updates
Components: main

Types: deb
URIs: http://debian.example/debian-security
Suites: bookworm-security
Components: main

Types: deb
URIs: http://other.example/
Suites: nodistro
Components: main
`
	for suite, want := range map[string]string{
		"sid":    "Types: deb\nURIs: http://debian.example/debian\nSuites: sid\nComponents: main\n",
		"trixie": "Types: deb\nURIs: http://debian.example/debian\nSuites: trixie trixie-updates\nComponents: main\n\nTypes: deb\nURIs: http://debian.example/debian-security\nSuites: trixie-security\nComponents: main\n",
	} {
		if got := replaceSuite(sources, "bookworm", suite); got != want {
			t.Errorf("%s:\n%s", suite, got)
		}
	}
}
