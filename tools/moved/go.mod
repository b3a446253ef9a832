module github.com/pct-encoded/percent/tools/moved

go 1.26.0

require github.com/pct-encoded/percent v0.0.0

require (
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace github.com/pct-encoded/percent => ../..
