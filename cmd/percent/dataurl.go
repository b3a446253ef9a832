package main

import (
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/scheme/dataurl"
)

func init() { register("dataurl", newDataURL) }

func newDataURL(a *stream.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dataurl",
		Short: "data: URLs",
		Long: `dataurl reads and writes data: URLs, as browsers do (the Fetch Standard) and by the
grammar of RFC 2397.`,
		GroupID: groupURI,
	}
	cmd.AddCommand(newDataURLEncode(a), newDataURLDecode(a))
	return family(cmd)
}

func newDataURLEncode(a *stream.Streams) *cobra.Command {
	r := newRowJob(a, "dataurl encode")
	r.bom, r.framed = false, true
	cmd := &cobra.Command{
		Use:   "encode [flags] [TEXT...]",
		Short: "the shortest data: URL of a text or a file",
		Long: `encode prints the data: URL of each TEXT, of each file of -f, or of standard input,
which is read to its end: percent-encoded, or in base64 where that is shorter.

Without --type, ASCII gets no media type, which means text/plain in US-ASCII; other
UTF-8 gets text/plain;charset=utf-8, and anything else application/octet-stream.`,
		Example: `  percent dataurl encode 'A brief note'
  percent dataurl encode --type image/png -f icon.png
  percent dataurl encode --type image/svg+xml < icon.svg`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var named *dataurl.MIMEType
			if r.request.Type != "" {
				t, err := dataurl.ParseMIMEType(r.request.Type)
				if err != nil {
					return term.UsageError("write --type text/html", "--type: %s", syntaxError(err).text)
				}
				named = &t
			}
			r.Whole = true
			r.convert = func(o *recordObject, dst []byte, v value) ([]byte, error) {
				d := dataurl.Data{Body: v.text}
				switch {
				case named != nil:
					d.Type = *named
				case isASCII(v.text):
				case utf8.Valid(v.text):
					d.Type = dataurl.MIMEType{Type: "text", Subtype: "plain", Params: []dataurl.Param{{Name: "charset", Value: "utf-8"}}}
				default:
					d.Type = dataurl.MIMEType{Type: "application", Subtype: "octet-stream"}
				}
				u, err := d.Build()
				if err != nil {
					return dst, term.UsageError("", "--type: %s", syntaxError(err).text)
				}
				if r.json {
					o.Result = dataURLResult{u}
				}
				return append(append(dst, u...), '\n'), nil
			}
			return r.run(cmd, args, "encoded")
		},
	}
	set := cmd.Flags()
	r.addRow(cmd)
	set.VarP((*flags.List)(&r.inputFlags.Files), "file", "f", "encode what is in `FILE`, - for standard input; repeatable")
	set.VarP((*stream.OutputName)(&r.Output), "output", "o", "write to `FILE`, which may not be an input")
	r.addJSON(cmd)
	set.BoolVar(&r.verbose, "verbose", false, "report what was done on standard error")
	return cmd
}

// dataURLResult is what encode --json writes of a text.
type dataURLResult struct {
	Output string `json:"output"`
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// dataURLContent is what decode --json writes of a URL.
type dataURLContent struct {
	Type string `json:"type"`
	Body []byte `json:"body"`
}

func newDataURLDecode(a *stream.Streams) *cobra.Command {
	r := newRowJob(a, "dataurl decode")
	r.bom, r.framed = false, true
	r.Bodies = true
	r.convert = func(o *recordObject, dst []byte, v value) ([]byte, error) {
		parse := dataurl.Parse
		if r.request.RFC2397 {
			parse = dataurl.ParseRFC2397
		}
		d, err := parse(string(v.text))
		if err != nil {
			return dst, syntaxError(err)
		}
		if r.json {
			content := dataURLContent{d.Type.String(), d.Body}
			if d.Type.Type == "" {
				content.Type = "text/plain;charset=US-ASCII"
			}
			o.Result = content
			return dst, nil
		}
		dst = append(dst, d.Body...)
		if r.sep == stream.NULs {
			dst = append(dst, 0)
		}
		return dst, nil
	}
	cmd := &cobra.Command{
		Use:   "decode [flags] [URL...]",
		Short: "what a data: URL holds",
		Long: `decode prints the body of each data: URL, or of each line of standard input or of
the files of -f: its bytes, and nothing after them. With --json it prints an object a
line, of type and body, or of type and body_base64 if the body is not UTF-8; for a
URL that is refused the object has input, offset and reason.`,
		Example: `  percent dataurl decode data:,A%20brief%20note
  percent dataurl decode -o icon.png < icon.txt
  percent dataurl decode --json 'data:text/html;base64,PGI+aGk8L2I+'`,
		RunE: func(cmd *cobra.Command, args []string) error { return r.run(cmd, args, "decoded") },
	}
	r.addTo(cmd)
	return cmd
}
