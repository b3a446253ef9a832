// Package doctest executes the documents of the project, so that no command,
// output or line of Go in them can drift from what the code does.
//
// A document is Markdown. Every fenced block in it names its language, which says
// how the block is tested:
//
//	console   a transcript: each line "$ command" is run by sh, and what it
//	          writes (standard output and standard error, in order) must be
//	          the lines that follow, byte for byte. A comment "# exit 3" at the
//	          end of the command is the status that it must have; without it,
//	          0. A command that ends in \ goes on in the next line, after "> ".
//	          A block starts in an empty folder; with "console root" it runs at
//	          the root of the repository instead.
//	go        Go that is compiled and run. A line "expression // result" must
//	          give that result, and so must "names := expression // result";
//	          other lines are statements.
//	sh        commands for a reader to run in a clone; each must be one that
//	          .ci/run runs, or .ci/run itself.
//	text      anything else.
//
// [Parse] finds the blocks, [Transcript] and [Program] read them.
package doctest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

//go:generate go test -count=1 -run ^(TestGeneratedSections|TestPageGuides|TestPackageComment)$ . -update

// A Block is a fenced block of a document.
type Block struct {
	File string
	Line int      // of the opening fence, from 1
	Lang string   // the first word after the fence
	Args []string // the words after it
	Body []string // the lines between the fences
}

// Where returns file and line of the block, such as "README.md:12".
func (b Block) Where() string { return fmt.Sprintf("%s:%d", b.File, b.Line) }

var (
	languages  = map[string]bool{"console": true, "go": true, "sh": true, "text": true}
	looksRun   = regexp.MustCompile(`^\s*\$ `)
	fence      = regexp.MustCompile("^ *(```+|~~~+)(.*)$")
	exitStatus = regexp.MustCompile(`\s+# exit (\d+)$`)
)

// Parse returns the fenced blocks of a document. Anything in it that could
// hide a transcript from the test is an error: a block without language, with
// an unknown one or without end, an indented fence, and a command line outside
// a console block.
func Parse(file, text string) ([]Block, error) {
	var blocks []Block
	var open *Block
	for i, line := range strings.Split(text, "\n") {
		n := i + 1
		m := fence.FindStringSubmatch(line)
		switch {
		case m != nil && m[1] != "```":
			return nil, fmt.Errorf("%s:%d: fence %q: use three backticks", file, n, m[1])
		case m != nil && line[0] == ' ':
			return nil, fmt.Errorf("%s:%d: indented fence", file, n)
		case m != nil && open == nil:
			words := strings.Fields(m[2])
			if len(words) == 0 {
				return nil, fmt.Errorf("%s:%d: block without a language", file, n)
			}
			if !languages[words[0]] {
				return nil, fmt.Errorf("%s:%d: block in unknown language %q", file, n, words[0])
			}
			open = &Block{File: file, Line: n, Lang: words[0], Args: words[1:]}
		case m != nil:
			if strings.TrimSpace(m[2]) != "" {
				return nil, fmt.Errorf("%s:%d: fence in the block that starts at line %d", file, n, open.Line)
			}
			blocks = append(blocks, *open)
			open = nil
		case open != nil:
			if open.Lang != "console" && looksRun.MatchString(line) {
				return nil, fmt.Errorf("%s:%d: a command with its prompt in a %s block", file, n, open.Lang)
			}
			open.Body = append(open.Body, line)
		case looksRun.MatchString(line):
			return nil, fmt.Errorf("%s:%d: a command outside a block", file, n)
		}
	}
	if open != nil {
		return nil, fmt.Errorf("%s: block without end", open.Where())
	}
	return blocks, nil
}

// A Command is one command of a transcript, and what it must do.
type Command struct {
	Line   int      // in the document
	Source []string // the lines as they stand in the document
	Script string   // what sh gets
	Exit   int
	Output string
}

// Transcript reads the commands of a console block.
func Transcript(b Block) ([]Command, error) {
	for _, arg := range b.Args {
		if arg != "root" {
			return nil, fmt.Errorf("%s: unknown word %q after console", b.Where(), arg)
		}
	}
	var commands []Command
	for i := 0; i < len(b.Body); i++ {
		line, n := b.Body[i], b.Line+1+i
		script, isCommand := strings.CutPrefix(line, "$ ")
		if !isCommand {
			if len(commands) == 0 {
				return nil, fmt.Errorf("%s:%d: output before any command", b.File, n)
			}
			commands[len(commands)-1].Output += line + "\n"
			continue
		}
		c := Command{Line: n, Source: []string{line}}
		for strings.HasSuffix(script, `\`) {
			i++
			if i == len(b.Body) || !strings.HasPrefix(b.Body[i], "> ") {
				return nil, fmt.Errorf("%s:%d: the command goes on, but no line %q follows", b.File, n, "> …")
			}
			c.Source = append(c.Source, b.Body[i])
			script += "\n" + b.Body[i][len("> "):]
		}
		if m := exitStatus.FindStringSubmatch(script); m != nil {
			c.Exit, _ = strconv.Atoi(m[1])
			if c.Exit == 0 || c.Exit > 255 {
				return nil, fmt.Errorf("%s:%d: exit status %s", b.File, n, m[1])
			}
		}
		if strings.TrimSpace(script) == "" || strings.HasPrefix(strings.TrimSpace(script), "#") {
			return nil, fmt.Errorf("%s:%d: empty command", b.File, n)
		}
		c.Script = script
		commands = append(commands, c)
	}
	if len(commands) == 0 {
		return nil, fmt.Errorf("%s: no command in the block", b.Where())
	}
	return commands, nil
}
