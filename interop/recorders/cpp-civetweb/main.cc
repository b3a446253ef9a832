#include <civetweb.h>

#include "recorder.h"

static void encode(char *s, size_t n)
{
	char *out = (char *)calloc(3 * n + 1, 1);
	int length = mg_url_encode(s, out, 3 * n + 1);
	if (length >= 0)
		output(out, (size_t)length);
	else
		failure("mg_url_encode returned -1");
	free(out);
}

static void decode_plus(char *s, size_t n, int plus)
{
	char *out = (char *)calloc(n + 1, 1);
	int length = mg_url_decode(s, (int)n, out, (int)n + 1, plus);
	if (length >= 0)
		output(out, (size_t)length);
	else
		failure("mg_url_decode returned -1");
	free(out);
}

static void decode(char *s, size_t n) { decode_plus(s, n, 0); }
static void decode_form(char *s, size_t n) { decode_plus(s, n, 1); }

static const struct implementation implementations[] = {
	{"encoder", "civetweb.mg_url_encode", "bytes", "mg_url_encode(s,out,room)", C_STRING, encode},
	{"decoder", "civetweb.mg_url_decode", "bytes", "mg_url_decode(s,n,out,n+1,0)", COUNTED, decode},
	{"decoder", "civetweb.mg_url_decode.form", "bytes", "mg_url_decode(s,n,out,n+1,1)", COUNTED, decode_form},
};

int main(int argc, char **argv)
{
	char version[100];
	snprintf(version, sizeof version, "civetweb %s", mg_version());
	return recorder_main(argc, argv, "C++", version, implementations, sizeof implementations / sizeof *implementations);
}
