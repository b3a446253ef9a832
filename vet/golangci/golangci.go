// Package golangci is percent-vet as a plugin of golangci-lint, whose module system
// compiles it in:
//
//	# .custom-gcl.yml, for golangci-lint custom
//	plugins:
//	  - module: github.com/pct-encoded/percent/vet
//	    import: github.com/pct-encoded/percent/vet/golangci
//
// Its name there is percent, and its one setting is rules, as the flag of percent-vet.
package golangci

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/pct-encoded/percent/vet"
)

func init() { register.Plugin("percent", New) }

// settings are those of the plugin in .golangci.yml.
type settings struct {
	Rules string `json:"rules"`
}

type plugin struct{ settings }

// New returns the plugin with its settings, and an error if they have another name or an
// unknown rule.
func New(conf any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[settings](conf)
	if err != nil {
		return nil, err
	}
	return &plugin{s}, vet.Analyzer.Flags.Set("rules", s.Rules)
}

// BuildAnalyzers returns [vet.Analyzer].
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{vet.Analyzer}, nil
}

// GetLoadMode says that the analyzer needs types.
func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
