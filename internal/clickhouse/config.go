package clickhouse

import "encoding/xml"

// Config returns the XML that defines functions for a server: the contents of a file
// that the setting user_defined_executable_functions_config names. command is the
// shell command that starts the program; the name of the function is appended to it.
//
// A server keeps each program running and sends it block after block. The exception
// of a query contains what the program writes to standard error, and only that.
func Config(command string, functions ...*Function) string {
	var config struct {
		XMLName   xml.Name         `xml:"functions"`
		Functions []functionConfig `xml:"function"`
	}
	for _, f := range functions {
		c := functionConfig{
			Type: "executable_pool", Name: f.Name, ReturnType: f.kind(), Format: "Native", Deterministic: 1,
			Command: command + " " + f.Name, StderrReaction: "throw", CheckExitCode: 1,
		}
		for i, name := range f.Arguments {
			a := argumentConfig{typeString, name}
			if i == 0 {
				a.Type = f.kind()
			}
			c.Arguments = append(c.Arguments, a)
		}
		config.Functions = append(config.Functions, c)
	}
	text, err := xml.MarshalIndent(config, "", "  ")
	if err != nil {
		panic(err) // no value of these types fails
	}
	return string(text) + "\n"
}

// A functionConfig has ClickHouse's settings of an executable function.
type functionConfig struct {
	Type           string           `xml:"type"`
	Name           string           `xml:"name"`
	Arguments      []argumentConfig `xml:"argument"`
	ReturnType     string           `xml:"return_type"`
	Format         string           `xml:"format"`
	Deterministic  int              `xml:"deterministic"`
	ExecuteDirect  int              `xml:"execute_direct"`
	Command        string           `xml:"command"`
	StderrReaction string           `xml:"stderr_reaction"`
	CheckExitCode  int              `xml:"check_exit_code"`
}

type argumentConfig struct {
	Type string `xml:"type"`
	Name string `xml:"name"`
}
