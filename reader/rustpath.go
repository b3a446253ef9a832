package reader

import (
	"bytes"
	"strings"
)

// A rustPath is a path as the crate url writes it, behind one octet: "/" where no host is before it.
// Source: url/src/parser.rs, parse_path and what it calls.
type rustPath struct {
	out      []byte
	file     bool
	asBegins bool // a "|" behind a drive letter stays
}

// pathStart is where the path begins in out.
const pathStart = 1

// dotlessRust removes dot segments, and the host of a file whose path begins with a drive letter.
func (s *state) dotlessRust() {
	p := rustPath{file: s.Scheme.Text == "file"}
	p.out = append(p.out, 'h')
	if p.file && s.Host.Text == "" {
		p.out[0], p.asBegins = '/', s.simple
	}
	for text, slash := s.Path.Text, true; slash; {
		var segment string
		segment, text, slash = strings.Cut(text, "/")
		if p.add(segment, slash) {
			s.Host = Part{}
		}
	}
	s.Path.Text = string(p.out[pathStart:])
	if p.file {
		s.Path.Text = "/" + strings.TrimLeft(s.Path.Text, "/")
	}
}

// add appends a segment and the slash behind it; host is true if the path then has no host before it.
func (p *rustPath) add(segment string, slash bool) (noHost bool) {
	begin := len(p.out)
	switch dots, ok := isDotSegment(segment); {
	case ok && dots == 2:
		p.asBegins = p.asBegins && begin != pathStart+1
		if p.endsInSlash() && p.mayPop() {
			p.out = p.out[:begin-1]
		}
		p.shorten()
		if slash && !p.endsInSlash() {
			p.out = append(p.out, '/')
		}
		return false
	case ok:
		if !p.endsInSlash() {
			p.out = append(p.out, '/')
		}
		return false
	case p.file && !p.asBegins && begin == pathStart+1 && isDrive(segment):
		segment, noHost = segment[:1]+":", true
	}
	if p.out = append(p.out, segment...); slash {
		p.out = append(p.out, '/')
	}
	return noHost
}

func (p *rustPath) endsInSlash() bool { return p.out[len(p.out)-1] == '/' }

// mayPop reports whether the slash at the end is neither that of the root nor that behind a drive letter.
func (p *rustPath) mayPop() bool {
	i := bytes.LastIndexByte(p.out[:len(p.out)-1], '/')
	if i < pathStart {
		return false
	}
	behind := p.out[i+1:]
	return !(len(behind) >= 2 && isDrive(string(behind[:2])) && (len(behind) == 2 || behind[2] == '/'))
}

// shorten removes the last segment unless it is a drive letter.
func (p *rustPath) shorten() {
	i := bytes.LastIndexByte(p.out[pathStart:], '/')
	if i < 0 {
		return
	}
	begin := pathStart + i + 1
	if last := string(p.out[begin:]); !(p.file && isDrive(last) && last[1] == ':') {
		p.out = p.out[:begin]
	}
}
