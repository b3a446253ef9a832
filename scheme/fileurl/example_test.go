package fileurl_test

import (
	"fmt"

	"github.com/pct-encoded/percent/scheme/fileurl"
)

func Example() {
	fmt.Println(fileurl.FromPOSIX("/tmp/50% é"))
	fmt.Println(fileurl.FromWindows(`C:\a b.txt`))
	fmt.Println(fileurl.FromWindows(`\\host\share\x`))
	fmt.Println(fileurl.ToWindows("file://host/share/x"))
	// Output:
	// file:///tmp/50%25%20%C3%A9 <nil>
	// file:///C:/a%20b.txt <nil>
	// file://host/share/x <nil>
	// \\host\share\x <nil>
}

func ExampleToPOSIX_error() {
	_, err := fileurl.ToPOSIX("file:///srv/a%2Fb")
	fmt.Println(err)
	// Output: fileurl: escaped separator "%2F" at byte 13
}
