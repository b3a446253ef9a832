#include <apr_escape.h>
#include <apr_general.h>
#include <apr_pools.h>
#include <apr_version.h>

#include "recorder.h"

static apr_pool_t *pool;

static void take(const char *out)
{
	string_or_failure(out, "returned NULL");
	apr_pool_clear(pool);
}

static void path_segment(char *s, size_t n) { take(apr_pescape_path_segment(pool, s)); }
static void path_partial(char *s, size_t n) { take(apr_pescape_path(pool, s, 1)); }
static void path_full(char *s, size_t n) { take(apr_pescape_path(pool, s, 0)); }
static void urlencoded(char *s, size_t n) { take(apr_pescape_urlencoded(pool, s)); }

static void unescape(char *s, const char *forbid, int plus)
{
	/* The result may hold a NUL, so its length is asked for. */
	apr_size_t length;
	apr_status_t status = apr_unescape_url(NULL, s, APR_ESCAPE_STRING, forbid, NULL, plus, &length);
	const char *out = apr_punescape_url(pool, s, forbid, NULL, plus);
	if (!out)
		failure(status == APR_BADCH ? "APR_BADCH" : status == APR_EINVAL ? "APR_EINVAL" : "returned NULL");
	else if (status == APR_SUCCESS)
		output(out, length - 1);
	else
		output(out, strlen(out));
	apr_pool_clear(pool);
}

static void unescape_url(char *s, size_t n) { unescape(s, NULL, 0); }
static void unescape_url_plus(char *s, size_t n) { unescape(s, NULL, 1); }
static void unescape_url_forbid_slash(char *s, size_t n) { unescape(s, "/", 0); }

static const struct implementation implementations[] = {
	{"encoder", "apr.escape_path_segment", "bytes", "apr_pescape_path_segment(p,s)", C_STRING, path_segment},
	{"encoder", "apr.escape_path.partial", "bytes", "apr_pescape_path(p,s,1)", C_STRING, path_partial},
	{"encoder", "apr.escape_path.full", "bytes", "apr_pescape_path(p,s,0)", C_STRING, path_full},
	{"encoder", "apr.escape_urlencoded", "bytes", "apr_pescape_urlencoded(p,s)", C_STRING, urlencoded},
	{"decoder", "apr.unescape_url", "bytes", "apr_punescape_url(p,s,NULL,NULL,0)", C_STRING, unescape_url},
	{"decoder", "apr.unescape_url.plus", "bytes", "apr_punescape_url(p,s,NULL,NULL,1)", C_STRING, unescape_url_plus},
	{"decoder", "apr.unescape_url.forbid_slash", "bytes", "apr_punescape_url(p,s,\"/\",NULL,0)", C_STRING, unescape_url_forbid_slash},
};

int main(int argc, char **argv)
{
	char version[100];
	apr_initialize();
	apr_pool_create(&pool, NULL);
	snprintf(version, sizeof version, "APR %s", apr_version_string());
	return recorder_main(argc, argv, "C", version, implementations, sizeof implementations / sizeof *implementations);
}
