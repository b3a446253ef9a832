package vet

import (
	"regexp"
	"slices"
	"strings"
)

// A place is where in a URL a part of a text stands.
type place uint8

const (
	nowhere place = iota // not in a URL, or nobody can tell
	inUserinfo
	inHost
	inPath
	inQuery
	inFragment
	inParameter // of a header field, behind the charset of filename*=UTF-8''
	inName      // in filename= of a header field, which nobody decodes
	inOpaque    // in a URI without slashes behind the scheme
	inMail      // in the query of a mailto URI
)

var placeNames = [...]string{"text", "the userinfo", "a host", "a path", "a query", "a fragment", "a header parameter", "a quoted file name", "a URI of this scheme", "a mailto URI"}

func (p place) String() string { return placeNames[p] }

var (
	// asIs is how a text begins that takes names as they are.
	asIs = regexp.MustCompile(`(?i)^(file|s3|gs|hdfs|(git\+)?ssh)://`)
	// hierarchical is how a URL with an authority begins.
	hierarchical = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`)
	// login is how a URL begins whose user name is one of a system, which has no
	// reserved characters.
	login = regexp.MustCompile(`(?i)^(git\+)?(ssh|sftp)://$`)
	// relative is how a reference begins that has a query.
	relative = regexp.MustCompile(`^[A-Za-z0-9._~/:-]*\?`)
	// segments is how a path begins that is put behind another.
	segments = regexp.MustCompile(`^[A-Za-z0-9._~-]+/`)
	// versioned is how the path of an API begins, also without a slash in front.
	versioned = regexp.MustCompile(`^(api|v\d+)/[A-Za-z0-9._~/-]*/$`)
	// pair is how a query or a form begins.
	pair = regexp.MustCompile(`^&?[A-Za-z0-9_.~%\[\]-]+=`)
	// environment is how a variable of the environment begins.
	environment = regexp.MustCompile(`^[A-Z][A-Z0-9_]*=$`)
	// extended is how the value of an extended parameter begins (RFC 8187 section 3.2.1).
	extended = regexp.MustCompile(`(?i)\*=utf-8'[a-z-]*'$`)
	// filename is how a parameter begins that is a file name, as it is.
	filename = regexp.MustCompile(`(?i)(^|[;\s])filename="?$`)
	// opaque is how a URI begins that has no authority, and no "+" for a space.
	opaque = regexp.MustCompile(`(?i)^(mailto|data|pkg|urn|tel|sms|geo|news|cid|acct):[^/]`)
	// link is what stands before a URL in HTML and Markdown.
	link = regexp.MustCompile(`(?i)(\b(href|src|action)=["']|\]\()$`)
	// quote and behindBase are what is before a URL in a script, and how that begins.
	quote      = regexp.MustCompile("[\"'`]$")
	behindBase = regexp.MustCompile(`^\x00/[\w./~-]+/\x00`)
	// foreign is what no URL holds: text around it is HTML, SQL or prose.
	foreign = regexp.MustCompile("[ \t\r\n<>\"'`{}|\\\\^]|\\]\\(")
)

// places returns for each atom of a text where in a URL it stands. A text that does
// not look like a URL, a reference or a query has no places; where it is taken for a
// URL, a path without a slash in front has some as well.
func places(atoms []*term, asURL bool) []place {
	all, named := make([]place, len(atoms)), false
	for i := range atoms {
		if i > 0 && atoms[i-1].kind == literal {
			switch before := atoms[i-1].text; {
			case extended.MatchString(before):
				all[i], named = inParameter, true
			case filename.MatchString(before):
				all[i], named = inName, true
			}
		}
	}
	if named {
		return all
	}
	for _, a := range atoms {
		if a.cut {
			return all
		}
	}
	if slices.ContainsFunc(atoms, isForeign) {
		return embedded(atoms)
	}
	const (
		atStart = iota
		afterBase
		inAuthority
		elsewhere // in the place now
		lost
	)
	state, now := atStart, nowhere
	follow := func(text string) {
		for i := range len(text) {
			switch c := text[i]; {
			case now == inFragment && strings.IndexByte("/=?!", c) >= 0:
				now = nowhere // an application reads it by a rule of its own
			case now == inFragment, now == nowhere && state == elsewhere:
			case c == '#':
				now = inFragment
			case now == inOpaque || now == inMail:
				if c == '?' && strings.HasPrefix(strings.ToLower(atoms[0].text), "mailto:") {
					now = inMail
				}
			case now == inQuery:
			case c == '?':
				now = inQuery
				if strings.HasPrefix(atoms[0].text, "otpauth://") {
					now = inOpaque
				}
			case c == '/' && state == inAuthority:
				now = inPath
			default:
				continue
			}
			state = elsewhere
		}
	}
	for i, a := range atoms {
		if a.kind != literal {
			of := a.sources()[0]
			isPath := of.kind == view && (of.fn == pathOf || of.fn == rawPathOf) && (of == a || i > 0 && !strings.HasSuffix(atoms[i-1].text, "://"))
			switch {
			case isPath && (state == inAuthority || state == afterBase):
				state, now = elsewhere, inPath
				all[i] = inPath
			case state == afterBase && asURL && gives(a, decodedText, decodedValues):
				state, now = elsewhere, inPath // of a base that ends with a slash
				all[i] = inPath
			case state == atStart:
				state = afterBase
			case state == afterBase && a.kind == encoded && segmentAhead(atoms[i+1:]):
				state, now = elsewhere, inPath
				all[i] = inPath
			case state == inAuthority && userinfoAhead(atoms[i+1:]):
				all[i] = inUserinfo
			case state == inAuthority:
				all[i] = inHost
			case state == elsewhere:
				all[i] = now
			case state == afterBase:
				state = lost
			}
			continue
		}
		text := a.text
		if text == "" {
			continue
		}
		switch state {
		case atStart:
			switch scheme := hierarchical.FindString(text); {
			case asIs.MatchString(scheme):
				return all
			case scheme != "":
				state = inAuthority
				follow(text[len(scheme):])
			case opaque.MatchString(text) || len(text) > 3 && text[len(text)-1] == ':' && opaque.MatchString(text+"x"):
				state, now = elsewhere, inOpaque
				if i := strings.IndexByte(text, '?'); i >= 0 {
					follow(text[i:])
				}
			case strings.HasPrefix(text, "//"):
				return all
			case text[0] == '/':
				state, now = elsewhere, inPath
				follow(text)
			case relative.MatchString(text), (asURL || keyed.MatchString(outline(atoms))) && segments.MatchString(text), versioned.MatchString(text):
				state, now = elsewhere, inPath
				follow(text)
			case pair.MatchString(text) && !environment.MatchString(text):
				state, now = elsewhere, inQuery
				follow(text)
			default:
				return all
			}
		case afterBase:
			if rest, ok := strings.CutPrefix(text, "://"); ok { // behind a scheme
				state = inAuthority
				follow(rest)
				continue
			}
			switch text[0] {
			case '/':
				state, now = elsewhere, inPath
			case '?', '&':
				if text == "&" && len(atoms) > 3 && atoms[2].kind != literal {
					state = lost // of a text to sign
					break
				}
				state, now = elsewhere, inQuery
			case '#':
				state, now = elsewhere, inFragment
			default:
				state = lost
				if asURL && segments.MatchString(text) {
					state, now = elsewhere, inPath
				}
			}
			follow(text)
		case lost:
			if text[0] == '/' {
				state, now = elsewhere, inPath
				follow(text)
			} else if i := strings.IndexByte(text, '?'); i >= 0 && pair.MatchString(text[i+1:]) {
				state, now = elsewhere, inQuery
				follow(text[i+1:])
			}
		default:
			follow(text)
		}
	}
	return all
}

func isForeign(a *term) bool { return a.kind == literal && foreign.MatchString(a.text) }

// embedded returns the places in URLs that stand in a text, in front of which is what
// says so.
func embedded(atoms []*term) []place {
	all := make([]place, len(atoms))
	for i := 0; i < len(atoms); i++ {
		before := ""
		if cuts := foreign.FindAllStringIndex(atoms[i].text, -1); len(cuts) > 0 && atoms[i].kind == literal {
			before = atoms[i].text[:cuts[len(cuts)-1][1]]
		} else if i > 0 || atoms[i].kind != literal {
			continue
		}
		first := atoms[i].text[len(before):]
		run := []*term{{kind: literal, text: first}}
		end := i + 1
		for ; end < len(atoms) && !isForeign(atoms[end]); end++ {
			run = append(run, atoms[end])
		}
		if !link.MatchString(before) && !hierarchical.MatchString(first) && !opaque.MatchString(first) &&
			!(quote.MatchString(before) && behindBase.MatchString(outline(run)) && slices.ContainsFunc(run, func(a *term) bool { return a.kind == encoded })) {
			continue
		}
		if end < len(atoms) {
			run = append(run, &term{kind: literal, text: atoms[end].text[:foreign.FindStringIndex(atoms[end].text)[0]]})
		}
		copy(all[i+1:end], places(run, false)[1:])
	}
	return all
}

// segmentAhead says whether the next constant text begins with a slash.
func segmentAhead(rest []*term) bool {
	return len(rest) > 0 && rest[0].kind == literal && strings.HasPrefix(rest[0].text, "/")
}

// userinfoAhead says whether an @ comes before the authority ends.
func userinfoAhead(rest []*term) bool {
	for _, a := range rest {
		if a.kind != literal {
			continue
		}
		if i := strings.IndexAny(a.text, "@/?#"); i >= 0 {
			return a.text[i] == '@'
		}
	}
	return false
}
