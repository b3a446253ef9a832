package main

import (
	"io"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/term"
)

// page prints text; on a terminal that it does not fit, through the pager of the
// user, which is less unless PAGER says otherwise. An empty PAGER is none.
func (a *app) page(text string) error {
	if file, ok := a.stdout.(*os.File); ok && a.ui.data {
		_, height, err := term.GetSize(int(file.Fd()))
		if err != nil || height < 2 {
			height = 24
		}
		pager, set := os.LookupEnv("PAGER")
		if !set {
			pager = "less"
		}
		if words := strings.Fields(pager); len(words) > 0 && strings.Count(text, "\n") >= height {
			cmd := exec.Command(words[0], words[1:]...)
			cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(text), file, a.ui.stderr
			if _, set := os.LookupEnv("LESS"); !set {
				cmd.Env = append(os.Environ(), "LESS=FRX")
			}
			if cmd.Start() == nil {
				// Who leaves the pager has seen enough.
				_ = cmd.Wait()
				return nil
			}
		}
	}
	_, err := io.WriteString(a.text, text)
	return err
}
