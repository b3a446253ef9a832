package server

import (
	"strings"

	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/jsonapi"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/scheme/dsn"
)

func init() { jsonapi.DriversRead = driversRead }

// driversRead returns what drivers read in a connection URI, without its password, or "".
func driversRead(text string) string {
	scheme := strings.ToLower(dsn.SchemeOf(text))
	drivers := dsn.DriversOf(scheme)
	if strings.HasPrefix(scheme, "http") || scheme == "file" || scheme == "" || drivers == nil {
		return ""
	}
	return results.NewDSNSeen(text, drivers, false).Page(results.Style{Style: term.Style{Columns: term.DefaultColumns}})
}
