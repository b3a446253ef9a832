#!/bin/bash -eu
# Compiles every fuzz target of the module for OSS-Fuzz.
go get github.com/AdamKorcz/go-118-fuzz-build/testing
go list -f '{{$p := .}}{{range .TestGoFiles}}{{$p.ImportPath}} {{$p.Dir}}/{{.}}
{{end}}{{range .XTestGoFiles}}{{$p.ImportPath}} {{$p.Dir}}/{{.}}
{{end}}' ./... | while read -r package file; do
	[ -n "$package" ] || continue
	sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$file" | while read -r target; do
		compile_native_go_fuzzer "$package" "$target" "$(basename "$package" | tr -c 'a-z0-9\n' _)_$target"
	done
done
