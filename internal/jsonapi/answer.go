//go:build !npm

package jsonapi

import (
	"strings"
	"unicode"

	"github.com/pct-encoded/percent/internal/answers"
	"github.com/pct-encoded/percent/internal/cli/term"
	web "github.com/pct-encoded/percent/internal/guides"
	"github.com/pct-encoded/percent/internal/results"
)

// questions has the operation that looks for answers. The package for npm has no guides, whose
// texts it needs.
func questions() []call { return []call{op("answer", answer)} }

// An answerRequest is a question in the words of somebody who asks.
type answerRequest struct {
	Text string `json:"text"`
}

type answerResult struct {
	Answers []place `json:"answers"`
}

// A place answers a question: a page of the web site, the first paragraph of what it says, or "",
// the whole of its section in lines, and the command that prints the same.
type place struct {
	Title   string `json:"title"`
	Text    string `json:"text"`
	Section string `json:"section,omitempty"`
	URL     string `json:"url"`
	Command string `json:"command"`
}

func answer(q *answerRequest) (*reply, error) {
	if len(q.Text) > MaxQuestion {
		return nil, refuse("text", q.Text, tooLong)
	}
	const most = 5
	result := answerResult{Answers: []place{}}
	for _, a := range answers.Search(q.Text, nil, most) {
		url := web.Site + a.Path
		if a.Heading != "" {
			url += "#" + anchor(a.Heading)
		}
		lead, section := a.Text()
		if section != "" {
			section = results.Guide(term.Style{Columns: term.MinColumns}, section)
		}
		result.Answers = append(result.Answers, place{a.Title, strings.TrimSuffix(strings.ReplaceAll(lead, "`", ""), ":"), section, url, a.Command})
	}
	c := newCommand("percent", "guide")
	return &reply{Result: result, Command: c.texts(q.Text), Guide: guideTo("answer")}, nil
}

// anchor returns the name that the web site gives a heading.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r != '_' && r != '-' && !unicode.In(r, unicode.L, unicode.M, unicode.N):
			return -1
		}
		return r
	}, strings.ToLower(heading))
}
