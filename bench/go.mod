module github.com/pct-encoded/percent/bench

go 1.26.0

require (
	github.com/aws/aws-sdk-go-v2 v1.47.6
	github.com/dghubble/oauth1 v0.7.3
	github.com/nlnwa/whatwg-url v0.6.2
	github.com/pct-encoded/percent v0.0.0
	github.com/valyala/fasthttp v1.69.0
	github.com/yosida95/uritemplate/v3 v3.0.2
	golang.org/x/net v0.62.0
)

require (
	github.com/andybalholm/brotli v1.2.8 // indirect
	github.com/aws/smithy-go v1.28.8 // indirect
	github.com/bits-and-blooms/bitset v1.20.0 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/valyala/bytebufferpool v1.0.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace github.com/pct-encoded/percent => ../
