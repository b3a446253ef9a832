package layers_test

import (
	"fmt"

	"github.com/pct-encoded/percent/inspect/layers"
)

func ExampleOf() {
	l, err := layers.Of("100%2525")
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, layer := range l.Layers {
		fmt.Println(i, layer.Text)
		for _, loss := range l.Losses(i) {
			fmt.Println("  loses:", loss.Kind, "at", loss.Offset)
		}
	}
	fmt.Println(l.Stop)
	// Output:
	// 0 100%2525
	//   loses: escape at 3
	// 1 100%25
	//   loses: stray at 3
	// 2 100%
	// stray
}
