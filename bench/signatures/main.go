// Signatures times the signing of a request with ten parameters beside other
// signers in Go: github.com/dghubble/oauth1 and the signer of aws-sdk-go-v2.
//
//	go run ./signatures
//
// Every signature is verified before anything is timed. Each round gives the ratio
// of two measurements made one after the other; the table has the median.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	dghubble "github.com/dghubble/oauth1"

	"github.com/pct-encoded/percent/sign/oauth1"
	"github.com/pct-encoded/percent/sign/oauth1/oauth1http"
	"github.com/pct-encoded/percent/sign/sigv4"
	"github.com/pct-encoded/percent/sign/sigv4/sigv4http"
)

const (
	key, secret        = "consumer", "consumer secret"
	token, tokenSecret = "token", "token secret"
	rounds             = 7
)

// answer is a transport that sends nothing.
type answer struct{ last *http.Request }

func (a *answer) RoundTrip(r *http.Request) (*http.Response, error) {
	a.last = r
	return &http.Response{StatusCode: 200, Body: http.NoBody}, nil
}

// oauthRequest has ten parameters: six of the protocol, two in the query, two in
// the body.
func oauthRequest() *http.Request {
	r, err := http.NewRequest("POST", "https://api.example.com/1.1/statuses/update.json?include_entities=true&q=a%20b",
		strings.NewReader("status=Hello+Ladies+%2B+Gentlemen%2C+a+signed+request%21&lat=37.7821120598956"))
	if err != nil {
		panic(err)
	}
	r.Header.Set("Content-Type", oauth1.FormContentType)
	return r
}

func awsRequest() *http.Request {
	r, err := http.NewRequest("GET", "https://ec2.amazonaws.com/?Action=DescribeInstances&Version=2016-11-15&MaxResults=100&"+
		"Filter.1.Name=tag%3AName&Filter.1.Value=a%20b&Filter.2.Name=state&Filter.2.Value=running&NextToken=x%2By%3D&DryRun=true&Owner=self", nil)
	if err != nil {
		panic(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return r
}

type contest struct {
	name         string
	ours, theirs func()
}

func main() {
	contests, err := prepare()
	if err != nil {
		fmt.Fprintln(os.Stderr, "signatures:", err)
		os.Exit(1)
	}
	fmt.Println("| signing | percent | allocations | peer | allocations | times as fast |")
	fmt.Println("|---|---|---|---|---|---|")
	for _, c := range contests {
		var a, b testing.BenchmarkResult
		var ratios []float64
		for range rounds {
			a, b = measure(c.ours), measure(c.theirs)
			ratios = append(ratios, float64(b.NsPerOp())/float64(a.NsPerOp()))
		}
		slices.Sort(ratios)
		fmt.Printf("| %s | %d ns | %d | %d ns | %d | %.1f |\n", c.name, a.NsPerOp(), a.AllocsPerOp(), b.NsPerOp(), b.AllocsPerOp(), ratios[rounds/2])
	}
}

func measure(f func()) testing.BenchmarkResult {
	return testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			f()
		}
	})
}

func prepare() ([]contest, error) {
	// OAuth: both through their transports, since the peer offers nothing else.
	sink := &answer{}
	ours := &oauth1http.Transport{Base: sink, Signer: &oauth1.Signer{
		Consumer: oauth1.Credentials{Key: key, Secret: secret},
		Token:    oauth1.Credentials{Key: token, Secret: tokenSecret},
	}}
	config := dghubble.NewConfig(key, secret)
	ctx := context.WithValue(context.Background(), dghubble.HTTPClient, &http.Client{Transport: sink})
	theirs := config.Client(ctx, dghubble.NewToken(token, tokenSecret)).Transport
	verifier := &oauth1http.Verifier{
		Verifier: oauth1.Verifier{
			Nonces: oauth1.NoncesUnchecked,
			Secrets: func(context.Context, string, string) (oauth1.Secrets, error) {
				return oauth1.Secrets{Consumer: secret, Token: tokenSecret}, nil
			},
		},
		BaseURL: func(*http.Request) (string, string) { return "https", "api.example.com" },
	}
	for _, t := range []http.RoundTripper{ours, theirs} {
		if _, err := t.RoundTrip(oauthRequest()); err != nil {
			return nil, err
		}
		if _, err := verifier.Verify(sink.last); err != nil {
			return nil, fmt.Errorf("%T: %w", t, err)
		}
	}
	send := func(t http.RoundTripper) func() {
		r := oauthRequest()
		return func() {
			r.Body, _ = r.GetBody()
			if _, err := t.RoundTrip(r); err != nil {
				panic(err)
			}
		}
	}

	// AWS: the same moment gives the same header.
	now := time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC)
	signer := &sigv4.Signer{
		Credentials: sigv4.Credentials{AccessKeyID: key, SecretAccessKey: secret}, Region: "us-east-1", Service: "ec2",
		Now: func() time.Time { return now },
	}
	sdk := v4.NewSigner()
	credentials := aws.Credentials{AccessKeyID: key, SecretAccessKey: secret}
	a, b := awsRequest(), awsRequest()
	signOurs := func() {
		if err := sigv4http.Sign(signer, a); err != nil {
			panic(err)
		}
	}
	signTheirs := func() {
		if err := sdk.SignHTTP(context.Background(), credentials, b, sigv4.EmptyPayloadHash, "ec2", "us-east-1", now); err != nil {
			panic(err)
		}
	}
	signOurs()
	signTheirs()
	if x, y := a.Header.Get("Authorization"), b.Header.Get("Authorization"); x != y {
		return nil, fmt.Errorf("the signatures differ:\n%s\n%s", x, y)
	}
	return []contest{
		{"OAuth 1.0, github.com/dghubble/oauth1", send(ours), send(theirs)},
		{"SigV4, aws-sdk-go-v2/aws/signer/v4", signOurs, signTheirs},
	}, nil
}
