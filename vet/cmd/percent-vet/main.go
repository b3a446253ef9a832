package main

import (
	"github.com/pct-encoded/percent/vet"
	"golang.org/x/tools/go/analysis/singlechecker"
)

func main() { singlechecker.Main(vet.Analyzer) }
