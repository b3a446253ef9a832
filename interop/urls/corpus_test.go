package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestRecordedCorpus: what browsers were asked is Corpus, and they answered all of it.
func TestRecordedCorpus(t *testing.T) {
	var want bytes.Buffer
	if err := writeInputs(&want); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(unzipped(t, "inputs.json.gz"), want.Bytes()) {
		t.Error("inputs.json.gz is not Corpus: record again")
	}
	files, err := filepath.Glob("recordings/*.json.gz")
	if err != nil || len(files) != 3 {
		t.Fatalf("%d recordings, %v", len(files), err)
	}
	sum := fmt.Sprintf("%x", sha256.Sum256(want.Bytes()))
	for _, file := range files {
		var recording struct {
			Program, Inputs string
			Answers         []*[2]string
		}
		if err := json.Unmarshal(unzipped(t, file), &recording); err != nil {
			t.Fatal(err)
		}
		if recording.Program == "" || recording.Inputs != sum || len(recording.Answers) != len(Corpus()) {
			t.Errorf("%s: %q answered %d inputs of hash %s", file, recording.Program, len(recording.Answers), recording.Inputs)
		}
	}
}

func unzipped(t *testing.T, name string) []byte {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
