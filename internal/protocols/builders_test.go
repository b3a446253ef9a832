package protocols_test

import (
	"errors"
	"net/netip"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/scheme/coap"
	"github.com/pct-encoded/percent/scheme/cpe"
	"github.com/pct-encoded/percent/scheme/dataurl"
	"github.com/pct-encoded/percent/scheme/did"
	"github.com/pct-encoded/percent/scheme/dsn"
	"github.com/pct-encoded/percent/scheme/mid"
	"github.com/pct-encoded/percent/scheme/purl"
)

// TestBuildersNameTheField holds every builder to a *percent.SyntaxError that
// says which of its fields is wrong.
func TestBuildersNameTheField(t *testing.T) {
	host := []dsn.Host{{Name: "h"}}
	for _, tt := range []struct {
		of   interface{ Build() (string, error) }
		want string
	}{
		{coap.Options{Scheme: "http"}, `coap: Scheme: no coap: or coaps: scheme "http" at byte 0`},
		{coap.Options{Scheme: "coap"}, `coap: Host: invalid host at byte 0`},
		{coap.Options{Scheme: "coap", Host: "h", Path: []string{"a", "\xFF"}}, `coap: Path, 2nd option: invalid UTF-8 "\xff" at byte 0`},
		{coap.Options{Scheme: "coap", Addr: netip.MustParseAddr("::1"), Query: []string{"a", "b", "c\xFF"}}, `coap: Query, 3rd option: invalid UTF-8 "\xff" at byte 1`},
		{coap.Options{Scheme: "coap", Host: "h", Path: []string{".."}}, `coap: Path, 1st option: dot segment ".." at byte 0`},
		{cpe.Name{Product: cpe.Text("a b")}, `cpe: Product: invalid byte " " at byte 1`},
		{cpe.Name{Part: cpe.Text("a"), TargetHW: cpe.Text("x*y")}, `cpe: TargetHW: embedded wildcard "*" at byte 1`},
		{dataurl.Data{Type: dataurl.MIMEType{Type: "a b", Subtype: "c"}}, `dataurl: Type: invalid media type " " at byte 1`},
		{did.DID{Method: "A"}, `did: Method: invalid method "A" at byte 0`},
		{did.DID{Method: "a", Parts: []string{"b", ""}}, `did: Parts: empty last part at byte 0`},
		{dsn.DSN{Scheme: "x"}, `dsn: Scheme: unknown scheme "x" at byte 0`},
		{dsn.DSN{Scheme: "postgresql", Userinfo: dsn.UserAndPassword, Password: "a\x00"}, `dsn: Password: forbidden value %00 "\x00" at byte 1`},
		{dsn.DSN{Scheme: "postgresql", Hosts: []dsn.Host{{Name: "a"}, {Name: "b", Port: "x"}}}, `dsn: 2nd host, port: invalid port "x" at byte 0`},
		{dsn.DSN{Scheme: "redis", Hosts: host, Params: []dsn.Param{{Name: "a"}, {}}}, `dsn: 2nd parameter: missing name at byte 0`},
		{dsn.DSN{Scheme: "mongodb", Hosts: host, Path: dsn.HasPath, Database: "a$"}, `dsn: Database: invalid byte "$" at byte 1`},
		{dsn.SQLite{Path: "\x00"}, `dsn: Path: forbidden value %00 "\x00" at byte 0`},
		{mid.URL{MessageID: "a@b", ContentID: "c d"}, `mid: Content-ID: invalid byte " " at byte 1`},
		{mid.URL{MessageID: "<a@b"}, `mid: Message-ID: invalid byte "<" at byte 0`},
		{purl.PackageURL{Type: "npm"}, `purl: Name: missing name at byte 0`},
		{purl.PackageURL{Type: "1", Name: "n"}, `purl: Type: invalid type "1" at byte 0`},
		{purl.PackageURL{Type: "a", Name: "n", Qualifiers: []purl.Qualifier{{Key: "k", Value: "\xFF"}}}, `purl: qualifier k: invalid UTF-8 "\xff" at byte 0`},
		{purl.PackageURL{Type: "a", Name: "n", Subpath: "b/.."}, `purl: Subpath: invalid segment ".." at byte 2`},
	} {
		_, err := tt.of.Build()
		var e *percent.SyntaxError
		if !errors.As(err, &e) || e.Field == "" || err.Error() != tt.want {
			t.Errorf("%+v: %v, want %s", tt.of, err, tt.want)
		}
	}
}
