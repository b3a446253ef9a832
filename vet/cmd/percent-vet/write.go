package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/token"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/vet"
)

// write writes findings, one on a line or as one document of SARIF.
func write(w io.Writer, format string, r *report) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	var err error
	switch format {
	case "text":
		for _, f := range r.found {
			fmt.Fprintln(b, f)
		}
	case "json":
		for _, f := range r.found {
			if err = e.Encode(line(f)); err != nil {
				return err
			}
		}
	case "sarif":
		err = e.Encode(sarif(r))
	}
	if err != nil {
		return err
	}
	return b.Flush()
}

// A record is a finding in JSON. Offsets are in bytes, from 0.
type record struct {
	Source  string `json:"source"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
	URL     string `json:"url"`
	Fix     []part `json:"fix,omitempty"`
}

type part struct {
	Source string `json:"source"`
	Start  int    `json:"start"`
	End    int    `json:"end"`
	Text   string `json:"text"`
}

func line(f finding) record {
	r := record{relative(f.at.Filename), f.at.Line, f.at.Column, f.rule, f.message, f.url, nil}
	for _, e := range f.edits {
		r.Fix = append(r.Fix, part{relative(e.file), e.start, e.end, e.text})
	}
	return r
}

type object = map[string]any

// sarif returns a document of SARIF 2.1.0.
func sarif(r *report) object {
	rules := []object{}
	for _, r := range vet.Rules() {
		rules = append(rules, object{
			"id": r.ID, "shortDescription": object{"text": r.Title},
			"helpUri": vet.Analyzer.URL + "#" + r.ID, "defaultConfiguration": object{"level": "warning", "enabled": r.Default},
		})
	}
	rules = append(rules, object{"id": "ignore", "shortDescription": object{"text": "a comment percent:ignore silences nothing"}, "helpUri": vet.Analyzer.URL, "defaultConfiguration": object{"level": "warning", "enabled": true}})
	results := []object{}
	for _, f := range r.found {
		result := object{
			"ruleId": f.rule, "level": "warning", "message": object{"text": f.message},
			"locations": []object{{"physicalLocation": object{
				"artifactLocation": artifact(f.at.Filename),
				"region":           object{"startLine": f.at.Line, "startColumn": r.column(f.at)},
			}}},
		}
		if len(f.edits) > 0 {
			var replacements []object
			for _, e := range f.edits {
				replacements = append(replacements, object{
					"deletedRegion":   object{"byteOffset": e.start, "byteLength": e.end - e.start},
					"insertedContent": object{"text": e.text},
				})
			}
			result["fixes"] = []object{{
				"description":     object{"text": f.message},
				"artifactChanges": []object{{"artifactLocation": artifact(f.edits[0].file), "replacements": replacements}},
			}}
		}
		results = append(results, result)
	}
	return object{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": []object{{
		"columnKind": "unicodeCodePoints",
		"tool":       object{"driver": object{"name": "percent-vet", "informationUri": "https://github.com/pct-encoded/percent", "rules": rules}},
		"results":    results,
	}}}
}

// column returns the column of a place in code points, from 1.
func (r *report) column(at token.Position) int {
	text := r.sources[at.Filename]
	start := at.Offset - at.Column + 1
	if start < 0 || at.Offset > len(text) {
		return at.Column
	}
	return utf8.RuneCount(text[start:at.Offset]) + 1
}

// artifact returns where a file is, as a URL: relative where it is below the folder.
func artifact(file string) object {
	name := filepath.ToSlash(relative(file))
	uri := percent.Path.Encode(name)
	switch {
	case filepath.IsAbs(file) && name == filepath.ToSlash(file):
		uri = "file://" + percent.Path.Encode("/"+strings.TrimPrefix(name, "/"))
	case strings.Contains(strings.SplitN(name, "/", 2)[0], ":"):
		uri = "./" + uri // a scheme otherwise
	}
	return object{"uri": uri}
}
