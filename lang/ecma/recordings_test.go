package ecma

import (
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/recordings"
)

// TestRecordings compares with Node.js and three browsers.
func TestRecordings(t *testing.T) {
	for _, engine := range []struct{ file, prefix string }{{"node", "js."}, {"chromium", "chromium."}, {"firefox", "firefox."}, {"webkit", "webkit."}} {
		for _, f := range functions {
			t.Run("implementation="+engine.prefix+f.name, func(t *testing.T) {
				recordings.Replay(t, engine.file, engine.prefix+f.name, func(src []byte) ([]byte, error) { return f.append(nil, src) })
			})
		}
	}
}

// TestRecordingsPercentU compares with HttpUtility.UrlDecode of Mono, which
// reads %u as ASP.NET does but for its own mistakes: it turns %u00e9 into a
// byte, never joins two surrogates, breaks raw astral characters apart and
// writes another number of U+FFFD for ill-formed octets.
func TestRecordingsPercentU(t *testing.T) {
	e := percent.Form.WithInvalidUTF8(percent.InvalidUTF8Replaced)
	recordings.Replay(t, "mono", "mono.HttpUtility.UrlDecode", func(src []byte) ([]byte, error) {
		return AppendDecodePercentU(nil, e, src)
	}, "u-latin", "u-pair", "raw-emoji", "long-mixed", "surrogate-truncated", "above-10ffff", "surrogate-high", "surrogate-low",
		"surrogate-pair-cesu", "lone-surrogate-raw", "lone-surrogate-raw-low", "overlong-slash-3", "overlong-slash-4")
}
