package commands

import (
	"cmp"
	"context"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/kernel"
)

// The build of a release sets these with -ldflags -X. Otherwise the values come
// from Go's build info.
var (
	release string // such as v0.1.0
	commit  string // the whole hash
)

func newVersion(a *stream.Streams) *cobra.Command {
	o := &versionOptions{}
	cmd := &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Long: `version prints the version of the program, of Go and of the platform it was built
for. With --json it also says which commit it was built from, where that is known,
and which code it runs on this processor.`,
		Args: NoArgs,
		RunE: records.Runs(a, o.run),
	}
	cmd.Flags().BoolVar(&o.asJSON, "json", false, "write one JSON object")
	return cmd
}

// versionOptions holds the flags of version.
type versionOptions struct {
	asJSON bool
}

func (o *versionOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	if o.asJSON {
		return records.PrintJSON(s.Text, versionObject{moduleVersion(), revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH, kernel.Active().String()})
	}
	return printVersion(s, l.Program())
}

// printVersion prints the version of the program of that name.
func printVersion(s *stream.Streams, name string) error {
	_, err := io.WriteString(s.Text, name+" "+version()+"\n")
	return err
}

// A versionObject is what version --json writes.
type versionObject struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
	Kernel  string `json:"kernel"` // the kernel that this processor runs
}

// version returns the version that the module was built as, followed by Go's.
func version() string {
	return moduleVersion() + " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
}

func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); release == "" && ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return cmp.Or(release, "(devel)")
}

// revision returns the hash of the commit that was built, or "".
func revision() string {
	if info, ok := debug.ReadBuildInfo(); commit == "" && ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value
			}
		}
	}
	return commit
}
