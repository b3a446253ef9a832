// Package packed puts texts into one compressed file, for a program that has no files beside
// it: guides, schemas, the page.
package packed

import (
	"bytes"
	"compress/bzip2"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// A Text is a text and its name. Neither holds a NUL.
type Text struct{ Name, Text string }

// Pack packs texts, as bzip2.
func Pack(list []Text) ([]byte, error) {
	var b bytes.Buffer
	for _, t := range list {
		b.WriteString(t.Name + "\x00" + t.Text + "\x00")
	}
	return compress(b.Bytes())
}

// Unpack returns the texts that Pack has packed.
func Unpack(packed []byte) ([]Text, error) {
	text, err := io.ReadAll(bzip2.NewReader(bytes.NewReader(packed)))
	if len(packed) == 0 {
		err = io.ErrUnexpectedEOF
	}
	parts := strings.Split(string(text), "\x00")
	var list []Text
	for i := 0; i+1 < len(parts); i += 2 {
		list = append(list, Text{parts[i], parts[i+1]})
	}
	return list, err
}

// Must returns the texts of a file that is part of the program.
func Must(packed []byte) []Text {
	list, err := Unpack(packed)
	if err != nil {
		panic(err) // the tests read all of them
	}
	return list
}

// Write writes a file of texts. It leaves the file alone where that holds the same texts:
// other versions of Go compress them to other bytes.
func Write(file string, list []Text) error {
	old, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if known, err := Unpack(old); err == nil && slices.Equal(known, list) {
		return nil
	}
	packed, err := Pack(list)
	if err != nil {
		return err
	}
	return os.WriteFile(file, packed, 0o644)
}
