//go:build purego || !(amd64 || arm64)

package kernel

// Tiers returns the tiers that the machine has, slowest first.
func Tiers() []Tier { return []Tier{Portable} }

func indexVector(*Set, []byte) int                     { return 0 }
func countVector(*Set, []byte) (int, int)              { return 0, 0 }
func countEscapesVector([]byte) (int, int)             { return 0, 0 }
func encodeVector(*Encoder, []byte, []byte) (int, int) { return 0, 0 }
func decodeVector(*Decoder, []byte, []byte) (int, int) { return 0, 0 }
func decodedLenVector(*Decoder, []byte) (int, int)     { return 0, 0 }
func encodeShort(*Encoder, *byte, []byte) int          { return -1 }
func encodedLenShort(*Encoder, []byte) int             { return -1 }
func decodedLenShort(*Decoder, []byte) int             { return -1 }
func decodeShort(*Decoder, *byte, []byte) int          { return -1 }
func classifyAll(*Classes, []Masks, []byte) int        { return 0 }
func validUTF8Vector([]byte) (int, bool)               { return 0, true }
func findVector([]uint64, []byte, []byte) int          { return 0 }
func scanVector(*Scanner, []Masks, []byte) int         { return 0 }

// ClassifyVector reports that there is no body for it.
func ClassifyVector(*Classes, *Masks, []byte) bool { return false }

// ClassifyHead reports that there is no body for it.
func ClassifyHead(*Classes, *Masks, []byte) int { return 0 }
