// The go recorder runs the percent-encoders and decoders of the Go standard
// library and of three widely used modules.
package main

import (
	"net/url"
	"runtime"
	"runtime/debug"

	"github.com/aws/smithy-go/encoding/httpbinding"
	"github.com/itchyny/gojq"
	"github.com/minio/minio-go/v7/pkg/s3utils"
)

func implementations() []implementation {
	std := runtime.Version()
	smithy := module("github.com/aws/smithy-go", "smithy-go")
	minio := module("github.com/minio/minio-go/v7", "minio-go")
	jq := module("github.com/itchyny/gojq", "gojq")
	return append(standard(std), []implementation{
		{
			"encoder", "smithy-go.EscapePath.encSep", smithy, "bytes", `httpbinding.EscapePath(s,true)`,
			func(s string) (string, error) { return httpbinding.EscapePath(s, true), nil },
		},
		{
			"encoder", "smithy-go.EscapePath", smithy, "bytes", `httpbinding.EscapePath(s,false)`,
			func(s string) (string, error) { return httpbinding.EscapePath(s, false), nil },
		},
		{"encoder", "minio-go.EncodePath", minio, "bytes", `s3utils.EncodePath(s)`, total(s3utils.EncodePath)},
		{
			"encoder", "minio-go.QueryEncode", minio, "bytes", `s3utils.QueryEncode(url.Values{"k":{s}})[2:]`,
			func(s string) (string, error) { return s3utils.QueryEncode(url.Values{"k": {s}})[2:], nil },
		},
		{"encoder", "gojq.@uri", jq, "text", `gojq @uri`, query("@uri")},
		{"decoder", "gojq.@urid", jq, "text", `gojq @urid`, query("@urid")},
	}...)
}

func module(path, name string) string {
	info, _ := debug.ReadBuildInfo()
	for _, d := range info.Deps {
		if d.Path == path {
			return name + " " + d.Version
		}
	}
	panic("not built in: " + path)
}

func query(source string) func(string) (string, error) {
	parsed, err := gojq.Parse(source)
	if err != nil {
		panic(err)
	}
	code, err := gojq.Compile(parsed)
	if err != nil {
		panic(err)
	}
	return func(s string) (string, error) {
		v, _ := code.Run(s).Next()
		if err, ok := v.(error); ok {
			return "", err
		}
		return v.(string), nil
	}
}
