package main

import (
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
)

// When progress shows: only after a second, and not for an input that is as
// good as done by then.
const (
	progressDelay = time.Second
	progressSize  = 64 << 20
	progressTick  = 200 * time.Millisecond
)

// A progress counts the bytes read and shows them. A nil progress does
// nothing.
type progress struct {
	read atomic.Int64
	quit chan struct{}
	done chan struct{}
}

// startProgress starts a progress for the inputs, or returns nil where none is
// to be seen: without a terminal, and where data goes to one.
func (u *ui) startProgress(from []source, out *output) *progress {
	total := int64(0)
	for _, s := range from {
		if s.stat == nil || !s.stat.Mode().IsRegular() {
			total = -1
			break
		}
		total += s.stat.Size()
	}
	if u.quiet || !u.terminal || u.data && out.stdout || total >= 0 && total < progressSize {
		return nil
	}
	p := &progress{quit: make(chan struct{}), done: make(chan struct{})}
	go p.show(u, total)
	return p
}

func (p *progress) add(n int64) {
	if p != nil {
		p.read.Add(n)
	}
}

// stop removes what is shown.
func (p *progress) stop() {
	if p != nil {
		close(p.quit)
		<-p.done
	}
}

func (p *progress) show(u *ui, total int64) {
	defer close(p.done)
	// It takes its speed from when it is made, and shows when it is set.
	bar := progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(u.stderr),
		progressbar.OptionShowBytes(true),
		progressbar.OptionUseIECUnits(true),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionEnableColorCodes(false),
		progressbar.OptionSetDescription("percent"),
	)
	select {
	case <-p.quit:
		return
	case <-time.After(progressDelay):
	}
	tick := time.NewTicker(progressTick)
	defer tick.Stop()
	for {
		// The bar is decoration: nothing is to be done when it cannot be shown.
		_ = bar.Set64(p.read.Load())
		select {
		case <-p.quit:
			_ = bar.Clear()
			return
		case <-tick.C:
		}
	}
}
