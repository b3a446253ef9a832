package bulk

import "io"

// A gluedWriter writes glue before the next bytes, if there are any. It also holds
// the state that the sources of a job share.
type gluedWriter struct {
	w      io.Writer
	glue   string
	header []byte // of the first table

	source int         // index of the current source
	before int64       // total size of the sources before it
	goal   int64       // earliest position of the next checkpoint, over all sources, or 0
	from   *Checkpoint // where to resume in the current source, or nil
}

func (o *gluedWriter) write(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	if err := o.unglue(); err != nil {
		return err
	}
	n, err := o.w.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return &WriteError{Err: err}
	}
	return nil
}

// unglue writes the glue, if there is any.
func (o *gluedWriter) unglue() error {
	glue := o.glue
	o.glue = ""
	return o.write([]byte(glue))
}
