#include <libpq-fe.h>

#include "recorder.h"

static void decode(char *s, size_t n)
{
	char *uri = joined("postgresql://h/?application_name=", s, ""), *message = NULL;
	PQconninfoOption *options = PQconninfoParse(uri, &message), *o;
	const char *value = NULL;
	for (o = options; o && o->keyword; o++)
		if (strcmp(o->keyword, "application_name") == 0)
			value = o->val;
	if (message)
		/* The message ends with a line feed. */
		message[strcspn(message, "\n")] = '\0';
	string_or_failure(value, message ? message : "application_name is not set");
	PQconninfoFree(options);
	PQfreemem(message);
	free(uri);
}

static const struct implementation implementations[] = {
	{"decoder", "libpq.uri_decode", "bytes", "PQconninfoParse(\"postgresql://h/?application_name=\"+s): application_name (conninfo_uri_decode)", C_STRING, decode},
};

int main(int argc, char **argv)
{
	char version[100];
	snprintf(version, sizeof version, "libpq %d.%d", PQlibVersion() / 10000, PQlibVersion() % 10000);
	return recorder_main(argc, argv, "C", version, implementations, sizeof implementations / sizeof *implementations);
}
