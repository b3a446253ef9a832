package parquet_test

import (
	"bytes"
	"fmt"
	"log"
	"os"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/bulk/parquet"
)

func ExampleRun() {
	decode, err := bulk.Decode(bulk.Options{})
	if err != nil {
		log.Fatal(err)
	}
	file, err := os.Open("testdata/visits.parquet")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	job := bulk.Job{
		Operation: decode,
		Policy:    bulk.Keep,
		Table:     &bulk.Table{Format: bulk.Foreign, Columns: []string{"url", "/request/url"}},
		OnFlaw:    func(f bulk.Flaw) { fmt.Println(&f) },
	}
	var out bytes.Buffer
	stats, err := parquet.Run(&job, &out, parquet.FromFile(file))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(stats.Records, "rows,", stats.Table.Changed, "fields changed")
	// Output:
	// testdata/visits.parquet:3: url: percent: invalid escape "%zz" at byte 3
	// testdata/visits.parquet:4: url: percent: result is not UTF-8, as a string must be at byte 0
	// 4 rows, 2 fields changed
}
