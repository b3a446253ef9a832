#include <libsoup/soup.h>

#include "recorder.h"

static void uri_encode(char *s, size_t n)
{
	char *out = soup_uri_encode(s, NULL);
	string_or_failure(out, "returned NULL");
	g_free(out);
}

static void form_encode(char *s, size_t n)
{
	char *out = soup_form_encode("k", s, NULL);
	between(out, "k=", "");
	g_free(out);
}

static void header_param(char *s, size_t n)
{
	GString *out = g_string_new(NULL);
	soup_header_g_string_append_param(out, "k", s);
	output(out->str, out->len);
	g_string_free(out, TRUE);
}

static void uri_decode(char *s, size_t n)
{
	char *out = soup_uri_decode(s);
	string_or_failure(out, "returned NULL");
	g_free(out);
}

static void form_decode(char *s, size_t n)
{
	char *form = joined("k=", s, "");
	GHashTable *table = soup_form_decode(form);
	string_or_failure((const char *)g_hash_table_lookup(table, "k"), "the table has no k");
	g_hash_table_destroy(table);
	free(form);
}

static const struct implementation implementations[] = {
	{"encoder", "soup.uri_encode", "bytes", "soup_uri_encode(s,NULL)", C_STRING, uri_encode},
	{"encoder", "soup.form_encode", "bytes", "soup_form_encode(\"k\",s,NULL) after k=", C_STRING, form_encode},
	{"encoder", "soup.header_param", "bytes", "soup_header_g_string_append_param(str,\"k\",s)", C_STRING, header_param},
	{"decoder", "soup.uri_decode", "bytes", "soup_uri_decode(s)", C_STRING, uri_decode},
	{"decoder", "soup.form_decode", "bytes", "g_hash_table_lookup(soup_form_decode(\"k=\"+s),\"k\")", C_STRING, form_decode},
};

int main(int argc, char **argv)
{
	char version[100];
	snprintf(version, sizeof version, "libsoup %u.%u.%u", soup_get_major_version(), soup_get_minor_version(), soup_get_micro_version());
	return recorder_main(argc, argv, "C", version, implementations, sizeof implementations / sizeof *implementations);
}
