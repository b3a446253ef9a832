package main

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/fileurl"
)

func init() { register(newFileURL) }

func newFileURL(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fileurl",
		Short: "file: URIs and the paths of POSIX and Windows",
		Long: `fileurl turns absolute paths of files into file: URIs and back (RFC 8089). The
system whose paths are meant is not that on which the program runs, but posix or
what --system says.`,
		GroupID: groupURI,
	}
	var parseSystem, buildSystem choice
	parse := parsing(a, &cobra.Command{
		Use:   "parse [flags] [URI...]",
		Short: "a file: URI to a path, in JSON",
		Long: `parse prints a JSON object with the path that each file: URI stands for, and the
system. A URI that no path of that system can express is refused, such as one with
an escaped slash.`,
		Example: `  percent fileurl parse file:///tmp/50%25%20%C3%A9
  percent fileurl parse --system windows file://host/share/x`,
	}, func(s string) (o object, err error) {
		system, path := "posix", ""
		if parseSystem.value == "windows" {
			system = "windows"
			path, err = fileurl.ToWindows(s)
		} else {
			path, err = fileurl.ToPOSIX(s)
		}
		if err != nil {
			return o, err
		}
		o.text("system", system)
		o.text("path", path)
		return o, nil
	}, nil)
	build := building(a, &cobra.Command{
		Use:   "build [flags] [OBJECT...]",
		Short: "JSON with a path to a file: URI",
		Long: `build prints the file: URI of the path in each JSON object as parse writes it. A
system in the object prevails over --system.`,
		Example: `  percent fileurl build '{"path":"/tmp/50% é"}'
  percent fileurl build '{"path":"C:\\a b.txt","system":"windows"}'`,
	}, `{"system":"windows","path":"C:\\a b"}`, func(m *members) (string, error) {
		path := m.must("path")
		system, ok := m.text("system")
		if !ok {
			system = buildSystem.value
		}
		switch system {
		case "", "posix":
			return fileurl.FromPOSIX(path)
		case "windows":
			return fileurl.FromWindows(path)
		}
		return "", malformed("the systems are posix and windows", "unknown system %q", system)
	})
	const usage = "whose paths are meant (default posix)"
	parseSystem.words = []string{"posix", "windows"}
	buildSystem.words = parseSystem.words
	addChoice(parse, &parseSystem, "system", usage)
	addChoice(build, &buildSystem, "system", usage)
	cmd.AddCommand(parse, build)
	return family(cmd)
}
