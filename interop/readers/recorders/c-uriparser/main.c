/* uriparser. */
#include <uriparser/Uri.h>

#include "protocol.h"

static void range(UriTextRangeA r)
{
	part_n(r.first, r.first ? (size_t)(r.afterLast - r.first) : 0);
}

static void parse(char *s, size_t n)
{
	UriUriA u;
	const char *end;
	char path[4096];
	size_t length = 0;
	UriPathSegmentA *segment;
	if (uriParseSingleUriExA(&u, s, s + n, &end) != URI_SUCCESS) {
		refused();
		return;
	}
	range(u.scheme);
	range(u.userInfo);
	part(NULL);
	range(u.hostText);
	range(u.portText);
	/* A path after an authority begins with a slash; without one, absolutePath says so. */
	for (segment = u.pathHead; segment; segment = segment->next) {
		size_t size = (size_t)(segment->text.afterLast - segment->text.first);
		if (segment != u.pathHead || u.absolutePath || u.hostText.first)
			path[length++] = '/';
		memcpy(path + length, segment->text.first, size);
		length += size;
	}
	if (!u.pathHead && u.absolutePath)
		path[length++] = '/';
	part_n(path, length);
	range(u.query);
	range(u.fragment);
	uriFreeUriMembersA(&u);
}

int main(int argc, char **argv)
{
	static const struct reader readers[] = {{"uriparser.uri", "uriparser", "uriParseSingleUriExA(&u, s, end, &at): scheme, userInfo (the user and the password), hostText, portText, pathHead joined with slashes, query, fragment", parse}};
	return reader_main(argc, argv, URI_VER_ANSI, readers, 1);
}
