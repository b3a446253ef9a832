// Package interop holds what real percent-encoders and percent-decoders were
// seen to do: the inputs they were given (inputs.json), what they answered
// (recordings/), and the programs that asked them (recorders/). The command in
// the folder record writes recordings; internal/recordings of the module above
// reads them.
package interop
