//go:build ignore

package main

/*
#cgo LDFLAGS: -Wl,--unresolved-symbols=ignore-in-object-files
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static sqlite3_vfs own;
static char found[1 << 20]; // the name, and names and values of parameters, each ended by NUL
static int length, opened;

static void add(const char *text) {
	int n = strlen(text) + 1;
	if (length + n <= (int)sizeof found) {
		memcpy(found + length, text, n);
		length += n;
	}
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
	file->pMethods = NULL;
	if (flags & SQLITE_OPEN_MAIN_DB && !opened++ && name) {
		add(name);
		for (int i = 0; sqlite3_uri_key(name, i); i++) {
			add(sqlite3_uri_key(name, i));
			add(sqlite3_uri_parameter(name, sqlite3_uri_key(name, i)));
		}
	}
	return SQLITE_CANTOPEN;
}

static int full_name(sqlite3_vfs *vfs, const char *name, int n, char *out) {
	snprintf(out, n, "%s", name);
	return SQLITE_OK;
}

static void begin(void) {
	length = opened = 0;
	if (!own.zName) {
		own = *sqlite3_vfs_find(NULL);
		own.zName = "own";
		own.pNext = NULL;
		own.xOpen = open_file;
		own.xFullPathname = full_name;
		sqlite3_vfs_register(&own, 1);
	}
}

static int was_opened(void) { return opened; }
static int found_length(void) { return length; }
static char *found_text(void) { return found; }
*/
import "C"

import (
	"strings"

	"github.com/mattn/go-sqlite3"
)

func init() {
	drivers = append(drivers,
		driver{"sqlite", "go-sqlite3", "github.com/mattn/go-sqlite3", "SQLiteDriver.Open(uri): the file that it opens", func(uri string) (*answer, error) {
			C.begin()
			c, err := (&sqlite3.SQLiteDriver{}).Open(uri)
			if c != nil {
				c.Close()
			}
			a := &answer{options: map[string]string{}}
			if C.was_opened() == 0 {
				return a, err
			}
			list := strings.Split(C.GoStringN(C.found_text(), C.found_length()), "\x00")
			for i, text := range list[:len(list)-1] {
				if _, known := a.options[text]; i == 0 {
					a.set(4, text)
				} else if i%2 == 1 && !known {
					a.options[text] = list[i+1]
				}
			}
			return a, nil
		}},
	)
}
