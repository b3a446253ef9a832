/* apr_uri_parse of APR-util, which Apache httpd uses. */
#include <apr_general.h>
#include <apr_uri.h>
#include <apu_version.h>

#include "protocol.h"

static void parse(char *s, size_t n)
{
	apr_pool_t *pool;
	apr_uri_t u;
	apr_pool_create(&pool, NULL);
	if (strlen(s) != n) {
		no_input();
	} else if (apr_uri_parse(pool, s, &u) != APR_SUCCESS) {
		refused();
	} else {
		part(u.scheme);
		part(u.user);
		part(u.password);
		part(u.hostname);
		part(u.port_str);
		part(u.path);
		part(u.query);
		part(u.fragment);
	}
	apr_pool_destroy(pool);
}

int main(int argc, char **argv)
{
	static const struct reader readers[] = {{"apr.uri", "APR apr_uri_parse", "apr_uri_parse(pool, s, &u): scheme, user, password, hostname, port_str, path, query, fragment", parse}};
	apr_initialize();
	return reader_main(argc, argv, apu_version_string(), readers, 1);
}
