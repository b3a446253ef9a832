package config

import (
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/hop/internal/plan"
)

// A regexpKind is how a server reads regular expressions, all of them octet by octet.
type regexpKind uint8

const (
	// pcre is PCRE without options, as in nginx and HAProxy: a dot is no line feed, and $ is
	// also before a line feed at the end.
	pcre regexpKind = iota
	// goRegexp is Go's own, read octet by octet.
	goRegexp
	// apacheRegexp is PCRE with DOTALL and DOLLAR_ENDONLY, the default of RegexDefaultOptions.
	apacheRegexp
)

// maxExpressionLength is how long a regular expression may be.
const maxExpressionLength = 1000

// expression returns the condition for a regular expression, in simple cases another than
// matches. It reports false for one that Go does not have or may read differently from the
// server, such as one with a backreference or a lookahead.
func expression(kind regexpKind, pattern string, fold bool) (*plan.Condition, bool) {
	if !fold {
		if c, ok := simpleExpression(kind, pattern); ok {
			return c, true
		}
	}
	if c, ok := unless(kind, pattern, fold, expression); ok {
		return c, true
	}
	p, ok := compiled(kind, pattern, fold)
	if !ok {
		return nil, false
	}
	return &plan.Condition{Kind: plan.IsMatch, Text: pattern, Pattern: p}, true
}

// unless returns the condition for an expression with a negative lookahead behind a literal
// beginning: one without it, and not the one with what it excludes. of makes the first.
func unless(kind regexpKind, pattern string, fold bool, of func(regexpKind, string, bool) (*plan.Condition, bool)) (*plan.Condition, bool) {
	head, not, rest, ok := lookahead(pattern)
	if _, plain := literal(strings.TrimPrefix(head, "^")); !ok || !plain || !strings.HasPrefix(head, "^") {
		return nil, false
	}
	// What is excluded matches nothing, and neither do its groups, which count with the others.
	n := groupsIn(not)
	c, ok := of(kind, head+strings.Repeat("()", n)+rest, fold)
	ok = ok && (n == 0 || !strings.Contains(not, "(?<") && !strings.Contains(not, "(?P<"))
	x, also := compiled(kind, head+"(?:"+not+")", fold)
	if !ok || !also {
		return nil, false
	}
	return plan.And(c, plan.Not(&plan.Condition{Kind: plan.IsMatch, Text: head + not, Pattern: x})), true
}

// capturing returns the condition for a regular expression whose groups texts may refer to. It
// reports false as expression does, and for groups of which Go may see another repetition.
func capturing(kind regexpKind, pattern string, fold bool) (*plan.Condition, bool) {
	if c, ok := unless(kind, pattern, fold, capturing); ok {
		return c, true
	}
	p, ok := compiled(kind, pattern, fold)
	if !ok {
		return nil, false
	}
	ordered, sure := groups(p.Tree, false, false)
	if _, _, rest, found := lookahead(pattern); found && groupsIn(rest) > 0 {
		sure = false // withoutLookahead leaves them out
	}
	p.Captures, p.Ordered = true, ordered
	return &plan.Condition{Kind: plan.IsMatch, Text: pattern, Pattern: p}, sure
}

// groups reports whether the groups of an expression follow one another outside of
// repetitions, and whether it is certain what they match: of a repetition that may be empty,
// Go and PCRE keep different rounds.
func groups(re *syntax.Regexp, repeated, inside bool) (ordered, sure bool) {
	ordered, sure = true, true
	switch re.Op {
	case syntax.OpStar, syntax.OpPlus, syntax.OpRepeat:
		repeated = true
	case syntax.OpCapture:
		ordered, sure = !repeated && !inside, !repeated
		inside = true
	}
	for _, sub := range re.Sub {
		o, s := groups(sub, repeated, inside)
		ordered, sure = ordered && o, sure && s
	}
	return ordered, sure
}

// lookahead cuts an expression at the negative lookahead in it.
func lookahead(pattern string) (head, not, rest string, ok bool) {
	head, rest, ok = strings.Cut(pattern, "(?!")
	if !ok {
		return "", "", "", false
	}
	depth := 1
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case '[':
			end := strings.IndexByte(rest[min(i+2, len(rest)):], ']') // ] is no end at once
			if end < 0 || strings.ContainsAny(rest[i+1:i+2+end], "[\\") {
				return "", "", "", false
			}
			i += 2 + end
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return head, rest[:i], rest[i+1:], true
			}
		}
	}
	return "", "", "", false
}

// groupsIn returns how many groups of an expression capture.
func groupsIn(pattern string) int {
	n := 0
	for i := 0; i < len(pattern); i++ {
		switch rest := pattern[i+1:]; pattern[i] {
		case '\\':
			i++
		case '(':
			if !strings.HasPrefix(rest, "?") || strings.HasPrefix(rest, "?P<") || strings.HasPrefix(rest, "?<") && !strings.HasPrefix(rest, "?<=") && !strings.HasPrefix(rest, "?<!") {
				n++
			}
		}
	}
	return n
}

// withoutLookahead returns an expression that matches where one with a lookahead does that
// excludes literal texts before any end, as in /\.(?!well-known).*
func withoutLookahead(pattern string) (string, bool) {
	head, not, rest, ok := lookahead(pattern)
	if !ok || rest != "" && rest != ".*" && rest != "(.*)" {
		return pattern, !ok
	}
	not = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(not, "("), "?:"), ")")
	var texts []string
	for text := range strings.SplitSeq(not, "|") {
		plain, ok := literal(text)
		if !ok || plain == "" {
			return pattern, false
		}
		texts = append(texts, plain)
	}
	return head + notBefore(texts), true
}

// notBefore returns an expression for the beginnings of all texts that begin with none of
// some.
func notBefore(texts []string) string {
	after := map[string][]string{}
	var firsts []string
	for _, t := range texts {
		if after[t[:1]] == nil {
			firsts = append(firsts, t[:1])
		}
		after[t[:1]] = append(after[t[:1]], t[1:])
	}
	class := ""
	for _, c := range firsts {
		class += regexp.QuoteMeta(c)
		if c == "-" || c == "^" {
			class = strings.TrimSuffix(class, c) + "\\" + c
		}
	}
	list := []string{`\z`, "[^" + class + "]"}
	for _, c := range firsts {
		if !amongTexts(after[c], "") {
			list = append(list, regexp.QuoteMeta(c)+notBefore(after[c]))
		}
	}
	return "(?:" + strings.Join(list, "|") + ")"
}

// compiled returns a regular expression as one of Go, or reports false as expression does.
func compiled(kind regexpKind, source string, fold bool) (*plan.Pattern, bool) {
	pattern, ok := withoutLookahead(source)
	if ok {
		pattern, ok = goExpression(pattern)
	}
	if !ok || len(pattern) > maxExpressionLength || fold && has(source, percent.ASCII.Complement()) {
		return nil, false
	}
	flags := syntax.Perl
	if kind == apacheRegexp {
		flags |= syntax.DotNL
	}
	if fold {
		flags |= syntax.FoldCase
	}
	re, err := syntax.Parse(latin1(pattern), flags)
	if err != nil {
		return nil, false
	}
	if kind == pcre {
		dollars(re)
	}
	program, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil, false
	}
	matcher, err := regexp.Compile(re.String())
	return &plan.Pattern{Regexp: matcher, Program: program, Tree: re}, err == nil
}

// goExpression returns a pattern of PCRE as one of Go, or reports false where Go reads the
// same differently.
func goExpression(pattern string) (string, bool) {
	if strings.Contains(pattern, "$$") {
		return "", false
	}
	var b strings.Builder
	class := false
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case c == '\\' && i+1 < len(pattern):
			i++
			switch next := pattern[i]; {
			case next == 's' && class:
				b.WriteString(`\t-\r `) // with the vertical tab, which Go leaves out
			case next == 's':
				b.WriteString(`[\t-\r ]`)
			case next == 'S' && !class:
				b.WriteString(`[^\t-\r ]`)
			case strings.IndexByte("QEpPvVCS", next) >= 0:
				return "", false
			default:
				b.WriteByte(c)
				b.WriteByte(next)
			}
			continue
		case !class && c == '[':
			class = true
			b.WriteByte(c)
			// What follows at once is no end of the class.
			if strings.HasPrefix(pattern[i+1:], "^") {
				i++
				b.WriteByte('^')
			}
			if strings.HasPrefix(pattern[i+1:], "]") {
				i++
				b.WriteString(`\]`)
			}
			continue
		case class && c == '[':
			if end := strings.Index(pattern[i:], ":]"); strings.HasPrefix(pattern[i:], "[:") && end > 0 {
				name := pattern[i : i+end+2]
				if name == "[:space:]" {
					name = `\t-\r `
				}
				b.WriteString(name)
				i += end + 1
				continue
			}
			b.WriteString(`\[`)
			continue
		case class && c == ']':
			class = false
		}
		b.WriteByte(c)
	}
	return b.String(), true
}

// dollars lets each $ match before a line feed at the end, too.
func dollars(re *syntax.Regexp) {
	for _, sub := range re.Sub {
		dollars(sub)
	}
	if re.Op == syntax.OpEndText && re.Flags&syntax.WasDollar != 0 {
		line := &syntax.Regexp{Op: syntax.OpLiteral, Rune: []rune{'\n'}}
		end := &syntax.Regexp{Op: syntax.OpEndText}
		*re = syntax.Regexp{Op: syntax.OpConcat, Sub: []*syntax.Regexp{{Op: syntax.OpQuest, Sub: []*syntax.Regexp{line}}, end}}
	}
}

// simpleExpression returns the condition for an expression that is a prefix, a suffix,
// a text, or one of several endings.
func simpleExpression(kind regexpKind, pattern string) (*plan.Condition, bool) {
	rest, begins := strings.CutPrefix(pattern, "^")
	for _, any := range []string{"(.*)$", ".*$", "(.*)", ".*"} {
		if head, ok := strings.CutSuffix(rest, any); ok && begins {
			text, ok := literal(head)
			if kind == pcre && strings.HasSuffix(any, "$") {
				return &plan.Condition{Kind: plan.IsAnd, A: plan.Prefix(text), B: &plan.Condition{Kind: plan.IsLine}}, ok
			}
			return plan.Prefix(text), ok
		}
	}
	rest, ends := strings.CutSuffix(rest, "$")
	ending := func(c func(text string) *plan.Condition, text string) *plan.Condition {
		if kind == pcre {
			return plan.Or(c(text), c(text+"\n"))
		}
		return c(text)
	}
	if head, list, ok := strings.Cut(rest, "("); ok && ends && !begins && strings.HasSuffix(list, ")") {
		list = strings.TrimPrefix(strings.TrimSuffix(list, ")"), "?:")
		var c *plan.Condition
		for i, alternative := range strings.Split(list, "|") {
			text, ok := literal(head + alternative)
			switch {
			case !ok:
				return nil, false
			case i == 0:
				c = ending(plan.Suffix, text)
			default:
				c = plan.Or(c, ending(plan.Suffix, text))
			}
		}
		return c, true
	}
	text, ok := literal(rest)
	switch {
	case !ok || text == "" && !begins:
		return nil, false
	case begins && ends:
		return ending(plan.Path, text), true
	case begins:
		return plan.Prefix(text), true
	case ends:
		return ending(plan.Suffix, text), true
	}
	return plan.Part(text), true
}

// literal returns the text that an expression without operators matches.
func literal(pattern string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case c == '\\' && i+1 < len(pattern) && strings.IndexByte(`./-+*?()[]{}^$|\_~`, pattern[i+1]) >= 0:
			i++
			b.WriteByte(pattern[i])
		case strings.IndexByte(`\.+*?()[]{}^$|`, c) >= 0 || c < ' ' || c >= 0x7f:
			return "", false
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), true
}

// latin1 returns a text whose runes are the octets of another.
func latin1(text string) string {
	runes := make([]rune, len(text))
	for i := range runes {
		runes[i] = rune(text[i])
	}
	return string(runes)
}
