#include <Poco/Environment.h>
#include <Poco/Exception.h>
#include <Poco/URI.h>

#include <cxxabi.h>

#include <string>

#include "recorder.h"

using Poco::URI;

template <class F>
static void attempt(F f)
{
	try {
		f();
	} catch (const Poco::Exception &e) {
		char *name = abi::__cxa_demangle(e.className(), nullptr, nullptr, nullptr);
		failure((std::string(name ? name : e.className()) + ": " + e.displayText()).c_str());
		free(name);
	}
}

static void print(const std::string &s) { output(s.data(), s.size()); }

static void inner(const std::string &s, const char *before, const char *after)
{
	between_counted(s.data(), s.size(), before, after);
}

/* build sets one part of a URI and prints what stands between before and after. */
template <class Set>
static void build(Set set, const char *before, const char *after)
{
	attempt([&] {
		URI u("http://h");
		set(u);
		inner(u.toString(), before, after);
	});
}

static void encode(char *s, size_t n)
{
	attempt([&] {
		std::string out;
		URI::encode(std::string(s, n), "", out);
		print(out);
	});
}

static void parameter(char *s, size_t n)
{
	attempt([&] {
		URI u("http://h");
		u.addQueryParameter("k", std::string(s, n));
		inner(u.getRawQuery(), "k=", "");
	});
}

static void path(char *s, size_t n)
{
	build([&](URI &u) { u.setPath("/x" + std::string(s, n) + "x"); }, "http://h/x", "x");
}

static void query(char *s, size_t n)
{
	attempt([&] {
		URI u("http://h");
		u.setQuery("x" + std::string(s, n) + "x");
		inner(u.getRawQuery(), "x", "x");
	});
}

static void fragment(char *s, size_t n)
{
	build([&](URI &u) { u.setPath("/"); u.setFragment("x" + std::string(s, n) + "x"); }, "http://h/#x", "x");
}

static void decode_plus(char *s, size_t n, bool plus)
{
	attempt([&] {
		std::string out;
		URI::decode(std::string(s, n), out, plus);
		print(out);
	});
}

static void decode(char *s, size_t n) { decode_plus(s, n, false); }
static void decode_form(char *s, size_t n) { decode_plus(s, n, true); }

static const struct implementation implementations[] = {
	{"encoder", "poco.URI.encode", "bytes", "Poco::URI::encode(s,\"\",out)", COUNTED, encode},
	{"encoder", "poco.URI.addQueryParameter", "bytes", "u.addQueryParameter(\"k\",s); u.getRawQuery() after k=", COUNTED, parameter},
	{"encoder", "poco.URI.setPath", "bytes", "u.setPath(\"/x\"+s+\"x\"); u.toString(), between", COUNTED, path},
	{"encoder", "poco.URI.setQuery", "bytes", "u.setQuery(\"x\"+s+\"x\"); u.getRawQuery(), between", COUNTED, query},
	{"encoder", "poco.URI.setFragment", "bytes", "u.setFragment(\"x\"+s+\"x\"); u.toString(), between", COUNTED, fragment},
	{"decoder", "poco.URI.decode", "bytes", "Poco::URI::decode(s,out,false)", COUNTED, decode},
	{"decoder", "poco.URI.decode.plus", "bytes", "Poco::URI::decode(s,out,true)", COUNTED, decode_form},
};

int main(int argc, char **argv)
{
	char version[100];
	unsigned v = Poco::Environment::libraryVersion();
	snprintf(version, sizeof version, "POCO %u.%u.%u", v >> 24, v >> 16 & 255, v >> 8 & 255);
	return recorder_main(argc, argv, "C++", version, implementations, sizeof implementations / sizeof *implementations);
}
