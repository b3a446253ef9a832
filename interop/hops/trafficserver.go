package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func init() {
	trafficServer("remap", `
		map / http://UPSTREAM/
	`)
	trafficServer("remap=/v2/", `
		map /api/ http://UPSTREAM/v2/
		map /static http://UPSTREAM/files
		map / http://UPSTREAM/
	`)
}

func trafficServer(name, config string) {
	add(hop{
		name: "trafficserver:" + name, server: "trafficserver", config: config, sees: "forward status",
		version: versionOf("Traffic Server ", "traffic_server", "--version"), start: startTrafficServer,
	})
}

func startTrafficServer(e *env, config string) error {
	// Everything it reads and writes is below one folder, whose layout it is told.
	layout := "prefix: DIR/ts\nexec_prefix: DIR/ts\nbindir: /usr/bin\nsbindir: /usr/sbin\nsysconfdir: DIR/ts/etc\ndatadir: DIR/ts/cache\nincludedir: /usr/include\nlibdir: /usr/lib/trafficserver\nlibexecdir: /usr/lib/trafficserver/modules\nlocalstatedir: DIR/ts/run\nruntimedir: DIR/ts/run\nlogdir: DIR/ts/log\nmandir: /usr/share/man\ninfodir: /usr/share/info\ncachedir: DIR/ts/cache\n"
	runroot, err := e.write("ts/runroot.yaml", layout)
	if err != nil {
		return err
	}
	for _, dir := range []string{"etc", "cache", "run", "log"} {
		path := filepath.Join(e.dir, "ts", dir)
		// It refuses to run as root.
		if err := errors.Join(os.MkdirAll(path, 0o755), os.Chmod(path, 0o777)); err != nil {
			return err
		}
	}
	if out, err := exec.Command("cp", "-r", "/etc/trafficserver/.", filepath.Join(e.dir, "ts/etc")).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	if _, err := e.write("ts/etc/remap.config", config+"\n"); err != nil {
		return err
	}
	if _, err := e.write("ts/etc/records.config", strings.TrimLeft(`
CONFIG proxy.config.http.server_ports STRING PORT:ip-in=127.0.0.1
CONFIG proxy.config.http.cache.http INT 0
CONFIG proxy.config.url_remap.pristine_host_hdr INT 1
CONFIG proxy.config.url_remap.remap_required INT 1
CONFIG proxy.config.reverse_proxy.enabled INT 1
CONFIG proxy.config.admin.user_id STRING trafficserver
CONFIG proxy.config.exec_thread.autoconfig INT 0
CONFIG proxy.config.exec_thread.limit INT 2
CONFIG proxy.config.log.logging_enabled INT 0
CONFIG proxy.config.dns.resolv_conf STRING NULL
CONFIG proxy.config.dns.nameservers STRING 127.0.0.1
`, "\n")); err != nil {
		return err
	}
	if _, err := e.write("ts/etc/storage.config", "cache 32M\n"); err != nil {
		return err
	}
	path, err := find("traffic_server")
	if err != nil {
		return err
	}
	return e.run([]string{"TS_RUNROOT=" + runroot}, path, "--run-root="+runroot)
}
