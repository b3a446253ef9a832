#include <cpprest/base_uri.h>
#include <cpprest/version.h>

#include <string>
#include <typeinfo>

#include "recorder.h"

using web::uri;
typedef uri::components part;

template <class F>
static void attempt(F f)
{
	try {
		std::string out = f();
		output(out.data(), out.size());
	} catch (const web::uri_exception &e) {
		failure((std::string("web::uri_exception: ") + e.what()).c_str());
	} catch (const std::exception &e) {
		failure(e.what());
	}
}

static void encode(char *s, size_t n, part::component which)
{
	attempt([&] { return uri::encode_uri(std::string(s, n), which); });
}

static void data_string(char *s, size_t n)
{
	attempt([&] { return uri::encode_data_string(std::string(s, n)); });
}

static void user_info(char *s, size_t n) { encode(s, n, part::user_info); }
static void host(char *s, size_t n) { encode(s, n, part::host); }
static void path(char *s, size_t n) { encode(s, n, part::path); }
static void query(char *s, size_t n) { encode(s, n, part::query); }
static void fragment(char *s, size_t n) { encode(s, n, part::fragment); }
static void full_uri(char *s, size_t n) { encode(s, n, part::full_uri); }

static void decode(char *s, size_t n)
{
	attempt([&] { return uri::decode(std::string(s, n)); });
}

static const struct implementation implementations[] = {
	{"encoder", "cpprest.encode_data_string", "bytes", "web::uri::encode_data_string(s)", COUNTED, data_string},
	{"encoder", "cpprest.encode_uri.user_info", "bytes", "web::uri::encode_uri(s,components::user_info)", COUNTED, user_info},
	{"encoder", "cpprest.encode_uri.host", "bytes", "web::uri::encode_uri(s,components::host)", COUNTED, host},
	{"encoder", "cpprest.encode_uri.path", "bytes", "web::uri::encode_uri(s,components::path)", COUNTED, path},
	{"encoder", "cpprest.encode_uri.query", "bytes", "web::uri::encode_uri(s,components::query)", COUNTED, query},
	{"encoder", "cpprest.encode_uri.fragment", "bytes", "web::uri::encode_uri(s,components::fragment)", COUNTED, fragment},
	{"encoder", "cpprest.encode_uri.full_uri", "bytes", "web::uri::encode_uri(s,components::full_uri)", COUNTED, full_uri},
	{"decoder", "cpprest.decode", "bytes", "web::uri::decode(s)", COUNTED, decode},
};

int main(int argc, char **argv)
{
	char version[100];
	/* The library has no function that tells its version; this is its header. */
	snprintf(version, sizeof version, "cpprestsdk %d.%d.%d", CPPREST_VERSION_MAJOR, CPPREST_VERSION_MINOR, CPPREST_VERSION_REVISION);
	return recorder_main(argc, argv, "C++", version, implementations, sizeof implementations / sizeof *implementations);
}
