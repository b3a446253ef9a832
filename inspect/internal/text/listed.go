package text

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"unicode"
)

// Names of the version of Unicode that package unicode has: a raw table of them takes
// 0.9 MB, this takes a seventh of it.
//
//go:generate go run ./pack

// blockOf is how many characters share a block, which is decompressed when the name of one
// of them is asked for. It takes some 50 microseconds.
const blockOf = 512

// blocks are the names that have been decompressed.
var blocks [unicode.MaxRune/blockOf + 1]atomic.Pointer[[]string]

// listed returns the name that the list of Unicode gives to a character, and "" if it gives
// none: of most ideographs it has only the range.
func listed(r rune) string {
	block := &blocks[r/blockOf]
	names := block.Load()
	if names == nil {
		list, err := unpack(packed, int(r/blockOf))
		if err != nil {
			panic(err) // the tests read all of it
		}
		names = &list
		block.Store(names)
	}
	return nameOf(*names, r)
}

// nameOf returns the name of a character that the names of its block give it.
func nameOf(names []string, r rune) string {
	i := int(r % blockOf)
	if i >= len(names) {
		return ""
	}
	if strings.HasSuffix(names[i], "-") {
		return fmt.Sprintf("%s%04X", names[i], r)
	}
	return names[i]
}

// Pack packs the names of all characters, "" for one without a name: a table of the blocks
// that have names, with number and length of each in two octets, a zero length at the end,
// and then the blocks.
func Pack(name func(rune) string) ([]byte, error) {
	var table, data []byte
	for block := range len(blocks) {
		var lines strings.Builder
		for r := rune(block * blockOf); r < rune((block+1)*blockOf); r++ {
			stem, _ := strings.CutSuffix(name(r), fmt.Sprintf("-%04X", r))
			if stem != name(r) {
				stem += "-"
			}
			lines.WriteString(stem + "\n")
		}
		text := strings.TrimRight(lines.String(), "\n")
		if text == "" {
			continue
		}
		var packed bytes.Buffer
		w, err := flate.NewWriter(&packed, flate.BestCompression)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			return nil, err
		}
		table = binary.BigEndian.AppendUint16(table, uint16(block))
		table = binary.BigEndian.AppendUint16(table, uint16(packed.Len()))
		data = append(data, packed.Bytes()...)
	}
	return append(append(table, 0, 0, 0, 0), data...), nil
}

// unpack returns the names of the characters of a block, up to the last that has one.
func unpack(packed string, block int) ([]string, error) {
	from, length := 0, 0
	for i := 0; i+4 <= len(packed); i += 4 {
		number, size := int(packed[i])<<8|int(packed[i+1]), int(packed[i+2])<<8|int(packed[i+3])
		if size == 0 {
			from += i + 4
			break
		}
		if number < block {
			from += size
		}
		if number == block {
			length = size
		}
	}
	if length == 0 {
		return nil, nil
	}
	text, err := io.ReadAll(flate.NewReader(strings.NewReader(packed[from : from+length])))
	return strings.Split(string(text), "\n"), err
}

// Packs reports whether that is what Pack gives for these names, perhaps compressed otherwise.
func Packs(packed string, name func(rune) string) bool {
	for block := range len(blocks) {
		list, err := unpack(packed, block)
		if err != nil {
			return false
		}
		for i := range rune(blockOf) {
			if r := rune(block*blockOf) + i; nameOf(list, r) != name(r) {
				return false
			}
		}
	}
	return true
}
