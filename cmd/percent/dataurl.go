package main

import (
	"github.com/spf13/pflag"

	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/operation/flags"
)

var dataURL = commands.Family{
	Name:  "dataurl",
	Short: "data: URLs",
	Long: `dataurl reads and writes data: URLs, as browsers do (the Fetch Standard) and by the
grammar of RFC 2397.`,
	Below: []commands.Maker{
		commands.Verb{
			Row: "dataurl encode", Use: "[TEXT...]",
			Short: "the shortest data: URL of a text or a file",
			Long: `encode prints the data: URL of each TEXT, of each file of -f, or of
standard input, which is read to its end: percent-encoded, or in base64 if that is
shorter.

Without --type, ASCII text gets no media type, which means text/plain in US-ASCII. Other
UTF-8 text gets text/plain;charset=utf-8, and all other data gets
application/octet-stream.`,
			Example: `  percent dataurl encode 'A brief note'
  percent dataurl encode --type image/png -f icon.png
  percent dataurl encode --type image/svg+xml < icon.svg`,
			Done: "encoded", Framed: true,
			Input: func(set *pflag.FlagSet, in *records.Input) {
				in.Whole, in.AsIs = true, true
				set.VarP((*flags.List)(&in.Files), "file", "f", "encode what is in `FILE`, - for standard input; repeatable")
				set.VarP((*stream.OutputName)(&in.Output), "output", "o", "write to `FILE`, which must not be an input")
			},
		},
		commands.Verb{
			Row: "dataurl decode", Use: "[URL...]",
			Short: "what a data: URL holds",
			Long: `decode prints the body of each data: URL, or of each line of standard
input or of the files of -f: exactly its bytes, without a line end after them. With
--json, decode prints one object per line, with type and body, or with type and
body_base64 if the body is not UTF-8. For a URL that is refused, the object has input,
offset and reason.`,
			Example: `  percent dataurl decode data:,A%20brief%20note
  percent dataurl decode -o icon.png < icon.txt
  percent dataurl decode --json 'data:text/html;base64,PGI+aGk8L2I+'`,
			Done: "decoded", Framed: true, Bodies: true,
		},
	},
}
