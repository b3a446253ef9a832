/* ne_uri_parse of neon. */
#include <ne_uri.h>
#include <ne_utils.h>

#include "protocol.h"

static void parse(char *s, size_t n)
{
	ne_uri u;
	char port[16];
	if (strlen(s) != n) {
		no_input();
		return;
	}
	if (ne_uri_parse(s, &u)) {
		refused();
		ne_uri_free(&u);
		return;
	}
	snprintf(port, sizeof port, "%u", u.port);
	part(u.scheme);
	part(u.userinfo);
	part(NULL);
	part(u.host);
	part(u.port ? port : NULL);
	part(u.path);
	part(u.query);
	part(u.fragment);
	ne_uri_free(&u);
}

int main(int argc, char **argv)
{
	static const struct reader readers[] = {{"neon.uri", "neon ne_uri", "ne_uri_parse(s, &u): scheme, userinfo (the user and the password), host, port unless 0, path, query, fragment", parse}};
	char version[64];
	/* "neon 0.32.5: ..." */
	sscanf(ne_version_string(), "neon %63[0-9.]", version);
	return reader_main(argc, argv, version, readers, 1);
}
