/* SoupURI of libsoup 2. */
#include <libsoup/soup.h>

#include "protocol.h"

static void parse(char *s, size_t n)
{
	SoupURI *u;
	char port[16];
	if (strlen(s) != n) {
		no_input();
		return;
	}
	u = soup_uri_new(s);
	if (!u) {
		refused();
		return;
	}
	snprintf(port, sizeof port, "%u", u->port);
	part(u->scheme);
	part(u->user);
	part(u->password);
	part(u->host);
	part(u->port ? port : NULL);
	part(u->path);
	part(u->query);
	part(u->fragment);
	soup_uri_free(u);
}

int main(int argc, char **argv)
{
	static const struct reader readers[] = {{"soup.uri", "libsoup SoupURI", "soup_uri_new(s): scheme, user, password, host, port unless 0, path, query, fragment", parse}};
	char version[32];
	snprintf(version, sizeof version, "%u.%u.%u", soup_get_major_version(), soup_get_minor_version(), soup_get_micro_version());
	return reader_main(argc, argv, version, readers, 1);
}
