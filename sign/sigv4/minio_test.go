package sigv4

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"strings"
	"testing"
)

// TestMinIO replays which spellings of requests, signed by aws-sdk-go-v2, a MinIO server
// accepted (interop/signatures/minio). By the rule of S3, only a '+' in the path, which is
// a space to S3, and a ';' in the query, which net/url refuses, get another answer.
func TestMinIO(t *testing.T) {
	f, err := os.Open("../../interop/signatures/minio.recording.tsv.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Scan()
	_, date, _ := strings.Cut(lines.Text(), "\t")
	date = strings.TrimSpace(date)
	credentials := func(context.Context, string) (Credentials, error) {
		return Credentials{AccessKeyID: "AKIDEXAMPLE", SecretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"}, nil
	}
	answers := map[string]int{}
	signature, otherwise := "", 0
	for lines.Scan() {
		row := strings.Split(lines.Text(), "\t")
		if len(row) != 3 {
			t.Fatalf("%q", row)
		}
		target, want := row[0], row[2]
		if row[1] != "" {
			signature = row[1]
		}
		answers[want]++
		r := &Request{Method: "GET", URL: "http://h" + target, Header: []Header{
			{"Host", "127.0.0.1:9123"},
			{"X-Amz-Date", date},
			{"X-Amz-Content-Sha256", UnsignedPayload},
			{"Authorization", "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/" + date[:8] + "/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=" + signature},
		}}
		answer := func(path PathStyle) string {
			v := &Verifier{Credentials: credentials, Path: path, Payload: PayloadUnsigned, Now: at(date)}
			_, err := v.VerifyRequest(t.Context(), r, nil)
			var refused *VerifyError
			switch {
			case err == nil:
				return "valid"
			case errors.As(err, &refused) && refused.Reason == WrongSignature:
				return "SignatureDoesNotMatch"
			}
			return "malformed"
		}
		if want != "valid" && want != "SignatureDoesNotMatch" {
			want = "malformed"
		}
		if got := answer(PathDecoded); got != want {
			t.Errorf("%s: %s, want %s", target, got, row[2])
		}
		path, query, _ := strings.Cut(target, "?")
		if got := answer(PathByService); got != want {
			otherwise++
			if !strings.Contains(path, "+") && !strings.Contains(query, ";") {
				t.Errorf("%s by the rule of S3: %s, want %s", target, got, row[2])
			}
		}
	}
	if err := lines.Err(); err != nil || answers["valid"] < 4000 || answers["SignatureDoesNotMatch"] < 1000 || otherwise < 100 {
		t.Errorf("%v, %d otherwise, %v", answers, otherwise, err)
	}
}
