package records

import "testing"

// TestRemarks: what form names passes over, and what is a query.
func TestRemarks(t *testing.T) {
	for line, want := range map[string]bool{
		"": true, "  ": true, "#": true, "# a=b": true, "## a": true, "#Fields: cs-uri-query": true, "#Software: IIS": true,
		"a=b": false, "#a=b": false, "#Fields": false, "?": false, "#x:y": false,
	} {
		if got := IsRemark(line); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}
