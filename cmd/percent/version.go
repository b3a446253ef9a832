package main

import (
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func init() { register("version", newVersion) }

func newVersion(*app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "print the version",
		Long:    "version prints the version of the program, of Go and of the platform it was built for.",
		GroupID: groupOther,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON {
				return printJSON(cmd.OutOrStdout(), versionObject{moduleVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH})
			}
			_, err := io.WriteString(cmd.OutOrStdout(), "percent "+version()+"\n")
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object")
	return cmd
}

// A versionObject is what version --json writes.
type versionObject struct {
	Version string `json:"version"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

// version returns the version that the module was built as, followed by Go's.
func version() string {
	return moduleVersion() + " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
}

func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
