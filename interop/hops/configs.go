package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	models "github.com/pct-encoded/percent/hop"
	hopconfig "github.com/pct-encoded/percent/hop/config"
	"github.com/pct-encoded/percent/internal/recordings"
)

// configFolder holds configurations as people write them, and configTable what came of
// them: -what configs starts each server with its file, and compares what it does with
// random targets with what package hop reads in the file.
const (
	configFolder = "hops/configs"
	configTable  = "hops/configs.tsv"
)

// A configServer starts the server of files whose names begin with its name.
type configServer struct {
	name, hop string // hop is one that says the version
	start     func(e *env, file string) error
}

// fileVersions returns the versions in which a file is loaded, or "" for that which is installed.
func fileVersions(name string) []string {
	if strings.HasPrefix(name, "traefik") {
		return traefikVersions
	}
	return []string{""}
}

var configServers = []configServer{
	{"nginx", "nginx:alias", func(e *env, file string) error {
		path, err := find("nginx")
		if err != nil {
			return err
		}
		return e.run(nil, path, "-p", e.dir, "-e", "stderr", "-c", file, "-g", "daemon off; pid "+e.dir+"/pid; user root; worker_processes 1;")
	}},
	{"haproxy", "haproxy:path", func(e *env, file string) error {
		path, err := find("haproxy")
		if err != nil {
			return err
		}
		return e.run(nil, path, "-db", "-f", file)
	}},
	{"apache", "apache:ProxyPass", func(e *env, file string) error {
		path, err := find("apache2")
		if err != nil {
			return err
		}
		args := []string{"-X", "-f", file, "-C", "ServerRoot " + e.dir, "-C", "PidFile " + e.dir + "/pid", "-C", "ServerName h.test"}
		for _, m := range []string{"mpm_event", "authn_core", "authn_file", "auth_basic", "authz_core", "authz_host", "authz_user", "headers", "setenvif", "proxy", "proxy_http", "rewrite", "alias", "dir", "access_compat"} {
			args = append(args, "-C", "LoadModule "+m+"_module /usr/lib/apache2/modules/mod_"+m+".so")
		}
		args = append(args, "-C", "User www-data", "-C", "Group www-data", "-C", "ErrorLog "+e.dir+"/error", "-C", "LogLevel emerg")
		return e.run([]string{"APACHE_RUN_DIR=" + e.dir}, path, args...)
	}},
	{"Caddyfile", "caddy:reverse_proxy", func(e *env, file string) error { return runCaddy(e, "--adapter", "caddyfile", "--config", file) }},
	{"caddy-", "caddy:reverse_proxy", func(e *env, file string) error { return runCaddy(e, "--config", file) }}, // JSON
}

func runCaddy(e *env, args ...string) error {
	path, err := caddyProgram("caddy")
	if err != nil {
		return err
	}
	return e.run([]string{"HOME=" + e.dir, "XDG_DATA_HOME=" + e.dir, "XDG_CONFIG_HOME=" + e.dir}, path, append([]string{"run"}, args...)...)
}

// compareConfig asks the server of a file for n random targets.
func compareConfig(file, version string, n int, seed uint64) (o outcome, err error) {
	name := filepath.Base(file)
	i := slices.IndexFunc(configServers, func(s configServer) bool { return strings.HasPrefix(name, s.name) })
	var server configServer
	var h hop
	var past models.Past
	switch {
	case version != "":
		server.start = func(e *env, file string) error { return startTraefik(e, version, file) }
		h.version = func() (string, error) { return version, nil }
		past.Versions = []string{"traefik=" + version}
	case i < 0:
		return o, errors.New("the name begins with no server's")
	default:
		server = configServers[i]
		h = hops[slices.IndexFunc(hops, func(h hop) bool { return h.name == server.hop })]
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return o, err
	}
	h.name, h.config, h.sees, h.at = name, string(text), "forward status", nil
	var read []byte
	h.start = func(e *env, config string) error {
		if err := e.tree(); err != nil {
			return err
		}
		if _, err := e.write("srv/www/index.html", "a file\n"); err != nil {
			return err
		}
		path, err := e.write(name, config)
		if err != nil {
			return err
		}
		read = []byte(e.expand(config))
		return server.start(e, path)
	}
	chain, err := start([]*hop{&h})
	if err != nil {
		return o, err
	}
	defer chain.close()
	if version == "" {
		program, _, _ := strings.Cut(server.hop, ":")
		past.Versions = []string{program + "=" + chain.rec.Version}
	}
	config, err := hopconfig.ReadIn(past, name, read)
	if err != nil {
		return o, err
	}
	site, ok := config.Site("h.test")
	if !ok {
		site, _ = config.Site("")
	}
	pieces := configPieces(string(text))
	r := rand.New(rand.NewPCG(seed, 39))
	targets := make([][]byte, n)
	for i := range targets {
		targets[i] = configTarget(r, pieces)
	}
	seen, err := chain.askAll(targets)
	if err != nil {
		return o, err
	}
	o = outcome{hop: name, version: chain.rec.Version, seed: seed, n: n, date: time.Now().UTC().Format(time.DateOnly)}
	shown := ""
	unknown := map[string]int{}
	for i, t := range targets {
		got := given(site.Hop.Apply(string(t)))
		if got.Unknown != "" {
			o.unknown++
			unknown[got.Unknown]++
			continue
		}
		want := configSight(seen[i], got)
		got.Location = configLocation(got.Location)
		have := strings.TrimRight(resultText(h.sees, got), " ")
		if want == have {
			o.agreed++
			continue
		}
		if o.differs++; o.differs <= 8 {
			shown += fmt.Sprintf("\t%q\n\t\tserver %s\n\t\tmodel  %s\n", t, want, have)
		}
	}
	fmt.Printf("%s %s: %d random targets, %d differ, %d unknown\n%s", o.hop, o.version, n, o.differs, o.unknown, shown)
	for _, class := range slices.Sorted(maps.Keys(unknown)) {
		fmt.Printf("\t%d unknown: %s\n", unknown[class], class)
	}
	return o, nil
}

// given returns which of the results of a target it is that a server gives: that of a file or
// a folder that is there, or else the first.
func given(r models.Result) models.Result {
	for x := r.Or; x != nil; x = x.Or {
		if r.If != "" && !strings.HasPrefix(x.If, r.If+" and ") {
			continue // it was not come to
		}
		if !slices.ContainsFunc(strings.Split(x.If, " and "), func(c string) bool { return !isThere(c) }) {
			r = *x
		}
	}
	return r
}

// fromHere are conditions on the client that hold for one on this machine.
var fromHere = regexp.MustCompile(`^((allow|require) .*\b(127\.|::1|local).* lets the client in|deny .*\b127\..* refuses the client|the client is one of .*127\..*)$`)

// isThere reports whether a condition on a file, or on the client, holds.
func isThere(condition string) bool {
	if fromHere.MatchString(condition) {
		return true
	}
	if name, ok := strings.CutPrefix(condition, "there is no file "); ok {
		return !isThere("there is a file " + name)
	}
	if name, ok := strings.CutPrefix(condition, "there is no folder "); ok {
		return !isThere("there is a folder " + name)
	}
	if name, ok := strings.CutPrefix(condition, "there is a file above "); ok {
		for name = filepath.Dir(name); len(name) > 1; name = filepath.Dir(name) {
			if st, err := os.Stat(name); err == nil {
				return !st.IsDir()
			}
		}
		return false
	}
	for _, what := range []string{"there is a file or folder ", "there is a file ", "there is a folder "} {
		if name, ok := strings.CutPrefix(condition, what); ok {
			st, err := os.Stat(name)
			return err == nil && (what == "there is a file or folder " || st.IsDir() == (what == "there is a folder "))
		}
	}
	return false
}

// configSight is sightText, where a file was served or there was none.
func configSight(s recordings.Sight, got models.Result) string {
	if code, location, ok := strings.Cut(string(s.Status), " "); ok && !got.App.Present {
		return strings.TrimRight("- - - "+code+" "+configLocation(location), " ")
	}
	if got.App.Present && s.Forward == nil {
		if string(s.Status) == "502" {
			s.Status = strconv.AppendInt(nil, int64(got.Status), 10) // from where there is no application
		}
		s.App = []byte{}
		text := sightText(s)
		if got.Status != 200 {
			return "- - - " + string(s.Status)
		}
		fields := strings.Split(text, " ")
		fields[2] = "-"
		return strings.Join(fields, " ")
	}
	return sightText(s)
}

// configLocation returns where a redirect leads, without the scheme and the host of the request.
func configLocation(location string) string {
	location = strings.NewReplacer("{host}", "h.test", "{scheme}", "http").Replace(location)
	location = strings.Replace(strings.Replace(location, "://H.TEST", "://h.test", 1), "://h.test:80/", "://h.test/", 1)
	if rest := ownHost.ReplaceAllString(location, "$2"); rest != location {
		location = "/" + strings.TrimPrefix(rest, "/")
	}
	return strings.TrimRight(location, " ")
}

var ownHost = regexp.MustCompile(`^(?i:http://h\.test)(:[0-9]+)?($|[/?])`)

var configPath = regexp.MustCompile(`/[A-Za-z0-9._~/-]+`)

// configPieces returns the paths that a file names, and parts of them.
func configPieces(text string) []string {
	var list []string
	for _, p := range configPath.FindAllString(text, -1) {
		if !strings.Contains(p, "UPSTREAM") && !strings.HasPrefix(p, "//") {
			list = append(list, p, strings.TrimSuffix(p, "/"), strings.ToUpper(p))
			list = append(list, strings.Split(p[1:], "/")...)
		}
	}
	if list == nil {
		list = []string{"/"}
	}
	return list
}

// configTarget makes a target of paths of the file and of other pieces.
func configTarget(r *rand.Rand, own []string) []byte {
	var t []byte
	switch r.IntN(12) {
	case 0:
		t = append(t, "http://h.test"...)
	case 1:
		if r.IntN(3) == 0 {
			t = append(t, []string{"http://h.test:80", "HTTP://H.TEST", "https://h.test", "http://u@h.test"}[r.IntN(4)]...)
		}
	}
	p := own[r.IntN(len(own))]
	if !strings.HasPrefix(p, "/") {
		t = append(t, '/')
	}
	piece := func(p string) {
		for i := range len(p) {
			switch c := p[i]; r.IntN(40) {
			case 0:
				t = fmt.Appendf(t, "%%%02X", c)
			case 1:
				t = fmt.Appendf(t, "%%%02x", c)
			default:
				t = append(t, c)
			}
		}
	}
	if r.IntN(4) == 0 {
		t = append(t, []string{"/", "/.", "/a/..", "/%2e", "//", "/a/%2E%2e"}[r.IntN(6)]...)
		if r.IntN(2) == 0 {
			t = bytes.TrimSuffix(t, []byte("/"))
		}
		if len(t) == 0 {
			t = append(t, '/')
		}
	}
	piece(p)
	for range r.IntN(5) {
		switch r.IntN(3) {
		case 0:
			piece(own[r.IntN(len(own))])
		case 1:
			t = append(t, randomPieces[r.IntN(len(randomPieces))]...)
		default:
			t = append(t, "/"...)
		}
	}
	return t
}

// compareConfigs does all files whose names begin with one of only, and writes the table.
func compareConfigs(only []string, n int, seed uint64) error {
	files, err := filepath.Glob(configFolder + "/*")
	if err != nil {
		return err
	}
	bad := 0
	for _, file := range files {
		if !begins(filepath.Base(file), only) {
			continue
		}
		for _, version := range fileVersions(filepath.Base(file)) {
			o, err := compareConfig(file, version, n, seed)
			switch {
			case errors.Is(err, errMissing):
				fmt.Println(file+":", err)
				continue
			case err != nil:
				fmt.Fprintln(os.Stderr, file+":", err)
				bad++
				continue
			case o.differs > 0:
				bad++
			}
			if err := keepOutcome(configTable, o); err != nil {
				return err
			}
		}
	}
	if bad > 0 {
		return errors.New(strconv.Itoa(bad) + " failed or differ")
	}
	return nil
}
