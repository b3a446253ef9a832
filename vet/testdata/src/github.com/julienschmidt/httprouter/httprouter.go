// Package httprouter has the declarations of the router that the cases use.
package httprouter

type Params []struct{ Key, Value string }

func (p Params) ByName(string) string { return "" }
