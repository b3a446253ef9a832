package main

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/page/server"
)

func newServe(a *stream.Streams) *cobra.Command {
	o := &serveOptions{}
	cmd := &cobra.Command{
		Use:   "serve [flags]",
		Short: "a page in the browser for texts, URLs and signatures",
		Long: `serve opens a page in the browser that analyses encoded text as you type:
every dialect, layers, comparisons, charsets, programs, URLs, signatures.

serve prints the address of the page, which contains a token, and opens a browser if it
runs on a terminal. It listens on this machine only, answers only requests with that
token, and sends nothing to other machines. Press Ctrl-C to end it.`,
		Example: `  percent serve
  percent serve --no-open --addr 127.0.0.1:8080`,
		Args: commands.NoArgs,
		RunE: records.Runs(a, o.run),
	}
	f := cmd.Flags()
	f.StringVar(&o.addr, "addr", "127.0.0.1:0", "listen on this `ADDRESS` of this machine; port 0 means any free port")
	f.BoolVar(&o.noOpen, "no-open", false, "do not open a browser")
	return cmd
}

// serveOptions holds the flags of serve.
type serveOptions struct {
	addr   string
	noOpen bool
}

func (o *serveOptions) run(ctx context.Context, s *stream.Streams, l records.Line) error {
	if err := onThisMachine(o.addr); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.addr)
	if err != nil {
		return &term.Failure{Status: term.StatusIO, Text: "--addr: " + err.Error(), Hint: "with port 0, the system chooses a free one"}
	}
	page := server.New()
	url := "http://" + listener.Addr().String() + page.Path()
	if _, err := fmt.Fprintln(s.Text, url); err != nil {
		_ = listener.Close()
		return err
	}
	if s.UI.Terminal {
		s.UI.Note("Ctrl-C ends it")
	}
	if !o.noOpen && s.UI.DataTerminal {
		if err := openBrowser(url); err != nil {
			s.UI.Hint("open this address in a browser")
		}
	}
	if err := page.Serve(ctx, listener); err != nil {
		return &term.Failure{Status: term.StatusIO, Text: err.Error()}
	}
	return nil
}

// onThisMachine refuses an address that others could reach.
func onThisMachine(addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return term.UsageError("write it as 127.0.0.1:8080", "--addr: %q is not an address with a port", addr)
	}
	ip, err := netip.ParseAddr(host)
	if err == nil && ip.IsLoopback() || host == "localhost" {
		return nil
	}
	return term.UsageError("use 127.0.0.1 or [::1]; to reach it from elsewhere, use a tunnel (ssh -L)",
		"--addr: %q is not an address of this machine alone", addr)
}

// openBrowser asks the system to open a page, without waiting.
func openBrowser(url string) error {
	var cmd *exec.Cmd
	switch {
	case runtime.GOOS == "windows":
		cmd = exec.Command("rundll32", "url.dll,FileProtocolHandler", url)
	case runtime.GOOS == "darwin":
		cmd = exec.Command("open", url)
	case os.Getenv("DISPLAY")+os.Getenv("WAYLAND_DISPLAY") == "":
		return exec.ErrNotFound // there is no screen
	default:
		cmd = exec.Command("xdg-open", url)
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }()
	return nil
}
