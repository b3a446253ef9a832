#include <libxml/parser.h>
#include <libxml/uri.h>

#include "recorder.h"

static void take(xmlChar *out)
{
	string_or_failure((char *)out, "returned NULL");
	xmlFree(out);
}

static void escape_str(char *s, size_t n) { take(xmlURIEscapeStr(BAD_CAST s, NULL)); }
static void escape_str_iri(char *s, size_t n) { take(xmlURIEscapeStr(BAD_CAST s, BAD_CAST "@/:=?;#%&,+")); }

static void escape(char *s, size_t n)
{
	char *uri = joined("http://h/x", s, "x");
	xmlChar *out = xmlURIEscape(BAD_CAST uri);
	if (out)
		between((char *)out, "http://h/x", "x");
	else
		failure("xmlURIEscape returned NULL");
	xmlFree(out);
	free(uri);
}

static void unescape(char *s, size_t n)
{
	char *out = xmlURIUnescapeString(s, 0, NULL);
	string_or_failure(out, "returned NULL");
	xmlFree(out);
}

static const struct implementation implementations[] = {
	{"encoder", "libxml2.xmlURIEscapeStr", "bytes", "xmlURIEscapeStr(s,NULL)", C_STRING, escape_str},
	{"encoder", "libxml2.xmlURIEscapeStr.iri", "bytes", "xmlURIEscapeStr(s,\"@/:=?;#%&,+\") (set used by the HTML serialiser and xmlURIEscape callers)", C_STRING, escape_str_iri},
	{"encoder", "libxml2.xmlURIEscape", "bytes", "xmlURIEscape(\"http://h/x\"+s+\"x\"), between", C_STRING, escape},
	{"decoder", "libxml2.xmlURIUnescapeString", "bytes", "xmlURIUnescapeString(s,0,NULL)", C_STRING, unescape},
};

static void quiet(void *context, xmlErrorPtr error) {}

int main(int argc, char **argv)
{
	char version[100];
	int number = atoi(xmlParserVersion);
	xmlSetStructuredErrorFunc(NULL, (xmlStructuredErrorFunc)quiet);
	snprintf(version, sizeof version, "libxml2 %d.%d.%d", number / 10000, number / 100 % 100, number % 100);
	return recorder_main(argc, argv, "C", version, implementations, sizeof implementations / sizeof *implementations);
}
