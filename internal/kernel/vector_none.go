package kernel

func indexVector(*Set, []byte) int                     { return 0 }
func countVector(*Set, []byte) (int, int)              { return 0, 0 }
func countTripletsVector([]byte) (int, int)            { return 0, 0 }
func encodeVector(*Encoder, []byte, []byte) (int, int) { return 0, 0 }
func decodeVector(*Decoder, []byte, []byte) (int, int) { return 0, 0 }
func decodedLenVector(*Decoder, []byte) (int, int)     { return 0, 0 }
