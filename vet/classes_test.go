package vet

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

// The least that the classes of testdata/src/wrong and right have, and the share of
// their wrong places in percent that the rules that are on find.
const (
	leastWrong = 120
	leastRight = 120
	leastFound = 90
)

// TestClasses checks small programs, wrong and right, by the rules that are on. A comment
// "missed" in a wrong one says why no rule finds it.
func TestClasses(t *testing.T) {
	var packages []string
	wrong, missed, right := 0, 0, 0
	for _, pattern := range []string{"wrong/*/*.go", "right/*/*.go"} {
		files, err := filepath.Glob("testdata/src/" + pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			packages = append(packages, strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), "testdata/src/"))
			wrong += strings.Count(string(text), "// want ")
			missed += strings.Count(string(text), "// missed:")
			if strings.HasPrefix(pattern, "right") {
				right += len(regexp.MustCompile(`(?m)^func `).FindAll(text, -1))
			}
		}
	}
	fmt.Println(wrong, missed, right)
	if wrong+missed < leastWrong || right < leastRight || wrong*100 < (wrong+missed)*leastFound {
		t.Errorf("%d wrong places, of which %d are missed, and %d right functions", wrong+missed, missed, right)
	}
	analysistest.Run(t, analysistest.TestData(), Analyzer, packages...)
}
