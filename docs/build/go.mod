module github.com/pct-encoded/percent/docs/build

go 1.26.0

require (
	github.com/pct-encoded/percent v0.0.0
	github.com/yuin/goldmark v1.8.7
	golang.org/x/net v0.62.0
)

require (
	github.com/rivo/uniseg v0.4.7 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/term v0.47.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace github.com/pct-encoded/percent => ../../
