/*
 * The protocol of recorders of readers for C and C++: a recorder defines readers[] and calls
 * reader_main. A reader calls part() for the eight parts in their order, or refused() or
 * no_input().
 */
#ifndef READERS_PROTOCOL_H
#define READERS_PROTOCOL_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
	const char *name, *program, *call;
	/* s has n octets and a NUL after them, in memory of its own. */
	void (*read)(char *s, size_t n);
};

static char answer[1 << 16];
static size_t answer_length;
static int answer_parts;

/* part_n gives a part of n octets, absent where p is NULL. */
static inline void part_n(const void *p, size_t n)
{
	const unsigned char *b = (const unsigned char *)p;
	size_t i;
	answer_parts++;
	answer[answer_length++] = '\t';
	if (!p) {
		answer[answer_length++] = '-';
		return;
	}
	if (answer_length + 2 * n + 2 > sizeof answer) {
		fprintf(stderr, "a part of %zu octets\n", n);
		exit(1);
	}
	for (i = 0; i < n; i++)
		answer_length += sprintf(answer + answer_length, "%02x", b[i]);
}

/* part gives a part that ends with NUL, absent where it is NULL. */
static inline void part(const char *s)
{
	part_n(s, s ? strlen(s) : 0);
}

static inline void said(char verdict)
{
	answer[0] = verdict;
	answer_length = 1;
	answer_parts = 8;
}

static inline void refused(void) { said('!'); }
static inline void no_input(void) { said('?'); }

/* utf8 tells whether n octets are UTF-8. */
static inline int utf8(const char *s, size_t n)
{
	const unsigned char *p = (const unsigned char *)s, *end = p + n;
	while (p < end) {
		int length = *p < 0x80 ? 1 : *p < 0xC2 ? 0 : *p < 0xE0 ? 2 : *p < 0xF0 ? 3 : *p < 0xF5 ? 4 : 0, i;
		if (!length || end - p < length)
			return 0;
		for (i = 1; i < length; i++)
			if ((p[i] & 0xC0) != 0x80)
				return 0;
		if ((*p == 0xE0 && p[1] < 0xA0) || (*p == 0xED && p[1] > 0x9F) || (*p == 0xF0 && p[1] < 0x90) || (*p == 0xF4 && p[1] > 0x8F))
			return 0;
		p += length;
	}
	return 1;
}

static inline int reader_main(int argc, char **argv, const char *version, const struct reader *readers, size_t count)
{
	char line[4096];
	size_t i;
	if (argc > 1 && !strcmp(argv[1], "list")) {
		for (i = 0; i < count; i++)
			printf("%s\t%s\taccessors\t%s\t%s\n", readers[i].name, version, readers[i].program, readers[i].call);
		return 0;
	}
	while (fgets(line, sizeof line, stdin)) {
		char *digits = strchr(line, '\t'), *s;
		size_t n;
		const struct reader *reader = NULL;
		if (!digits || !strchr(line, '\n')) {
			fprintf(stderr, "a line that is no question\n");
			return 1;
		}
		*digits++ = '\0';
		n = strcspn(digits, "\n") / 2;
		for (i = 0; i < count; i++)
			if (!strcmp(readers[i].name, line))
				reader = &readers[i];
		s = (char *)malloc(n + 1);
		if (!reader || !s) {
			fprintf(stderr, "no reader %s\n", line);
			return 1;
		}
		for (i = 0; i < n; i++) {
			unsigned octet;
			sscanf(digits + 2 * i, "%2x", &octet);
			s[i] = (char)octet;
		}
		s[n] = '\0';
		said('=');
		answer_parts = 0;
		reader->read(s, n);
		if (answer_parts != 8) {
			fprintf(stderr, "%s gave %d parts\n", line, answer_parts);
			return 1;
		}
		fwrite(answer, 1, answer_length, stdout);
		putchar('\n');
		free(s);
	}
	return 0;
}

#endif
