// Signatures records what independent implementations of OAuth 1.0 and of AWS
// Signature Version 4 sign.
//
//	go run ./signatures               # everything
//	go run ./signatures oauthlib      # this recorder
//	REQUESTS=100000 go run ./signatures   # in a copy of the folder: for PERCENT_SIGNED_RECORDINGS
//
// It writes oauth1.json and sigv4.json, the requests, which are the same every
// time, and hands them to the recorders: programs that read requests from
// standard input and write a recording. The tests of packages oauth1 and sigv4
// replay all of it.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// An oauth1Request is given to recorders with parameters decoded, as their
// interfaces want it, and as it is sent.
type oauth1Request struct {
	Method         string      `json:"method"`
	URI            string      `json:"uri"`  // without the query
	URL            string      `json:"url"`  // with it
	Form           string      `json:"form"` // the body
	Params         [][2]string `json:"params"`
	ConsumerKey    string      `json:"consumer_key"`
	ConsumerSecret string      `json:"consumer_secret"`
	Token          string      `json:"token"`
	TokenSecret    string      `json:"token_secret"`
	Nonce          string      `json:"nonce"`
	Timestamp      string      `json:"timestamp"`
	Hash           string      `json:"hash"` // SHA1, SHA256 or SHA512
}

type sigV4Request struct {
	Method    string      `json:"method"`
	Host      string      `json:"host"`
	Path      string      `json:"path"` // as it is sent
	Query     string      `json:"query"`
	Params    [][2]string `json:"params"` // of the query, decoded
	Header    [][2]string `json:"header"`
	Body      string      `json:"body"`
	Region    string      `json:"region"`
	Service   string      `json:"service"`
	AccessKey string      `json:"access_key"`
	Secret    string      `json:"secret"`
	Token     string      `json:"token"`
	Date      string      `json:"date"`
}

var pieces = []string{
	"a", "b", "Z", "9", "key", " ", "  ", "+", "%", "%20", "%2B", "%zz", "~", "-", ".", "_", "*", "'", "(", ")", "!", "/", "//", ";", ":",
	"@", "&", "=", "?", "#", "$", ",", "[", "]", "{", "}", "|", "\\", "^", "`", "\"", "<", ">", "é", "ß", "☃", "日本", "😀", "\u00a0", "e\u0301",
}

func word(r *rand.Rand, most int) string {
	s := ""
	for range r.IntN(most + 1) {
		s += pieces[r.IntN(len(pieces))]
	}
	return s
}

func encode(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// params returns parameters: a name is there twice in one request of eight.
func params(r *rand.Rand, most int) [][2]string {
	list := [][2]string{}
	for range r.IntN(most + 1) {
		name := word(r, 3)
		if name == "" || slices.ContainsFunc(list, func(p [2]string) bool { return p[0] == name }) {
			continue
		}
		list = append(list, [2]string{name, word(r, 5)})
	}
	if len(list) > 0 && r.IntN(8) == 0 {
		for range 1 + r.IntN(3) {
			list = append(list, [2]string{list[0][0], word(r, 3)})
		}
	}
	return list
}

func path(r *rand.Rand) string {
	p := ""
	for range r.IntN(6) {
		switch r.IntN(6) {
		case 0:
			p += []string{"/.", "/..", "/", "//", "/..."}[r.IntN(5)]
		default:
			p += "/" + encode(word(r, 3))
		}
	}
	if p == "" || r.IntN(3) == 0 {
		p += "/"
	}
	return p
}

// count is how many requests of each scheme are made; REQUESTS sets another number.
var count = 640

func oauth1Requests() []oauth1Request {
	r := rand.New(rand.NewPCG(5849, 1))
	var list []oauth1Request
	for range count {
		q := oauth1Request{
			Method:         []string{"GET", "POST", "PUT", "DELETE"}[r.IntN(4)],
			ConsumerKey:    "k" + word(r, 3),
			ConsumerSecret: "s" + word(r, 4),
			Token:          "t" + word(r, 3),
			TokenSecret:    word(r, 4),
			Nonce:          "n" + word(r, 2),
			Timestamp:      fmt.Sprint(1_000_000_000 + r.IntN(1_000_000_000)),
			Hash:           []string{"SHA1", "SHA256", "SHA512"}[r.IntN(3)],
			Params:         params(r, 6),
		}
		q.URI = []string{"http://example.com", "https://api.example.net", "https://h:8080", "http://127.0.0.1:81"}[r.IntN(4)] + path(r)
		inBody := 0
		if q.Method == "POST" || q.Method == "PUT" {
			inBody = r.IntN(len(q.Params) + 1)
		}
		form := func(list [][2]string, space string) string {
			var out []string
			for _, p := range list {
				out = append(out, strings.ReplaceAll(encode(p[0])+"="+encode(p[1]), "%20", space))
			}
			return strings.Join(out, "&")
		}
		q.Form = form(q.Params[:inBody], "+")
		q.URL = q.URI
		if query := form(q.Params[inBody:], []string{"+", "%20"}[r.IntN(2)]); query != "" {
			q.URL += "?" + query
		}
		list = append(list, q)
	}
	return list
}

func sigV4Requests() []sigV4Request {
	r := rand.New(rand.NewPCG(4, 1))
	var list []sigV4Request
	for range count {
		q := sigV4Request{
			Method:    []string{"GET", "POST", "PUT", "DELETE"}[r.IntN(4)],
			Host:      []string{"example.com", "bucket.s3.amazonaws.com", "h:8080"}[r.IntN(3)],
			Path:      path(r),
			Params:    params(r, 6),
			Region:    []string{"us-east-1", "eu-central-1"}[r.IntN(2)],
			Service:   []string{"s3", "iam", "execute-api"}[r.IntN(3)],
			AccessKey: "AKID" + fmt.Sprint(r.IntN(1000)),
			Secret:    "s/+" + word(r, 4),
			Date:      fmt.Sprintf("2024%02d%02dT%02d0000Z", 1+r.IntN(12), 1+r.IntN(28), r.IntN(24)),
			Header:    [][2]string{},
		}
		var query []string
		for _, p := range q.Params {
			query = append(query, encode(p[0])+"="+encode(p[1]))
		}
		q.Query = strings.Join(query, "&")
		if r.IntN(2) == 0 {
			q.Header = append(q.Header, [2]string{"Content-Type", "text/plain; charset=utf-8"})
		}
		if r.IntN(2) == 0 {
			q.Header = append(q.Header, [2]string{"X-Amz-Meta-Note", strings.Repeat(" ", r.IntN(3)) + "a" + strings.Repeat(" ", 1+r.IntN(4)) + "\"b  c\"" + strings.Repeat(" ", r.IntN(2))})
		}
		if r.IntN(4) == 0 {
			q.Token = "tok/+=" + encode(word(r, 3))
		}
		if q.Method == "POST" || q.Method == "PUT" {
			q.Body = word(r, 6)
		}
		list = append(list, q)
	}
	return list
}

// recorders are the programs, by the requests that they want.
var recorders = []struct {
	name, requests string
	command        []string
}{
	{"oauthlib", "oauth1.json", []string{"/usr/bin/python3", "oauthlib.recorder.py"}},
	{"oauth-1.0a", "oauth1.json", []string{"node", "node/oauth-1.0a.js"}},
	{"net-oauth", "oauth1.json", []string{"perl", "net-oauth.pl"}},
	{"botocore", "sigv4.json", []string{"/usr/bin/python3", "botocore.recorder.py"}},
	{"smithy", "sigv4.json", []string{"node", "node/smithy.js"}},
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "signatures:", err)
		os.Exit(1)
	}
}

func run(only []string) error {
	if n, err := strconv.Atoi(os.Getenv("REQUESTS")); err == nil {
		count = n
	}
	if _, err := os.Stat("signatures"); err == nil {
		if err := os.Chdir("signatures"); err != nil {
			return err
		}
	}
	files := map[string][]byte{"oauth1.json": lines(oauth1Requests()), "sigv4.json": lines(sigV4Requests())}
	for name, content := range files {
		if err := os.WriteFile(name, content, 0o644); err != nil {
			return err
		}
	}
	if _, err := os.Stat(filepath.Join("node", "node_modules")); err != nil {
		npm := exec.Command("npm", "install", "--no-package-lock", "--no-audit", "--no-fund")
		npm.Dir, npm.Stderr = "node", os.Stderr
		if err := npm.Run(); err != nil {
			return fmt.Errorf("npm install: %w", err)
		}
	}
	for _, r := range recorders {
		if len(only) > 0 && !slices.Contains(only, r.name) {
			continue
		}
		cmd := exec.Command(r.command[0], r.command[1:]...)
		cmd.Stdin, cmd.Stderr = bytes.NewReader(files[r.requests]), os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		if err := os.WriteFile(r.name+".recording.json", out, 0o644); err != nil {
			return err
		}
		fmt.Println(r.name, "recorded")
	}
	return nil
}

// lines returns a JSON array with one element a line.
func lines[T any](list []T) []byte {
	var b bytes.Buffer
	b.WriteString("[")
	for i, v := range list {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n")
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			panic(err)
		}
		b.Truncate(b.Len() - 1)
	}
	b.WriteString("\n]\n")
	return b.Bytes()
}
