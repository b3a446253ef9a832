/* Answers which file SQLite opens for URI filenames, and with which parameters: a VFS of its own
 * is asked for it, and opens none. */
#include <sqlite3.h>
#include "lines.h"

static int opened;

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
	(void)vfs, (void)out;
	file->pMethods = NULL;
	if (flags & SQLITE_OPEN_MAIN_DB && !opened++) {
		printf("=\t-\t-\t-\t-");
		field(name);
		for (int i = 0; name && sqlite3_uri_key(name, i); i++) {
			const char *key = sqlite3_uri_key(name, i);
			int earlier = 0;
			for (int j = 0; j < i; j++) {
				earlier |= !strcmp(key, sqlite3_uri_key(name, j));
			}
			if (!earlier) {
				printf("\t");
				hex(key);
				printf("=");
				hex(sqlite3_uri_parameter(name, key));
			}
		}
		printf("\n");
	}
	return SQLITE_CANTOPEN;
}

static int full_name(sqlite3_vfs *vfs, const char *name, int n, char *out) {
	(void)vfs;
	snprintf(out, n, "%s", name);
	return SQLITE_OK;
}

int main(void) {
	size_t n;
	char *uri;
	sqlite3_vfs own = *sqlite3_vfs_find(NULL);
	own.zName = "own";
	own.pNext = NULL;
	own.xOpen = open_file;
	own.xFullPathname = full_name;
	sqlite3_vfs_register(&own, 1);
	printf("#\tsqlite\t%s\tsqlite3_open_v2(uri, …, SQLITE_OPEN_URI): the file that it opens\n", sqlite3_libversion());
	while ((uri = next_uri(&n))) {
		sqlite3 *db = NULL;
		opened = 0;
		if (strlen(uri) < n) {
			refused("NUL");
		} else if (sqlite3_open_v2(uri, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI, NULL) && !opened) {
			refused(sqlite3_errmsg(db));
		} else if (!opened) {
			printf("=\t-\t-\t-\t-\t-\n");
		}
		sqlite3_close(db);
		free(uri);
	}
	return 0;
}
