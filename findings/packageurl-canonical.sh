#!/usr/bin/env bash
# packageurl-js 2.0.1 (npm) and packageurl-go 0.1.7 (Go module
# github.com/package-url/packageurl-go), both of the project that specifies package URLs.
#
# One would guess: a package URL has one canonical form, so the two libraries write the same
# text for the same package, and the texts can be compared.
#
# What happens: they escape other characters. Go writes the '+' of a version as %2B and keeps
# the ':' in the value of a qualifier; JavaScript keeps the '+' and writes the ':' as %3A. A vulnerability that one has stored is not found by the text of the other.
#
# Output seen:
#
#	Go: pkg:deb/debian/gcc@4:12.2.0-3%2Bb1?vcs_url=git:x%2Fy
#	JS: pkg:deb/debian/gcc@4:12.2.0-3+b1?vcs_url=git%3Ax%2Fy
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --prefix . packageurl-js@2.0.1 >/dev/null
cat >main.mjs <<'JS'
import { PackageURL } from 'packageurl-js';
console.log('JS:', new PackageURL('deb', 'debian', 'gcc', '4:12.2.0-3+b1', { vcs_url: 'git:x/y' }, undefined).toString());
JS
mkdir go
cat >go/go.mod <<'END'
module example.com/purl

go 1.26

require github.com/package-url/packageurl-go v0.1.7
END
cat >go/main.go <<'END'
package main

import (
	"fmt"

	"github.com/package-url/packageurl-go"
)

func main() {
	qualifiers := packageurl.QualifiersFromMap(map[string]string{"vcs_url": "git:x/y"})
	fmt.Println("Go:", packageurl.NewPackageURL("deb", "debian", "gcc", "4:12.2.0-3+b1", qualifiers, "").ToString())
}
END
(cd go && GOFLAGS=-mod=mod go run . 2>err || { cat err >&2; exit 1; }) >got
node main.mjs >>got
cat got
diff - got <<'END2'
Go: pkg:deb/debian/gcc@4:12.2.0-3%2Bb1?vcs_url=git:x%2Fy
JS: pkg:deb/debian/gcc@4:12.2.0-3+b1?vcs_url=git%3Ax%2Fy
END2
