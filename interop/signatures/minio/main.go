// Minio records which spellings of a signed request a MinIO server accepts.
//
//	go install github.com/minio/minio@VERSION
//	go run ./signatures/minio -server ~/go/bin/minio -version VERSION
//
// It signs requests for random objects by the signer of aws-sdk-go-v2, sends each as it
// was signed and re-spelled, as proxies and URL parsers do, writes what the server
// answers to signatures/minio.recording.tsv.gz, and says where package sigv4 would
// answer otherwise. With -check it writes nothing.
//
// A row of the recording is the target that was sent, the signature, and the answer. An
// empty signature is that of the row before.
package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/pct-encoded/percent/sign/sigv4"
)

const (
	address   = "127.0.0.1:9123"
	accessKey = "AKIDEXAMPLE"
	secret    = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
	dateForm  = "20060102T150405Z"
)

func main() {
	server := flag.String("server", "minio", "the program of the server")
	version := flag.String("version", "", "its version")
	count := flag.Int("count", 1000, "how many requests are signed")
	check := flag.Bool("check", false, "write no recording")
	flag.Parse()
	if err := run(*server, *version, *count, *check); err != nil {
		fmt.Fprintln(os.Stderr, "minio:", err)
		os.Exit(1)
	}
}

func run(server, version string, count int, check bool) error {
	folder, err := os.MkdirTemp("", "minio")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := os.Mkdir(filepath.Join(folder, "bucket"), 0o755); err != nil {
		return err
	}
	cmd := exec.Command(server, "server", "--quiet", "--address", address, folder)
	cmd.Env = append(os.Environ(), "MINIO_ROOT_USER="+accessKey, "MINIO_ROOT_PASSWORD="+secret)
	if err := cmd.Start(); err != nil {
		return err
	}
	defer cmd.Process.Kill()
	for range 100 {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	time.Sleep(3 * time.Second)

	c := &client{}
	r := rand.New(rand.NewPCG(4, 39))
	date := time.Now().UTC()
	rows := []string{"# MinIO " + version + "\t" + date.Format(dateForm) + "\t"}
	answers := map[string]int{}
	disagree := 0
	for range count {
		target, signature, err := signed(r, date)
		if err != nil {
			return err
		}
		shown := signature
		for i, spelling := range append([]string{target}, respellings(r, target)...) {
			answer, err := c.ask(spelling, date, signature)
			if err != nil {
				return err
			}
			rows = append(rows, spelling+"\t"+shown+"\t"+answer)
			shown = ""
			kind := "re-spelled"
			if i == 0 {
				kind = "as signed"
			}
			answers[kind+" "+answer]++
			if ours := percent(spelling, date, signature); ours != answer && (answer == "valid" || answer == "SignatureDoesNotMatch" || ours == "valid") {
				disagree++
				fmt.Printf("%s: the server says %s, percent %s\n", spelling, answer, ours)
			}
		}
	}
	fmt.Println(answers, disagree, "differ")
	if check {
		return nil
	}
	f, err := os.Create("signatures/minio.recording.tsv.gz")
	if err != nil {
		return err
	}
	defer f.Close()
	w := gzip.NewWriter(f)
	if _, err := io.WriteString(w, strings.Join(rows, "\n")+"\n"); err != nil {
		return err
	}
	return errors.Join(w.Close(), f.Close())
}

var pieces = []string{
	"a", "b", "Z", "9", "key", " ", "+", "%", "~", "-", "_", "*", "'", "(", ")", "!", "/", ";", ":", "@", "&", "=", "?", "#",
	"$", ",", "[", "]", "{", "}", "|", "^", "`", "\"", "<", ">", "é", "☃", "日本", "😀", "%2B", "%20", "%41", "a.b",
}

func word(r *rand.Rand, least, most int) string {
	s := ""
	for range least + r.IntN(most) {
		s += pieces[r.IntN(len(pieces))]
	}
	return s
}

func encode(s, keep string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~"+keep, c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// signed returns a target and its signature. One in four paths is signed as a URL parser
// keeps it, with characters raw that need no escape in a path.
func signed(r *rand.Rand, date time.Time) (target, signature string, err error) {
	keep := "/"
	if r.IntN(4) == 0 {
		keep = "/!$&'()*+,;=:@"
	}
	target = "/bucket/k" + encode(word(r, 1, 6), keep)
	var query []string
	for i := range r.IntN(3) {
		query = append(query, fmt.Sprintf("p%d", i)+encode(word(r, 0, 3), "")+"="+encode(word(r, 0, 4), ""))
	}
	if len(query) > 0 {
		target += "?" + strings.Join(query, "&")
	}
	path, rawQuery, _ := strings.Cut(target, "?")
	req := &http.Request{
		Method: "GET", Host: address, Header: http.Header{"X-Amz-Content-Sha256": {sigv4.UnsignedPayload}},
		URL: &url.URL{Scheme: "http", Host: address, Opaque: "//" + address + path, RawQuery: rawQuery},
	}
	signer := v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true })
	credentials := aws.Credentials{AccessKeyID: accessKey, SecretAccessKey: secret}
	if err := signer.SignHTTP(context.Background(), credentials, req, sigv4.UnsignedPayload, "s3", "us-east-1", date); err != nil {
		return "", "", err
	}
	_, signature, _ = strings.Cut(req.Header.Get("Authorization"), "Signature=")
	return target, signature, nil
}

var escape = regexp.MustCompile(`%[0-9A-F]{2}`)

// respellings returns other spellings of a target.
func respellings(r *rand.Rand, target string) []string {
	path, query, found := strings.Cut(target, "?")
	join := func(path, query string) string {
		if found {
			return path + "?" + query
		}
		return path
	}
	lower := func(s string) string { return escape.ReplaceAllStringFunc(s, strings.ToLower) }
	raw := func(s, keep string) string {
		return escape.ReplaceAllStringFunc(s, func(e string) string {
			c, _ := url.PathUnescape(e)
			if strings.Contains(keep, c) || c[0] >= 0x80 && strings.Contains(keep, "é") {
				return c
			}
			return e
		})
	}
	over := func(s string) string {
		var b strings.Builder
		for _, c := range []byte(s) {
			if 'a' <= c && c <= 'z' && r.IntN(2) == 0 || c == '-' || c == '~' {
				fmt.Fprintf(&b, "%%%02X", c)
			} else {
				b.WriteByte(c)
			}
		}
		return b.String()
	}
	list := []string{
		join(lower(path), lower(query)),
		join(raw(path, "!$&'()*,;=:@"), raw(query, "!$'()*,;:@/?")),
		join(raw(path, "\"<>[]^`{|}é"), raw(query, "\"<>[]^`{|}é")),
		join(path, strings.ReplaceAll(query, "%20", "+")),
		join(raw(path, "+"), query),
		join(path, raw(query, "+")),
		join(path, strings.ReplaceAll(query, "=&", "&")),
		join(path, "&"+query+"&&"),
		join(strings.ReplaceAll(path, "%2F", "/"), strings.ReplaceAll(query, "%2F", "/")),
		join(path[:len("/bucket/")]+over(path[len("/bucket/"):]), query),
		join(path, over(query)),
		join(escape.ReplaceAllString(path, "%25$0"), query),
		join(path, raw(query, "%")),
		join(raw(path, "%"), query),
	}
	if a, b, ok := strings.Cut(query, "&"); ok {
		list = append(list, join(path, b+"&"+a))
	}
	seen := map[string]bool{target: true}
	kept := list[:0]
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			kept = append(kept, s)
		}
	}
	return kept
}

func authorization(date time.Time, signature string) string {
	return "AWS4-HMAC-SHA256 Credential=" + accessKey + "/" + date.Format("20060102") +
		"/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=" + signature
}

// A client writes request lines as they are.
type client struct {
	conn net.Conn
	from *bufio.Reader
}

var code = regexp.MustCompile(`<Code>(\w+)</Code>`)

// ask returns "valid", the code of S3's error, or the status of another refusal.
func (c *client) ask(target string, date time.Time, signature string) (string, error) {
	if c.conn == nil {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			return "", err
		}
		c.conn, c.from = conn, bufio.NewReader(conn)
	}
	fmt.Fprintf(c.conn, "GET %s HTTP/1.1\r\nHost: %s\r\nX-Amz-Date: %s\r\nX-Amz-Content-Sha256: %s\r\nAuthorization: %s\r\n\r\n",
		target, address, date.Format(dateForm), sigv4.UnsignedPayload, authorization(date, signature))
	resp, err := http.ReadResponse(c.from, nil)
	if err != nil {
		return "", fmt.Errorf("%s: %w", target, err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return "", err
	}
	if resp.Close {
		c.conn.Close()
		c.conn = nil
	}
	switch m := code.FindSubmatch(body); {
	case m != nil && (string(m[1]) == "NoSuchKey" || string(m[1]) == "XMinioInvalidObjectName"), resp.StatusCode == 200:
		// A name with an empty segment is refused behind the signature.
		return "valid", nil
	case m != nil:
		return string(m[1]), nil
	}
	return resp.Status, nil
}

// percent returns what package sigv4 says of it by MinIO's rule.
func percent(target string, date time.Time, signature string) string {
	v := &sigv4.Verifier{
		Path: sigv4.PathDecoded, Payload: sigv4.PayloadUnsigned, Window: -1,
		Credentials: func(context.Context, string) (sigv4.Credentials, error) {
			return sigv4.Credentials{AccessKeyID: accessKey, SecretAccessKey: secret}, nil
		},
	}
	_, err := v.VerifyRequest(context.Background(), &sigv4.Request{Method: "GET", URL: "http://host" + target, Header: []sigv4.Header{
		{Name: "Host", Value: address},
		{Name: "X-Amz-Date", Value: date.Format(dateForm)},
		{Name: "X-Amz-Content-Sha256", Value: sigv4.UnsignedPayload},
		{Name: "Authorization", Value: authorization(date, signature)},
	}}, nil)
	var refused *sigv4.VerifyError
	switch {
	case err == nil:
		return "valid"
	case errors.As(err, &refused) && refused.Reason == sigv4.WrongSignature:
		return "SignatureDoesNotMatch"
	}
	return err.Error()
}
