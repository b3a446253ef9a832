package header

import (
	"errors"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
)

// TestMemberLimit: one member more than are read is an error where it begins.
func TestMemberLimit(t *testing.T) {
	all := strings.Repeat("a=b,", maxMembers-1) + "a=b"
	list, err := ParseBaggage(all)
	if err != nil || len(list) != maxMembers {
		t.Fatalf("%d members, %v", len(list), err)
	}
	attributes, err := ParseResourceAttributes(all)
	if err != nil || len(attributes) != maxMembers {
		t.Fatalf("%d attributes, %v", len(attributes), err)
	}
	var bad *percent.SyntaxError
	if list, err = ParseBaggage(all + ",c=d"); !errors.As(err, &bad) || bad.Reason != TooManyMembers || bad.Offset != int64(len(all)+1) || len(list) != maxMembers {
		t.Errorf("%d members, %v", len(list), err)
	}
	if _, err = ParseResourceAttributes(all + ",c=d"); !errors.As(err, &bad) || bad.Reason != TooManyMembers || bad.Offset != int64(len(all)+1) {
		t.Errorf("%v", err)
	}
	properties := "a=b" + strings.Repeat(";c", maxMembers)
	if _, err = ParseBaggage(properties); err != nil {
		t.Error(err)
	}
	if _, err = ParseBaggage(properties + ",a=b;c"); !errors.As(err, &bad) || bad.Reason != TooManyMembers || bad.Offset != int64(len(properties)+len(",a=b;")) {
		t.Errorf("%v", err)
	}
}
