#include <gio/gio.h>

#include "recorder.h"

/* take prints and frees the result of an encoder that cannot report why it failed. */
static void take(char *out)
{
	string_or_failure(out, "returned NULL");
	g_free(out);
}

static void escape_string(char *s, size_t n) { take(g_uri_escape_string(s, NULL, FALSE)); }
static void escape_string_utf8(char *s, size_t n) { take(g_uri_escape_string(s, NULL, TRUE)); }
static void escape_bytes(char *s, size_t n) { take(g_uri_escape_bytes((guint8 *)s, n, NULL)); }
static void path_element(char *s, size_t n) { take(g_uri_escape_string(s, G_URI_RESERVED_CHARS_ALLOWED_IN_PATH_ELEMENT, FALSE)); }
static void path(char *s, size_t n) { take(g_uri_escape_string(s, G_URI_RESERVED_CHARS_ALLOWED_IN_PATH, FALSE)); }
static void userinfo(char *s, size_t n) { take(g_uri_escape_string(s, G_URI_RESERVED_CHARS_ALLOWED_IN_USERINFO, FALSE)); }
static void generic_delims(char *s, size_t n) { take(g_uri_escape_string(s, G_URI_RESERVED_CHARS_GENERIC_DELIMITERS, FALSE)); }
static void subcomponent_delims(char *s, size_t n) { take(g_uri_escape_string(s, G_URI_RESERVED_CHARS_SUBCOMPONENT_DELIMITERS, FALSE)); }
static void dbus_address(char *s, size_t n) { take(g_dbus_address_escape_value(s)); }

/* report prints what stands between before and after in out, or the error. */
static void report(char *out, const char *before, const char *after, GError *error)
{
	if (out)
		between(out, before, after);
	else
		failure(error ? error->message : "returned NULL");
	g_clear_error(&error);
	g_free(out);
}

static void filename_to_uri(char *s, size_t n)
{
	GError *error = NULL;
	char *name = joined("/x", s, "x"), *out = g_filename_to_uri(name, NULL, &error);
	report(out, "file:///x", "x", error);
	free(name);
}

static void file_get_uri(char *s, size_t n)
{
	char *name = joined("/x", s, "x");
	GFile *file = g_file_new_for_path(name);
	report(g_file_get_uri(file), "file:///x", "x", NULL);
	g_object_unref(file);
	free(name);
}

static void unescape_string(char *s, size_t n) { take(g_uri_unescape_string(s, NULL)); }
static void unescape_string_noslash(char *s, size_t n) { take(g_uri_unescape_string(s, "/")); }

static void unescape_bytes(char *s, size_t n)
{
	GError *error = NULL;
	GBytes *out = g_uri_unescape_bytes(s, -1, NULL, &error);
	if (out) {
		gsize length;
		const void *p = g_bytes_get_data(out, &length);
		output(p, length);
		g_bytes_unref(out);
	} else {
		failure(error->message);
	}
	g_clear_error(&error);
}

static void filename_from_uri(char *s, size_t n)
{
	GError *error = NULL;
	char *uri = joined("file:///x", s, "x"), *out = g_filename_from_uri(uri, NULL, &error);
	report(out, "/x", "x", error);
	free(uri);
}

static const struct implementation implementations[] = {
	{"encoder", "glib.g_uri_escape_string", "bytes", "g_uri_escape_string(s,NULL,FALSE)", C_STRING, escape_string},
	{"encoder", "glib.g_uri_escape_string.utf8", "bytes", "g_uri_escape_string(s,NULL,TRUE)", C_STRING, escape_string_utf8},
	{"encoder", "glib.g_uri_escape_bytes", "bytes", "g_uri_escape_bytes(p,n,NULL)", COUNTED, escape_bytes},
	{"encoder", "glib.escape.path_element", "bytes", "g_uri_escape_string(s,G_URI_RESERVED_CHARS_ALLOWED_IN_PATH_ELEMENT,FALSE)", C_STRING, path_element},
	{"encoder", "glib.escape.path", "bytes", "g_uri_escape_string(s,G_URI_RESERVED_CHARS_ALLOWED_IN_PATH,FALSE)", C_STRING, path},
	{"encoder", "glib.escape.userinfo", "bytes", "g_uri_escape_string(s,G_URI_RESERVED_CHARS_ALLOWED_IN_USERINFO,FALSE)", C_STRING, userinfo},
	{"encoder", "glib.escape.generic_delims", "bytes", "g_uri_escape_string(s,G_URI_RESERVED_CHARS_GENERIC_DELIMITERS,FALSE)", C_STRING, generic_delims},
	{"encoder", "glib.escape.subcomponent_delims", "bytes", "g_uri_escape_string(s,G_URI_RESERVED_CHARS_SUBCOMPONENT_DELIMITERS,FALSE)", C_STRING, subcomponent_delims},
	{"encoder", "glib.g_filename_to_uri", "bytes", "g_filename_to_uri(\"/x\"+s+\"x\",NULL,&error), between", C_STRING, filename_to_uri},
	{"encoder", "gio.g_file_get_uri", "bytes", "g_file_get_uri(g_file_new_for_path(\"/x\"+s+\"x\")), between", C_STRING, file_get_uri},
	{"encoder", "gio.g_dbus_address_escape_value", "bytes", "g_dbus_address_escape_value(s)", C_STRING, dbus_address},
	{"decoder", "glib.g_uri_unescape_string", "bytes", "g_uri_unescape_string(s,NULL)", C_STRING, unescape_string},
	{"decoder", "glib.g_uri_unescape_string.noslash", "bytes", "g_uri_unescape_string(s,\"/\")", C_STRING, unescape_string_noslash},
	{"decoder", "glib.g_uri_unescape_bytes", "bytes", "g_uri_unescape_bytes(s,-1,NULL,&error)", C_STRING, unescape_bytes},
	{"decoder", "glib.g_filename_from_uri", "bytes", "g_filename_from_uri(\"file:///x\"+s+\"x\",NULL,&error), between", C_STRING, filename_from_uri},
};

int main(int argc, char **argv)
{
	char version[100];
	snprintf(version, sizeof version, "GLib %u.%u.%u", glib_major_version, glib_minor_version, glib_micro_version);
	return recorder_main(argc, argv, "C", version, implementations, sizeof implementations / sizeof *implementations);
}
