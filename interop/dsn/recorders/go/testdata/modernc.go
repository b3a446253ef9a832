//go:build ignore

package main

import (
	"database/sql"
	"unsafe"

	"modernc.org/libc"
	_ "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

var opened *answer

// function returns a pointer to a function as the translated C calls it.
func function[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&struct{ f F }{f})) }

func init() {
	tls := libc.NewTLS()
	lib.Xsqlite3_initialize(tls)
	own := libc.Xcalloc(tls, 1, libc.Tsize_t(unsafe.Sizeof(lib.Tsqlite3_vfs{})))
	vfs := (*lib.Tsqlite3_vfs)(unsafe.Pointer(own))
	*vfs = *(*lib.Tsqlite3_vfs)(unsafe.Pointer(lib.Xsqlite3_vfs_find(tls, 0)))
	vfs.FzName, _ = libc.CString("own")
	vfs.FpNext = 0
	vfs.FxOpen = function(func(tls *libc.TLS, vfs, name, file uintptr, flags int32, out uintptr) int32 {
		*(*uintptr)(unsafe.Pointer(file)) = 0
		if flags&lib.SQLITE_OPEN_MAIN_DB != 0 && opened == nil {
			opened = &answer{options: map[string]string{}}
			if name != 0 {
				opened.set(4, libc.GoString(name))
				for i := int32(0); lib.Xsqlite3_uri_key(tls, name, i) != 0; i++ {
					key := lib.Xsqlite3_uri_key(tls, name, i)
					opened.options[libc.GoString(key)] = libc.GoString(lib.Xsqlite3_uri_parameter(tls, name, key))
				}
			}
		}
		return lib.SQLITE_CANTOPEN
	})
	vfs.FxFullPathname = function(func(tls *libc.TLS, vfs, name uintptr, n int32, out uintptr) int32 {
		text := append([]byte(libc.GoString(name)), 0)
		copy(unsafe.Slice((*byte)(unsafe.Pointer(out)), n), text)
		return lib.SQLITE_OK
	})
	lib.Xsqlite3_vfs_register(tls, own, 1)
	drivers = append(drivers,
		driver{"sqlite", "modernc-sqlite", "modernc.org/sqlite", `sql.Open("sqlite", uri): the file that it opens`, func(uri string) (*answer, error) {
			opened = nil
			db, err := sql.Open("sqlite", uri)
			if err == nil {
				err = db.Ping()
				db.Close()
			}
			if opened == nil {
				return &answer{options: map[string]string{}}, err
			}
			return opened, nil
		}},
	)
}
