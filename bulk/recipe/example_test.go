package recipe_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/bulk/recipe"
)

func Example() {
	r, flags := recipe.New("decode")
	if err := flags.Parse([]string{"--tsv", "--column", "url", "--as", "form"}); err != nil {
		fmt.Println(err)
		return
	}
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
	// {"command":"decode","as":"form","format":"tsv","columns":["url"]}
	// id	url
	// 1	a b!
}
