package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/signing"
)

// A signingCommand is the help of a command that signs requests, shows what is signed or
// verifies. What it does, and its flags, are those of the row of that name.
type signingCommand struct {
	row, short, long, example string
}

const (
	oauth1SecretsHelp = `
Secrets are read from the variables PERCENT_CONSUMER_SECRET and PERCENT_TOKEN_SECRET,
from the files that --consumer-secret-file and --token-secret-file name or, on a
terminal, from a prompt. They are never printed.`

	awsSecretsHelp = `
The secret is read from the variable AWS_SECRET_ACCESS_KEY, from the file that
--secret-file names or, on a terminal, from a prompt. The session token, if there is
one, is read from AWS_SESSION_TOKEN. The secret is never printed.`
)

var oauth1 = commands.Family{
	Name:  "oauth1",
	Short: "OAuth 1.0: base strings, signatures, headers",
	Long:  "oauth1 signs requests by OAuth 1.0 (RFC 5849), checks signatures, and shows why a signature is wrong.",
	Below: []commands.Maker{
		signingCommand{
			row: "oauth1 base-string", short: "print the signature base string of a request",
			long: `base-string prints the signature base string of a request, the text that
is signed. Pass the URL, the header and the body exactly as they are sent.`,
			example: `  percent oauth1 base-string -X POST -d 'c2&a3=2+q' 'http://example.com/request?a2=r%20b'
  percent oauth1 base-string --explain -f request.http
  percent oauth1 base-string -f request.http --expect "$theirs"`,
		},
		signingCommand{
			row: "oauth1 sign", short: "print the Authorization header that signs a request",
			long: "sign prints the value of the Authorization header that signs a request.\n" + oauth1SecretsHelp,
			example: `  percent oauth1 sign --consumer-key dpf43f3p2l4k3l03 --token nnch734d00sl2jdk \
    'http://photos.example.net/photos?file=vacation.jpg&size=original'`,
		},
		signingCommand{
			row: "oauth1 verify", short: "check the signature of a request",
			long: `verify checks the signature of a request and the hash of its body. The
status is 1 if either is wrong. If the signature is wrong, verify tries the mistakes that
signers are known to make, one at a time, and names the one that explains the signature.
With --expect, it compares the base string with that of the signer, also if the signature
is valid. Nonces are not remembered, and the time is checked only with --window.
` + oauth1SecretsHelp,
			example: "  percent oauth1 verify -f request.http --window 5m",
		},
		commands.Question{
			Row: "oauth1 header", Use: "header HEADER",
			Short:   "split an Authorization header into its parameters",
			Long:    "header prints the parameters of an Authorization header, decoded, one per line.",
			Example: `  percent oauth1 header 'OAuth realm="Photos", oauth_callback="http%3A%2F%2Fexample.com%2F"'`,
			Takes:   &commands.Takes{Least: 1, Most: 1, What: "one header", Hint: "put it in quotes"},
		},
	},
}

var sigv4 = commands.Family{
	Name:  "sigv4",
	Short: "AWS Signature Version 4: canonical requests, signatures, presigned URLs",
	Long:  "sigv4 signs requests by AWS Signature Version 4, checks signatures, and shows why a signature is wrong.",
	Below: []commands.Maker{
		signingCommand{
			row: "sigv4 canonical", short: "print the canonical request",
			long: `canonical prints the canonical request, whose hash is signed. It needs no
secret. For a signed request, canonical prints the canonical request that the signature
should match, with the header fields that SignedHeaders names. For any other request,
and with --service, --region, --date, --payload-hash or --signed-headers, it prints the
canonical request to sign: a missing X-Amz-Date is added and, for S3, a missing
X-Amz-Content-Sha256. A presigned URL is then presigned again, with its own date,
time and key.`,
			example: `  percent sigv4 canonical --service s3 'https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J'
  percent sigv4 canonical --service execute-api -f request.http --expect @canonical.txt`,
		},
		signingCommand{
			row: "sigv4 sign", short: "print the header fields that sign a request",
			long:    "sign prints the header fields to add to a request, with Authorization last.\n" + awsSecretsHelp,
			example: "  percent sigv4 sign --service s3 https://examplebucket.s3.amazonaws.com/test.txt",
		},
		signingCommand{
			row: "sigv4 presign", short: "print a presigned URL",
			long:    "presign prints a URL with which anybody who has it can make the request.\n" + awsSecretsHelp,
			example: "  percent sigv4 presign --service s3 --expires 1h https://examplebucket.s3.amazonaws.com/test.txt",
		},
		signingCommand{
			row: "sigv4 verify", short: "check the signature of a request or of a presigned URL",
			long: `verify checks the signature of a request and the hash of its body, or the
signatures of its chunks and trailing fields. The status is 1 if any of them is wrong.
If the signature of the request is wrong, verify tries the mistakes that signers are
known to make, one at a time, and names the one that explains the signature, or the rule
of --path by which it holds. With --expect, it compares the canonical request or the string
to sign with that of the signer, or with those in a message of AWS, also if the signature
is valid.

verify also prints which header fields and which part of the body are signed. For a body
that no signature covers, the status is 1, too, unless you pass
--allow-unsigned-payload. Presigned URLs of S3 do not need this flag: their
bodies are signed only with X-Amz-Content-Sha256.

A presigned URL must be valid at --date, which is now by default; its own date may be up
to 15 minutes, or --window, later than that. The time of other requests is checked only
with --window.
` + awsSecretsHelp,
			example: "  percent sigv4 verify -f request.http",
		},
	},
}

var samlFamily = commands.Family{
	Name:  "saml",
	Short: "SAML 2.0 redirects: messages, signatures",
	Long: `saml reads and signs URLs of the HTTP-Redirect binding of SAML 2.0, which carry logins and
logouts in SAMLRequest or SAMLResponse, checks their signatures, and shows why one is wrong.`,
	Below: []commands.Maker{
		signingCommand{
			row: "saml explain", short: "print the message in a URL, and the text that is signed",
			long: `explain prints the message as XML, the parameters with the case of their escapes, and the
text that is signed: SAMLRequest or SAMLResponse, RelayState and SigAlg, octet for octet as
they are written in the URL. It verifies nothing.`,
			example: `  percent saml explain "$url"
  percent saml explain --expect @theirs.txt "$url"`,
		},
		signingCommand{
			row: "saml sign", short: "print a URL with its signature",
			long: `sign adds SigAlg and Signature to a URL with a SAMLRequest or a SAMLResponse. What is there
is signed as it is written. The key is never printed.`,
			example: `  percent saml sign --key-file sp.key 'https://idp.example/sso?SAMLRequest=…&RelayState=x'`,
		},
		signingCommand{
			row: "saml verify", short: "check the signature of a URL",
			long: `verify checks the signature over the parameters as they are written in the URL. The status
is 1 if it is wrong. Then verify tries mistakes that signers make, and names the one
that explains the signature: escapes signed with other digits, a space as +, another order,
a RelayState that is empty or left out, the message signed before it was deflated, and more.
A right signature says who signed the parameters. It does not say that the message is still
valid or for whom it is.`,
			example: `  percent saml verify --key-file idp.pem "$url"`,
		},
	},
}

const signatureSecretHelp = `
The secret is read from the variable PERCENT_SIGNING_SECRET, from the file that
--secret-file names or, on a terminal, from a prompt. It is never printed. Schemes with a
pair of keys take --key-file.`

var signatureFamily = commands.Family{
	Name:  "signature",
	Short: "signatures of Azure, Google Cloud, webhooks and others",
	Long: `signature reads and makes the signatures of URLs and requests that services check, and
shows why one is wrong: Azure's SAS and SharedKey, Google Cloud Storage, CloudFront, object
storage of Alibaba, Tencent and Huawei, HTTP Message Signatures (RFC 9421), webhooks and
others, which --as lists.
OAuth 1.0, AWS Signature Version 4 and SAML have commands of their own.`,
	Below: []commands.Maker{
		signingCommand{
			row: "signature explain", short: "print what a request says of its signature, and the text that is signed",
			long: `explain prints what a signed request says of its signature, and the text that is signed,
octet for octet. The scheme is the one that the request has marks of, or that --as names.
It verifies nothing and needs no secret.`,
			example: `  percent signature explain 'https://account.blob.core.windows.net/c/b?sv=2022-11-02&sr=b&sp=r&se=2030-01-01&sig=…'
  percent signature explain --expect @refusal.xml "$signed"`,
		},
		signingCommand{
			row: "signature sign", short: "print the URL or the header field that signs a request",
			long:    "sign prints what is sent for the signature of a request: a URL, or a header field.\n" + signatureSecretHelp,
			example: `  percent signature sign --as github -d '{"a":1}' -H 'Content-Type: application/json' https://example.com/hook`,
		},
		signingCommand{
			row: "signature verify", short: "check the signature of a URL or of a request",
			long: `verify checks the signature of a URL or of a request, and that it is valid at --date. The
status is 1 if it is not, and 5 if it is not known what the scheme makes of the request. If
the signature is wrong, verify tries mistakes that signers make, in the text, in the
key and in how the signature is written, and names the one that explains it. A right
signature does not say who may do what, or whether the request came before.
` + signatureSecretHelp,
			example: `  percent signature verify "$signed"
  percent signature verify --date 20240101T000000Z "$signed"`,
		},
	},
}

// Make makes the command.
func (c signingCommand) Make(a *stream.Streams) *cobra.Command {
	o := &signingOptions{row: records.MustRow(c.row), request: &operation.Request{}}
	cmd := &cobra.Command{
		Use: c.row[strings.LastIndexByte(c.row, ' ')+1:] + " [flags] URL", Short: c.short, Long: c.long, Example: c.example,
		RunE: records.Runs(a, o.run),
	}
	records.AddRow(cmd, o.row, o.request)
	cmd.Flags().BoolVar(&o.json, "json", false, "write one JSON object")
	return cmd
}

// signingOptions holds the flags of a command that signs or verifies.
type signingOptions struct {
	row     *operation.Operation
	request *operation.Request
	json    bool
}

func (o *signingOptions) run(ctx context.Context, s *stream.Streams, l records.Line) error {
	options := &o.request.Signing
	d := &options.Description
	switch {
	case d.File != "" && len(l.Args) > 0:
		return term.UsageError("leave out -f, or the URL", "the request comes from a file or from flags, not both")
	case d.File == "" && len(l.Args) != 1:
		hint := "`" + l.Command + " --help` shows its usage"
		if len(l.Args) == 2 && !strings.Contains(l.Args[0], ":") {
			hint = "-X names the method, such as -X POST"
		}
		return term.UsageError(hint, "%s takes one URL, not %d", l.Command, len(l.Args))
	}
	d.URL = strings.Join(l.Args, "")
	program := signingProgram(s)
	r, err := d.Read(program)
	if err != nil {
		return signingError(err)
	}
	options.Window = cmp.Or(options.Window, signing.Unchecked)
	return o.write(s, o.row.Signs.Run(&signing.Call{Context: ctx, Options: options, Request: r, Program: program}))
}

// signingProgram returns what signing asks of a command.
func signingProgram(s *stream.Streams) *signing.Program {
	return &signing.Program{
		ReadFile:  s.ReadFile,
		IsFile:    isFile,
		LookupEnv: os.LookupEnv,
		Ask:       func(what string) (string, bool, error) { return s.UI.AskSecret(s.Stdin, what) },
		ParseKey:  parseKey,
		Note:      func(text string) { s.UI.Note("%s", text) },
		Hint:      s.UI.Hint,
		Clock:     true,
	}
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// write writes a result, and returns the failure that ends the command.
func (o *signingOptions) write(s *stream.Streams, r signing.Result) error {
	var err error
	switch {
	case !o.json:
		_, err = io.WriteString(s.Text, r.Page)
	case r.View != nil:
		err = records.PrintJSON(s.Text, r.View)
	}
	return cmp.Or(err, signingError(r.Err))
}

// signingError returns an error of package signing as a failure of the command.
func signingError(err error) error {
	var failure *signing.Failure
	var bad *signing.InFile
	switch {
	case errors.As(err, &failure):
		status := map[signing.Kind]int{signing.Usage: term.StatusUsage, signing.Findings: term.StatusFindings, signing.Input: term.StatusInput, signing.Undecided: term.StatusUndecided}
		return &term.Failure{Status: status[failure.Kind], Text: failure.Text, Hint: failure.Hint}
	case errors.As(err, &bad):
		return records.SyntaxError(bad.Err).Failure(records.Named(stream.ShownName(bad.Name)))
	}
	return err
}
