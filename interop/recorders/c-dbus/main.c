#include <dbus/dbus.h>

#include "recorder.h"

static void escape(char *s, size_t n)
{
	char *out = dbus_address_escape_value(s);
	string_or_failure(out, "returned NULL");
	dbus_free(out);
}

static void unescape(char *s, size_t n)
{
	DBusError error = DBUS_ERROR_INIT;
	char *out = dbus_address_unescape_value(s, &error);
	if (out) {
		output(out, strlen(out));
	} else {
		char *text = joined(error.name, ": ", error.message);
		failure(text);
		free(text);
	}
	dbus_error_free(&error);
	dbus_free(out);
}

static const struct implementation implementations[] = {
	{"encoder", "dbus.address_escape_value", "bytes", "dbus_address_escape_value(s)", C_STRING, escape},
	{"decoder", "dbus.address_unescape_value", "bytes", "dbus_address_unescape_value(s,&error)", C_STRING, unescape},
};

int main(int argc, char **argv)
{
	char version[100];
	int major, minor, micro;
	dbus_get_version(&major, &minor, &micro);
	snprintf(version, sizeof version, "libdbus %d.%d.%d", major, minor, micro);
	return recorder_main(argc, argv, "C", version, implementations, sizeof implementations / sizeof *implementations);
}
