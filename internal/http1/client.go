package http1

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// A Response is what a server answers.
type Response struct {
	Code   int
	Status string // the code and what the server calls it, such as "200 OK"
	Fields Fields
	Body   io.Reader

	last bool // the connection ends after it
}

// maxHeader is how many bytes the header of a response may have.
const maxHeader = 1 << 20

// ReadResponse reads the response to a POST. Its error is an *Error for what is no response,
// and io.EOF if nothing comes.
func ReadResponse(r *bufio.Reader) (*Response, error) {
	for {
		in := &input{Reader: r, left: maxHeader}
		line, err := in.line()
		if err != nil {
			return nil, err
		}
		version, status, _ := strings.Cut(line, " ")
		status = strings.TrimLeft(status, " ")
		code, _, _ := strings.Cut(status, " ")
		if !isVersion(version) || len(code) != 3 || !isDigit(code[0]) || !isDigit(code[1]) || !isDigit(code[2]) {
			return nil, malformed(fmt.Sprintf("malformed HTTP response %q", line))
		}
		response := &Response{Code: int(code[0]-'0')*100 + int(code[1]-'0')*10 + int(code[2]-'0'), Status: status}
		if response.Fields, err = in.fields(); err != nil {
			return nil, err
		}
		if response.Code < 200 && response.Code != 101 {
			continue // there is more to come (RFC 9110, section 15.2)
		}
		connection := response.Fields["connection"]
		response.last = has(connection, "close") || version == "HTTP/1.0" && !has(connection, "keep-alive")
		if response.Code == 204 || response.Code == 304 || response.Code == 101 {
			response.Body = strings.NewReader("")
			return response, nil
		}
		body, _, ok, err := in.body(response.Fields)
		if !ok {
			response.last, body = true, r // up to the end of the connection
		}
		response.Body = body
		return response, err
	}
}

// A Client asks one server, and keeps a connection to it.
type Client struct {
	// Dial connects to the server.
	Dial func(context.Context) (net.Conn, error)
	// Timeout is how long an answer may take.
	Timeout time.Duration

	kept net.Conn
	in   *bufio.Reader
}

// Post sends a request with that header, without its last empty line, and a body, and
// returns the response and up to so many bytes of its body. If a connection that was kept
// turns out to be closed, it tries another: what is asked twice must do no harm.
//
// An error of the body comes with the response. That of the connection is io.EOF if the
// server closes it without an answer.
func (c *Client) Post(ctx context.Context, header string, body []byte, most int64) (*Response, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	for {
		conn, in := c.kept, c.in
		isNew := conn == nil
		c.kept = nil
		if isNew {
			var err error
			if conn, err = c.Dial(ctx); err != nil {
				return nil, nil, err
			}
			in = bufio.NewReader(conn)
		}
		deadline, _ := ctx.Deadline()
		_ = conn.SetDeadline(deadline)
		stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Now()) })
		message := append([]byte(header+fmt.Sprintf("Content-Length: %d\r\n\r\n", len(body))), body...)
		_, wrote := conn.Write(message)
		// A server may answer before it has read everything, and then close the connection.
		response, err := ReadResponse(in)
		if err != nil {
			stop()
			_ = conn.Close()
			if !isNew && ctx.Err() == nil && in.Buffered() == 0 && (wrote != nil || isClosed(err)) {
				continue
			}
			return nil, nil, err
		}
		text, err := io.ReadAll(io.LimitReader(response.Body, most))
		isRead := err == nil && int64(len(text)) < most
		if stop() && isRead && wrote == nil && !response.last {
			c.kept, c.in = conn, in
		} else {
			_ = conn.Close()
		}
		return response, text, err
	}
}

// isClosed reports whether a connection ended without an answer.
func isClosed(err error) bool {
	_, isOther := errors.AsType[*Error](err)
	timeout, ok := errors.AsType[net.Error](err)
	return !isOther && (!ok || !timeout.Timeout()) && !errors.Is(err, io.ErrUnexpectedEOF)
}

// Close closes the connection that is kept.
func (c *Client) Close() {
	if c.kept != nil {
		_ = c.kept.Close()
		c.kept = nil
	}
}
