package results

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// A document of SARIF 2.1.0 is written in pieces, so that it can have any length:
// SARIFBegin, results of AppendSARIF with BeforeSARIF before all but the first, SARIFEnd.

// BeforeSARIF precedes each result of a document but the first.
const BeforeSARIF = ",\n"

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

// AppendSARIF appends to dst a finding in v as one result, without a location if v is an
// argument of the command. Octets that are not UTF-8 become U+FFFD, because SARIF is
// UTF-8; the position stays exact.
func AppendSARIF(dst []byte, v *Linted, f lint.Finding) []byte {
	dst = append(append(append(dst, `{"ruleId":"`...), f.Rule...), `","level":"`...)
	dst = append(append(dst, sarifLevels[f.Severity]...), `","message":{`...)
	if f.Browser == "" {
		dst = strictjson.AppendMember(dst, "text", f.Message+"; "+f.Fix)
	} else {
		dst = strictjson.AppendMember(dst, "text", f.Message+"; "+f.Browser+"; "+f.Fix)
	}
	if v.Argument {
		return append(dst, "}}"...)
	}
	dst = append(dst, `},"locations":[{"physicalLocation":{`...)
	at := len(dst)
	dst = append(dst, `"artifactLocation":{`...)
	dst = strictjson.AppendMember(dst, "uri", percent.Path.Encode(strings.ReplaceAll(v.Source, `\`, "/")))
	dst = append(dst, `},`...)
	artifact := dst[at:]
	dst = append(dst, `"region":`...)
	at = len(dst)
	line, column := v.Position(f)
	text := v.shown(f.Offset, f.Offset+f.Len)
	dst = strconv.AppendInt(append(dst, `{"startLine":`...), line, 10)
	dst = strconv.AppendInt(append(dst, `,"startColumn":`...), int64(column), 10)
	dst = strconv.AppendInt(append(dst, `,"endColumn":`...), int64(column+utf8.RuneCount(text)), 10)
	dst = strictjson.AppendMember(append(dst, `,"snippet":{`...), "text", strings.ToValidUTF8(string(text), "\uFFFD"))
	dst = append(dst, "}}"...)
	region := dst[at:]
	dst = append(dst, "}}]"...)
	if f.Mechanical {
		dst = strictjson.AppendMember(append(dst, `,"fixes":[{"description":{`...), "text", f.Fix)
		dst = append(append(dst, `},"artifactChanges":[{`...), artifact...)
		dst = append(append(dst, `"replacements":[{"deletedRegion":`...), region...)
		dst = strictjson.AppendMember(append(dst, `,"insertedContent":{`...), "text", f.Replacement)
		dst = append(dst, "}}]}]}]"...)
	}
	return append(dst, '}')
}
