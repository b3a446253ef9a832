package main

import (
	"fmt"
	"os"
	"strings"
)

func init() {
	gunicorn := []string{"/usr/bin/gunicorn", "--chdir", "HERE/python", "--bind", "127.0.0.1:PORT", "--threads", "4", "--worker-tmp-dir", "DIR", "--log-level", "critical"}
	uvicorn := []string{"/usr/bin/uvicorn", "--app-dir", "HERE/python", "--host", "127.0.0.1", "--port", "PORT", "--log-level", "critical"}
	script := func(args ...string) []string {
		return append([]string{"/usr/bin/python3", "HERE/python/servers.py"}, args...)
	}
	python("gunicorn:WSGI", "gunicorn", "app status", append(gunicorn, "servers:wsgi"), `
		gunicorn app, app: environ["PATH_INFO"]
	`)
	python("waitress:WSGI", "waitress", "app status", script("waitress", "PORT"), `
		waitress.serve(app), app: environ["PATH_INFO"]
	`)
	python("werkzeug:run_simple", "werkzeug", "app status", script("werkzeug", "PORT"), `
		run_simple(host, port, app), app: environ["PATH_INFO"]
	`)
	python("uvicorn:ASGI", "uvicorn", "app status", append(uvicorn, "servers:asgi"), `
		uvicorn app, app: scope["path"]
	`)
	python("starlette:uvicorn", "starlette", "rule app status", append(uvicorn, "--factory", "servers:starlette"), `
		Route("/{path:path}", show), rule: request.url.path, app: request.path_params["path"] after /
		started by uvicorn
	`)
	python("flask:werkzeug", "flask", "rule app status", script("flask_werkzeug", "PORT"), `
		@app.route("/<path:path>"), rule: request.path, app: path after /
		started by werkzeug's run_simple
	`)
	python("flask:gunicorn", "flask", "rule app status", append(gunicorn, "servers:flask()"), `
		@app.route("/<path:path>"), rule: request.path, app: path after /
		started by gunicorn
	`)
	python("django:gunicorn", "django", "rule app status", append(gunicorn, "servers:django()"), `
		re_path(r"(?s)^(.*)$", show), rule: request.path_info, app: the group after /
		started by gunicorn
	`)
	python("aiohttp:web", "aiohttp", "rule app status", script("aiohttp", "PORT"), `
		app.router.add_get("/{path:.*}", show), rule: request.path, app: request.match_info["path"] after /
	`)
	python("tornado:web", "tornado", "rule app status", script("tornado", "PORT"), `
		Application([(r"(?s)/(.*)", Show)]), rule: self.request.path, app: the group after /
	`)
	python("twisted:web", "twisted", "rule app status", script("twisted", "PORT"), `
		a Resource that is a leaf, rule: request.path, app: request.postpath joined by / after /
	`)
	python("python:http.server", "python", "rule app status", script("http_server", "PORT", "/srv/www"), `
		SimpleHTTPRequestHandler in /srv/www, rule: self.path, app: what translate_path returns
	`)
}

// python adds a server that Debian's Python runs. Of the words of its command HERE is the
// folder of this program.
func python(name, server, sees string, words []string, config string) {
	add(hop{
		name: name, server: server, config: config, sees: sees,
		version: func() (string, error) { return pythonVersion(server) },
		start: func(e *env, _ string) error {
			if err := e.tree(); err != nil {
				return err
			}
			return e.here([]string{"HOPS_TAG=" + e.tag, "PYTHONDONTWRITEBYTECODE=1"}, words...)
		},
	})
}

func pythonVersion(module string) (string, error) {
	print := "import importlib.metadata as m, sys; print(m.version(sys.argv[1]))"
	if module == "python" {
		print = "import platform; print(platform.python_version())"
	}
	out, err := command("/usr/bin/python3", "-c", print, module).Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", module, errMissing)
	}
	return strings.TrimSpace(string(out)), nil
}

// here runs a command whose words may hold HERE, the folder of this program, and what
// expand replaces.
func (e *env) here(environment []string, command ...string) error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	words := make([]string, len(command))
	for i, w := range command {
		words[i] = strings.ReplaceAll(e.expand(w), "HERE", here+"/hops")
	}
	return e.run(environment, words[0], words[1:]...)
}
