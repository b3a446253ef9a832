package lint

import (
	"os"
	"runtime/debug"
	"testing"
)

// The tests make millions of short texts and hold few of them: what is collected
// less often costs a quarter less time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}
