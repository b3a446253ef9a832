module github.com/pct-encoded/percent

go 1.26.0

require (
	github.com/google/go-cmp v0.7.0
	golang.org/x/text v0.43.0
)

require golang.org/x/sys v0.49.0
