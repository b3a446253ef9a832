package uri

import (
	"bytes"
	"strings"
)

// RemoveDotSegments applies remove_dot_segments of RFC 3986 section 5.2.4 to an
// encoded path: only "." and ".." are dot segments, not "%2E". A leading ".."
// has nowhere to go and is dropped.
func RemoveDotSegments(path string) string {
	if !strings.Contains(path, ".") {
		return path
	}
	out := make([]byte, 0, len(path))
	for in := path; in != ""; {
		switch {
		case strings.HasPrefix(in, "../"):
			in = in[3:]
		case strings.HasPrefix(in, "./"):
			in = in[2:]
		case strings.HasPrefix(in, "/./"):
			in = in[2:]
		case in == "/.":
			in = "/"
		case strings.HasPrefix(in, "/../"):
			in, out = in[3:], out[:max(0, bytes.LastIndexByte(out, '/'))]
		case in == "/..":
			in, out = "/", out[:max(0, bytes.LastIndexByte(out, '/'))]
		case in == "." || in == "..":
			in = ""
		default:
			n := strings.IndexByte(in[1:], '/') + 1
			if n == 0 {
				n = len(in)
			}
			out, in = append(out, in[:n]...), in[n:]
		}
	}
	return string(out)
}

// mayHaveDots reports whether path may have dot segments.
func mayHaveDots(path string) bool {
	return path[0] == '.' || strings.Contains(path, "/.") || strings.Contains(path, "%2")
}

// nextSegment returns where the segment at s[lo:hi] ends.
func (n *normalizer) nextSegment(lo, hi int) int {
	if i := strings.IndexByte(n.s[lo:hi], '/'); i >= 0 {
		return lo + i
	}
	return hi
}

// rooted appends the path s[lo:hi], which begins with '/', without its dot
// segments.
func (n *normalizer) rooted(lo, hi int) {
	base := len(n.out)
	for lo < hi {
		end := n.nextSegment(lo+1, hi)
		dots := Segment(n.s[lo+1 : end]).Dots()
		if dots == DotsDot {
			n.cut(base + max(0, bytes.LastIndexByte(n.out[base:], '/')))
		}
		switch {
		case dots == NoDots:
			n.copy(lo, lo+1)
			n.text(lo+1, end, keepCase)
		case end == hi:
			n.add("/", lo)
		}
		lo = end
	}
}

// relative appends the relative path s[lo:hi] without its redundant dot segments:
// those that lead up from the base stay in front.
func (n *normalizer) relative(lo, hi int) {
	base, first := len(n.out), lo
	count, ups := 0, 0 // segments in out, and how many of them are ".."
	for last := false; !last; {
		end := n.nextSegment(lo, hi)
		last = end == hi
		dots := Segment(n.s[lo:end]).Dots()
		if !n.does(DotSegments) && strings.IndexByte(n.s[lo:end], '%') >= 0 {
			dots = NoDots // remove_dot_segments does not know escaped dots
		}
		up := dots == DotsDot && count == ups
		switch {
		case dots == DotsDot && !up:
			count--
			n.cut(base + max(0, bytes.LastIndexByte(n.out[base:], '/')))
		case dots != Dot:
			if count > 0 {
				n.add("/", lo)
			}
			count++
			if up {
				n.add("..", lo)
				ups++
			} else {
				n.text(lo, end, keepCase)
			}
		}
		if last && dots != NoDots && count > 0 {
			n.add("/", lo)
		}
		lo = end + 1
	}
	path := string(n.out[base:])
	if count == 0 || guardRelative(path) != path {
		n.insert(base, "./", first)
	}
}

// removeRelativeDots returns a relative path without its redundant dot segments. As
// in RemoveDotSegments, "%2E" is not a dot.
func removeRelativeDots(path string) string {
	n := normalizer{s: path}
	n.relative(0, len(path))
	return string(n.out)
}
