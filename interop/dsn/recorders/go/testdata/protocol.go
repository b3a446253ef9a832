// Command go answers what Go drivers read in connection URIs: go FAMILY, a URI in hexadecimal
// on each line of standard input. A line "# driver version call" comes before the answers of each driver.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/user"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
)

// An answer is what a driver reads: user, password, host, port and database, nil where the
// driver has none, and options.
type answer struct {
	parts   [5]*string
	options map[string]string
}

func (a *answer) set(part int, text string) { a.parts[part] = &text }

type driver struct {
	family, name, module, call string
	read                       func(uri string) (*answer, error)
}

var drivers []driver

func main() {
	var uris []string
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		uri, err := hex.DecodeString(in.Text())
		if err != nil {
			panic(err)
		}
		uris = append(uris, string(uri))
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, d := range drivers {
		if d.family != os.Args[1] {
			continue
		}
		fmt.Fprintf(out, "#\t%s\t%s\t%s\n", d.name, version(d.module), d.call)
		known := map[string]string{}
		if a, err := d.read(uris[0]); err == nil {
			known = a.options
		} else {
			fmt.Fprintln(os.Stderr, d.name, err)
		}
		for _, uri := range uris {
			fmt.Fprintln(out, line(d, uri, known))
		}
	}
}

// field returns the text or JSON of a field that some versions of a driver do not have, or "".
func field(structure any, name string) string {
	if f := reflect.Indirect(reflect.ValueOf(structure)).FieldByName(name); f.IsValid() {
		if f.Kind() == reflect.String {
			return f.String()
		}
		text, _ := json.Marshal(f.Interface())
		return string(text)
	}
	return ""
}

// of returns an answer of a driver that has a text, "" where it has none, for each part.
func of(user, password, host, port, database string, options map[string]string) *answer {
	a := &answer{options: options}
	for i, text := range []string{user, password, host, port, database} {
		a.set(i, text)
	}
	return a
}

func split(addr string) (host, port string) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr, ""
	}
	return host, port
}

func line(d driver, uri string, known map[string]string) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprintf("!\t%x", fmt.Sprint("panic: ", r))
		}
	}()
	a, err := d.read(uri)
	if err != nil {
		return fmt.Sprintf("!\t%x", err.Error())
	}
	var b strings.Builder
	b.WriteString("=")
	who, _ := user.Current()
	for i, part := range a.parts {
		if part == nil || i == 0 && *part == who.Username {
			b.WriteString("\t-")
			continue
		}
		fmt.Fprintf(&b, "\t%x", *part)
	}
	var options []string
	for name, value := range a.options {
		if was, ok := known[name]; !ok || was != value {
			options = append(options, fmt.Sprintf("%x=%x", name, value))
		}
	}
	slices.Sort(options)
	for _, o := range options {
		b.WriteString("\t" + o)
	}
	return b.String()
}

func version(module string) string {
	info, _ := debug.ReadBuildInfo()
	for _, m := range info.Deps {
		if m.Path == module {
			return strings.TrimSuffix(strings.TrimPrefix(m.Version, "v"), "+incompatible")
		}
	}
	return "unknown"
}
