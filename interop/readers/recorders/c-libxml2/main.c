/* xmlParseURI of libxml2. */
#include <libxml/uri.h>
#include <libxml/xmlversion.h>

#include "protocol.h"

static void parse(char *s, size_t n)
{
	xmlURIPtr u;
	char port[16];
	if (strlen(s) != n) {
		no_input();
		return;
	}
	u = xmlParseURI(s);
	if (!u) {
		refused();
		return;
	}
	snprintf(port, sizeof port, "%d", u->port);
	part(u->scheme);
	part(u->user);
	part(NULL);
	part(u->server);
	part(u->port > 0 ? port : NULL);
	part(u->opaque ? u->opaque : u->path);
	part(u->query_raw);
	part(u->fragment);
	xmlFreeURI(u);
}

int main(int argc, char **argv)
{
	static const struct reader readers[] = {{"libxml2.uri", "libxml2 xmlURI", "xmlParseURI(s): scheme, user (the user and the password), server, port where it is positive, opaque or path, query_raw, fragment", parse}};
	return reader_main(argc, argv, LIBXML_DOTTED_VERSION, readers, 1);
}
