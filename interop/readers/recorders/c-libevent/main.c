/* evhttp_uri of libevent. */
#include <event2/event.h>
#include <event2/http.h>

#include "protocol.h"

static void parse(char *s, size_t n, unsigned flags)
{
	struct evhttp_uri *u;
	char port[16];
	if (strlen(s) != n) {
		no_input();
		return;
	}
	u = evhttp_uri_parse_with_flags(s, flags);
	if (!u) {
		refused();
		return;
	}
	snprintf(port, sizeof port, "%d", evhttp_uri_get_port(u));
	part(evhttp_uri_get_scheme(u));
	part(evhttp_uri_get_userinfo(u));
	part(NULL);
	part(evhttp_uri_get_host(u));
	part(evhttp_uri_get_port(u) == -1 ? NULL : port);
	part(evhttp_uri_get_path(u));
	part(evhttp_uri_get_query(u));
	part(evhttp_uri_get_fragment(u));
	evhttp_uri_free(u);
}

static void strict(char *s, size_t n) { parse(s, n, 0); }
static void lax(char *s, size_t n) { parse(s, n, EVHTTP_URI_NONCONFORMANT); }

int main(int argc, char **argv)
{
	static const struct reader readers[] = {
		{"libevent.uri", "libevent evhttp_uri", "evhttp_uri_parse_with_flags(s, 0): evhttp_uri_get_scheme, userinfo (the user and the password), host, port unless -1, path, query, fragment", strict},
		{"libevent.nonconformant", "libevent evhttp_uri", "evhttp_uri_parse_with_flags(s, EVHTTP_URI_NONCONFORMANT): evhttp_uri_get_scheme, userinfo (the user and the password), host, port unless -1, path, query, fragment", lax},
	};
	char version[64];
	sscanf(event_get_version(), "%63[0-9.]", version);
	return reader_main(argc, argv, version, readers, 2);
}
