package header

import (
	"errors"
	"testing"

	"github.com/pct-encoded/percent"
)

// TestBuildersNameTheField holds every builder to errors that say which of the
// values that it was given is wrong, with an offset in that value.
func TestBuildersNameTheField(t *testing.T) {
	filename := "a\x00"
	err := func(_ string, err error) error { return err }
	for _, tt := range []struct {
		err  error
		want string
	}{
		{err(BuildALPN("h2", "")), `header: 2nd protocol: missing name at byte 0`},
		{err(BuildAltSvc(Alternative{Protocol: "h2"}, Alternative{Protocol: "h3", Authority: "a\n"})), `header: 2nd alternative, Authority: invalid byte "\n" at byte 1`},
		{err(BuildAltSvc(Alternative{Protocol: "%68"})), `header: 1st alternative, Protocol: not canonical "%68" at byte 0`},
		{err(BuildAltSvc(Alternative{Protocol: "h2", Params: []Param{{Name: "ma", Value: "\r"}}})), `header: 1st alternative, ma: invalid byte "\r" at byte 0`},
		{err(BuildBaggage(BaggageMember{Key: "a"}, BaggageMember{Key: "b c"})), `header: 2nd member, key: invalid byte " " at byte 1`},
		{err(BuildBaggage(BaggageMember{Key: "a", Properties: []BaggageProperty{{Key: "p", Kind: KeyAndValue, Value: "\xFF"}}})), `header: 1st member, 1st property, value of p: invalid UTF-8 "\xff" at byte 0`},
		{err(Disposition{Type: "a b"}.Build()), `header: Type: invalid byte " " at byte 1`},
		{err(Disposition{Type: "a", Filename: "é\xFF"}.Build()), `header: Filename: invalid UTF-8 "\xff" at byte 2`},
		{err(Disposition{Type: "a", Filename: "é", Language: "-"}.Build()), `header: Language: invalid language "-" at byte 0`},
		{err(Disposition{Type: "a", Params: []Param{{Name: "x"}, {Name: "filename"}}}.Build()), `header: name of the 2nd parameter: duplicate name "filename" at byte 0`},
		{err(Disposition{Type: "a", Params: []Param{{Name: "x", Value: "\xFF"}}}.Build()), `header: x, value: invalid UTF-8 "\xff" at byte 0`},
		{err(ExtValue{Value: "\xFF"}.Build()), `header: Value: invalid UTF-8 "\xff" at byte 0`},
		{err(BuildLink(Link{Target: "a"}, Link{Target: "b c"})), `header: 2nd link, Target: invalid byte " " at byte 1`},
		{err(BuildLink(Link{Target: "a", Params: []Param{{Name: "x*"}}})), `header: 1st link, name of the 1st parameter: invalid byte "*" at byte 1`},
		{err(BuildMultipart("\n\n\x00", nil, nil)), `header: name: control character "\x00" at byte 2`},
		{err(BuildMultipart("a", &filename, nil)), `header: filename: control character "\x00" at byte 1`},
		{err(BuildParameter(Param{Name: "a", Value: "b\xFF"}, 0)), `header: Value: invalid UTF-8 "\xff" at byte 1`},
		{err(SearchVariance{Names: []string{"a", "\xFF"}}.Build()), `header: Names, 2nd name: invalid UTF-8 "\xff" at byte 0`},
	} {
		var e *percent.SyntaxError
		if !errors.As(tt.err, &e) || tt.err.Error() != tt.want {
			t.Errorf("%v, want %s", tt.err, tt.want)
		}
	}
}
