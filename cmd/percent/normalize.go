package main

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/uritrim"
	"github.com/pct-encoded/percent/uri"
)

func init() {
	register("normalize", func(a *app) *cobra.Command {
		cmd := newNormalize(a)
		cmd.GroupID = groupURI
		return cmd
	})
}

func newNormalize(a *app) *cobra.Command {
	r := newValueJob(a, "keep", "fail", "skip")
	r.let = "normalized all the same"
	n := &normalizeRun{valueJob: r}
	var rungs [4]bool
	cmd := &cobra.Command{
		Use:   "normalize [flags] [URI...]",
		Short: "the normal form of a URI",
		Long: `normalize writes each URI reference, or each line of standard input or of the
files of -f, by RFC 3986 section 6.2: scheme and host in lower case, digits of
escapes in upper case, escapes of unreserved characters decoded, dot segments
removed, and default ports and empty paths as the scheme defines them. A relative
reference keeps its leading "..". No reserved character is decoded, and no new
escape appears. Normalizing twice changes nothing more.

With --case, --percent-encoding, --dot-segments or --scheme, only the steps that are
named are taken. The flags that begin with --unsafe can change what the URI
identifies; use them only if you know the server.

Text that is not a URI is normalized as far as its parts can be recognized, and a
note says so; --on-error fail refuses it.`,
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
			if _, err := uritrim.DropParameters(uri.URI{}, n.parameters...); err != nil {
				return usageError("write \\ in front of a literal [", "--unsafe-drop-parameter does not take a pattern like that: %v", err)
			}
			r.convert = takeURI(n.convert)
			return r.run(cmd, args, "normalized")
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&rungs[0], "case", false, "take only the steps that are named: case of scheme, host and escapes")
	flags.BoolVar(&rungs[1], "percent-encoding", false, "take only the steps that are named: decode escapes of unreserved characters")
	flags.BoolVar(&rungs[2], "dot-segments", false, "take only the steps that are named: remove dot segments")
	flags.BoolVar(&rungs[3], "scheme", false, "take only the steps that are named: default ports, empty paths and the like")
	flags.BoolVar(&n.sort, "unsafe-sort-query", false, "sort the pieces of the query by name")
	flags.BoolVar(&n.fragment, "unsafe-drop-fragment", false, "drop the fragment")
	flags.BoolVar(&n.index, "unsafe-drop-index", false, "drop index.html and the like from the end of the path")
	flags.BoolVar(&n.tracking, "unsafe-drop-tracking", false, "drop utm_source, fbclid and the like from the query")
	// An array, not a slice: a comma is part of a pattern.
	flags.Var((*textList)(&n.parameters), "unsafe-drop-parameter", "drop the parameters whose name matches `PATTERN` (* and ?) from the query; repeatable")
	r.addColumns(cmd)
	r.addTo(cmd)
	return cmd
}

// A normalizeRun is what the values of one run of normalize have in common.
type normalizeRun struct {
	*valueJob
	rungs uri.Rungs

	sort, fragment, index, tracking bool
	parameters                      []string
}

func (n *normalizeRun) isUnsafe() bool {
	return n.sort || n.fragment || n.index || n.tracking || n.parameters != nil
}

func (n *normalizeRun) convert(_ *recordObject, dst []byte, _ value, u uri.URI) ([]byte, error) {
	if !n.isUnsafe() {
		return u.AppendNormalize(dst, n.rungs), nil
	}
	u = u.Normalize(n.rungs)
	if n.fragment {
		u = uritrim.DropFragment(u)
	}
	if n.index {
		u = uritrim.DropIndex(u)
	}
	patterns := n.parameters
	if n.tracking {
		patterns = slices.AppendSeq(slices.Clip(patterns), uritrim.TrackingPatterns())
	}
	if patterns != nil {
		// The patterns have been looked at before.
		u, _ = uritrim.DropParameters(u, patterns...)
	}
	if n.sort {
		u = uritrim.SortQuery(u)
	}
	return u.AppendNormalize(dst, n.rungs), nil
}
