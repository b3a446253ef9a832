/* GUri of GLib, and with the flags that libsoup 3 sets for HTTP. */
#include <glib.h>

#include "protocol.h"

static void number(int port)
{
	char digits[16];
	if (port == -1) {
		part(NULL);
		return;
	}
	snprintf(digits, sizeof digits, "%d", port);
	part(digits);
}

static void parse(char *s, size_t n, GUriFlags flags)
{
	GUri *u;
	if (strlen(s) != n) {
		no_input();
		return;
	}
	u = g_uri_parse(s, flags, NULL);
	if (!u) {
		refused();
		return;
	}
	part(g_uri_get_scheme(u));
	part(flags & G_URI_FLAGS_HAS_PASSWORD ? g_uri_get_user(u) : g_uri_get_userinfo(u));
	part(g_uri_get_password(u));
	part(g_uri_get_host(u));
	number(g_uri_get_port(u));
	part(g_uri_get_path(u));
	part(g_uri_get_query(u));
	part(g_uri_get_fragment(u));
	g_uri_unref(u);
}

static void none(char *s, size_t n) { parse(s, n, G_URI_FLAGS_NONE); }
static void http(char *s, size_t n)
{
	parse(s, n, G_URI_FLAGS_HAS_PASSWORD | G_URI_FLAGS_ENCODED_PATH | G_URI_FLAGS_ENCODED_QUERY | G_URI_FLAGS_ENCODED_FRAGMENT | G_URI_FLAGS_SCHEME_NORMALIZE);
}

int main(int argc, char **argv)
{
	static const struct reader readers[] = {
		{"glib.uri", "GLib GUri", "g_uri_parse(s, G_URI_FLAGS_NONE): g_uri_get_scheme, userinfo (the user and the password), host, port unless -1, path, query, fragment", none},
		{"glib.http", "GLib GUri", "g_uri_parse(s, flags) with G_URI_FLAGS_HAS_PASSWORD, ENCODED_PATH, ENCODED_QUERY, ENCODED_FRAGMENT and SCHEME_NORMALIZE, as libsoup 3 sets them: g_uri_get_scheme, user, password, host, port unless -1, path, query, fragment", http},
	};
	char version[32];
	snprintf(version, sizeof version, "%u.%u.%u", glib_major_version, glib_minor_version, glib_micro_version);
	return reader_main(argc, argv, version, readers, 2);
}
