package verbs

// normalizeVerb is "percent normalize", and "percent uri normalize" too.
var normalizeVerb = verb{
	row: "normalize", use: "[URI...]",
	short: "the normal form of a URI",
	long: `normalize writes each URI reference, or each line of standard input or of the
files of -f, by RFC 3986 section 6.2: scheme and host in lower case, digits of
escapes in upper case, escapes of unreserved characters decoded, dot segments
removed, and default ports and empty paths as the scheme defines them. A relative
reference keeps its leading "..". No reserved character is decoded, and no new
escape appears. Normalizing twice changes nothing more.

With --case, --percent-encoding, --dot-segments or --scheme, only the steps that are
named are taken. The flags that begin with --unsafe can change what the URI
identifies; use them only if you know the server.

Text that is not a URI is normalized as far as its parts can be recognized, and a
note says so; --on-error fail refuses it.`,
	example: `  percent normalize 'HTTP://Example.com:80/%7euser/./a/../b%2fc'
  percent normalize -f urls.txt -o normal.txt
  percent normalize --case --percent-encoding < urls.txt
  percent normalize --unsafe-drop-tracking --unsafe-drop-fragment < urls.txt`,

	done: "normalized", let: "normalized all the same", columns: true,
}
