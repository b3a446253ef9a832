// Package layers tells how often a text was percent-encoded: it decodes until
// nothing changes and keeps every text on the way, with what each decoding lost.
//
//	l, err := layers.Of("100%2525")
//	l.Layers[2].Text  // "100%", and l.Stop is StopStray
//
// Offsets and lengths are in bytes.
//
// The API of this package may still change.
package layers
