package vet

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), Analyzer, "a")
}

// TestCorpus checks that the mistakes of public projects are found, with all rules.
func TestCorpus(t *testing.T) {
	defer func(was string) { chosen = was }(chosen)
	chosen = "all"
	analysistest.Run(t, analysistest.TestData(), Analyzer, "corpus", "b")
}
