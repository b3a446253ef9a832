package httprequest

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

// summary returns a request in one line.
func summary(r *Request) string {
	s := r.Method + " " + r.URL
	for _, f := range r.Header {
		s += " [" + f.Name + ": " + f.Value + "]"
	}
	if r.Body != nil {
		s += fmt.Sprintf(" %q", r.Body)
	}
	return s
}

const form = " [Content-Type: application/x-www-form-urlencoded]"

// TestCurl: a command line is the request that curl 7.88.1 was seen to send.
func TestCurl(t *testing.T) {
	for text, want := range map[string]string{
		"curl h":                               "GET http://h",
		"curl 'h/?to=http://i/a/../b'":         "GET http://h/?to=http://i/a/../b",
		"$ curl 'https://h/?a=b%20c&d' -s\n":   "GET https://h/?a=b%20c&d",
		"curl -X POST \\\n  https://h/ -d a=1": "POST https://h/" + form + ` "a=1"`,
		"curl \\\r\n https://h/":               "GET https://h/",
		"curl https://h/ -d 'a=b c' -d e":      "POST https://h/" + form + ` "a=b c&e"`,
		"curl https://h/ -d @f":                "POST https://h/" + form + ` "<f>"`,
		"curl https://h/ --data-binary @f":     "POST https://h/" + form + ` "<f>\n"`,
		"curl https://h/ --data-raw @f":        "POST https://h/" + form + ` "@f"`,
		"curl https://h/ --data-urlencode 'a=b c~*!é' --data-urlencode '=x y'":     "POST https://h/" + form + ` "a=b+c~%2A%21%C3%A9&x+y"`,
		"curl https://h/ --data-urlencode a@f --data-urlencode @g":                 "POST https://h/" + form + ` "a=%3Cf%3E%0A&%3Cg%3E%0A"`,
		"curl -G -d a=b -d c 'https://h/a/../b/c?x#f'":                             "GET https://h/b/c?x&a=b&c",
		"curl --path-as-is https://h/a/../b":                                       "GET https://h/a/../b",
		`curl --json '{"a":1}' https://h`:                                          `POST https://h [Content-Type: application/json] [Accept: application/json] "{\"a\":1}"`,
		"curl -I -H 'Accept;' -H X: -b a=1 -u u:p -H 'Host: y' -A ua https://h/?x": "HEAD https://h/?x [Accept: ] [Host: y] [Authorization: Basic dTpw] [User-Agent: ua] [Cookie: a=1]",
		`curl "https://h/\"\$a" -XPUT -sSLo /dev/null`:                             `PUT https://h/"$a`,
		`curl $'https://h/\'\x41\u00e9\n' --compressed --max-time 5`:               "GET https://h/'Aé\n",
		`curl $'https://h/\x\ug\U1F600\101\q'`:                                     `GET https://h/\x\ug😀A\q`,
		"curl https://h/ -H 'Content-Type: text/plain' -d x | jq .":                `POST https://h/ [Content-Type: text/plain] "x"`,
		"curl https://h/ -d a -H content-type: -A ua -H User-Agent:":               `POST https://h/ "a"`,
		"curl -G --json {} https://h/":                                             "GET https://h/?{} [Content-Type: application/json] [Accept: application/json]",
		"curl https://h/ 2>/dev/null":                                              "GET https://h/",
		"curl --url https://h/ # a comment":                                        "GET https://h/",
	} {
		r, err := parseOne(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := summary(r); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"curl -X POST":               "request: command line: no URL at byte 12",
		"curl 'a":                    `request: command line: quote that does not end "'" at byte 5`,
		`curl "a`:                    `request: command line: quote that does not end "\"" at byte 5`,
		"$ curl https://$HOST/":      `request: command line: the shell puts something else here "$H" at byte 15`,
		"curl \"`x`\"":               "request: command line: the shell puts something else here \"`x\" at byte 6",
		"curl https://h/?a=1&b=2":    `request: command line: the command ends here; put the URL in quotes "&" at byte 19`,
		`curl "https://h/?a=$1"`:     `request: command line: the shell puts something else here "$1" at byte 19`,
		"curl https://h/$?":          `request: command line: the shell puts something else here "$?" at byte 15`,
		"curl https://h/ https://i":  `request: command line: second URL "https://i" at byte 16`,
		"curl -H A: Bearer secret u": `request: command line: second URL at byte 18`,
		"curl h --user=me:secret":    `request: command line: unknown option of curl "--user" at byte 7`,
		"curl https://h/ -F a=b":     `request: command line: option that sends what is not written here "-F" at byte 16`,
		"curl https://h/ --what":     `request: command line: unknown option of curl "--what" at byte 16`,
		"curl https://h/ -d":         `request: command line: option without a value "-d" at byte 16`,
	} {
		if _, err := parseOne(text); fmt.Sprint(err) != want {
			t.Errorf("%s\n got %v\nwant %s", text, err, want)
		}
	}
	if _, err := parseOne("curl https://h/ -d @missing"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

// TestTrace: the requests are read out of what curl -v prints.
func TestTrace(t *testing.T) {
	const trace = "* Connected to h (127.0.0.1) port 80 (#0)\n> POST /a?b=c%20d HTTP/1.1\r\n> Host: h\r\n> Content-Length: 3\r\n> \r\n} [3 bytes data]\n" +
		"< HTTP/1.1 302 Found\r\n< Location: /x\r\n<\n> GET /x HTTP/1.1\n> Host: h\n>\n* done\n"
	list, err := Parse([]byte(trace), "https", nil)
	if err != nil || len(list) != 2 {
		t.Fatalf("%d requests: %v", len(list), err)
	}
	if got, want := summary(list[0]), "POST http://h/a?b=c%20d [Host: h] [Content-Length: 3]"; got != want || !list[0].NoBody {
		t.Errorf("%s, no body %t", got, list[0].NoBody)
	}
	if got, want := summary(list[1]), "GET http://h/x [Host: h]"; got != want || list[1].NoBody {
		t.Errorf("%s, no body %t", got, list[1].NoBody)
	}
	_, err = Parse([]byte("* x\n> GET foo HTTP/1.1\n> Host: h\n"), "https", nil)
	if want := `request: request at byte 4, line 1, request target: invalid request target "foo" at byte 4`; fmt.Sprint(err) != want {
		t.Error(err)
	}
}

// TestHAR: so they are out of an HTTP archive.
func TestHAR(t *testing.T) {
	const head = `{"log":{"version":"1.2","entries":[{"request":{"method":"POST","url":"https://h/?a=b%20c#f","headers":[{"name":":method","value":"POST"},{"name":"X","value":"y"}]`
	r, err := parseOne(head + `,"postData":{"mimeType":"application/x-www-form-urlencoded","text":"a=b+c"}}}]}}`)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := summary(r), "POST https://h/?a=b%20c [X: y]"+form+` "a=b+c"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for text, want := range map[string]string{
		head + `,"postData":{"params":[{"name":"a"}]}}}]}}`: "only the parameters of the body were recorded",
		`{"log":{}}`:               "not a request of an HTTP archive",
		`{"log":{"entries":[{}]}}`: "entry 1: not a request",
		`{"log":{"entries":[{"request":{"url":1}}]}}`: "entry 1: not a request",
		strings.Replace(head, "y", `\n`, 1) + "}}]}}": "entry 1: not a header field",
	} {
		if _, err := parseOne(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
