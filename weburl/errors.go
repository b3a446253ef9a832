package weburl

import (
	"fmt"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/excerpt"
)

// The validation errors of the Standard (#validation-error), by its names: those
// that a parse fails with are the Reason of its *percent.SyntaxError, and all of
// them are reported to [Parser.OnError]. Those without a constant here are repaired,
// or tell what is wrong with the address of a host: compare with the Standard's name,
// such as percent.Reason("IPv6-unclosed").
const (
	DomainToASCII               percent.Reason = "domain-to-ASCII"
	HostInvalidCodePoint        percent.Reason = "host-invalid-code-point"
	MissingSchemeNonRelativeURL percent.Reason = "missing-scheme-non-relative-URL"
	HostMissing                 percent.Reason = "host-missing"
	PortOutOfRange              percent.Reason = "port-out-of-range"
	PortInvalid                 percent.Reason = "port-invalid"
)

const (
	domainPercentEncoded                percent.Reason = "domain-percent-encoded"
	ipv4NonASCIIInput                   percent.Reason = "IPv4-non-ASCII-input"
	ipv4EmptyPart                       percent.Reason = "IPv4-empty-part"
	ipv4TooFewParts                     percent.Reason = "IPv4-too-few-parts"
	ipv4TooManyParts                    percent.Reason = "IPv4-too-many-parts"
	ipv4NonNumericPart                  percent.Reason = "IPv4-non-numeric-part"
	ipv4NonDecimalPart                  percent.Reason = "IPv4-non-decimal-part"
	ipv4OutOfRangePart                  percent.Reason = "IPv4-out-of-range-part"
	ipv6Unclosed                        percent.Reason = "IPv6-unclosed"
	ipv6InvalidCompression              percent.Reason = "IPv6-invalid-compression"
	ipv6TooManyPieces                   percent.Reason = "IPv6-too-many-pieces"
	ipv6MultipleCompression             percent.Reason = "IPv6-multiple-compression"
	ipv6InvalidCodePoint                percent.Reason = "IPv6-invalid-code-point"
	ipv6TooFewPieces                    percent.Reason = "IPv6-too-few-pieces"
	ipv6PieceLeadingZero                percent.Reason = "IPv6-piece-leading-zero"
	ipv4InIPv6TooManyPieces             percent.Reason = "IPv4-in-IPv6-too-many-pieces"
	ipv4InIPv6InvalidCodePoint          percent.Reason = "IPv4-in-IPv6-invalid-code-point"
	ipv4InIPv6OutOfRangePart            percent.Reason = "IPv4-in-IPv6-out-of-range-part"
	ipv4InIPv6TooFewParts               percent.Reason = "IPv4-in-IPv6-too-few-parts"
	invalidURLUnit                      percent.Reason = "invalid-URL-unit"
	specialSchemeMissingSolidus         percent.Reason = "special-scheme-missing-following-solidus"
	invalidReverseSolidus               percent.Reason = "invalid-reverse-solidus"
	invalidCredentials                  percent.Reason = "invalid-credentials"
	fileInvalidWindowsDriveLetter       percent.Reason = "file-invalid-Windows-drive-letter"
	fileInvalidWindowsDriveLetterInHost percent.Reason = "file-invalid-Windows-drive-letter-host"
)

// The other reasons. With the methods With…, they say why a setter of JavaScript
// would do nothing, or not all that was asked for; the Standard has no names for
// them.
const (
	// InvalidScheme: the text is not a scheme.
	InvalidScheme percent.Reason = "invalid scheme"
	// IncompatibleScheme: special schemes and others cannot replace each other; a
	// URL with credentials or a port cannot become a file URL; a file URL without a
	// host cannot get another scheme.
	IncompatibleScheme percent.Reason = "incompatible scheme"
	// CannotHave: a URL without a host, or a file URL, has no credentials and no
	// port.
	CannotHave percent.Reason = "not possible without a host"
	// HasOpaquePath: a URL whose path is opaque has no host, and its path cannot be
	// set.
	HasOpaquePath percent.Reason = "not possible with an opaque path"
	// PortNotAllowed: there is a port where only a host name is allowed.
	PortNotAllowed percent.Reason = "port not allowed"
	// Ignored: the rest of the text was ignored, because the component ends before
	// it.
	Ignored percent.Reason = "ignored text"
	// NotPortable: other parsers read it differently. It is the reason of NetURL,
	// FromNetURL and FromURI.
	NotPortable percent.Reason = "read differently by RFC 3986"
	// ZeroURL: the zero URL has no components to set.
	ZeroURL percent.Reason = "the zero URL"
	// TooLong: the input or the URL has 4 GiB or more.
	TooLong percent.Reason = "longer than 4 GiB"
)

// A ValidationError is an error that the parser repaired or failed with.
type ValidationError struct {
	Name   percent.Reason // one of the Standard's names, such as "invalid-reverse-solidus"
	Offset int64          // of the first offending byte in the text that was parsed
	Bytes  string         // the offending bytes; empty where something is missing
}

// String returns a text such as
//
//	invalid-reverse-solidus "\\" at byte 17
//
// It shows at most the first 256 of the offending bytes, and then "…".
func (e ValidationError) String() string {
	if e.Bytes == "" {
		return fmt.Sprintf("%s at byte %d", e.Name, e.Offset)
	}
	return fmt.Sprintf("%s %s at byte %d", e.Name, excerpt.Quoted(e.Bytes, excerpt.InMessage), e.Offset)
}
