package weburl

import "github.com/pct-encoded/percent"

// validationErrors are the names of all validation errors of the Standard.
var validationErrors = []percent.Reason{
	DomainToASCII, DomainPercentEncoded, HostInvalidCodePoint,
	IPv4EmptyPart, IPv4TooFewParts, IPv4TooManyParts, IPv4NonNumericPart, IPv4NonDecimalPart, IPv4OutOfRangePart,
	IPv6Unclosed, IPv6InvalidCompression, IPv6TooManyPieces, IPv6MultipleCompression, IPv6InvalidCodePoint, IPv6TooFewPieces, IPv6PieceLeadingZero,
	IPv4InIPv6TooManyPieces, IPv4InIPv6InvalidCodePoint, IPv4InIPv6OutOfRangePart, IPv4InIPv6TooFewParts,
	InvalidURLUnit, SpecialSchemeMissingSolidus, MissingSchemeNonRelativeURL, InvalidReverseSolidus, InvalidCredentials,
	HostMissing, PortOutOfRange, PortInvalid, FileInvalidWindowsDriveLetter, FileInvalidWindowsDriveLetterInHost,
}
