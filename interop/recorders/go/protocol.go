package main

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
)

type implementation struct {
	kind, id, version, units, call string
	run                            func(string) (string, error)
}

var errLostX = errors.New("the x around the value did not survive")

// between returns what stands between before and after in s.
func between(s, before, after string) (string, error) {
	rest, ok := strings.CutPrefix(s, before)
	if !ok {
		return "", errLostX
	}
	rest, ok = strings.CutSuffix(rest, after)
	if !ok {
		return "", errLostX
	}
	return rest, nil
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 || (os.Args[1] != "list" && os.Args[1] != "run") {
		log.Fatal("usage: run list|run")
	}
	all := implementations()
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	if os.Args[1] == "list" {
		for _, i := range all {
			fmt.Fprintf(out, "%s\t%s\tGo\t%s\t%s\t%s\n", i.kind, i.id, i.version, i.units, i.call)
		}
		return
	}
	byID := map[string]implementation{}
	for _, i := range all {
		byID[i.id] = i
	}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if line == "" && err != nil {
			if err != io.EOF {
				log.Fatal(err)
			}
			return
		}
		id, digits, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		value, err := hex.DecodeString(digits)
		if err != nil {
			log.Fatal(err)
		}
		i, ok := byID[id]
		if !ok {
			log.Fatalf("unknown implementation %q", id)
		}
		result, err := i.run(string(value))
		if err != nil {
			fmt.Fprintf(out, "!%s\n", oneLine(fmt.Sprintf("%T: %v", err, err)))
		} else {
			fmt.Fprintf(out, "%x\n", result)
		}
		out.Flush()
	}
}

// oneLine replaces line breaks and invalid UTF-8 in a message.
func oneLine(s string) string {
	return strings.NewReplacer("\n", " ", "\r", " ", "\x00", "\\0").Replace(strings.ToValidUTF8(s, "\uFFFD"))
}
