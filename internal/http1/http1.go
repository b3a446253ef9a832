// Package http1 is as much of HTTP/1.1 (RFC 9110, RFC 9112) as a page on this machine and a
// test of servers on this machine need: requests with a body whose length is known or that
// comes in chunks, replies, connections that are kept.
//
//	s := &http1.Server{Handle: func(w *http1.Reply, r *http1.Request) { w.Write(200, "hello") }}
//	err := s.Serve(ctx, listener)
//
// Package net/http does all of this and more, and with TLS, HTTP/2 and proxies it would be a
// sixth of the program. This package is stricter: what RFC 9112 lets a server refuse, it
// refuses.
package http1

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"strconv"
	"strings"
)

// Fields are the fields of a header, by their names in lower case. The values of fields with
// the same name are joined by ", ".
type Fields map[string]string

// An Error says that a message is not HTTP, or not as much of it as this package reads.
type Error struct {
	Status int    // with which a server refuses it
	Text   string // what is wrong
}

// Error returns what is wrong.
func (e *Error) Error() string { return e.Text }

func malformed(text string) error { return &Error{400, text} }

// input reads a connection, of a header only so many bytes.
type input struct {
	*bufio.Reader
	left int // of the header
	// isBody says that the lines are those of a chunked body: with less than CR LF at their
	// end, others may see other chunks.
	isBody bool
}

// line returns the next line without its end, which is CR LF or, in a header, LF.
func (in *input) line() (string, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if in.left -= len(part); in.left < 0 {
			return "", &Error{431, "the header is too long"}
		}
		switch {
		case err == nil:
			text, ok := strings.CutSuffix(string(line[:len(line)-1]), "\r")
			if in.isBody && (!ok || strings.Contains(text, "\r")) {
				return "", malformed("a line between chunks that does not end in CR LF")
			}
			return text, nil
		case errors.Is(err, io.EOF) && len(line) > 0:
			return "", io.ErrUnexpectedEOF
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", err
		}
	}
}

// fields reads the fields up to the empty line (RFC 9112, section 5).
func (in *input) fields() (Fields, error) {
	fields := Fields{}
	for {
		line, err := in.line()
		if err != nil || line == "" {
			return fields, unexpected(err)
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok || !isToken(name) {
			// A line that begins with a space went on the one before: obsolete.
			return nil, malformed("a field without a name")
		}
		if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7F }) {
			return nil, malformed("a control character in a field")
		}
		name, value = strings.ToLower(name), strings.Trim(value, " \t")
		if before, twice := fields[name]; twice {
			value = before + ", " + value
		}
		fields[name] = value
	}
}

// unexpected returns the error of what ends inside a message.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// isToken reports whether s is a token (RFC 9110, section 5.6.2).
func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r >= 0x7F || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r)
	})
}

// has reports whether a list of tokens, such as the value of Connection, holds one.
func has(list, token string) bool {
	for part := range strings.SplitSeq(list, ",") {
		if strings.EqualFold(strings.Trim(part, " \t"), token) {
			return true
		}
	}
	return false
}

// untold is the length of a body that does not say it.
const untold = -1

// body returns the body that the fields announce, and its length (RFC 9112, section 6.3).
// Without any announcement the length is 0, and ok is false.
func (in *input) body(fields Fields) (body io.Reader, length int64, ok bool, err error) {
	coding, isCoded := fields["transfer-encoding"]
	told, isTold := fields["content-length"]
	switch {
	case isCoded && isTold:
		return nil, 0, false, malformed("two lengths of the body")
	case isCoded && !strings.EqualFold(coding, "chunked"):
		return nil, 0, false, &Error{501, "a transfer coding other than chunked"}
	case isCoded:
		return &chunked{in: in}, untold, true, nil
	case !isTold:
		return &sized{in, 0}, 0, false, nil
	}
	length, err = strconv.ParseInt(told, 10, 64)
	if err != nil || told[0] < '0' {
		return nil, 0, false, malformed("the length of the body is not a number")
	}
	return &sized{in, length}, length, true, nil
}

// A sized body has a length that is known.
type sized struct {
	in   io.Reader
	left int64
}

func (s *sized) Read(p []byte) (int, error) {
	if s.left == 0 {
		return 0, io.EOF
	}
	n, err := s.in.Read(p[:min(int64(len(p)), s.left)])
	if s.left -= int64(n); s.left > 0 {
		err = unexpected(err)
	} else {
		err = nil // it comes again, or is that of the next message
	}
	return n, err
}

// maxLine is how long a line of a chunked body may be that is not data, in bytes.
const maxLine = 4096

// A chunked body comes in chunks, each with its length (RFC 9112, section 7.1).
type chunked struct {
	in   *input
	left int64 // of the chunk
	err  error
}

func (c *chunked) Read(p []byte) (int, error) {
	if c.err == nil && c.left == 0 {
		c.err = c.next()
	}
	if c.err != nil || len(p) == 0 {
		return 0, c.err
	}
	n, err := c.in.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	c.err = unexpected(err)
	if c.err == nil && c.left == 0 {
		if end, err := c.line(); err != nil || end != "" {
			c.err = cmp.Or(err, malformed("a chunk that is longer than it says"))
		}
	}
	return n, c.err
}

// next reads the line that begins a chunk, and after the last one the trailer.
func (c *chunked) next() error {
	line, err := c.line()
	if err != nil {
		return err
	}
	size, _, _ := strings.Cut(line, ";")
	size = strings.TrimRight(size, " \t")
	n, err := strconv.ParseUint(size, 16, 63)
	if err != nil || len(size) > 16 {
		return malformed("the length of a chunk is not a number")
	}
	if c.left = int64(n); n > 0 {
		return nil
	}
	c.in.left = maxLine
	if _, err := c.in.fields(); err != nil {
		return err
	}
	return io.EOF
}

func (c *chunked) line() (string, error) {
	c.in.left, c.in.isBody = maxLine, true
	line, err := c.in.line()
	return line, unexpected(err)
}
