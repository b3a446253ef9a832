// Command short times percent on short values beside net/url and a loop over a table,
// and prints the tables of docs/data/performance.md: how many times as fast percent is.
//
// Each figure is for 64 values that follow one another, so that branches cannot be
// learned from one of them. Everything takes turns; the shortest time of all rounds
// counts. A figure below the aim is bold.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
)

const (
	letters    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	unreserved = letters + "-._~"
)

var (
	sizes   = []int{1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 100}
	classes = []string{"clean", "sparse", "dense", "all"}
)

// loopEncode and loopDecode are what one writes first: a table and a loop.
func loopEncode(dst, src []byte) []byte {
	for _, b := range src {
		if kept[b] {
			dst = append(dst, b)
		} else {
			dst = append(dst, '%', "0123456789ABCDEF"[b>>4], "0123456789ABCDEF"[b&15])
		}
	}
	return dst
}

func loopDecode(dst, src []byte) []byte {
	for i := 0; i < len(src); i++ {
		if src[i] == '%' && i+2 < len(src) {
			if h, l := digit[src[i+1]], digit[src[i+2]]; h|l < 16 {
				dst = append(dst, h<<4|l)
				i += 2
				continue
			}
		}
		dst = append(dst, src[i])
	}
	return dst
}

// The compiler inlines them. These are calls, as those of percent are.

//go:noinline
func calledEncode(dst, src []byte) []byte { return loopEncode(dst, src) }

//go:noinline
func calledDecode(dst, src []byte) []byte { return loopDecode(dst, src) }

var kept, digit = func() (kept [256]bool, digit [256]byte) {
	for i := range 256 {
		kept[i] = strings.IndexByte(unreserved, byte(i)) >= 0
		digit[i] = 255
		if v, err := strconv.ParseUint(string(rune(i)), 16, 8); err == nil && i < 128 {
			digit[i] = byte(v)
		}
	}
	return kept, digit
}()

var (
	words = strings.Fields("search index.html article 2026-11-21 images user_id session catalogue en a q long-segment-of-a-path~with.marks page item token")
	marks = []string{"/", "/", "/", "?", "=", "&", " "}
	kana  = []string{"百分号編碼", "日本語の文章", "です。", "符号化", "、", "これは", "例", "テキスト", "2026", "URL", "\n", "東京都千代田区", "そして", "パーセント"}
)

// plain returns n bytes to encode: letters, URLs, Japanese text, or bytes that are all
// escaped.
func plain(r *rand.Rand, class string, n int) []byte {
	var b []byte
	for len(b) < n {
		switch class {
		case "clean":
			b = append(b, letters[r.IntN(len(letters))])
		case "sparse":
			b = append(append(b, words[r.IntN(len(words))]...), marks[r.IntN(len(marks))]...)
		case "dense":
			b = append(b, kana[r.IntN(len(kana))]...)
		case "all":
			b = append(b, byte(0x80+r.IntN(128)))
		}
	}
	from := 0
	if class == "sparse" {
		from = r.IntN(len(b) - n + 1)
	}
	return b[from : from+n]
}

// encoded returns n bytes to decode.
func encoded(r *rand.Rand, class string, n int) []byte {
	b := loopEncode(nil, plain(r, class, n))[:n]
	if i := bytes.LastIndexByte(b, '%'); i > n-3 && i >= 0 {
		copy(b[i:], "xx")
	}
	return b
}

// Results are kept, as programs do.
var (
	dst  = make([]byte, 0, 4096)
	text string
)

// An op is percent, the loop and net/url doing one thing to each value. Each is a loop of
// its own, so that calls are those of a program.
type op struct {
	name               string
	decode             bool
	least              float64 // times net/url, from 16 bytes on
	ours, loop, theirs func(values [][]byte, texts []string)
	called             func(values [][]byte, texts []string) // loop, in a function that is called
}

var lenient = percent.RFC3986.WithMalformed(percent.MalformedKept)

var ops = []op{
	{name: "AppendEncode", least: 3, theirs: queryEscape, ours: func(values [][]byte, _ []string) {
		for _, b := range values {
			dst = percent.RFC3986.AppendEncode(dst[:0], b)
		}
	}, loop: func(values [][]byte, _ []string) {
		for _, b := range values {
			dst = loopEncode(dst[:0], b)
		}
	}, called: func(values [][]byte, _ []string) {
		for _, b := range values {
			dst = calledEncode(dst[:0], b)
		}
	}},
	{name: "AppendDecode", decode: true, least: 3, theirs: pathUnescape, ours: func(values [][]byte, _ []string) {
		for _, b := range values {
			dst, _ = lenient.AppendDecode(dst[:0], b)
		}
	}, loop: func(values [][]byte, _ []string) {
		for _, b := range values {
			dst = loopDecode(dst[:0], b)
		}
	}, called: func(values [][]byte, _ []string) {
		for _, b := range values {
			dst = calledDecode(dst[:0], b)
		}
	}},
	{name: "Encode", least: 1.5, theirs: queryEscape, ours: func(_ [][]byte, texts []string) {
		for _, s := range texts {
			text = percent.RFC3986.Encode(s)
		}
	}, loop: func(values [][]byte, _ []string) {
		for _, b := range values {
			dst = loopEncode(dst[:0], b)
			text = string(dst)
		}
	}, called: func(values [][]byte, _ []string) {
		for _, b := range values {
			dst = calledEncode(dst[:0], b)
			text = string(dst)
		}
	}},
	{name: "Decode", decode: true, least: 1.5, theirs: pathUnescape, ours: func(_ [][]byte, texts []string) {
		for _, s := range texts {
			text, _ = lenient.Decode(s)
		}
	}, loop: func(values [][]byte, _ []string) {
		for _, b := range values {
			dst = loopDecode(dst[:0], b)
			text = string(dst)
		}
	}, called: func(values [][]byte, _ []string) {
		for _, b := range values {
			dst = calledDecode(dst[:0], b)
			text = string(dst)
		}
	}},
}

// QueryEscape keeps the same bytes as RFC3986; only a space becomes a plus sign.
func queryEscape(_ [][]byte, texts []string) {
	for _, s := range texts {
		text = url.QueryEscape(s)
	}
}

func pathUnescape(_ [][]byte, texts []string) {
	for _, s := range texts {
		text, _ = url.PathUnescape(s)
	}
}

func main() {
	ms := flag.Int("ms", 40, "milliseconds for each figure")
	tier := flag.String("tier", "", "avx512, avx2, neon or portable (the best)")
	called := flag.Bool("called", false, "call the loop instead of inlining it")
	flag.Parse()
	for _, t := range kernel.Tiers() {
		if t.String() == *tier {
			t.Use()
		}
	}
	fmt.Printf("%s %s/%s, tier %v; times the loop / times net/url (nanoseconds of percent)\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, kernel.Active())
	for _, o := range ops {
		if *called {
			o.loop = o.called
		}
		fmt.Printf("\n| %s | %s |\n|---|%s\n", o.name, strings.Join(classes, " | "), strings.Repeat("---|", len(classes)))
		for _, n := range sizes {
			fmt.Printf("| %d B |", n)
			for _, class := range classes {
				ours, loop, theirs := figures(o, class, n, time.Duration(*ms)*time.Millisecond)
				fmt.Printf(" %s / %s (%.1f) |", bold(loop/ours, 1), bold(theirs/ours, least(o, class, n)), ours)
			}
			fmt.Println()
		}
	}
}

// least returns how many times as fast as net/url percent should be.
func least(o op, class string, n int) float64 {
	switch {
	case o.least == 1.5 && class == "clean" && n >= 8:
		return 3 // it is returned as it is
	case n >= 16:
		return o.least
	}
	return 0
}

func bold(ratio, least float64) string {
	if ratio < least {
		return fmt.Sprintf("**%.2f**", ratio)
	}
	return fmt.Sprintf("%.2f", ratio)
}

// figures returns the nanoseconds that each takes for a value.
func figures(o op, class string, n int, budget time.Duration) (ours, loop, theirs float64) {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	var values [][]byte
	var texts []string
	for range 64 {
		b := plain(r, class, n)
		if o.decode {
			b = encoded(r, class, n)
		}
		b = bytes.Clone(b)
		values, texts = append(values, b), append(texts, string(b))
		check(o, b)
	}
	run := func(f func([][]byte, []string)) float64 {
		const rounds = 40
		start := time.Now()
		for range rounds {
			f(values, texts)
		}
		return float64(time.Since(start).Nanoseconds()) / float64(rounds*len(values))
	}
	ours, loop, theirs = 1e9, 1e9, 1e9
	for start := time.Now(); time.Since(start) < 3*budget; {
		ours, loop, theirs = min(ours, run(o.ours)), min(loop, run(o.loop)), min(theirs, run(o.theirs))
	}
	return ours, loop, theirs
}

// check compares the results of percent and the loop.
func check(o op, b []byte) {
	want := loopEncode(nil, b)
	if o.decode {
		want = loopDecode(nil, b)
	}
	dst, text = dst[:0], ""
	o.ours([][]byte{b}, []string{string(b)})
	if got := string(dst) + text; got != string(want) {
		fmt.Fprintf(os.Stderr, "short: %s gives %q, the loop %q\n", o.name, got, want)
		os.Exit(1)
	}
}
