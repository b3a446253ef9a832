package asker

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/pct-encoded/percent/internal/http1"
)

// A curl asks a server over TLS by the program of that name, which is nearly everywhere: TLS
// would make percent larger by a tenth. It trusts the certificates that curl trusts.
type curl struct {
	url, address string
	kind         string // of what is sent
	timeout      time.Duration
}

// errNoCurl is the error of Check for https where there is no curl.
var errNoCurl = errors.New("asker: servers on https are asked by curl, which is not on the path")

// Post has the header only in its own words.
func (c *curl) Post(ctx context.Context, _ string, body []byte, most int64) (*http1.Response, []byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(ctx, "curl", "--disable", "--silent", "--show-error", "--http1.1", "--noproxy", "*", "--globoff", "--path-as-is",
		"--resolve", c.address+":127.0.0.1,[::1]", "--max-time", fmt.Sprint(c.timeout.Seconds()), "--include", "--raw",
		"--user-agent", "percent", "--header", "Content-Type: "+c.kind, "--header", "Expect:", "--data-binary", "@-", "--", c.url)
	cmd.Stdin = bytes.NewReader(body)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	in := bufio.NewReader(out)
	response, err := http1.ReadResponse(in)
	var text []byte
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(response.Body, most))
		if err == nil && int64(len(text)) == most {
			cancel()
		}
	}
	_, _ = io.Copy(io.Discard, in)
	if ended := cmd.Wait(); ended != nil && response == nil || err != nil {
		err = curlError(cmd.ProcessState.ExitCode(), said.String(), err)
	}
	return response, text, err
}

// curlError returns the error that an exit status of curl stands for.
func curlError(status int, said string, err error) error {
	switch status {
	case 7:
		return syscall.ECONNREFUSED
	case 28:
		return os.ErrDeadlineExceeded
	case 18:
		return io.ErrUnexpectedEOF
	case 52, 55, 56:
		return io.EOF
	case 0:
		return err
	}
	// It begins with "curl: (60) ".
	_, text, ok := strings.Cut(said, ") ")
	if !ok {
		text = said
	}
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	return errors.New(text)
}

// Close has nothing to close: each request is a process.
func (c *curl) Close() {}
