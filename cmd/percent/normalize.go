package main

import (
	"bytes"
	"errors"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/uri"
)

func init() {
	register(func(a *app) *cobra.Command {
		cmd := newNormalize(a)
		cmd.GroupID = groupURI
		return cmd
	})
}

func newNormalize(a *app) *cobra.Command {
	r := newReferences(a, "keep", "fail", "skip")
	r.let = "normalized all the same"
	n := &normalizing{references: r}
	var rungs [4]bool
	cmd := &cobra.Command{
		Use:   "normalize [flags] [URI...]",
		Short: "the one spelling of a URI among the equivalent ones",
		Long: `normalize writes each URI reference, or each line of standard input or of the
files of -f, as RFC 3986 section 6.2 has it: scheme and host in lower case, digits
of escapes in upper case, escapes of unreserved characters decoded, dot segments
removed, and default ports and empty paths as the scheme has them. A relative
reference keeps its leading "..". No reserved character is decoded, and no escape
comes into being. Normalizing twice changes nothing more.

With --case, --percent-encoding, --dot-segments and --scheme, only these rungs of
the ladder are climbed. The flags that begin with --unsafe change what the URI
identifies, unless you know the server.

What is no URI is normalized as far as it can be told apart, and a note says so;
--on-error fail refuses it.`,
		Example: `  percent normalize 'HTTP://Example.com:80/%7euser/./a/../b%2fc'
  percent normalize -f urls.txt -o normal.txt
  percent normalize --case --percent-encoding < urls.txt
  percent normalize --unsafe-drop-tracking --unsafe-drop-fragment < urls.txt`,
		RunE: func(cmd *cobra.Command, args []string) error {
			for i, climb := range rungs {
				if climb {
					n.rungs |= 1 << i
				}
			}
			if n.rungs == 0 {
				n.rungs = uri.AllRungs
			}
			if _, err := (uri.URI{}).UnsafeDropParameters(n.parameters...); err != nil {
				return usageError("write \\ in front of a [ that is meant", "--unsafe-drop-parameter does not take a pattern like that: %v", err)
			}
			r.convert = takeURI(n.convert)
			if !r.json && !n.isUnsafe() {
				r.byValue = func(s *splitter) worker { return &lineNormalizer{splitter: s, n: n} }
			}
			return r.run(cmd, args, "normalized")
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	flags := cmd.Flags()
	flags.BoolVar(&rungs[0], "case", false, "only this and what else is named: case of scheme, host and escapes")
	flags.BoolVar(&rungs[1], "percent-encoding", false, "only this and what else is named: decode escapes of unreserved characters")
	flags.BoolVar(&rungs[2], "dot-segments", false, "only this and what else is named: remove dot segments")
	flags.BoolVar(&rungs[3], "scheme", false, "only this and what else is named: default ports, empty paths and the like")
	flags.BoolVar(&n.sort, "unsafe-sort-query", false, "sort the pieces of the query by name")
	flags.BoolVar(&n.fragment, "unsafe-drop-fragment", false, "drop the fragment")
	flags.BoolVar(&n.index, "unsafe-drop-index", false, "drop index.html and the like from the end of the path")
	flags.BoolVar(&n.tracking, "unsafe-drop-tracking", false, "drop utm_source, fbclid and the like from the query")
	// An array, not a slice: a comma is part of a pattern.
	flags.StringArrayVar(&n.parameters, "unsafe-drop-parameter", nil, "drop the parameters whose name matches `PATTERN` (* and ?) from the query; repeatable")
	r.addTo(cmd)
	return cmd
}

// A normalizing is what the values of one run of normalize have in common.
type normalizing struct {
	*references
	rungs uri.Rungs

	sort, fragment, index, tracking bool
	parameters                      []string
}

func (n *normalizing) isUnsafe() bool {
	return n.sort || n.fragment || n.index || n.tracking || n.parameters != nil
}

func (n *normalizing) convert(_ *object, dst []byte, _ value, u uri.URI) ([]byte, error) {
	if !n.isUnsafe() {
		return u.AppendNormalize(dst, n.rungs), nil
	}
	u = u.Normalize(n.rungs)
	if n.fragment {
		u = u.UnsafeDropFragment()
	}
	if n.index {
		u = u.UnsafeDropIndex()
	}
	patterns := n.parameters
	if n.tracking {
		patterns = append(patterns[:len(patterns):len(patterns)], uri.TrackingPatterns...)
	}
	if patterns != nil {
		// The patterns have been looked at before.
		u, _ = u.UnsafeDropParameters(patterns...)
	}
	if n.sort {
		u = u.UnsafeSortQuery()
	}
	return u.AppendNormalize(dst, n.rungs), nil
}

// A lineNormalizer normalizes chunks that hold whole values by themselves.
type lineNormalizer struct {
	*splitter
	n *normalizing
	// illegal has what was not legal in chunks that are done but not yet
	// counted, by their first byte.
	illegal sync.Map // *byte to illegalLines
}

// illegalLines are the values of a chunk that are not legal.
type illegalLines struct {
	count, line, offset int64 // line and offset of the first, both from 0
}

func (w *lineNormalizer) alone(dst, src []byte) (int, bool) {
	end, separated := w.j.sep.end()
	if !separated || len(src) == 0 {
		return 0, false
	}
	word := w.n.word()
	out := dst[:0]
	var found illegalLines
	line := int64(0)
	for rest := string(src); rest != ""; line++ {
		i := strings.IndexByte(rest, end)
		if i < 0 {
			return 0, false
		}
		s := rest[:i]
		if w.j.sep == lines {
			s = strings.TrimSuffix(s, "\r")
		}
		u, err := uri.Parse(s)
		if err != nil {
			if word == "fail" {
				return 0, false
			}
			if found.count++; found.count == 1 {
				var e *uri.SyntaxError
				errors.As(err, &e)
				found.line, found.offset = line, e.Offset
			}
			u = uri.ParseLenient(s)
		}
		if err == nil || word != "skip" {
			out = u.AppendNormalize(out, w.n.rungs)
			out = append(out, rest[len(s):i+1]...)
		}
		rest = rest[i+1:]
	}
	if len(out) > len(dst) {
		return 0, false
	}
	if found.count > 0 {
		w.illegal.Store(&src[0], found)
	}
	return len(out), true
}

func (w *lineNormalizer) done(src []byte) {
	if found, ok := w.illegal.LoadAndDelete(&src[0]); ok {
		found := found.(illegalLines)
		w.n.see(place{source: w.source, number: w.number + found.line + 1}, found.offset)
		w.n.count += found.count - 1
	}
	end, _ := w.j.sep.end()
	count := int64(bytes.Count(src, []byte{end}))
	w.number += count
	w.j.values += count
	w.offset += int64(len(src))
	w.j.dangling = false
}
