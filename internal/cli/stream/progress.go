package stream

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// The intervals of a Progress.
const (
	progressDelay = time.Second            // shorter work shows no progress
	progressTick  = 200 * time.Millisecond // on a terminal
	progressLine  = time.Second            // in JSON
	// progressWindow is the time over which the speed is averaged, long enough for
	// a steady number and short enough to follow changes.
	progressWindow = 10 * time.Second
)

// A Progress counts what was read and done, and shows it. A nil Progress does
// nothing.
type Progress struct {
	ui    *term.UI
	json  bool
	total int64  // bytes of all inputs, or -1
	what  string // what a record is called: row or value

	read, left         atomic.Int64 // bytes read and bytes skipped
	records, malformed atomic.Int64

	seen []progressMark // the marks of the last progressWindow
	quit chan struct{}
	done sync.WaitGroup
}

// A progressMark is the state at a time.
type progressMark struct {
	at   time.Time
	read int64
}

// StartProgress starts a Progress for the inputs, whose records are called what. It
// returns nil if none is to be shown: without a terminal, if data goes to the terminal,
// or with --progress never.
func (f *Options) StartProgress(u *term.UI, what string, from []Source, to *Output) *Progress {
	word := f.Progress.Value
	if u.Quiet || word == "never" || word != "json" && (!u.Terminal || u.DataTerminal && to.Stdout) {
		return nil
	}
	p := &Progress{ui: u, json: word == "json", what: what, quit: make(chan struct{})}
	p.total = TotalSize(from)
	p.seen = []progressMark{{at: time.Now()}}
	p.done.Go(p.show)
	return p
}

// TotalSize returns the size of all inputs in bytes, or -1 if unknown.
func TotalSize(from []Source) int64 {
	total := int64(0)
	for _, s := range from {
		if s.stat == nil || !s.stat.Mode().IsRegular() {
			return -1
		}
		total += s.stat.Size()
	}
	return total
}

// Add counts bytes that were read.
func (p *Progress) Add(n int64) {
	if p != nil {
		p.read.Add(n)
	}
}

// leaveOut counts skipped bytes as done. They do not count towards the speed.
func (p *Progress) leaveOut(n int64) {
	if p != nil {
		p.left.Add(n)
	}
}

// Tell sets how many records are done and how many places were malformed.
func (p *Progress) Tell(records, malformed int64) {
	if p != nil {
		p.records.Store(records)
		p.malformed.Store(malformed)
	}
}

// Stop removes the progress from the terminal. In JSON, it writes a last line
// with the totals.
func (p *Progress) Stop() {
	if p == nil {
		return
	}
	close(p.quit)
	p.done.Wait()
	if p.json {
		p.ui.WriteLines(p.line(time.Now()))
		return
	}
	p.ui.ShowLine("")
}

func (p *Progress) show() {
	pause := progressTick
	if p.json {
		pause = progressLine
	}
	tick := time.NewTicker(pause)
	defer tick.Stop()
	begun := time.Now()
	for {
		select {
		case <-p.quit:
			return
		case now := <-tick.C:
			switch {
			case p.json:
				p.ui.WriteLines(p.line(now))
			case now.Sub(begun) >= progressDelay:
				p.ui.ShowLine(p.text(now))
			default:
				p.sample(now)
			}
		}
	}
}

// A progressState is a line of --progress json; docs/command.md lists its keys.
type progressState struct {
	Records     int64  `json:"records"`
	Bytes       int64  `json:"bytes"`
	Total       *int64 `json:"total_bytes,omitempty"`
	Rate        int64  `json:"bytes_per_second"`
	SecondsLeft *int64 `json:"seconds_left,omitempty"`
	Malformed   int64  `json:"malformed"`
}

// sample returns the state at a time, which must not be before the last sample.
func (p *Progress) sample(now time.Time) progressState {
	read := p.read.Load()
	p.seen = append(p.seen, progressMark{now, read})
	for now.Sub(p.seen[0].at) > progressWindow && len(p.seen) > 2 {
		p.seen = p.seen[1:]
	}
	s := progressState{Records: p.records.Load(), Bytes: read + p.left.Load(), Malformed: p.malformed.Load()}
	if took := now.Sub(p.seen[0].at).Seconds(); took > 0 {
		s.Rate = int64(float64(read-p.seen[0].read) / took)
	}
	if p.total >= 0 {
		s.Total = &p.total
		if rest := max(0, p.total-s.Bytes); s.Rate > 0 {
			left := (rest + s.Rate - 1) / s.Rate
			s.SecondsLeft = &left
		}
	}
	return s
}

// line returns the state at a time in JSON.
func (p *Progress) line(now time.Time) []byte {
	return strictjson.Line(p.sample(now))
}

// text returns the state at a time for people.
func (p *Progress) text(now time.Time) string {
	s := p.sample(now)
	var parts []string
	read, unit := InUnits(s.Bytes, s.Bytes)
	if s.Total != nil {
		percent := int64(100)
		if *s.Total > 0 {
			percent = min(100, s.Bytes*100 / *s.Total)
		}
		read, _ = InUnits(s.Bytes, *s.Total)
		var total string
		total, unit = InUnits(*s.Total, *s.Total)
		parts = append(parts, fmt.Sprintf("%d%%", percent))
		read += "/" + total
	}
	parts = append(parts, read+" "+unit, term.Count(s.Records, p.what))
	rate, unit := InUnits(s.Rate, s.Rate)
	parts = append(parts, rate+" "+unit+"/s")
	if s.SecondsLeft != nil {
		parts = append(parts, timeText(*s.SecondsLeft)+" left")
	}
	if s.Malformed > 0 {
		parts = append(parts, fmt.Sprintf("%d malformed", s.Malformed))
	}
	return "percent: " + strings.Join(parts, ", ")
}

// timeText returns a duration in seconds for people to read.
func timeText(seconds int64) string {
	switch {
	case seconds < 60:
		return fmt.Sprintf("%ds", seconds)
	case seconds < 60*60:
		return fmt.Sprintf("%dm%02ds", seconds/60, seconds%60)
	}
	return fmt.Sprintf("%dh%02dm", seconds/60/60, seconds/60%60)
}

// InUnits returns n in the unit that suits the size like, and the unit.
func InUnits(n, like int64) (text, unit string) {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	i, of, digits := 0, 1.0, 0
	for ; i < len(units)-1 && float64(like) >= 1000*of; i++ {
		of *= 1024
	}
	if i > 0 && float64(like) < 100*of {
		digits = 1
	}
	return strconv.FormatFloat(float64(n)/of, 'f', digits, 64), units[i]
}
