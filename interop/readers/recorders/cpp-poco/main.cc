// Poco::URI.
#include <Poco/Environment.h>
#include <Poco/URI.h>

#include "protocol.h"

static void give(const std::string &s) { part_n(s.data(), s.size()); }

static void parse(char *s, size_t n)
{
	try {
		Poco::URI u(std::string(s, n));
		give(u.getScheme());
		give(u.getUserInfo());
		part(nullptr);
		give(u.getHost());
		if (u.getPort())
			give(std::to_string(u.getPort()));
		else
			part(nullptr);
		give(u.getPath());
		give(u.getRawQuery());
		give(u.getFragment());
	} catch (const std::exception &) {
		refused();
	}
}

int main(int argc, char **argv)
{
	static const reader readers[] = {{"poco.uri", "POCO URI", "Poco::URI(s): getScheme(), getUserInfo() (the user and the password), getHost(), getPort() unless 0, getPath(), getRawQuery(), getFragment()", parse}};
	unsigned v = Poco::Environment::libraryVersion();
	std::string version = std::to_string(v >> 24) + "." + std::to_string(v >> 16 & 255) + "." + std::to_string(v >> 8 & 255);
	return reader_main(argc, argv, version.c_str(), readers, 1);
}
