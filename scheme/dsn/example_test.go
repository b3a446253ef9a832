package dsn_test

import (
	"fmt"

	"github.com/pct-encoded/percent/scheme/dsn"
)

func ExampleDSN_Build() {
	d, _ := dsn.Parse("postgresql://app@db.example/shop")
	d.Userinfo, d.Password = dsn.UserAndPassword, "p@ss:w/rd%"
	fmt.Println(d.Build())
	// Output: postgresql://app:p%40ss%3Aw%2Frd%25@db.example/shop <nil>
}

func ExampleParse() {
	d, err := dsn.Parse("amqp://guest:guest@localhost:5672/%2F")
	fmt.Println(d.Hosts, d.Database, err)
	// Output: [{localhost 5672}] / <nil>
}

func ExampleParse_error() {
	_, err := dsn.Parse("mysql://app:p@ss@localhost/shop")
	fmt.Println(err)
	// Output: dsn: invalid byte "@" at byte 13
}

func ExampleParseSQLite() {
	d, err := dsn.ParseSQLite("file:a%20b%23c.db?mode=ro&cache=shared")
	fmt.Printf("%q %v %v\n", d.Path, d.Params, err)
	d, _ = dsn.ParseSQLite("file:n%00ul.db")
	fmt.Println(d.Path)
	fmt.Println(dsn.SQLite{Path: "/srv/50% & more?.db"}.Build())
	// Output:
	// "a b#c.db" [{mode ro} {cache shared}] <nil>
	// n
	// file:///srv/50%25%20%26%20more%3F.db <nil>
}
