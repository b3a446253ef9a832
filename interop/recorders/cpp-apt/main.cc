#include <apt-pkg/init.h>
#include <apt-pkg/strutl.h>

#include <string>

#include "recorder.h"

static void print(const std::string &s) { output(s.data(), s.size()); }

static void uri_to_filename(char *s, size_t n)
{
	// What is no absolute URI becomes "_".
	std::string out = URItoFileName("http://h/x" + std::string(s, n) + "x");
	between_counted(out.data(), out.size(), "h_x", "x");
}
static void quote_archive(char *s, size_t n) { print(QuoteString(std::string(s, n), "_:")); }
static void quote_lists(char *s, size_t n) { print(QuoteString(std::string(s, n), "\\|{}[]<>\"^~_=!@#$%^&*")); }
static void dequote(char *s, size_t n) { print(DeQuoteString(std::string(s, n))); }

static const struct implementation implementations[] = {
	{"encoder", "apt.uri_to_filename", "bytes", "URItoFileName(\"http://h/x\"+s+\"x\"), between", COUNTED, uri_to_filename},
	{"encoder", "apt.quote_string_archive", "bytes", "QuoteString(s,\"_:\")", COUNTED, quote_archive},
	{"encoder", "apt.quote_string_lists", "bytes", "QuoteString(s,\"\\\\|{}[]<>\\\"^~_=!@#$%^&*\")", COUNTED, quote_lists},
	{"decoder", "apt.dequote_string", "bytes", "DeQuoteString(s)", COUNTED, dequote},
};

int main(int argc, char **argv)
{
	std::string version = std::string("libapt-pkg ") + pkgVersion;
	return recorder_main(argc, argv, "C++", version.c_str(), implementations, sizeof implementations / sizeof *implementations);
}
