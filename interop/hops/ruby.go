package main

import (
	"fmt"
	"strings"
)

func init() {
	puma := []string{"/usr/bin/puma", "-b", "tcp://127.0.0.1:PORT", "-t", "4:4", "-q", "-e", "production", "HERE/ruby/config.ru"}
	unicorn := []string{"/usr/bin/unicorn", "-l", "127.0.0.1:PORT", "-E", "deployment", "HERE/ruby/config.ru"}
	ruby("puma:rack", "puma", "app status", "rack", puma, `
		puma config.ru, app: env["PATH_INFO"]
	`)
	ruby("unicorn:rack", "unicorn", "app status", "rack", unicorn, `
		unicorn config.ru, app: env["PATH_INFO"]
	`)
	ruby("sinatra:puma", "sinatra", "rule app status", "sinatra", puma, `
		get(/(.*)/m), rule: request.path_info, app: the group
		started by puma
	`)
	ruby("rack:Files", "rack", "status", "files", puma, `
		Rack::Files.new("/srv/www")
		started by puma
	`)
	ruby("webrick:mount_proc", "webrick", "rule app status", "", []string{"/usr/bin/ruby", "HERE/ruby/servers.rb", "PORT"}, `
		server.mount_proc("/"), rule: request.unparsed_uri, app: request.path
	`)
}

// ruby adds a server that Debian's Ruby runs; kind names a function of ruby/servers.rb.
func ruby(name, gem, sees, kind string, words []string, config string) {
	server, _, _ := strings.Cut(name, ":")
	add(hop{
		name: name, server: server, config: config, sees: sees,
		version: func() (string, error) {
			out, err := command("/usr/bin/ruby", "-e", "print Gem::Specification.find_by_name(ARGV[0]).version", gem).Output()
			if err != nil {
				return "", fmt.Errorf("%s: %w", gem, errMissing)
			}
			return string(out), nil
		},
		start: func(e *env, _ string) error {
			if err := e.tree(); err != nil {
				return err
			}
			return e.here([]string{"HOPS_TAG=" + e.tag, "HOPS_KIND=" + kind, "HOPS_FOLDER=" + e.expand("/srv")}, words...)
		},
	})
}
