package golangci

import (
	"testing"

	"github.com/golangci/plugin-module-register/register"

	"github.com/pct-encoded/percent/vet"
)

// TestPlugin makes the plugin as golangci-lint does.
func TestPlugin(t *testing.T) {
	t.Cleanup(func() { vet.Analyzer.Flags.Set("rules", "") })
	made, err := register.GetPlugin("percent")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		conf any
		ok   bool
	}{
		{nil, true},
		{map[string]any{"rules": "all,-raw-path"}, true},
		{map[string]any{"rules": "no-such-rule"}, false},
		{map[string]any{"rule": "all"}, false},
	} {
		p, err := made(test.conf)
		if (err == nil) != test.ok {
			t.Errorf("%v: %v", test.conf, err)
		}
		if err != nil {
			continue
		}
		all, err := p.BuildAnalyzers()
		if err != nil || len(all) != 1 || all[0].Name != "percent" || p.GetLoadMode() != register.LoadModeTypesInfo {
			t.Errorf("%v: %v, %v", test.conf, all, err)
		}
	}
}
