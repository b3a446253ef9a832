#include <ne_string.h>
#include <ne_uri.h>
#include <ne_utils.h>

#include "recorder.h"

static void take(char *out)
{
	string_or_failure(out, "returned NULL");
	ne_free(out);
}

static void path_escape(char *s, size_t n) { take(ne_path_escape(s)); }
static void path_escapef(char *s, size_t n) { take(ne_path_escapef(s, NE_PATH_NONRES)); }
static void path_unescape(char *s, size_t n) { take(ne_path_unescape(s)); }

static const struct implementation implementations[] = {
	{"encoder", "neon.ne_path_escape", "bytes", "ne_path_escape(s)", C_STRING, path_escape},
	{"encoder", "neon.ne_path_escapef", "bytes", "ne_path_escapef(s,NE_PATH_NONRES)", C_STRING, path_escapef},
	{"decoder", "neon.ne_path_unescape", "bytes", "ne_path_unescape(s)", C_STRING, path_unescape},
};

int main(int argc, char **argv)
{
	char version[100];
	/* "neon 0.32.5: Library build, …" */
	snprintf(version, sizeof version, "%.*s", (int)strcspn(ne_version_string(), ":"), ne_version_string());
	return recorder_main(argc, argv, "C", version, implementations, sizeof implementations / sizeof *implementations);
}
