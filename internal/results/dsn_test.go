package results_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/scheme/dsn"
)

// TestPasswordsAreHidden writes a password, or what was meant to be one, into connection
// strings of many forms: no piece of it may be in what is printed.
func TestPasswordsAreHidden(t *testing.T) {
	forms := strings.Split(`$S://u:$@h/d|$S://u:$@h:1/d?x=y|$S://:$@h|$S://u:$@h1,u:$@h2/d|$S://u:$%40h/d|$S://h/d?user=u&password=$|$S://h/d?user=u&PassWord=$&x=y
$S://h/d?passw%6frd=$&x=y|$S://u:$@[::1]:1/d#f|$S://u:$|$S:u:$@h/d|$S://u@v:$@h|"$S://u:$@h/d"| $S://u:$@h/d|X_URL=$S://u:$@h/d|jdbc:$S://h/d?user=u&password=$|jdbc:$S://u:$@h/d
$S://u:$@h/d?password=$|$S://u:$@h?authToken=$|$S:////u:$@h|$S://u:$@|$S://u:$@:1/d|$S://u:$@h:x/d
u:$@tcp(h:1)/d|u:$@unix(/tmp/s)/d|u:$@/d|u:$@h/d|host=h user=u password=$|password=$ host=h|host=h password='$' user=u|password = '$' user=u|PWD=$;Server=h|Server=h;Pwd={$};x=y|Server=h; Password=$; x=y
//u:$@h/d|redis-cli -u redis://:$@h|psql "postgresql://u:$@h/d"|jdbc:sqlserver://h:1;user=u;password=$;x=y|jdbc:sqlserver://h:1;user=u;password={$};x=y|jdbc:oracle:thin:u/$@h:1/d|redis://$@h|nats://$@h|rediss://$@h:1/2`, "|")
	var list []string
	for _, f := range forms {
		list = append(list, strings.Split(f, "\n")...)
	}
	schemes := append(dsn.Schemes(), "postgresql+psycopg2", "mysql+pymysql", "mssql+pyodbc", "redis+sentinel", "http+unix", "REDIS")
	between := strings.Split("@ : / # ? [ ] % %40 %3A %2F %zz %00 + $ ! ' \" \\ & = ; , é %C3%A9 \x00 \xff \t { } ( ) ` ~ | < ^ // :: @@ %25 %2540", " ")
	between = append(between, " ")
	r := rand.New(rand.NewPCG(7, 42))
	n := 6000
	if testing.Short() {
		n = 1500
	}
	wrong := map[string]int{}
	for i := range n {
		form := list[i%len(list)]
		pieces := []string{"Zq7X", "kW9v", "bT5n"}
		secret := pieces[0]
		for _, p := range pieces[1:] {
			b := between[r.IntN(len(between))]
			for at := strings.TrimPrefix(form, "$S://"); strings.Contains(b, ":") && (at == "redis://$@h" || at == "nats://$@h" || at == "rediss://$@h:1/2") || // a user and a password
				strings.Contains(b, "@") && !strings.ContainsAny(strings.ReplaceAll(form, "$%40", "")[len(form)-len(at):], "@=") ||
				b == "=" && secret != pieces[0] && strings.ContainsAny(secret, "&; \t") || // another name
				strings.Contains(b, "@") && strings.Contains(form, "$%40"); { // a host
				b = between[r.IntN(len(between))]
			}
			secret += b + p
		}
		uri := strings.ReplaceAll(strings.ReplaceAll(form, "$S", schemes[r.IntN(len(schemes))]), "$", secret)
		drivers := dsn.DriversOf(dsn.SchemeOf(uri))
		style := results.Style{Style: term.Style{Columns: term.DefaultColumns}}
		check := results.NewDSNCheck(uri, drivers, drivers, false)
		seen := results.NewDSNSeen(uri, drivers, false)
		outputs := []string{check.Title(), check.Page(style), string(strictjson.Line(check.JSON())), seen.Title(), seen.Page(style), string(strictjson.Line(seen.JSON()))}
		if _, err := dsn.Parse(uri); err != nil {
			outputs = append(outputs, err.Error())
		}
		for j, out := range outputs {
			for _, piece := range pieces {
				if at := strings.Index(out, piece); at >= 0 {
					key := fmt.Sprint(form, " ", j)
					if wrong[key]++; wrong[key] == 1 {
						t.Errorf("%q: output %d: %q", uri, j, out[max(0, at-60):min(len(out), at+40)])
					}
					break
				}
			}
		}
	}
}

// TestEmptyOption: an empty option is quoted once.
func TestEmptyOption(t *testing.T) {
	page := results.NewDSNSeen("sqlserver://u:p@h", dsn.DriversOf("sqlserver"), false).Page(results.Style{})
	if !strings.Contains(page, `instance ""`) || strings.Contains(page, `""""`) {
		t.Error(page)
	}
}
