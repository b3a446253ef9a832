package rule

// What tests of the offsets of refusals call.
var (
	Prepare = (*Encoder).prepare
	Offset  = (*Encoder).offset
)
