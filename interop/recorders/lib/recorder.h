/*
 * The recorder protocol for C and C++: a recorder defines version() and
 * implementations[], and calls recorder_main. An implementation calls output()
 * or failure() once, or inexpressible().
 */
#ifndef RECORDER_H
#define RECORDER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether a function takes a NUL-terminated string or a counted one. */
enum form { C_STRING, COUNTED };

struct implementation {
	const char *kind, *id, *units, *call;
	enum form form;
	/* s has n octets and a NUL after them, in memory of its own. */
	void (*run)(char *s, size_t n);
};

static int answered;

static void output(const void *p, size_t n)
{
	const unsigned char *b = (const unsigned char *)p;
	size_t i;
	answered++;
	for (i = 0; i < n; i++)
		printf("%02x", b[i]);
	putchar('\n');
}

/* utf8_length returns the octets of the well-formed UTF-8 sequence at p, or 0. */
static inline int utf8_length(const unsigned char *p)
{
	int n = *p < 0x80 ? 1 : *p < 0xC2 ? 0 : *p < 0xE0 ? 2 : *p < 0xF0 ? 3 : *p < 0xF5 ? 4 : 0, i;
	for (i = 1; i < n; i++)
		if ((p[i] & 0xC0) != 0x80)
			return 0;
	if ((*p == 0xE0 && p[1] < 0xA0) || (*p == 0xED && p[1] > 0x9F) ||
		(*p == 0xF0 && p[1] < 0x90) || (*p == 0xF4 && p[1] > 0x8F))
		return 0;
	return n;
}

/*
 * failure prints message: line breaks as spaces, octets that are not UTF-8 as
 * \xHH. "" and NULL get a text.
 */
static void failure(const char *message)
{
	const unsigned char *p = (const unsigned char *)message;
	answered++;
	if (p == NULL || *p == '\0')
		p = (const unsigned char *)"failed without a message";
	putchar('!');
	while (*p) {
		int n = utf8_length(p);
		if (n == 0)
			printf("\\x%02x", *p++);
		else if (*p == '\n' || *p == '\r')
			putchar(' '), p++;
		else
			while (n-- > 0)
				putchar(*p++);
	}
	putchar('\n');
}

static inline void inexpressible(void)
{
	answered++;
	puts("-");
}

/* string_or_failure prints a NUL-terminated string, or the message for NULL. */
static inline void string_or_failure(const char *s, const char *message)
{
	if (s)
		output(s, strlen(s));
	else
		failure(message);
}

/* joined returns before, s and after in one new string. */
static inline char *joined(const char *before, const char *s, const char *after)
{
	char *r = (char *)malloc(strlen(before) + strlen(s) + strlen(after) + 1);
	strcpy(r, before);
	strcat(r, s);
	return strcat(r, after);
}

/* between_counted prints what stands between before and after in n octets. */
static inline void between_counted(const char *s, size_t n, const char *before, const char *after)
{
	size_t b = strlen(before), a = strlen(after);
	if (n < b + a || memcmp(s, before, b) != 0 || memcmp(s + n - a, after, a) != 0)
		failure("the x around the value did not survive");
	else
		output(s + b, n - b - a);
}

/* between does the same with a NUL-terminated string. */
static inline void between(const char *s, const char *before, const char *after)
{
	between_counted(s, strlen(s), before, after);
}

static int recorder_main(int argc, char **argv, const char *language, const char *version,
	const struct implementation *list, size_t count)
{
	char *line = NULL;
	size_t room = 0, i, j;

	if (argc == 2 && strcmp(argv[1], "list") == 0) {
		for (i = 0; i < count; i++)
			printf("%s\t%s\t%s\t%s\t%s\t%s\n", list[i].kind, list[i].id, language,
				version, list[i].units, list[i].call);
		return 0;
	}
	if (argc != 2 || strcmp(argv[1], "run") != 0) {
		fputs("usage: run list|run\n", stderr);
		return 2;
	}
	while (getline(&line, &room, stdin) > 0) {
		char *digits = strchr(line, '\t'), *s;
		size_t n;
		if (!digits)
			return 2;
		*digits++ = '\0';
		n = strcspn(digits, "\r\n") / 2;
		s = (char *)calloc(n + 1, 1);
		for (i = 0; i < n; i++) {
			unsigned value;
			if (sscanf(digits + 2 * i, "%2x", &value) != 1)
				return 2;
			s[i] = (char)value;
		}
		for (j = 0; j < count && strcmp(list[j].id, line) != 0; j++)
			;
		if (j == count) {
			fprintf(stderr, "unknown implementation %s\n", line);
			return 2;
		}
		answered = 0;
		if (list[j].form == C_STRING && strlen(s) != n)
			inexpressible();
		else
			list[j].run(s, n);
		if (answered != 1) {
			fprintf(stderr, "%s answered %d times\n", line, answered);
			return 2;
		}
		fflush(stdout);
		free(s);
	}
	return 0;
}

#endif
