package packed

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
)

// The format of bzip2, which the standard library reads and does not write: of what it
// reads, bzip2 packs text best. One block holds all.
const (
	mostPacked  = 800_000 // bytes in a block, as runs can lengthen them; a block may have 900,000
	tables      = 6       // of Huffman codes
	inGroup     = 50      // symbols that are written by one table
	refinements = 12
	starts      = 12
	longestCode = 17 // of 20 that are allowed
)

// compress returns text as bzip2.
func compress(text []byte) ([]byte, error) {
	if len(text) > mostPacked {
		return nil, fmt.Errorf("%d bytes, and %d are the most", len(text), mostPacked)
	}
	var w bits
	w.write(32, 'B'<<24|'Z'<<16|'h'<<8|'9')
	sum := uint64(0)
	if len(text) > 0 {
		sum = checksum(text)
		w.block(lengthened(text), sum)
	}
	w.write(48, 0x177245385090) // the end, and the checksum of the one block
	w.write(32, sum)
	return w.out, nil
}

// bits writes numbers, the most significant bit first.
type bits struct {
	out []byte
	n   int
}

func (w *bits) write(n int, v uint64) {
	for i := n - 1; i >= 0; i-- {
		if w.n%8 == 0 {
			w.out = append(w.out, 0)
		}
		w.out[w.n/8] |= byte(v>>i&1) << (7 - w.n%8)
		w.n++
	}
}

// checksum returns the CRC-32 of text, most significant bit first.
func checksum(text []byte) uint64 {
	sum := ^uint32(0)
	for _, c := range text {
		sum ^= uint32(c) << 24
		for range 8 {
			sum = sum<<1 ^ uint32(int32(sum)>>31)&0x04C11DB7
		}
	}
	return uint64(^sum)
}

// lengthened returns text with the number of further repetitions behind each four equal
// bytes.
func lengthened(text []byte) []byte {
	var b []byte
	for i := 0; i < len(text); {
		n := 1
		for n < 255 && i+n < len(text) && text[i+n] == text[i] {
			n++
		}
		b = append(b, bytes.Repeat(text[i:i+1], min(n, 4))...)
		if n >= 4 {
			b = append(b, byte(n-4))
		}
		i += n
	}
	return b
}

// transformed returns the last bytes of all rotations of text in their order, and where
// text itself is among them.
func transformed(text []byte) (last []byte, at int) {
	twice := slices.Concat(text, text)
	order := make([]int, len(text))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool {
		return bytes.Compare(twice[order[i]:order[i]+len(text)], twice[order[j]:order[j]+len(text)]) < 0
	})
	for i, o := range order {
		if o == 0 {
			at = i
		}
		last = append(last, twice[o+len(text)-1])
	}
	return last, at
}

// symbols returns text as places in the list of used bytes, each of which comes to the front,
// with runs of the front as binary digits that count from 1, and the end behind.
func symbols(text, used []byte) []int {
	list := slices.Clone(used)
	var s []int
	run := 0
	flush := func() {
		for ; run > 0; run = (run - 1) / 2 {
			s = append(s, 1-run%2)
		}
	}
	for _, c := range text {
		i := bytes.IndexByte(list, c)
		if i == 0 {
			run++
			continue
		}
		flush()
		copy(list[1:], list[:i])
		list[0] = c
		s = append(s, i+1)
	}
	flush()
	return append(s, len(used)+1)
}

// lengths returns the lengths of a Huffman code for symbols that are so frequent.
func lengths(counts []int) []int {
	for shift := 0; ; shift++ {
		type node struct{ weight, parent int }
		nodes := make([]node, 0, 2*len(counts))
		for _, c := range counts {
			nodes = append(nodes, node{max(c>>shift, 1), -1})
		}
		open := make([]int, len(nodes))
		for i := range open {
			open[i] = i
		}
		for len(open) > 1 {
			sort.SliceStable(open, func(i, j int) bool { return nodes[open[i]].weight < nodes[open[j]].weight })
			nodes[open[0]].parent, nodes[open[1]].parent = len(nodes), len(nodes)
			nodes = append(nodes, node{nodes[open[0]].weight + nodes[open[1]].weight, -1})
			open = append(open[2:], len(nodes)-1)
		}
		list := make([]int, len(counts))
		for i := range list {
			for at := i; nodes[at].parent >= 0; at = nodes[at].parent {
				list[i]++
			}
		}
		if slices.Max(list) <= longestCode {
			return list
		}
	}
}

// codes chooses a table for each group of symbols, and returns the lengths of the codes of
// each table: the best of what several beginnings lead to.
func codes(s []int, size int) (chosen []int, lens [][]int) {
	least := 1 << 30
	for start := range starts {
		groups := make([]int, 0, len(s)/inGroup+1)
		for i := 0; i < len(s); i += inGroup {
			groups = append(groups, i/inGroup*(start+1)/(start+2)%tables)
		}
		tried := lengthsOf(s, size, groups)
		cost := 0
		for range refinements {
			cost = choose(s, groups, tried)
			tried = lengthsOf(s, size, groups)
		}
		if cost < least {
			chosen, lens, least = groups, tried, cost
		}
	}
	return chosen, lens
}

// lengthsOf returns the lengths of the codes of each table for the groups that have it.
func lengthsOf(s []int, size int, groups []int) [][]int {
	var lens [][]int
	for t := range tables {
		counts := make([]int, size)
		for i, v := range s {
			if groups[i/inGroup] == t {
				counts[v]++
			}
		}
		lens = append(lens, lengths(counts))
	}
	return lens
}

// choose gives each group the table in which it is shortest, and returns the bits of all.
func choose(s, groups []int, lens [][]int) (sum int) {
	n := 0
	for group := range slices.Chunk(s, inGroup) {
		least := 1 << 30
		for t := range lens {
			cost := 0
			for _, v := range group {
				cost += lens[t][v]
			}
			if cost < least {
				groups[n], least = t, cost
			}
		}
		sum += least
		n++
	}
	return sum
}

// block writes a block of text.
func (w *bits) block(text []byte, sum uint64) {
	last, at := transformed(text)
	w.write(48, 0x314159265359)
	w.write(32, sum)
	w.write(1, 0)
	w.write(24, uint64(at))
	var used []byte
	var rows uint64
	var columns [16]uint64
	for c := range 256 {
		if bytes.IndexByte(text, byte(c)) >= 0 {
			used = append(used, byte(c))
			rows |= 1 << (15 - c/16)
			columns[c/16] |= 1 << (15 - c%16)
		}
	}
	w.write(16, rows)
	for _, c := range columns {
		if c != 0 {
			w.write(16, c)
		}
	}
	s := symbols(last, used)
	chosen, lens := codes(s, len(used)+2)
	w.write(3, tables)
	w.write(15, uint64(len(chosen)))
	list := []byte{0, 1, 2, 3, 4, 5}
	for _, t := range chosen {
		i := bytes.IndexByte(list, byte(t))
		w.write(i+1, 1<<(i+1)-2) // i ones and a zero
		copy(list[1:], list[:i])
		list[0] = byte(t)
	}
	for _, l := range lens {
		current := l[0]
		w.write(5, uint64(current))
		for _, n := range l {
			for ; current < n; current++ {
				w.write(2, 2)
			}
			for ; current > n; current-- {
				w.write(2, 3)
			}
			w.write(1, 0)
		}
	}
	words := make([][]uint64, tables)
	for t, l := range lens {
		words[t] = make([]uint64, len(l))
		next := uint64(0)
		for n := 1; n <= longestCode; n++ {
			for v := range l {
				if l[v] == n {
					words[t][v] = next
					next++
				}
			}
			next <<= 1
		}
	}
	for i, v := range s {
		t := chosen[i/inGroup]
		w.write(lens[t][v], words[t][v])
	}
}
