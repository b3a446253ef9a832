module github.com/pct-encoded/percent/bench

go 1.26.0

require (
	github.com/pct-encoded/percent v0.0.0
	github.com/valyala/fasthttp v1.69.0
	github.com/yosida95/uritemplate/v3 v3.0.2
)

require (
	github.com/andybalholm/brotli v1.2.0 // indirect
	github.com/klauspost/compress v1.18.2 // indirect
	github.com/valyala/bytebufferpool v1.0.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/pct-encoded/percent => ../
