package term

// IgnoreBrokenPipe does nothing: there are no signals.
func IgnoreBrokenPipe() {}

// IsBrokenPipe returns false: there are no pipes.
func IsBrokenPipe(error) bool { return false }
