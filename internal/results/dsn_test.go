package results

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/scheme/dsn"
)

// TestDSNSecrets looks for pieces of passwords in all that is said about a URI.
func TestDSNSecrets(t *testing.T) {
	pieces := []string{"Kx7", "Wv4", "Zq9"}
	between := []string{"@", ":", "/", "#", "?", "[", "]", "%", "%40", "%2F", "%zz", " ", "&", "=", "+", ";", ",", "\\", "é", "%C3%A9", "%00", "://", "@h/", "?a=", "\n"}
	families := map[string]bool{}
	for _, scheme := range dsn.Schemes() {
		drivers := dsn.DriversOf(scheme)
		if families[drivers[0].Family()] {
			continue
		}
		families[drivers[0].Family()] = true
		for _, a := range between {
			for _, b := range between[:3] {
				password := pieces[0] + a + pieces[1] + b + pieces[2]
				for _, uri := range []string{
					scheme + "://u:" + password + "@h/db", scheme + "://:" + password + "@h/db?x=y", scheme + "://u:" + password + "@h:1,g:2/d#f",
					//percent:ignore escaped-by-hand what drivers need, and no more
					scheme + "://h/db?user=u&password=" + strings.NewReplacer("&", "%26", ";", "%3B").Replace(password), scheme + ":u:" + password + "@h",
					"host=h user=u password='" + password + "' dbname=d", scheme + "://u:" + strings.NewReplacer("@", "!", "%40", "!").Replace(password) + "/db",
				} {
					seen := NewDSNSeen(uri, drivers, false)
					check := NewDSNCheck(uri, drivers)
					said := seen.Page(Style{Style: term.Style{Columns: 1000}}) + seen.Title() + fmt.Sprintf("%q", seen.texts()) + check.Page(Style{}) + check.Title()
					for _, piece := range pieces {
						if strings.Contains(strings.ToLower(said), strings.ToLower(piece)) {
							t.Fatalf("%q: %s", uri, said)
						}
					}
				}
			}
		}
	}
}

// texts returns all that JSON has of the parts.
func (v DSNSeen) texts() (list []string) {
	for _, x := range v.read {
		for _, p := range []*string{x.User, x.Password, x.Host, x.Port, x.Database} {
			if p != nil {
				list = append(list, *p)
			}
		}
		if x.Options != nil {
			for _, o := range *x.Options {
				list = append(list, o.Key, fmt.Sprint(o.Value))
			}
		}
		list = append(list, x.Error, x.PasswordIs)
	}
	return list
}
