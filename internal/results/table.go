package results

import "github.com/pct-encoded/percent/dialect"

// A tableJSON is what a dialect writes for some octets. `percent schema table` describes it.
type tableJSON struct {
	Name       string      `json:"name"`
	ID         string      `json:"id"`
	Kind       string      `json:"kind"`
	Characters []tableCell `json:"characters"`
}

type tableCell struct {
	Input  string  `json:"input"`
	Output *string `json:"output,omitempty"`
	Equal  bool    `json:"equal"`
	Reason string  `json:"reason,omitempty"`
}

// tablesJSON returns the views of tables of dialects, for those octets. names are those that
// the dialects were asked for by.
func tablesJSON(names, ids []string, tables []*dialect.Table, octets []byte) []tableJSON {
	var list []tableJSON
	for i, table := range tables {
		v := tableJSON{Name: names[i], ID: ids[i], Kind: "dialect"}
		for _, c := range octets {
			cell := tableCell{Input: string([]byte{c}), Equal: table.Kept(c)}
			if err := table[c].Err; err != nil {
				cell.Reason = string(Refusal(err).Reason)
			} else {
				cell.Output = &table[c].Output
			}
			v.Characters = append(v.Characters, cell)
		}
		list = append(list, v)
	}
	return list
}
