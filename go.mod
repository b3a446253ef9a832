module github.com/pct-encoded/percent

go 1.26.0

require golang.org/x/text v0.43.0
