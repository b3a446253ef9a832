package main

func init() {
	add(hop{
		name: "nghttpx:backend", server: "nghttpx", sees: "forward status",
		config:  `backend=127.0.0.1,UPSTREAM_PORT`,
		version: versionOf("nghttp2/", "nghttpx", "--version"), start: startNghttpx,
	})
}

func startNghttpx(e *env, config string) error {
	file, err := e.write("nghttpx.conf", "frontend=127.0.0.1,PORT;no-tls\nworkers=1\nerrorlog-file=DIR/error\naccesslog-file=/dev/null\nno-ocsp=yes\n"+config+"\n")
	if err != nil {
		return err
	}
	path, err := find("nghttpx")
	if err != nil {
		return err
	}
	return e.run(nil, path, "--conf", file)
}
