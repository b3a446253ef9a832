package lintreport

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/internal/views"
)

// A document of SARIF 2.1.0 is written in pieces, so that it can have any length:
// SARIFBegin, results of AppendSARIF with commas between them, SARIFEnd.

// SARIFEnd ends a document.
const SARIFEnd = "]}]}\n"

type sarifText struct {
	Text string `json:"text"`
}

type sarifRule struct {
	ID            string    `json:"id"`
	Short         sarifText `json:"shortDescription"`
	Help          sarifText `json:"help"`
	HelpURI       string    `json:"helpUri"`
	Configuration struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
}

const sarifHome = "https://github.com/pct-encoded/percent"

var sarifLevels = [...]string{lint.Info: "note", lint.Warning: "warning", lint.Error: "error"}

// SARIFBegin returns what comes before the results of a run with rules by a version of
// the program.
func SARIFBegin(version string, chosen []lint.Rule) []byte {
	var rules []sarifRule
	for _, r := range chosen {
		section := r.ID
		if strings.HasPrefix(r.ID, "source-") {
			section = "source-code" // one for all
		}
		rule := sarifRule{ID: r.ID, Short: sarifText{r.Title}, Help: sarifText{r.Fix}, HelpURI: sarifHome + "/blob/main/docs/rules.md#" + section}
		rule.Configuration.Level = sarifLevels[r.Severity]
		rules = append(rules, rule)
	}
	b := []byte(`{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":`)
	b = strictjson.Append(b, struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Home    string      `json:"informationUri"`
		Rules   []sarifRule `json:"rules"`
	}{"percent", version, sarifHome, rules})
	return append(b, `},"columnKind":"unicodeCodePoints","results":[`+"\n"...)
}

type sarifRegion struct {
	Line    int64     `json:"startLine"`
	Column  int       `json:"startColumn"`
	End     int       `json:"endColumn"`
	Snippet sarifText `json:"snippet"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifLocation struct {
	Physical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	} `json:"physicalLocation"`
}

type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"`
	Inserted sarifText   `json:"insertedContent"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifFix struct {
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

// AppendSARIF appends to dst a finding in v as one result, without a location if v is an
// argument of the command. Octets that are not UTF-8 become U+FFFD, because SARIF is
// UTF-8; the position stays exact.
func AppendSARIF(dst []byte, v *views.Linted, f lint.Finding) []byte {
	line, column, behind := v.Position(f)
	text := string(v.Text[f.Offset : f.Offset+f.Len])
	message := f.Message
	if f.Browser != "" {
		message += "; " + f.Browser
	}
	region := sarifRegion{line, column, behind, sarifText{strings.ToValidUTF8(text, "\uFFFD")}}
	artifact := sarifArtifact{percent.Path.Encode(strings.ReplaceAll(v.Source, `\`, "/"))}
	result := struct {
		Rule      string          `json:"ruleId"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
		Fixes     []sarifFix      `json:"fixes,omitempty"`
	}{Rule: f.Rule, Level: sarifLevels[f.Severity], Message: sarifText{message + "; " + f.Fix}}
	if !v.Argument {
		var at sarifLocation
		at.Physical.Artifact, at.Physical.Region = artifact, region
		result.Locations = []sarifLocation{at}
		if f.Mechanical {
			result.Fixes = []sarifFix{{
				Description: sarifText{f.Fix},
				Changes:     []sarifChange{{artifact, []sarifReplacement{{region, sarifText{f.Replacement}}}}},
			}}
		}
	}
	return strictjson.Append(dst, result)
}
