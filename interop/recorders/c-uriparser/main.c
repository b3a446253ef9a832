#include <uriparser/Uri.h>
#include <uriparser/UriBase.h>

#include "recorder.h"

static void encode(char *s, size_t n, UriBool plus, UriBool normalize)
{
	char *out = (char *)malloc(6 * n + 1);
	char *end = uriEscapeExA(s, s + n, out, plus, normalize);
	if (end)
		output(out, (size_t)(end - out));
	else
		failure("uriEscapeExA returned NULL");
	free(out);
}

static void escape(char *s, size_t n) { encode(s, n, URI_FALSE, URI_FALSE); }
static void escape_plus(char *s, size_t n) { encode(s, n, URI_TRUE, URI_FALSE); }
static void escape_normalize(char *s, size_t n) { encode(s, n, URI_FALSE, URI_TRUE); }
static void escape_plus_normalize(char *s, size_t n) { encode(s, n, URI_TRUE, URI_TRUE); }

static void unix_filename(char *s, size_t n)
{
	char *name = joined("/x", s, "x"), *out = (char *)malloc(7 + 3 * strlen(name) + 1);
	if (uriUnixFilenameToUriStringA(name, out) == URI_SUCCESS)
		between(out, "file:///x", "x");
	else
		failure("uriUnixFilenameToUriStringA failed");
	free(out);
	free(name);
}

static void decode(char *s, UriBool plus)
{
	const char *end = uriUnescapeInPlaceExA(s, plus, URI_BR_DONT_TOUCH);
	output(s, (size_t)(end - s));
}

static void unescape(char *s, size_t n) { decode(s, URI_FALSE); }
static void unescape_plus(char *s, size_t n) { decode(s, URI_TRUE); }

static const struct implementation implementations[] = {
	{"encoder", "uriparser.escape", "bytes", "uriEscapeExA(s,s+n,out,URI_FALSE,URI_FALSE)", COUNTED, escape},
	{"encoder", "uriparser.escape.plus", "bytes", "uriEscapeExA(s,s+n,out,URI_TRUE,URI_FALSE)", COUNTED, escape_plus},
	{"encoder", "uriparser.escape.normalize", "bytes", "uriEscapeExA(s,s+n,out,URI_FALSE,URI_TRUE)", COUNTED, escape_normalize},
	{"encoder", "uriparser.escape.plus_normalize", "bytes", "uriEscapeExA(s,s+n,out,URI_TRUE,URI_TRUE)", COUNTED, escape_plus_normalize},
	{"encoder", "uriparser.unix_filename", "bytes", "uriUnixFilenameToUriStringA(\"/x\"+s+\"x\",out), between", C_STRING, unix_filename},
	{"decoder", "uriparser.unescape", "bytes", "uriUnescapeInPlaceExA(s,URI_FALSE,URI_BR_DONT_TOUCH)", C_STRING, unescape},
	{"decoder", "uriparser.unescape.plus", "bytes", "uriUnescapeInPlaceExA(s,URI_TRUE,URI_BR_DONT_TOUCH)", C_STRING, unescape_plus},
};

int main(int argc, char **argv)
{
	char version[100];
	snprintf(version, sizeof version, "uriparser %s", URI_VER_ANSI);
	return recorder_main(argc, argv, "C", version, implementations, sizeof implementations / sizeof *implementations);
}
