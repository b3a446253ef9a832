package vet

import (
	"fmt"
	"path"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/pct-encoded/percent/reader"
)

// checkForwarded checks the path or target of a request as it was sent, in a text for
// another URL, beside a check of its decoded path.
func (p *pass) checkForwarded(e *evaluator, v ssa.Value, t *term, asURL bool) {
	if !asURL || t.kind != view || t.fn.gives != wholeURL && t.fn.gives != escapedPath || p.on["forwarded-path"] == disabled {
		return
	}
	if !p.testsPath(e) {
		return
	}
	p.report("forwarded-path", p.posIn(v, t), fmt.Sprintf("URL.Path is checked, and %s goes on: check and forward the same, and refuse an encoded slash; \"/public%%2Fx\" is checked as \"/public/x\"", t.fn.name))
}

// testsPath says whether a function compares the decoded path of a request with a text.
func (p *pass) testsPath(e *evaluator) bool {
	isPath := func(v ssa.Value) bool {
		return slices.ContainsFunc(e.eval(v).sources(), func(t *term) bool { return gives(t, decodedPath) && p.ofServer(t) })
	}
	return has(e.fn, func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.Call:
			name, args := callOf(&i.Call)
			return name == "strings.HasPrefix" && isConst(args[1]) && isPath(args[0])
		case *ssa.BinOp:
			return isConst(i.Y) && isString(i.X.Type()) && isPath(i.X)
		}
		return false
	})
}

// programs are those that read a URL themselves, with the name of their reader.
var programs = map[string]string{
	"curl": "curl.url-guess", "git": "curl.url-guess",
	"chromium": "percent.weburl", "chromium-browser": "percent.weburl", "google-chrome": "percent.weburl", "firefox": "percent.weburl",
	"open": "percent.weburl", "xdg-open": "percent.weburl",
}

// navigators are functions that hand a URL to a browser, with the index of the argument.
var navigators = map[string]int{
	"github.com/chromedp/chromedp.Navigate":                      0,
	"(*github.com/go-rod/rod.Page).Navigate":                     1,
	"(github.com/playwright-community/playwright-go.Page).Goto":  1,
	"(*github.com/playwright-community/playwright-go.Page).Goto": 1,
}

// checkElsewhere checks a URL whose host is checked as net/url reads it, and that goes
// to a program with a parser of its own.
func (p *pass) checkElsewhere(name string, args []ssa.Value, c *ssa.Call) {
	if p.on["checked-elsewhere"] == disabled {
		return
	}
	if i, ok := navigators[name]; ok {
		p.readElsewhere(args[i], "a browser", "percent.weburl", c)
		return
	}
	at := 0
	switch name {
	case "os/exec.Command":
	case "os/exec.CommandContext":
		at = 1
	default:
		return
	}
	program := path.Base(text(args[at]))
	all, _ := elements(args[at+1])
	for _, v := range all {
		if r := programs[program]; r != "" {
			p.readElsewhere(v, program, r, c)
		}
	}
}

func (p *pass) readElsewhere(v ssa.Value, program, name string, c *ssa.Call) {
	if !hostTested(v) {
		return
	}
	// Blocked addresses are the checks that another spelling gets past.
	own, err := reader.Lookup("go.url")
	if err != nil {
		return
	}
	other, err := reader.Lookup(name)
	if err != nil {
		return
	}
	for _, u := range []string{"http://3221225985/", "http://0xc0.0.2.1/", `http://a.example\@b.example/`, "http://１９２.0.2.1/"} {
		is, reads := own.Read(u), other.Read(u)
		if is.Verdict == reader.Read && reads.Verdict == reader.Read && is.Host.Text != reads.Host.Text {
			p.report("checked-elsewhere", c.Pos(), fmt.Sprintf("the host is checked as net/url reads it, and %s reads it again: check with package reader/guard; %q has the host %q here and %q there", program, u, is.Host.Text, reads.Host.Text))
			return
		}
	}
}

// hostTested says whether the host of a text is looked at as url.Parse returns it.
func hostTested(v ssa.Value) bool {
	return slices.ContainsFunc(*referrers(v), func(r ssa.Instruction) bool {
		c, ok := r.(*ssa.Call)
		if !ok {
			return false
		}
		name, _ := callOf(&c.Call)
		return isParse(name) && len(hostsIn(parsed(c))) > 0
	})
}
