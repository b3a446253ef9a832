#include <apr_general.h>
#include <svn_path.h>
#include <svn_pools.h>
#include <svn_version.h>

#include "recorder.h"

static apr_pool_t *pool;

static void take(const char *out)
{
	string_or_failure(out, "returned NULL");
	svn_pool_clear(pool);
}

static void encode(char *s, size_t n) { take(svn_path_uri_encode(s, pool)); }
static void from_iri(char *s, size_t n) { take(svn_path_uri_from_iri(s, pool)); }
static void autoescape(char *s, size_t n) { take(svn_path_uri_autoescape(s, pool)); }
static void decode(char *s, size_t n) { take(svn_path_uri_decode(s, pool)); }

static const struct implementation implementations[] = {
	{"encoder", "svn.path_uri_encode", "bytes", "svn_path_uri_encode(s,pool)", C_STRING, encode},
	{"encoder", "svn.path_uri_from_iri", "bytes", "svn_path_uri_from_iri(s,pool)", C_STRING, from_iri},
	{"encoder", "svn.path_uri_autoescape", "bytes", "svn_path_uri_autoescape(s,pool)", C_STRING, autoescape},
	{"decoder", "svn.path_uri_decode", "bytes", "svn_path_uri_decode(s,pool)", C_STRING, decode},
};

int main(int argc, char **argv)
{
	char version[100];
	const svn_version_t *v = svn_subr_version();
	apr_initialize();
	pool = svn_pool_create(NULL);
	snprintf(version, sizeof version, "libsvn_subr %d.%d.%d", v->major, v->minor, v->patch);
	return recorder_main(argc, argv, "C", version, implementations, sizeof implementations / sizeof *implementations);
}
