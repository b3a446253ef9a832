package operation_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/operation"
)

func Example() {
	r := &operation.Request{Operation: "decode", As: "form", Table: &operation.Table{Columns: []string{"url"}}}
	sent, err := json.Marshal(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(sent))

	job, err := r.Job("clicks.tsv")
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := job.Run(os.Stdout, bulk.From("clicks.tsv", strings.NewReader("id\turl\n1\ta+b%21\n"))); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"operation":"decode","as":"form","table":{"columns":["url"]}}
	// id	url
	// 1	a b!
}
