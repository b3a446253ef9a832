package main

import (
	"runtime"
	"strings"
)

// clients are the clients by their names.
var clients = map[string]*client{
	"curl": {
		program: "curl", call: "curl -g -s -o /dev/null -m 10 -- URL",
		version: []string{"curl", "--version"}, once: []string{"curl", "-g", "-s", "-o", "/dev/null", "-m", "10", "--"},
	},
	"curl.glob": {
		program: "curl, with its globbing", call: "curl -s -o /dev/null -m 10 -- URL",
		version: []string{"curl", "--version"}, once: []string{"curl", "-s", "-o", "/dev/null", "-m", "10", "--"},
	},
	"wget": {
		program: "GNU Wget", call: "wget -q -O /dev/null -t 1 -T 10 -- URL",
		version: []string{"wget", "--version"}, once: []string{"wget", "-q", "-O", "/dev/null", "-t", "1", "-T", "10", "--"},
	},
	"w3m": {
		program: "w3m", call: "w3m -dump_source URL",
		version: []string{"w3m", "-version"}, pattern: `w3m/(\d+\.\d+\.\d+)`, once: []string{"w3m", "-dump_source"},
	},
	"go.http": {
		program: "Go net/http", call: "http.Client.Get(s)",
		version: []string{"echo", runtime.Version()}, serve: []string{"$SELF", "worker"},
	},
	"python.urlopen":   python("urllib.request", "Python urllib.request", "urlopen(s)"),
	"urllib3.request":  python("urllib3", "urllib3", "PoolManager().request('GET', s)"),
	"requests.get":     python("requests", "requests", "requests.get(s)"),
	"httpx.get":        python("httpx", "httpx", "httpx.Client().get(s)"),
	"aiohttp.get":      python("aiohttp", "aiohttp", "ClientSession().get(s)"),
	"tornado.fetch":    python("tornado", "tornado SimpleAsyncHTTPClient", "AsyncHTTPClient().fetch(s)"),
	"node.fetch":       node("fetch", "Node.js fetch", "fetch(s)"),
	"node.http":        node("http", "Node.js http", "http.get(s), or https.get(s) where s begins with https"),
	"php.streams":      php("streams", "PHP streams", "file_get_contents(s)"),
	"php.curl":         php("curl", "PHP curl", "curl_exec(curl_init(s))"),
	"perl.lwp":         perl("LWP::UserAgent", "Perl LWP", "LWP::UserAgent->new->get(s); s holds octets"),
	"perl.http-tiny":   perl("HTTP::Tiny", "Perl HTTP::Tiny", "HTTP::Tiny->new->get(s); s holds octets"),
	"perl.mojo":        perl("Mojolicious", "Perl Mojo::UserAgent", "Mojo::UserAgent->new->get(s); s holds characters"),
	"ruby.net-http":    ruby("net/http", "Ruby Net::HTTP", "Net::HTTP.get_response(URI(s))"),
	"ruby.open-uri":    ruby("open-uri", "Ruby open-uri", "URI.open(s)"),
	"ruby.rest-client": ruby("rest-client", "Ruby rest-client", "RestClient.get(s)"),
	"ruby.httparty":    ruby("httparty", "Ruby HTTParty", "HTTParty.get(s)"),
	"ruby.faraday":     ruby("faraday", "Ruby Faraday", "Faraday.get(s)"),
	"axios.get":        npm("axios", "axios", "axios.get(s)"),
	"got.get":          npm("got", "got", "got(s)"),
	"ky.get":           npm("ky", "ky", "ky(s)"),
	"ofetch.fetch":     npm("ofetch", "ofetch", "ofetch(s)"),
	"superagent.get":   npm("superagent", "superagent", "superagent.get(s)"),
	"needle.get":       npm("needle", "needle", "needle('get', s)"),
	"node-fetch.fetch": npm("node-fetch", "node-fetch", "fetch(s)"),
	"deno.fetch": {
		program: "Deno fetch", call: "fetch(s)",
		version: []string{"$NPM/node_modules/@deno/linux-x64-glibc/deno", "--version"}, pattern: `deno ` + number,
		serve: []string{"$NPM/node_modules/@deno/linux-x64-glibc/deno", "run", "--quiet", "--no-lock", "--allow-all", "worker.mjs", "fetch"},
	},
	"rust.ureq":    rust("ureq", "ureq::get(s).call(); built without TLS"),
	"rust.reqwest": rust("reqwest", "reqwest::blocking::get(s); built without TLS"),
	"mono.web-request": {
		program: "Mono System.Net.WebRequest", call: "WebRequest.Create(s).GetResponse()", build: []string{"mcs", "-out:$CACHE/worker.exe", "Worker.cs"},
		version: []string{"mono", "--version"}, pattern: `compiler version ` + number, serve: []string{"mono", "$CACHE/worker.exe"},
	},
	"okhttp.get":          library("libokhttp-java", "OkHttpFetcher", "okhttp okio", "OkHttp", "OkHttpClient.newCall(new Request.Builder().url(s).build()).execute()"),
	"apache.http-client":  library("libhttpclient-java", "ApacheFetcher", "httpclient httpcore commons-logging commons-codec", "Apache HttpClient", "CloseableHttpClient.execute(new HttpGet(s))"),
	"java.http-client":    java("HttpClient", "Java java.net.http.HttpClient", "HttpClient.send(HttpRequest.newBuilder(URI.create(s)))"),
	"java.url-connection": java("URLConnection", "Java java.net.URLConnection", "new URL(s).openStream()"),
}

func python(module, program, call string) *client {
	return &client{
		program: program, call: call,
		version: []string{"/usr/bin/python3", "-W", "ignore", "worker.py", module, "version"}, serve: []string{"/usr/bin/python3", "-W", "ignore", "worker.py", module},
	}
}

func node(api, program, call string) *client {
	return &client{program: program, call: call, version: []string{"node", "--version"}, serve: []string{"node", "--no-warnings", "worker.mjs", api}}
}

func php(api, program, call string) *client {
	return &client{program: program, call: call, version: []string{"php", "worker.php", api, "version"}, serve: []string{"php", "-d", "display_errors=0", "worker.php", api}}
}

func perl(module, program, call string) *client {
	return &client{program: program, call: call, version: []string{"perl", "-M" + module, "-e", "print " + module + "->VERSION"}, serve: []string{"perl", "worker.pl", module}}
}

func ruby(library, program, call string) *client {
	return &client{program: program, call: call, version: []string{"ruby", "-W0", "worker.rb", library, "version"}, serve: []string{"ruby", "-W0", "worker.rb", library}}
}

func java(api, program, call string) *client {
	return &client{
		program: program, call: call, build: []string{"javac", "-nowarn", "-d", "$CACHE", "Worker.java"},
		version: []string{"java", "-version"}, serve: []string{"java", "-Dsun.net.inetaddr.ttl=0", "-Dsun.net.inetaddr.negative.ttl=0", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", "$CACHE", "Worker", api},
	}
}

// library is a client in Java that needs jars of a package of Debian.
func library(name, fetcher, jars, program, call string) *client {
	path := "$CACHE"
	for jar := range strings.FieldsSeq(jars) {
		path += ":/usr/share/java/" + jar + ".jar"
	}
	return &client{
		program: program, call: call, build: []string{"javac", "-nowarn", "-d", "$CACHE", "-cp", path, "Worker.java", fetcher + ".java"},
		version: []string{"dpkg-query", "-W", "-f", "${source:Upstream-Version}", name},
		serve:   []string{"java", "-Dsun.net.inetaddr.ttl=0", "-Dsun.net.inetaddr.negative.ttl=0", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", path, "Worker", fetcher},
	}
}

// npm is a client of a package of npm, run by Node.js.
func npm(name, program, call string) *client {
	return &client{program: program, call: call, version: []string{"node", "worker.mjs", name, "version"}, serve: []string{"node", "--no-warnings", "worker.mjs", name}}
}

func rust(crate, call string) *client {
	return &client{
		program: "Rust crate " + crate, call: call, build: []string{"sh", "rust/build.sh", "$CACHE"},
		version: []string{"sed", "-n", "/^name = \"" + crate + "\"$/{n;p}", "$CACHE/rust/Cargo.lock"}, serve: []string{"$CACHE/rust/target/release/worker", crate},
	}
}
