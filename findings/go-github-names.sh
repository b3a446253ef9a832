#!/usr/bin/env bash
# go-github 93.0.0 (Go module github.com/google/go-github/v93), a client of GitHub's API.
#
# One would guess: a client of an API escapes the names that it puts into a path, all of
# them.
#
# What happens: branches, references and contents are escaped. Labels, tags of releases and
# commits are not, so that '#' begins a fragment and the rest is not sent: for the label
# "C#" it asks for the label "C".
#
# Output seen:
#
#	label  C#: /repos/o/r/labels/C
#	tag    C#: /repos/o/r/releases/tags/C
#	commit C#: /repos/o/r/commits/C
#	branch C#: /repos/o/r/branches/C%23
#	ref    C#: /repos/o/r/git/ref/heads/C%23
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >go.mod <<'END'
module example.com/names

go 1.26

require github.com/google/go-github/v93 v93.0.0
END
cat >main.go <<'END'
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/go-github/v93/github"
)

type shows struct{}

func (shows) RoundTrip(r *http.Request) (*http.Response, error) {
	fmt.Println(r.URL.RequestURI())
	return nil, errors.New("not sent")
}

func main() {
	client, err := github.NewClient(github.WithTransport(shows{}))
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	fmt.Print("label  C#: ")
	client.Issues.GetLabel(ctx, "o", "r", "C#")
	fmt.Print("tag    C#: ")
	client.Repositories.GetReleaseByTag(ctx, "o", "r", "C#")
	fmt.Print("commit C#: ")
	client.Repositories.GetCommit(ctx, "o", "r", "C#", nil)
	fmt.Print("branch C#: ")
	client.Repositories.GetBranch(ctx, "o", "r", "C#", 0)
	fmt.Print("ref    C#: ")
	client.Git.GetRef(ctx, "o", "r", "heads/C#")
}
END
GOFLAGS=-mod=mod go run . >out 2>err || { cat err >&2; exit 1; }
cat out
diff - out <<'END'
label  C#: /repos/o/r/labels/C
tag    C#: /repos/o/r/releases/tags/C
commit C#: /repos/o/r/commits/C
branch C#: /repos/o/r/branches/C%23
ref    C#: /repos/o/r/git/ref/heads/C%23
END
