// Package schemacheck holds what the commands write with --json to the schemas
// that percent schema prints, with a validator of its own module.
package schemacheck

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// bin is the folder with the command.
var bin string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if bin, err = os.MkdirTemp("", "schemacheck"); err != nil {
			panic(err)
		}
		defer os.RemoveAll(bin)
		build := exec.Command("go", "build", "-o", filepath.Join(bin, "percent"), ".")
		build.Dir = ".."
		if out, err := build.CombinedOutput(); err != nil {
			panic(string(out))
		}
		return m.Run()
	}())
}

// files are what the examples read.
var files = map[string]string{
	"urls.txt":      "http://h/%7e?utm_source=a#f\nhttp://h/\xff%zz\n",
	"links.txt":     "../a?b\nhttp://é/ x\n",
	"queries.txt":   "tag=a&tag=%ff\nq\n",
	"secret.json":   `{"scheme":"redis","hosts":[{"name":"h"}],"password":"@"}` + "\n",
	"paths.txt":     "/a b\n",
	"canonical.txt": "GET\n/\na=2\nhost:h\n\nhost\nx\n",
	"purls.txt":     "pkg:npm/%40a/b@1\npkg:x\n",
	"access.log":    "GET http://h/%2e%2e/ HTTP/1.1\n",
	"icon.png":      "\x89PNG",
	"icon.svg":      "<svg/>",
	"note.txt":      "a note",
	"client.ts":     "fetch(encodeURI(component) + '?q=' + encodeURI(q));\n",
	"vars.json":     `{"keys":{"a":"b"}}`,
	"ours.txt":      "GET\n/\na=1\nhost:h\n\nhost\nx\n",
	"refusal.xml":   "<Error><AuthenticationErrorDetail>Signature did not match. String to sign used was r\n\n</AuthenticationErrorDetail></Error>",
	"theirs.txt":    "GET\n/\na=2\nhost:h\n\nhost\nx\n",
	"request.http":  "GET /?a=r%20b HTTP/1.1\nHost: example.com\nAuthorization: OAuth oauth_consumer_key=\"k\", oauth_nonce=\"n\", oauth_signature=\"x\", oauth_signature_method=\"HMAC-SHA1\", oauth_timestamp=\"1\"\n\n",
	".env":          "# the shop\nNAME=shop\nDATABASE_URL=postgres://u:p@ss@h/d\n",
	"uris.txt":      "postgres://u:p%40@h/d\npostgresql://u:a@b@h:x/d\nmysql://u@h\n",
	"page.html":     "<a href=\"https://h/?a=1&amp;b=%zz\">x</a>\n",
	"openapi.json":  "{\"servers\": [{\"url\": \"https:\\/\\/h\\/%7e\"}]}\n",
	"openapi.txt":   "{\"servers\": [{\"url\": \"https:\\/\\/h\\/%7e\"}]}\n",
	"access.log.1":  "192.0.2.1 - - [29/Nov/2026:00:00:00 +0000] \"GET /%2e%2e/ HTTP/1.1\" 200 1 \"https://h/\" \"a\"\n",
	"targets.txt":   "/a%2fb\n/\xff\n",
	"targets.log":   "/a//b\n/\xff%2f\n",
	"nginx.conf":    "server {\n  rewrite ^/x(.*)$ /y$1;\n  location /a/ { proxy_pass http://b/; }\n  location / { proxy_pass http://b; }\n}\n",
	"Caddyfile":     ":80\nhandle_path /a/* {\n  reverse_proxy b\n}\nreverse_proxy b\n",
	"samples.json":  `{"input":"a b","output":"a+b"}` + "\n",
}

// samlRequest is a LogoutRequest, deflated, in Base64.
const samlRequest = "s%2FHJT88vLQlKLSxNLS5R8HSxVYo3VFIISy0qzszPs1Uy0jNQsrPxS8xN9XSxy0210YcybfRRNNoBAA%3D%3D"

// writeKeys writes an RSA key to sp.key, and its public part to idp.pem.
func writeKeys(t *testing.T, dir string) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{
		"sp.key": {Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}, "idp.pem": {Type: "PUBLIC KEY", Bytes: public},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// run runs a line of a shell, in a folder with the files, and returns what it
// writes.
func run(t *testing.T, dir, line, stdin string) (stdout, stderr string, status int) {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "NO_COLOR=1",
		"PERCENT_CONSUMER_SECRET=s", "PERCENT_TOKEN_SECRET=s", "AWS_ACCESS_KEY_ID=k", "AWS_SECRET_ACCESS_KEY=s",
		"OTEL_RESOURCE_ATTRIBUTES=a=b%2C", "theirs=GET&http",
		"signed=https://a.blob.core.windows.net/c/b?sv=2022-11-02&sr=b&sp=r&se=2030-01-01&sig=x", "PERCENT_SIGNING_SECRET=c2VjcmV0",
		"url=https://idp.example/slo?SAMLRequest="+samlRequest+"&RelayState=x%20y")
	cmd.Stdin = strings.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		status = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	return out.String(), errs.String(), status
}

// completions returns what a shell would be offered after words.
func completions(t *testing.T, words ...string) []string {
	t.Helper()
	out, err := exec.Command(filepath.Join(bin, "percent"), append([]string{"__completeNoDesc"}, words...)...).Output()
	if err != nil {
		t.Fatalf("%q: %v", words, err)
	}
	return strings.Fields(string(out))
}

// commands returns the commands below words that have --json.
func commands(t *testing.T, words ...string) []string {
	t.Helper()
	help, _, _ := run(t, t.TempDir(), "percent "+strings.Join(words, " ")+" --help", "")
	var names []string
	if at := strings.Index(help, "\nUsage:\n  percent"); at >= 0 || len(words) == 0 {
		usage, _, _ := strings.Cut(help[at+1:], "\n\n")
		if strings.Contains(usage, "[command]") || len(words) == 0 {
			for _, name := range completions(t, append(slices.Clone(words), "")...) {
				if !strings.ContainsAny(name, ":-") || name == "did-web" || len(words) > 0 && !strings.ContainsAny(name[:1], ":-") {
					names = append(names, commands(t, append(slices.Clone(words), name)...)...)
				}
			}
			// A command may do something by itself as well.
			if !strings.Contains(usage, " [flags] ") {
				return names
			}
		}
	}
	if slices.Contains(completions(t, append(slices.Clone(words), "--json")...), "--json") {
		names = append(names, strings.Join(words, " "))
	}
	return names
}

// leading is what stands before the values of commands that want something.
var leading = map[string]string{
	"hops": "nginx", "hops diff": "nginx caddy",
	"form get": "a", "form set": "a b", "form append": "a b", "form delete": "a", "uri get": "'{path}{:query}'", "uri set": "path=/é",
	"uri resolve": "http://h/", "url get": "search", "url set": "hash=a", "url resolve": "http://h/", "robots match": "/a",
	"csp match": "/a/", "handler expand": "'https://h/?%s'", "cgi variables": "/a", "formmail headers": "mailto:a@b",
	"formmail body": "mailto:a@b", "formmail text": "mailto:a@b", "template expand": "'/a{?b'", "compare": "'a%20b'", "uri compare": "/%7Ea", "see": "--decode",
}

// messy are values of all sorts.
const messy = "http://u:p%zz@h:80x/%ff?a=%E9&b[]=c#d\n\xff%FF%\n\n/a%2Fb?a=1&a=%ff\n%u0041+\nmailto:a@b?subject=%zz\n{\"a\":1}\n[[\"a\",1]]\n/a/b\n"

// more are lines for what examples do not show.
var more = map[string][]string{
	"oauth1 verify":     {`printf 'GET / HTTP/1.1\nHost: h\n%s\n\n' "Authorization: $(percent oauth1 sign --consumer-key k https://h/)" > o.http; percent oauth1 verify --json -f o.http`},
	"sigv4 verify":      {`{ printf 'GET / HTTP/1.1\nHost: h\n'; percent sigv4 sign --service s3 http://h/; echo; } > s.http; percent sigv4 verify --json -f s.http`},
	"saml sign":         {`percent saml sign --json --key-file sp.key "$url"`},
	"saml explain":      {`percent saml explain --json "$(percent saml sign --key-file sp.key "$url")"`, `percent saml explain --json "$url" --expect a`},
	"saml verify":       {`percent saml verify --json --key-file idp.pem "$(percent saml sign --key-file sp.key "$url")"`, `percent saml verify --json --key-file idp.pem "$(percent saml sign --key-file sp.key "$url" | sed s/%20/+/)"`},
	"signature explain": {`percent signature explain --json "$signed"`, `percent signature explain --json "$signed" --expect a`},
	"signature sign":    {`percent signature sign --json --as azure-sas "$signed"`},
	"signature verify":  {`percent signature verify --json "$(percent signature sign --as azure-sas "$signed")"`, `percent signature verify --json "$signed"`},
	"conform": {
		"percent conform --json --quick -- cat", "percent conform --json --quick --units bytes -- rev", "percent conform --json --quick --units utf16 --wire json -- cat",
		"percent conform --json --decode --quick -- cat", "percent conform --json --uri --quick -- cat", "percent conform --json --quick -- true",
		`percent vectors --quick --tsv | cut -f 1,3 | percent conform --json --quick --answers -`,
	},
	"vectors":       {"percent vectors --json --units bytes", "percent vectors --json --decode --units utf16", "percent vectors --json --url", "percent vectors --json --sigv4 --quick", "percent vectors --json --form --decode"},
	"lint":          {"percent lint --json --list", "percent lint --json --count %zz a"},
	"uri normalize": {"percent uri normalize --json http://h/%7e"},
	"version":       {"percent version --json"},
}

// contradicts are flags that --json cannot be used with.
var contradicts = regexp.MustCompile(`--(csv|tsv|jsonl|parquet|match|column|fix|format|iterate|explain|table|markdown|all|answers)\b|<<| -o | -- [.a-z]`)

func TestEveryCommand(t *testing.T) {
	text, err := exec.Command(filepath.Join(bin, "percent"), "schema").Output()
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertContent()
	if err := compiler.AddResource("percent.json", document); err != nil {
		t.Fatal(err)
	}
	defs := document.(map[string]any)["$defs"].(map[string]any)
	all := commands(t)
	if len(all) < 50 {
		t.Fatalf("only %d commands have --json: %q", len(all), all)
	}
	for name := range defs {
		if strings.ToLower(name) == name && !slices.Contains(all, name) {
			t.Errorf("there is a schema for %q, which is no command with --json", name)
		}
	}
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	writeKeys(t, dir)
	for _, name := range all {
		t.Run("command="+strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			if defs[name] == nil {
				t.Fatal("no schema")
			}
			schema, err := compiler.Compile("percent.json#/$defs/" + url.PathEscape(name))
			if err != nil {
				t.Fatal(err)
			}
			documents, whole := 0, 0
			check := func(line, stdin string) {
				stdout, stderr, status := run(t, dir, line, stdin)
				if status == 2 || status == 4 {
					t.Errorf("%s: status %d: %s", line, status, stderr)
				}
				d := json.NewDecoder(strings.NewReader(stdout))
				d.UseNumber()
				for {
					var v any
					if err := d.Decode(&v); err == io.EOF {
						return
					} else if err != nil {
						t.Errorf("%s: %v in %q", line, err, stdout)
						return
					}
					documents++
					if o, ok := v.(map[string]any); !ok || o["reason"] == nil {
						whole++
					}
					if err := schema.Validate(v); err != nil {
						t.Errorf("%s: %v\n%s", line, err, stdout)
						return
					}
				}
			}
			for _, line := range examples(t, name) {
				check(line, messy)
			}
			if documents == 0 || whole == 0 && name != "url check" {
				t.Errorf("no example wrote JSON (%d, %d without a reason)", documents, whole)
			}
			usage, _, _ := run(t, dir, "percent "+name+" --help", "")
			if !strings.Contains(usage, "read values from") && !strings.Contains(usage, "encode what is in") {
				return
			}
			line := "percent " + name + " --json " + leading[name]
			check(line, messy)
			for _, policy := range []string{"keep", "replace", "skip", "escape"} {
				if strings.Contains(usage, "--on-error") {
					for _, stdin := range strings.SplitAfter(messy, "\n") {
						if _, _, status := run(t, dir, line+" --on-error "+policy, stdin); status != 2 {
							check(line+" --on-error "+policy, stdin)
						}
					}
				}
			}
		})
	}
}

// examples returns those of the help of a command, with --json.
func examples(t *testing.T, name string) []string {
	help, _, _ := run(t, t.TempDir(), "percent "+name+" --help", "")
	_, rest, _ := strings.Cut(help, "\nExamples:\n")
	rest, _, _ = strings.Cut(rest, "\n\n")
	var lines []string
	for line := range strings.SplitSeq(strings.ReplaceAll(rest, "\\\n", ""), "\n") {
		command := "percent " + name
		at := strings.LastIndex(line, command)
		if at < 0 || contradicts.MatchString(line) {
			continue
		}
		end := at + len(command)
		rest, _, _ := strings.Cut(line[end:], " | percent ")
		if !strings.Contains(rest, "--json") {
			rest = " --json" + rest
		}
		lines = append(lines, strings.TrimSpace(line[:end])+rest)
	}
	return append(lines, more[name]...)
}
