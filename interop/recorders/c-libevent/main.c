#include <event2/event.h>
#include <event2/http.h>

#include "recorder.h"

static void take(char *out)
{
	string_or_failure(out, "returned NULL");
	free(out);
}

static void encode_uri(char *s, size_t n) { take(evhttp_encode_uri(s)); }
static void uriencode(char *s, size_t n) { take(evhttp_uriencode(s, (ev_ssize_t)n, 0)); }
static void uriencode_plus(char *s, size_t n) { take(evhttp_uriencode(s, (ev_ssize_t)n, 1)); }
static void decode_uri(char *s, size_t n) { take(evhttp_decode_uri(s)); }

static void decode(char *s, int plus)
{
	size_t length = 0;
	char *out = evhttp_uridecode(s, plus, &length);
	if (out)
		output(out, length);
	else
		failure("evhttp_uridecode returned NULL");
	free(out);
}

static void uridecode(char *s, size_t n) { decode(s, 0); }
static void uridecode_plus(char *s, size_t n) { decode(s, 1); }

static const struct implementation implementations[] = {
	{"encoder", "libevent.evhttp_encode_uri", "bytes", "evhttp_encode_uri(s)", C_STRING, encode_uri},
	{"encoder", "libevent.evhttp_uriencode", "bytes", "evhttp_uriencode(p,n,0)", COUNTED, uriencode},
	{"encoder", "libevent.evhttp_uriencode.plus", "bytes", "evhttp_uriencode(p,n,1)", COUNTED, uriencode_plus},
	{"decoder", "libevent.evhttp_decode_uri", "bytes", "evhttp_decode_uri(s)", C_STRING, decode_uri},
	{"decoder", "libevent.evhttp_uridecode", "bytes", "evhttp_uridecode(s,0,&n)", C_STRING, uridecode},
	{"decoder", "libevent.evhttp_uridecode.plus", "bytes", "evhttp_uridecode(s,1,&n)", C_STRING, uridecode_plus},
};

int main(int argc, char **argv)
{
	char version[100];
	snprintf(version, sizeof version, "libevent %s", event_get_version());
	return recorder_main(argc, argv, "C", version, implementations, sizeof implementations / sizeof *implementations);
}
