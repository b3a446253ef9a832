//go:build !go1.27

package text

import _ "embed" // for the names

//go:embed names15.bin
var packed string
