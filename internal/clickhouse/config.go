package clickhouse

import (
	"strings"

	"github.com/pct-encoded/percent/internal/xml"
)

// Config returns the XML that defines functions for a server: the contents of a file
// that the setting user_defined_executable_functions_config names. command is the
// shell command that starts the program; the name of the function is appended to it.
//
// A server keeps each program running and sends it block after block. The exception
// of a query contains what the program writes to standard error, and only that.
func Config(command string, functions ...*Function) string {
	var b strings.Builder
	element := func(indent, name, text string) {
		b.WriteString(indent + "<" + name + ">")
		b.Write(xml.Append(nil, text))
		b.WriteString("</" + name + ">\n")
	}
	b.WriteString("<functions>\n")
	for _, f := range functions {
		b.WriteString("  <function>\n")
		element("    ", "type", "executable_pool")
		element("    ", "name", f.Name)
		for i, argument := range f.Arguments {
			b.WriteString("    <argument>\n")
			if i == 0 {
				element("      ", "type", f.kind())
			} else {
				element("      ", "type", typeString)
			}
			element("      ", "name", argument)
			b.WriteString("    </argument>\n")
		}
		element("    ", "return_type", f.kind())
		element("    ", "format", "Native")
		element("    ", "deterministic", "1")
		element("    ", "execute_direct", "0")
		element("    ", "command", command+" "+f.Name)
		element("    ", "stderr_reaction", "throw")
		element("    ", "check_exit_code", "1")
		b.WriteString("  </function>\n")
	}
	b.WriteString("</functions>\n")
	return b.String()
}
