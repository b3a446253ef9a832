module github.com/pct-encoded/percent

go 1.26
