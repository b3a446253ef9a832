package cpe

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/internal/syntaxtest"
)

func TestNames(t *testing.T) {
	for _, tt := range []struct {
		in        string
		want      Name
		canonical string
	}{
		// Sections 6.1.2.4 and 6.1.3.3.
		{"cpe:/a:microsoft:internet_explorer:8.0.6001:beta", Name{Part: Text("a"), Vendor: Text("microsoft"), Product: Text("internet_explorer"), Version: Text(`8\.0\.6001`), Update: Text("beta")}, ""},
		{"cpe:/a:microsoft:internet_explorer:8.%2a:sp%3f", Name{Part: Text("a"), Vendor: Text("microsoft"), Product: Text("internet_explorer"), Version: Text(`8\.\*`), Update: Text(`sp\?`)}, ""},
		{"cpe:/a:microsoft:internet_explorer:8.%02:sp%01", Name{Part: Text("a"), Vendor: Text("microsoft"), Product: Text("internet_explorer"), Version: Text(`8\.*`), Update: Text(`sp?`)}, ""},
		{"cpe:/a:hp:insight_diagnostics:7.4.0.1570::~~online~win2003~x64~", Name{Part: Text("a"), Vendor: Text("hp"), Product: Text("insight_diagnostics"), Version: Text(`7\.4\.0\.1570`), SWEdition: Text("online"), TargetSW: Text("win2003"), TargetHW: Text("x64")}, ""},
		{"cpe:/a:hp:openview_network_manager:7.51:-:~~~linux~~", Name{Part: Text("a"), Vendor: Text("hp"), Product: Text("openview_network_manager"), Version: Text(`7\.51`), Update: NA, TargetSW: Text("linux")}, ""},
		{"cpe:/a:foo%5cbar:big%24money_2010%07", Name{}, "!"},
		{"cpe:/a:foo~bar:big%7emoney_2010", Name{Part: Text("a"), Vendor: Text(`foo\~bar`), Product: Text(`big\~money_2010`)}, "cpe:/a:foo%7ebar:big%7emoney_2010"},
		{"cpe:/a:foo%5cbar:big%24money_2010:::~~special~ipod_touch~80gb~", Name{Part: Text("a"), Vendor: Text(`foo\\bar`), Product: Text(`big\$money_2010`), SWEdition: Text("special"), TargetSW: Text("ipod_touch"), TargetHW: Text("80gb")}, ""},
		// The rest of the syntax.
		{"cpe:/", Name{}, ""},
		{"cpe:/o::::::", Name{Part: Text("o")}, "cpe:/o"},
		{"cpe:/A:%3A%2F:x-y", Name{Part: Text("a"), Vendor: Text(`\:\/`), Product: Text(`x\-y`)}, "cpe:/a:%3a%2f:x-y"},
		{"cpe:/a:%01%01x%01:%02x%02:%01%01:%02:%02%02:en", Name{Part: Text("a"), Vendor: Text("??x?"), Product: Text("*x*"), Version: Text("??"), Update: Text("*"), Edition: Text("**"), Language: Text("en")}, ""},
		{"cpe:/a:%01%02:%02%01:%02%01%01:%02%2a%02", Name{Part: Text("a"), Vendor: Text("?*"), Product: Text("*?"), Version: Text("*??"), Update: Text(`*\**`)}, ""},
		{"cpe:/a:%21%22%23%24%25%26%27%28%29%2a%2b%2c%2f%3a%3b%3c%3d%3e%3f%40%5b%5c%5d%5e%60%7b%7c%7d%7e", Name{Part: Text("a"), Vendor: Text(Quote("!\"#$%&'()*+,/:;<=>?@[\\]^`{|}~"))}, ""},
		{"cpe:/::::::en", Name{Language: Text("en")}, ""},
		{"cpe:/a:b:c:1:-:~-~~~~x", Name{Part: Text("a"), Vendor: Text("b"), Product: Text("c"), Version: Text("1"), Update: NA, Edition: NA, Other: Text("x")}, ""},
	} {
		got, err := Parse(tt.in)
		if tt.canonical == "!" {
			syntaxtest.Check(t, tt.in, err, 33, "%07", percent.InvalidEscape)
			continue
		}
		if err != nil || got != tt.want {
			t.Errorf("%s: %+v, %v", tt.in, got, err)
		}
		if tt.canonical == "" {
			tt.canonical = tt.in
		}
		if built, err := tt.want.Build(); err != nil || built != tt.canonical {
			t.Errorf("%s: %s, %v", tt.in, built, err)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"", 0, "", NotCPE},
		{"cpe:2.3:a:b", 0, "cpe:2", NotCPE},
		{"cpe:/a:foo:bar:12.%02.1234", 18, "%02", EmbeddedWildcard}, // section 6.1.3.3
		{"cpe:/a:x%01y", 8, "%01", EmbeddedWildcard},
		{"cpe:/a:x%01%01y", 8, "%01", EmbeddedWildcard},
		{"cpe:/a:%02%01x", 10, "%01", EmbeddedWildcard},
		{"cpe:/a:x%01%02", 8, "%01", EmbeddedWildcard},
		{"cpe:/a:x%02%01", 8, "%02", EmbeddedWildcard},
		{"cpe:/a:%02%02x", 10, "%02", EmbeddedWildcard},
		{"cpe:/a:x%zz", 8, "%zz", percent.InvalidEscape},
		{"cpe:/a:x%2", 8, "%2", percent.TruncatedEscape},
		{"cpe:/a:x%2:%41", 8, "%2", percent.InvalidEscape},
		{"cpe:/a:%41", 7, "%41", percent.InvalidEscape},
		{"cpe:/a:%00", 7, "%00", percent.InvalidEscape},
		{"cpe:/a:%0d%0a", 7, "%0d", percent.InvalidEscape},
		{"cpe:/a:%1 ", 7, "%1 ", percent.InvalidEscape},
		{"cpe:/a:b?c", 8, "?", percent.InvalidByte},
		{"cpe:/a:b c", 8, " ", percent.InvalidByte},
		{"cpe:/a:b\r", 8, "\r", percent.InvalidByte},
		{"cpe:/a:é", 7, "\xC3", percent.InvalidByte},
		{"cpe:/a:b:c:d:e:f:g:h", 18, ":", TooManyComponents},
		{"cpe:/a:b:c:d:e:~f~g", 15, "~f~g", InvalidEdition},
		{"cpe:/a:b:c:d:e:~f~g~h~i~%zz", 24, "%zz", percent.InvalidEscape},
	} {
		_, err := Parse(tt.in)
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"", 0, "", EmptyText},
		{`\-`, 0, `\-`, percent.InvalidByte},
		{"a.b", 1, ".", percent.InvalidByte},
		{"a\r\n", 1, "\r", percent.InvalidByte},
		{"a\\\x00", 2, "\x00", percent.InvalidByte},
		{`a\`, 1, `\`, percent.InvalidByte},
		{`a\b`, 2, "b", percent.InvalidByte},
		{"a*b", 1, "*", EmbeddedWildcard},
		{"a?*", 1, "?", EmbeddedWildcard},
		{"**a", 1, "*", EmbeddedWildcard},
		{`a\?b?c`, 4, "?", EmbeddedWildcard},
	} {
		_, err := Name{Part: Text("a"), TargetHW: Text(tt.in)}.Build()
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
	if text := syntax.Error("cpe", 0, 3, NotCPE).Error(); text != `cpe: no cpe:/ URI "cpe" at byte 0` {
		t.Error(text)
	}
}

func FuzzCPE(f *testing.F) {
	f.Add("cpe:/a:%02x%01%01:b.%2a:-::~~online~win2003~x64~:en", `*x\?`)
	f.Add("cpe:/a:foo~bar", "")
	f.Fuzz(func(t *testing.T, s, text string) {
		n, err := Parse(s)
		if err != nil {
			syntaxtest.Within(t, s, err)
		}
		names := []Name{{Part: Text(text), Other: Text(Quote(text))}}
		if err == nil {
			names = append(names, n)
		}
		for i, n := range names {
			built, err := n.Build()
			if err != nil {
				if i == 1 && !strings.Contains(s, "-") {
					t.Fatalf("%q: %v", s, err)
				}
				continue
			}
			if strings.ContainsAny(built, "\r\n\x00 ") {
				t.Fatalf("%q", built)
			}
			lower := func(v Value) Value { return Value{v.Kind, strings.ToLower(v.Text)} }
			n.Part, n.Other = lower(n.Part), lower(n.Other)
			if again, err := Parse(built); err != nil || again != n {
				t.Fatalf("%q: %+v, %v, want %+v", built, again, err, n)
			}
		}
	})
}

// TestLinear: building takes time in proportion to the text. If it took the square,
// the long form would not end before go test gives up.
func TestLinear(t *testing.T) {
	size := 1 << 16
	if growth.Long() {
		size = 1 << 23
	}
	for _, piece := range []string{"?", "*", `\?`, "a?"} {
		text := "a" + strings.Repeat(piece, size/len(piece)) + "a"
		built, err := Name{Part: Text(text)}.Build()
		if (err == nil) != (piece == `\?`) {
			t.Errorf("%s: %.50q, %v", piece, built, err)
		}
	}
}
