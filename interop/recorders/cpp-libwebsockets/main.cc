#include <libwebsockets.h>

#include "recorder.h"

static void encode(char *s, size_t n)
{
	size_t room = 3 * n + 10;
	char *out = (char *)calloc(room, 1);
	lws_urlencode(out, s, (int)room);
	output(out, strlen(out));
	free(out);
}

static void decode(char *s, size_t n)
{
	char *out = (char *)calloc(n + 2, 1);
	if (lws_urldecode(out, s, (int)n + 1) == 0)
		output(out, strlen(out));
	else
		failure("lws_urldecode failed");
	free(out);
}

static const struct implementation implementations[] = {
	{"encoder", "libwebsockets.lws_urlencode", "bytes", "lws_urlencode(out,s,room)", C_STRING, encode},
	{"decoder", "libwebsockets.lws_urldecode", "bytes", "lws_urldecode(out,s,room)", C_STRING, decode},
};

int main(int argc, char **argv)
{
	char version[100];
	/* "4.1.6-" and what the packager put behind it */
	const char *v = lws_get_library_version();
	snprintf(version, sizeof version, "libwebsockets %.*s", (int)strcspn(v, "- "), v);
	return recorder_main(argc, argv, "C++", version, implementations, sizeof implementations / sizeof *implementations);
}
