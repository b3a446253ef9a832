/* Preloaded into redis-cli: every name that it resolves is written to the file descriptor that
 * RESOLVED names, and is this machine, at the port that RESOLVED_PORT names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **list) {
	static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
	struct addrinfo own = *hints;
	if (!real) {
		real = (int (*)(const char *, const char *, const struct addrinfo *, struct addrinfo **))dlsym(RTLD_NEXT, "getaddrinfo");
	}
	dprintf(atoi(getenv("RESOLVED")), "%s\n%s\n", node ? node : "", service ? service : "");
	own.ai_family = AF_INET;
	return real("127.0.0.1", getenv("RESOLVED_PORT"), &own, list);
}
