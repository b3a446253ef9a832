package weburl

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
)

// validationErrors are the names of all validation errors of the Standard.
var validationErrors = []percent.Reason{
	DomainToASCII, domainPercentEncoded, HostInvalidCodePoint,
	ipv4NonASCIIInput, ipv4EmptyPart, ipv4TooFewParts, ipv4TooManyParts, ipv4NonNumericPart, ipv4NonDecimalPart, ipv4OutOfRangePart,
	ipv6Unclosed, ipv6InvalidCompression, ipv6TooManyPieces, ipv6MultipleCompression, ipv6InvalidCodePoint, ipv6TooFewPieces, ipv6PieceLeadingZero,
	ipv4InIPv6TooManyPieces, ipv4InIPv6InvalidCodePoint, ipv4InIPv6OutOfRangePart, ipv4InIPv6TooFewParts,
	invalidURLUnit, specialSchemeMissingSolidus, MissingSchemeNonRelativeURL, invalidReverseSolidus, invalidCredentials,
	HostMissing, PortOutOfRange, PortInvalid, fileInvalidWindowsDriveLetter, fileInvalidWindowsDriveLetterInHost,
}

// TestErrorsShowNoPassword: a '/', '?' or '#' in a password ends the authority, so that
// its beginning is a port to the parser, or part of a host.
func TestErrorsShowNoPassword(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{"https://u:999999/x@h", "weburl: port-out-of-range at byte 10"},
		{"https://u:s3cret/x@h", "weburl: port-invalid at byte 10"},
		{"//u:999999?x@h", "weburl: port-out-of-range at byte 4"},
		{"https://u:999999#x@h", "weburl: port-out-of-range at byte 10"},
		{"https://[u:s3cret/x@h", "weburl: IPv6-unclosed at byte 8"},
		{"https://u:s@s3\u00adcret\u2028/x@h", "weburl: domain-to-ASCII at byte 12"},
		{"foo://u:s@s3 cret/x@h", "weburl: host-invalid-code-point at byte 12"},
		{"file://u:s3cret\u00ad\u2028/x@h", "weburl: domain-to-ASCII at byte 7"},
		{"https://h:999999/", `weburl: port-out-of-range "999999" at byte 10`},
		{"https://u:s3cret@h:999999/", `weburl: port-out-of-range "999999" at byte 19`},
		{"https://u er/x@h", `weburl: domain-to-ASCII " " at byte 9`},
	} {
		_, err := must(t, "https://h/").Parse(tt.input)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%q: %v, want %s", tt.input, err, tt.want)
		}
	}
}

// TestErrorsAreShort: a message shows the beginning of a long text.
func TestErrorsAreShort(t *testing.T) {
	long := "http://" + strings.Repeat("a", 4<<20) + "\u2028/"
	p := Parser{OnError: func(e ValidationError) {
		if text := e.String(); len(text) > 400 || len(e.Bytes) < 4<<20 {
			t.Errorf("%d bytes of %d: %s", len(text), len(e.Bytes), text)
		}
	}}
	_, err := p.Parse(long)
	want := `weburl: domain-to-ASCII "` + strings.Repeat("a", 256) + `"… at byte 7`
	if err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}
