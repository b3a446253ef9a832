/* Reads a URI in hexadecimal on each line of standard input, and writes answers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* next_uri returns the next URI, which the caller frees, or NULL. */
static char *next_uri(size_t *length) {
	static char *line;
	static size_t size;
	ssize_t n = getline(&line, &size, stdin);
	if (n < 0) {
		return NULL;
	}
	n -= line[n - 1] == '\n';
	char *uri = calloc(n / 2 + 1, 1);
	for (ssize_t i = 0; i < n / 2; i++) {
		sscanf(line + 2 * i, "%2hhx", (unsigned char *)uri + i);
	}
	*length = n / 2;
	return uri;
}

static void hex(const char *text) {
	for (; *text; text++) {
		printf("%02x", (unsigned char)*text);
	}
}

static void field(const char *text) {
	printf("\t");
	if (text) {
		hex(text);
	} else {
		printf("-");
	}
}

static void refused(const char *message) {
	printf("!");
	field(message);
	printf("\n");
}
