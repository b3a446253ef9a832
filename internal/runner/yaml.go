package runner

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"
)

// QuoteYAML returns text as a quoted YAML scalar. Text that is not UTF-8 becomes base64 with
// the tag !!binary.
func QuoteYAML(text string) string {
	if !utf8.ValidString(text) {
		return fmt.Sprintf("!!binary %q", base64.StdEncoding.EncodeToString([]byte(text)))
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ' || r == 0x7F:
			fmt.Fprintf(&b, `\x%02X`, r)
		case r >= 0x80 && r < 0xA0 || r == 0x2028 || r == 0x2029 || r == 0xFEFF || r == 0xFFFE || r == 0xFFFF:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}
