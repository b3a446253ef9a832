package dsn_test

import (
	"reflect"
	"testing"

	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/scheme/dsn"
)

// TestMySQL2Options: what ConnectionConfig of mysql2 3.24.6 holds for options that people
// write, as it was asked for each: of a name that comes again the first counts.
func TestMySQL2Options(t *testing.T) {
	var mysql2 dsn.Driver
	for _, d := range dsn.DriversFor("mysql://h") {
		if d.Name() == "mysql2" {
			mysql2 = d
		}
	}
	read := mysql2.Read
	for query, want := range map[string][]dsn.Param{
		"charset=utf8mb4":                             {{"charsetNumber", "45"}},
		"charset=LATIN1":                              {{"charsetNumber", "8"}},
		"charset=utf8mb4_unicode_ci":                  nil,
		"charset=utf8&charset=latin1":                 {{"charsetNumber", "33"}},
		"charset=":                                    nil,
		"timezone=Z&multipleStatements=true":          {{"multipleStatements", "true"}, {"timezone", "Z"}},
		"timezone=local&multipleStatements=false":     nil,
		"dateStrings=DATE&decimalNumbers=1.50":        {{"dateStrings", "DATE"}, {"decimalNumbers", "1.5"}},
		"connectTimeout=1000&connectionLimit=10":      {{"connectTimeout", "1000"}},
		"rowsAsArray=0&rowsAsArray=-1":                nil,
		"compress=&compress=1&ssl=false&jsonStrings=": nil,
	} {
		got := read("mysql://u:p@h:3306/db?" + query)
		if got.Verdict != reader.Read || got.Password.Text != "p" || len(got.Options)+len(want) > 0 && !reflect.DeepEqual(got.Options, want) {
			t.Errorf("%s: %+v, want the options %v", query, got, want)
		}
	}
	for query, want := range map[string]reader.Verdict{
		"ssl=": reader.Refused, "ssl": reader.Refused, "ssl=true": reader.Refused, "ssl=0": reader.Read, "ssl=true&ssl=0": reader.Refused,
		"charset=1": reader.Refused, "charset=nope": reader.Refused, `multipleStatements="0"`: reader.Unknown, "debug=1": reader.Unknown,
	} {
		if got := read("mysql://u:p@h:3306/db?" + query); got.Verdict != want {
			t.Errorf("%s: %v, want %v", query, got.Verdict, want)
		}
	}
}
