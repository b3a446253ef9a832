package commands

import "github.com/pct-encoded/percent/internal/results"

func layersTaken() Question {
	return Question{
		Row: "layers", All: "show every escape, and texts at full length",
		Use:   "layers [flags] [TEXT...]",
		Short: "how often a text has been encoded",
		Long: `layers decodes TEXT repeatedly until nothing changes. It shows the text
after each step, what was decoded, what information was lost, and why decoding stops.
Traces of other encodings, such as &#233;, are shown but not decoded.

A '+' stays a plus sign. With --plus first, each '+' in TEXT is read as a space, as in a
form. With --plus every, each '+' that decoding produces is read as a space, too.

How often a text was meant to be encoded cannot be known: 100%25 may be the data itself.
Without TEXT, or with -, layers reads each line of standard input. For the fields of
--column, it writes the number of layers.`,
		Example: `  percent layers 100%2525
  percent layers '%%34%31'
  percent layers --plus first 'q=a+b%252Bc'`,
		Columns: true, Plain: results.PlainLayers,
	}
}
