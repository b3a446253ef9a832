package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/operation"
)

// The lines of index.d.ts between which the options stand.
const (
	optionsBegin = "// Options, from the registry of operations: go generate ./internal/jsonapi writes them.\n"
	optionsEnd   = "// End of the options.\n"
)

// An optionsType is an interface of index.d.ts with the choices of a row.
type optionsType struct {
	name, row, doc string
	without        []string          // choices that the function does not have
	also           map[string]string // what a choice takes beside its words, as a type
	more           string            // members that are not in the registry
	// policies are the values of onError, and policy what they do, where that is not as
	// the registry has it.
	policies, policy string
	// old: keys with '_' were taken before, and are for one release more.
	old bool
}

// code is what encode, decode and fix take, and took before.
var code = map[string]string{"space": ` | /** @deprecated leave space out */ "dialect"`, "layers": " | number"}

const (
	lines   = "  /** Each line is a text of its own. */\n  lines?: boolean | undefined;\n"
	oldKind = "  /** @deprecated use in */\n  kind?: Kind | undefined;\n"
)

var optionsTypes = []optionsType{
	{name: "EncodeOptions", old: true, row: "encode", doc: "How to encode.", also: code, more: lines},
	{name: "DecodeOptions", old: true, row: "decode", doc: "How to decode.", also: code, more: lines},
	{name: "FixOptions", old: true, row: "fix", doc: "How to fix.", also: code, more: lines},
	{name: "ExplainOptions", row: "explain", doc: "What {@link explain} takes apart, and which characters it returns: count of them (400 at most), from an index.", more: oldKind + "  from?: number | undefined;\n  count?: number | undefined;\n"},
	{name: "LayersOptions", row: "layers", doc: "How {@link layers} reads a text.", also: map[string]string{"plus": ` | /** @deprecated use "keep" */ "kept"`}},
	{name: "LintOptions", row: "lint", doc: "What {@link lint} looks for.", more: oldKind},
	{name: "CompareOptions", row: "compare", doc: "How {@link compare} reads texts."},
	{name: "FormParseOptions", row: "form decode", doc: "How {@link formParse} reads a query or a form body.", policies: `"replace" | "keep" | "fail"`, policy: "Invalid text and malformed escapes: write U+FFFD for invalid text and keep malformed escapes, as URLSearchParams does, keep both, or throw (default replace)"},
	{name: "FormSerializeOptions", row: "form encode", doc: "How {@link formSerialize} writes a query or a form body."},
	{name: "URLOptions", row: "url parse", doc: "How {@link urlParse} and {@link urlGet} read a URL."},
	{name: "URLSetOptions", row: "url set", doc: "How {@link urlSet} reads a URL, and what it removes.", without: []string{"on-error"}},
}

// options returns the declarations of the types.
func options() string {
	var b strings.Builder
	for _, t := range optionsTypes {
		o, err := operation.Lookup(t.row)
		if err != nil {
			panic(err) // there is no such row
		}
		fmt.Fprintf(&b, "\n/** %s */\nexport interface %s {\n", t.doc, t.name)
		for i := range o.Choices {
			c := &o.Choices[i]
			if c.On&operation.Page == 0 || slices.Contains(t.without, c.Name) {
				continue
			}
			kind, help := typeOf(c)+t.also[c.Name], helpOf(c)
			if t.policies != "" && c.Name == "on-error" {
				kind, help = t.policies, t.policy
			}
			kind += " | undefined;\n"
			fmt.Fprintf(&b, "  /** %s. */\n  %s?: %s", help, camelCase(c.Name), kind)
			if t.old && c.Key() != camelCase(c.Name) {
				fmt.Fprintf(&b, "  /** @deprecated use %s */\n  %s?: %s", camelCase(c.Name), c.Key(), kind)
			}
		}
		b.WriteString(t.more + "}\n")
	}
	return b.String()
}

// typeOf returns the type of a choice.
func typeOf(c *operation.Choice) string {
	switch c.Field(&operation.Request{}).(type) {
	case *bool:
		return "boolean"
	case **int:
		return "number"
	case *[]string:
		return "readonly string[]"
	}
	if c.Words == nil {
		return "string"
	}
	var words []string
	for _, w := range c.Words {
		if c.Name != "on-error" || w != "null" { // which is for fields of tables
			words = append(words, quoted(w))
		}
	}
	return strings.Join(words, " | ")
}

var (
	flag   = regexp.MustCompile(`--([a-z]+(?:-[a-z]+)*)`)
	value  = regexp.MustCompile("`[A-Z]{2,}`")
	tables = regexp.MustCompile(`, drop the (value|query) or, in a table, the row, or empty the field`)
)

// helpOf returns the help of a choice in the words of the package.
func helpOf(c *operation.Choice) string {
	help := tables.ReplaceAllString(c.Help, " or drop the $1")
	help = strings.NewReplacer("QUERY is a query", "The text is a query", "TEXT", "the text", ", separated by commas", "", "; repeatable", "", "`URL`", "URL").Replace(help)
	help = value.ReplaceAllStringFunc(help, func(word string) string { return strings.ToLower(strings.Trim(word, "`")) })
	help = flag.ReplaceAllStringFunc(help, func(name string) string { return camelCase(name[2:]) })
	return strings.ToUpper(help[:1]) + strings.ReplaceAll(help[1:], "`", "")
}

var hyphen = regexp.MustCompile("-[a-z]")

// camelCase returns the name of a choice as the package has it: onError for on-error.
func camelCase(name string) string {
	return hyphen.ReplaceAllStringFunc(name, func(s string) string { return strings.ToUpper(s[1:]) })
}

// withOptions returns index.d.ts with the options.
func withOptions(types string) string {
	before, rest, ok := strings.Cut(types, optionsBegin)
	_, after, ended := strings.Cut(rest, optionsEnd)
	if !ok || !ended {
		panic("index.d.ts has no place for the options")
	}
	return before + optionsBegin + options() + "\n" + optionsEnd + after
}
