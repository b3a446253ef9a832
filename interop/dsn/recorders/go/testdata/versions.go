//go:build before

package main

import "slices"

// init leaves those of which only the latest version matters out.
func init() {
	drivers = slices.DeleteFunc(drivers, func(d driver) bool { return d.name != "pgx" })
}
