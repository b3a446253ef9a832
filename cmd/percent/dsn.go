package main

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dsn"
)

func init() { register(newDSN) }

func newDSN(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dsn",
		Short: "connection URIs of databases and brokers",
		Long: `dsn reads and writes connection URIs, whose passwords hold what URIs divide
themselves with. It knows PostgreSQL, MySQL, MongoDB, AMQP and Redis by their
schemes. Whoever lists the processes of a machine sees their arguments: secrets
are better on standard input.`,
		GroupID: groupURI,
	}
	cmd.AddCommand(
		parsing(a, &cobra.Command{
			Use:   "parse [flags] [URI...]",
			Short: "a connection URI to JSON",
			Long: `parse prints a JSON object with the components of each connection URI, decoded:
scheme, user, password, hosts (an array of objects of name and port), database and
params (an array of objects of name and value). A component that is missing is left
out; an empty one is not.`,
			Example: `  percent dsn parse 'postgresql://app:p%40ss@db.example:5432/shop?sslmode=require'`,
		}, func(s string) (o object, err error) {
			d, err := dsn.Parse(s)
			if err != nil {
				return o, err
			}
			o.text("scheme", d.Scheme)
			if d.Userinfo != dsn.NoUserinfo {
				o.text("user", d.User)
			}
			if d.Userinfo == dsn.UserAndPassword {
				o.text("password", d.Password)
			}
			var hosts, params []object
			for _, h := range d.Hosts {
				var host object
				host.text("name", h.Name)
				host.some("port", h.Port)
				hosts = append(hosts, host)
			}
			o.objects("hosts", hosts)
			if d.Path == dsn.HasPath {
				o.text("database", d.Database)
			}
			for _, p := range d.Params {
				params = append(params, pair(p.Name, p.Value))
			}
			if params != nil {
				o.objects("params", params)
			}
			return o, nil
		}, nil),
		building(a, &cobra.Command{
			Use:   "build [flags] [OBJECT...]",
			Short: "JSON to a connection URI",
			Long: `build prints the connection URI of each JSON object as parse writes it. Everything
but unreserved characters is escaped, which all programs read alike.`,
			Example: `  percent dsn build '{"scheme":"redis","password":"p@ss:w/rd%","hosts":[{"name":"localhost"}]}'
  percent dsn build < secret.json`,
		}, `{"scheme":"redis","password":"p@ss","hosts":[{"name":"localhost"}]}`, func(m *members) (string, error) {
			d := dsn.DSN{Scheme: m.must("scheme")}
			var hasUser, hasPassword, hasPath bool
			d.User, hasUser = m.text("user")
			d.Password, hasPassword = m.text("password")
			switch {
			case hasPassword:
				d.Userinfo = dsn.UserAndPassword
			case hasUser:
				d.Userinfo = dsn.UserOnly
			}
			for _, h := range m.objects("hosts") {
				d.Hosts = append(d.Hosts, dsn.Host{Name: h.must("name"), Port: h.just("port")})
			}
			if d.Database, hasPath = m.text("database"); hasPath {
				d.Path = dsn.HasPath
			}
			for _, p := range m.objects("params") {
				d.Params = append(d.Params, dsn.Param{Name: p.must("name"), Value: p.must("value")})
			}
			return d.Build()
		}),
	)
	return family(cmd)
}
