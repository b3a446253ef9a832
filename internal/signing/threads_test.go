package signing

import (
	"crypto"
	"crypto/md5"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/oauth1"
	"github.com/pct-encoded/percent/sign/sigv4"
)

// A thread is a case that people asked about, with other names, keys and values. Thread is
// where; what is signed by mistake is written out, or is the right text.
type thread struct {
	thread, scheme, method, url string
	header                      string // fields, each in a line
	body                        string
	signed                      string
	secret                      string                // that signs, if it is another
	spell                       func(s string) string // how the signature is written, or another is made
	want                        string
}

const (
	threadSecret = "c2VjcmV0IG9mIHRoZSB0ZXN0IQ=="
	gcsV2        = "GoogleAccessId=a%40b.example&Expires=1767225600&Signature=x"
	s3V2         = "AWSAccessKeyId=a&Expires=1767225600&Signature=x"
	gcsV4        = "X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Credential=a%40b.example%2F20260101%2Fauto%2Fstorage%2Fgoog4_request&X-Goog-Date=20260101T000000Z&X-Goog-Expires=600&X-Goog-SignedHeaders=host"
	ossV1        = "OSSAccessKeyId=a&Expires=1767225600&Signature=x"
	ossV4        = "x-oss-signature-version=OSS4-HMAC-SHA256&x-oss-credential=a%2F20260101%2Fcn-x%2Foss%2Faliyun_v4_request&x-oss-date=20260101T000000Z&x-oss-expires=600&x-oss-signature=x"
	cosURL       = "q-sign-algorithm=sha1&q-ak=a&q-sign-time=1767225600%3B1767229200&q-key-time=1767225600%3B1767229200&q-header-list=host&q-url-param-list=&q-signature=x"
	azureSAS     = "sv=2022-11-02&sr=b&sp=r&se=2026-01-01T00%3A00%3A00Z&spr=https&sig=x"
	azureDate    = "x-ms-date: Thu, 01 Jan 2026 00:00:00 GMT\nx-ms-version: 2022-11-02"
	formType     = "Content-Type: application/x-www-form-urlencoded"
	cavageOne    = `Signature: keyId="k",algorithm="rsa-sha256",headers="(request-target) host date",signature="eA=="` + "\nHost: h.example\nDate: Thu, 01 Jan 2026 00:00:00 GMT"
	vnpay        = "https://h.example/return?vnp_Amount=1500000&vnp_OrderInfo=Thanh+to%C3%A1n+%2A&vnp_TxnRef=7&vnp_SecureHash=x"
	telegramApp  = "https://h.example/app?query_id=q&user=%7B%22id%22%3A7%2C%22first_name%22%3A%22%D0%AF%22%7D&auth_date=1767225600&hash=x"
	s3Post       = "x-amz-algorithm=AWS4-HMAC-SHA256&x-amz-credential=a%2F20260101%2Feu-west-1%2Fs3%2Faws4_request&x-amz-date=20260101T000000Z&key=k&policy=eyJleHBpcmF0aW9uIjoiMjAyNi0wMS0wMVQwMTowMDowMFoiLCJjb25kaXRpb25zIjpbeyJrZXkiOiJrIn1dfQ%3D%3D&x-amz-signature=x"
)

const (
	sigV4      = "https://b.s3.amazonaws.com/k?"
	sigV4Query = "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=a%2F20260101%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Date=20260101T000000Z&X-Amz-Expires=600&X-Amz-SignedHeaders=host"
	sigV4End   = "&X-Amz-Signature=0000000000000000000000000000000000000000000000000000000000000000"
	ltiHeader  = `OAuth oauth_consumer_key="k", oauth_nonce="n", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1767225600", oauth_signature="eA%3D%3D"`
)

func sigV4Text(method, payload string) string {
	return method + "\n/k\n" + sigV4Query + "\nhost:b.s3.amazonaws.com\n\nhost\n" + payload
}

var apiQuery = strings.Replace(sigV4Query, "%2Fs3%2F", "%2Fexecute-api%2F", 1)

// apiText is what is signed for API Gateway.
func apiText(path string) string {
	return "GET\n" + path + "\n" + apiQuery + "\nhost:x.execute-api.eu-west-1.amazonaws.com\n\nhost\n" + sigv4.HashPayload(nil)
}

func azureText(resource string) string {
	return "r\n\n2026-01-01T00:00:00Z\n" + resource + "\n\n\nhttps\n2022-11-02\nb\n\n\n\n\n\n\n"
}

func gcsText(path string) string {
	return "GET\n" + path + "\n" + gcsV4 + "\nhost:b.storage.googleapis.com\n\nhost\nUNSIGNED-PAYLOAD"
}

func plainHash(text string) string {
	sum := md5.Sum([]byte(text))
	return hex.EncodeToString(sum[:])
}

var threads = []thread{
	{thread: "googleapis/google-cloud-go#232: a type was signed that a browser does not send", scheme: "gcs-v2", url: "https://storage.googleapis.com/b/o.jpeg?" + gcsV2, signed: "GET\n\nimage/jpeg\n1767225600\n/b/o.jpeg", want: "other-type"},
	{thread: "googleapis/nodejs-storage#735: a type is sent that was not signed", scheme: "gcs-v2", method: "PUT", url: "https://storage.googleapis.com/b/o.png?" + gcsV2, header: "Content-Type: image/png", signed: "PUT\n\n\n1767225600\n/b/o.png", want: "type-left-out"},
	{thread: "dart-lang/http#459: a client adds a charset", scheme: "gcs-v2", method: "PUT", url: "https://storage.googleapis.com/b/o?" + gcsV2, header: "Content-Type: text/html; charset=utf-8", signed: "PUT\n\ntext/html\n1767225600\n/b/o", want: "type-without-parameters"},
	{thread: "googleapis/google-cloud-ruby#2855: curl sends the type of a form", scheme: "gcs-v2", method: "PUT", url: "https://storage.googleapis.com/b/o?" + gcsV2, header: formType, signed: "PUT\n\ntext/plain\n1767225600\n/b/o", want: "other-type"},
	{thread: "dart-archive/gcloud#43: the bucket stands in host and path", scheme: "gcs", url: "https://b.storage.googleapis.com/o%20x?" + gcsV4 + "&X-Goog-Signature=x", signed: gcsText("/b/o%20x"), want: "bucket-added"},
	{thread: "GoogleCloudPlatform/gsutil#1165: signed for PUT, sent as POST", scheme: "gcs-v2", method: "POST", url: "https://storage.googleapis.com/b/o?" + gcsV2, header: "Content-Type: binary/octet-stream", signed: "PUT\n\nbinary/octet-stream\n1767225600\n/b/o", want: "other-method"},
	{thread: "pcorliss/s3-expiry#2: a space of the key is sent as +", scheme: "s3-v2", url: "https://b.s3.amazonaws.com/a+b.txt?" + s3V2, signed: "GET\n\n\n1767225600\n/b/a%20b.txt", want: "path-plus-as-space"},
	{thread: "minio/minio#4927: the value of a response field was signed encoded", scheme: "s3-v2", url: "https://b.s3.amazonaws.com/k?response-content-disposition=attachment%3B%20filename%3D%224K%252d.txt%22&" + s3V2, signed: "GET\n\n\n1767225600\n/b/k?response-content-disposition=attachment%3B%20filename%3D%224K%252d.txt%22", want: "query-encoded"},
	{thread: "aliyun/aliyun-oss-go-sdk#121: a type is sent that was not signed", scheme: "oss", method: "PUT", url: "https://b.oss-cn-x.aliyuncs.com/k.png?" + ossV1, header: "Content-Type: text/plain", signed: "PUT\n\n\n1767225600\n/b/k.png", want: "type-left-out"},
	{thread: "aliyun/aliyun-oss-go-sdk#59: a name in Chinese was signed encoded", scheme: "oss", url: "https://b.oss-cn-x.aliyuncs.com/%E5%9B%BE%20a?" + ossV1, signed: "GET\n\n\n1767225600\n/b/%E5%9B%BE%20a", want: "path-encoded"},
	{thread: "ali-sdk/ali-oss#441: Content-MD5 is sent and not signed", scheme: "oss", method: "PUT", url: "https://b.oss-cn-x.aliyuncs.com/k?" + ossV1, header: "Content-MD5: 1B2M2Y8AsgTpgAmY7PhCfg==", signed: "PUT\n\n\n1767225600\n/b/k", want: "md5-left-out"},
	{thread: "aliyun/alibabacloud-oss-go-sdk-v2#25: fetch sends a type", scheme: "oss-v4", method: "PUT", url: "https://b.oss-cn-x.aliyuncs.com/k?" + ossV4, header: "Content-Type: multipart/form-data", signed: "PUT\n/b/k\nx-oss-credential=a%2F20260101%2Fcn-x%2Foss%2Faliyun_v4_request&x-oss-date=20260101T000000Z&x-oss-expires=600&x-oss-signature-version=OSS4-HMAC-SHA256\n\n\nUNSIGNED-PAYLOAD", want: "field-left-out"},
	{thread: "Molunerfinn/PicGo#638: a space of the name is sent as +", scheme: "cos", method: "PUT", url: "https://b-1.cos.ap-x.myqcloud.com/img/a+%E9%A1%B5.png?" + cosURL, signed: "put\n/img/a 页.png\n\nhost=b-1.cos.ap-x.myqcloud.com\n", want: "path-plus-as-space"},
	{thread: "twilio/twilio-node#321: a tunnel ends TLS", scheme: "twilio", method: "POST", url: "http://h.example/voice", header: "X-Twilio-Signature: x\n" + formType, body: "From=%2B1&To=a+b", signed: "https://h.example/voiceFrom+1Toa b", want: "other-scheme"},
	{thread: "bmlt-enabled/yap#1629: a framework sorts the query and writes it again", scheme: "twilio", method: "POST", url: "https://h.example/i.php?AccountSid=A&Digits=1&Text=a%20b", header: "X-Twilio-Signature: x\n" + formType, body: "From=1", signed: "https://h.example/i.php?AccountSid=A&Digits=1&Text=a+bFrom1", want: "query-encoded-again"},
	{thread: "Elkfox/shopify-node-app#10: hex in place of Base64", scheme: "shopify-webhook", method: "POST", url: "https://h.example/w", header: "X-Shopify-Hmac-Sha256: x", body: `{"id":1}`, spell: inHex, want: "signature-in-hex"},
	{thread: "nozzlegear/Shopify-Prime#2: a body that was parsed and written again", scheme: "shopify-webhook", method: "POST", url: "https://h.example/w", header: "X-Shopify-Hmac-Sha256: x", body: `{"id": 1, "url": "https:\/\/a\/"}`, signed: `{"id":1,"url":"https://a/"}`, want: "body-parsed"},
	{thread: "Shopify/shopify-express#15: & is written as an escape", scheme: "shopify-webhook", method: "POST", url: "https://h.example/w", header: "X-Shopify-Hmac-Sha256: x", body: `{"a":"b \u0026 c"}`, signed: `{"a":"b & c"}`, want: "body-parsed"},
	{thread: "naustudio/vn-payments#25: MD5 of secret and text", scheme: "vnpay", url: vnpay, spell: func(string) string {
		return plainHash(threadSecret + "vnp_Amount=1500000&vnp_OrderInfo=Thanh+to%C3%A1n+%2A&vnp_TxnRef=7")
	}, want: "hash-not-mac"},
	{thread: "phpviet/laravel-omnipay#11: another hash", scheme: "vnpay", url: vnpay, spell: otherHash, want: "other-hash"},
	{thread: "lehuygiang28/vnpay#15: the amount is divided before it is verified", scheme: "vnpay", url: vnpay, signed: "vnp_Amount=15000&vnp_OrderInfo=Thanh+to%C3%A1n+%2A&vnp_TxnRef=7", want: "amount-divided"},
	{thread: "iRaziul/sslcommerz-laravel#3: values are not encoded", scheme: "vnpay", url: vnpay, signed: "vnp_Amount=1500000&vnp_OrderInfo=Thanh toán *&vnp_TxnRef=7", want: "not-encoded"},
	{thread: "feathers-studio/telegraf-docs#21: the user is an object", scheme: "telegram-webapp", url: telegramApp, signed: "auth_date=1767225600\nquery_id=q\nuser=[object Object]", want: "value-parsed"},
	{thread: "tdlib/td#2223: values as received", scheme: "telegram-webapp", url: telegramApp, signed: "auth_date=1767225600\nquery_id=q\nuser=%7B%22id%22%3A7%2C%22first_name%22%3A%22%D0%AF%22%7D", want: "encoded"},
	{thread: "tdlib/td#2223: the key of the login widget", scheme: "telegram-webapp", url: telegramApp, spell: misderived(0), want: "key-derived-otherwise"},
	{thread: "Telegram-Mini-Apps/tma.js#619: key and text in another order", scheme: "telegram-webapp", url: telegramApp, spell: misderived(1), want: "key-derived-otherwise"},
	{thread: "mastodon/mastodon#28476: (request-target) without the query", scheme: "cavage", url: "https://h.example/replies?page=2", header: cavageOne, signed: "(request-target): get /replies\nhost: h.example\ndate: Thu, 01 Jan 2026 00:00:00 GMT", want: "target-without-query"},
	{thread: "LemmyNet/activitypub-federation-rust#107: a proxy writes another host", scheme: "cavage", url: "https://h.example/inbox", header: strings.Replace(cavageOne, "Host: h.example", "Host: h.example:443", 1), signed: "(request-target): get /inbox\nhost: h.example\ndate: Thu, 01 Jan 2026 00:00:00 GMT", want: "other-host"},
	{thread: "jasonsims/aws-cloudfront-sign#6: + = / of Base64", scheme: "cloudfront", url: "https://d.example/a.mp4?Expires=1767225600&Signature=x&Key-Pair-Id=K", spell: func(s string) string { return strings.NewReplacer("-", "+", "_", "=", "~", "/").Replace(s) }, want: "signature-url-alphabet"},
	{thread: "aws/aws-sdk-js-v3#8033: the path is encoded after it was signed", scheme: "cloudfront", url: "https://d.example/a%20b%3D.mp4?Expires=1767225600&Signature=x&Key-Pair-Id=K", signed: `{"Statement":[{"Resource":"https://d.example/a b=.mp4","Condition":{"DateLessThan":{"AWS:EpochTime":1767225600}}}]}`, want: "resource-decoded"},
	{thread: "Azure/AzureStor#140: a SAS of the container with the path of the blob", scheme: "azure-sas", url: "https://acc.blob.core.windows.net/c/b.csv?" + strings.Replace(azureSAS, "sr=b", "sr=c", 1), signed: strings.Replace(azureText("/blob/acc/c/b.csv"), "\nb\n", "\nc\n", 1), want: "resource-blob"},
	{thread: "nteract/papermill#447: a + of sig arrives as a space", scheme: "azure-sas", url: "https://acc.blob.core.windows.net/c/b?" + azureSAS, spell: func(s string) string { return strings.ReplaceAll(s, "+", " ") }, want: "signature-plus-as-space"},
	{thread: "artifact-keeper/artifact-keeper#2293: 0 is signed for an empty body", scheme: "azure-sharedkey", method: "PUT", url: "https://acc.blob.core.windows.net/c?restype=container", header: azureDate + "\nContent-Length: 0\nAuthorization: SharedKey acc:eA==", signed: "PUT\n\n\n0\n\n\n\n\n\n\n\n\nx-ms-date:Thu, 01 Jan 2026 00:00:00 GMT\nx-ms-version:2022-11-02\n/acc/c\nrestype:container", want: "content-length-zero"},
	{thread: "stripe/stripe-node#356: a framework has parsed the body", scheme: "stripe", method: "POST", url: "https://h.example/w", header: "Stripe-Signature: t=1767225600,v1=x", body: "{\n  \"id\": \"evt\"\n}", signed: `1767225600.{"id":"evt"}`, want: "body-parsed"},
	{thread: "coreos/fedora-coreos-pipeline#663: a line end behind the secret", scheme: "github", method: "POST", url: "https://h.example/w", header: "X-Hub-Signature-256: sha256=x", body: "{}", secret: threadSecret + "\n", want: "key-with-line-end"},
	{thread: "slackapi/node-slack-events-api#92: the form was parsed and written again", scheme: "slack", method: "POST", url: "https://h.example/s", header: "X-Slack-Request-Timestamp: 1767225600\nX-Slack-Signature: v0=x", body: "text=a+b&x=%2F", signed: "v0:1767225600:text=a%20b&x=%2F", want: "body-parsed"},
	{thread: "aws/aws-sdk-ruby#7: Ruby's encode64 breaks lines", scheme: "s3-post", method: "POST", url: "https://b.s3.amazonaws.com/", header: formType, body: s3Post, signed: "eyJleHBpcmF0aW9uIjoiMjAyNi0wMS0wMVQwMTowMDowMFoiLCJjb25kaXRp\nb25zIjpbeyJrZXkiOiJrIn1dfQ==\n", want: "base64-in-lines"},
	{thread: "microsoft/AzureStorageExplorer#8884: the = at the end of sig is lost", scheme: "azure-sas", url: "https://acc.blob.core.windows.net/c/b?" + azureSAS, spell: func(s string) string { return strings.TrimRight(s, "=") }, want: "signature-without-padding"},
	{thread: "Azure/azure-storage-php#352: a + of a name was read as a space", scheme: "azure-sas", url: "https://acc.blob.core.windows.net/c/azure+logo-plus.jpg?" + azureSAS, signed: azureText("/blob/acc/c/azure logo-plus.jpg"), want: "resource-plus-as-space"},
	{thread: "Azure/azure-sdk-for-net#19021: a name that holds an escape was decoded", scheme: "azure-sas", url: "https://acc.blob.core.windows.net/c/123456%252E.json?" + azureSAS, signed: azureText("/blob/acc/c/123456..json"), want: "resource-decoded-twice"},
	{thread: "arut/nginx-rtmp-module#1349: the path was hashed without its slash", scheme: "secure-link", url: "https://h.example/logo.png?md5=x&expires=1767225600", signed: "1767225600logo.png {secret}", want: "path-without-slash"},
	{thread: "louislewis2/payfast#11: a URL was hashed as it is", scheme: "payfast", method: "POST", url: "https://h.example/p", body: "merchant_id=1&return_url=https%3A%2F%2Fh.example%2Fback&signature=x", signed: "merchant_id=1&return_url=https://h.example/back", want: "not-encoded"},
	{thread: "tencentyun/cos-python-sdk-v5#205: the escape of a slash", scheme: "cos", url: "https://b-1.cos.ap-x.myqcloud.com/?" + strings.Replace(cosURL, "q-url-param-list=", "q-url-param-list=prefix", 1) + "&prefix=aaa%2Faaa", signed: "get\n/\nprefix=aaa%2faaa\nhost=b-1.cos.ap-x.myqcloud.com\n", want: "values-hex-case"},
	{thread: "jamwt/convex-fs#13: parameters were signed encoded", scheme: "bunny", url: "https://z.b-cdn.net/a?filename=Artist%20-%20Track.wav&expires=1767225600&token=" + strings.Repeat("x", 43), signed: "{secret}/a1767225600filename=Artist%20-%20Track.wav", want: "encoded"},
	{thread: "aws/aws-sdk-js#557: a client sends a type that was not signed", scheme: "s3-v2", method: "PUT", url: "https://b.s3.amazonaws.com/f?" + s3V2, header: "Content-Type: multipart/form-data", signed: "PUT\n\n\n1767225600\n/b/f", want: "type-left-out"},
	{thread: "adobe/S3Mock#125: HEAD on a URL that is for GET", scheme: "sigv4", method: "HEAD", url: sigV4 + sigV4Query + sigV4End, signed: sigV4Text("GET", "UNSIGNED-PAYLOAD"), want: "other-method"},
	{thread: "iksteen/aws-request-signer#13: the hash of no body in a URL of S3", scheme: "sigv4", url: sigV4 + sigV4Query + sigV4End, signed: sigV4Text("GET", sigv4.HashPayload(nil)), want: "payload-hash"},
	{thread: "offen/docker-volume-backup#291: a line end behind the secret", scheme: "sigv4", url: sigV4 + sigV4Query + sigV4End, secret: threadSecret + "\n", want: "key-with-line-end"},
	{thread: "aws/aws-sdk-js#86: a space behind the secret", scheme: "sigv4", url: sigV4 + sigV4Query + sigV4End, secret: threadSecret + " ", want: "key-with-space"},
	{thread: "jupyterhub/ltiauthenticator#4: a proxy ends TLS", scheme: "oauth1", method: "POST", url: "http://h.example/hub/lti/launch", header: formType + "\nAuthorization: " + ltiHeader, body: "a=1", signed: "POST&https%3A%2F%2Fh.example%2Fhub%2Flti%2Flaunch&a%3D1%26oauth_consumer_key%3Dk%26oauth_nonce%3Dn%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1767225600", want: "other-scheme"},
	{thread: "BunnyWay/BunnyCDN.TokenAuthentication#16: a comma stands before the time", scheme: "bunny", url: "https://z.b-cdn.net/chat/1.png?expires=1767225600&token=HS256-x", signed: "/chat/1.png,1767225600", want: "other-separator"},
}

// kinds are mistakes of kinds of which no thread is known.
var kinds = []thread{
	{thread: "the signature is cut", scheme: "sigv4", url: sigV4 + sigV4Query + sigV4End, spell: cut, want: "signature-cut"},
	{thread: "the signature is cut", scheme: "oauth1", url: "https://h.example/a", header: "Authorization: " + ltiHeader, spell: cut, want: "signature-cut"},
	{thread: "sig is cut", scheme: "azure-sas", url: "https://acc.blob.core.windows.net/c/b?" + azureSAS, spell: cut, want: "signature-cut"},
	{thread: "the signature is cut", scheme: "github", method: "POST", url: "https://h.example/w", header: "X-Hub-Signature-256: sha256=x", body: "{}", spell: cut, want: "signature-cut"},
	{thread: "quotes of a file of settings", scheme: "sigv4", url: sigV4 + sigV4Query + sigV4End, secret: `"` + threadSecret + `"`, want: "key-with-quotes"},
	{thread: "a secret of a file with CRLF", scheme: "sigv4", url: sigV4 + sigV4Query + sigV4End, secret: threadSecret + "\r", want: "key-with-line-end"},
	{thread: "single quotes", scheme: "github", method: "POST", url: "https://h.example/w", header: "X-Hub-Signature-256: sha256=x", body: "{}", secret: "'" + threadSecret + "'", want: "key-with-quotes"},
	{thread: "the bucket in the path, sent in the host", scheme: "sigv4", url: sigV4 + sigV4Query + sigV4End, signed: strings.Replace(strings.Replace(sigV4Text("GET", "UNSIGNED-PAYLOAD"), "/k", "/b/k", 1), "b.s3.amazonaws", "s3.eu-west-1.amazonaws", 1), want: "other-host"},
	{thread: "the host of the region, sent to the one without", scheme: "sigv4", url: sigV4 + sigV4Query + sigV4End, signed: strings.Replace(sigV4Text("GET", "UNSIGNED-PAYLOAD"), "b.s3.amazonaws", "b.s3.eu-west-1.amazonaws", 1), want: "other-host"},
	{thread: "realm", scheme: "oauth1", url: "https://h.example/a", header: "Authorization: " + strings.Replace(ltiHeader, "OAuth ", `OAuth realm="r s", `, 1), signed: "GET&https%3A%2F%2Fh.example%2Fa&oauth_consumer_key%3Dk%26oauth_nonce%3Dn%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1767225600%26realm%3Dr%2520s", want: "realm-added"},
	{thread: "an empty oauth_signature", scheme: "oauth1", url: "https://h.example/a", header: "Authorization: " + ltiHeader, signed: "GET&https%3A%2F%2Fh.example%2Fa&oauth_consumer_key%3Dk%26oauth_nonce%3Dn%26oauth_signature%3D%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1767225600", want: "signature-added"},
	{thread: "/ of a name is escaped", scheme: "gcs", url: "https://storage.googleapis.com/b/d/o%20x?" + gcsV4 + "&X-Goog-Signature=x", signed: strings.Replace(gcsText("/b/d%2Fo%20x"), "b.storage", "storage", 1), want: "path-encoded"},
	{thread: "neither service nor account", scheme: "azure-sas", url: "https://acc.blob.core.windows.net/c/a%20b.txt?" + azureSAS, signed: azureText("/c/a b.txt"), want: "resource-without-account"},
	{thread: "the stage of API Gateway was not signed", scheme: "sigv4", url: "https://x.execute-api.eu-west-1.amazonaws.com/prod/pets?" + apiQuery + sigV4End, signed: apiText("/pets"), want: "path-prefix"},
	{thread: "two segments of a proxy", scheme: "sigv4", url: "https://x.execute-api.eu-west-1.amazonaws.com/a/b/pets?" + apiQuery + sigV4End, signed: apiText("/pets"), want: "path-prefix"},
	{thread: "a custom domain without the stage that was signed", scheme: "sigv4", url: "https://x.execute-api.eu-west-1.amazonaws.com/pets?" + apiQuery + sigV4End, signed: apiText("/prod/pets"), want: "path-prefix"},
	{thread: "a proxy takes its path away", scheme: "oauth1", url: "https://h.example/a%20b", header: "Authorization: " + ltiHeader + "\nX-Forwarded-Prefix: /lms/", signed: "GET&https%3A%2F%2Fh.example%2Flms%2Fa%2520b&oauth_consumer_key%3Dk%26oauth_nonce%3Dn%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1767225600", want: "path-prefix"},
	{thread: "Stripe signs indented JSON, and a framework has parsed it", scheme: "stripe", method: "POST", url: "https://h.example/w", header: "Stripe-Signature: t=1767225600,v1=x", body: `{"id":"evt","data":{"n":[1,2],"e":{}}}`, signed: "1767225600.{\n  \"id\": \"evt\",\n  \"data\": {\n    \"n\": [\n      1,\n      2\n    ],\n    \"e\": {}\n  }\n}", want: "body-parsed"},
	{thread: "indented with tabs and a line end", scheme: "github", method: "POST", url: "https://h.example/w", header: "X-Hub-Signature-256: sha256=x", body: `{"a":"é/"}`, signed: "{\n\t\"a\": \"é/\"\n}\n", want: "body-parsed"},
	{thread: "a proxy takes /api away", scheme: "twilio", method: "POST", url: "https://h.example/voice", header: "X-Twilio-Signature: x\n" + formType, body: "From=%2B1", signed: "https://h.example/api/voiceFrom+1", want: "path-prefix"},
	{thread: "a line end at the end of a body of JSON", scheme: "github", method: "POST", url: "https://h.example/w", header: "X-Hub-Signature-256: sha256=x", body: `{"a": "é/b", "n": 1.0}` + "\n", signed: `{"a": "é/b", "n": 1.0}`, want: "body-trimmed"},
}

func cut(s string) string { return s[:max(0, len(s)-4)] }

// TestOAuth1Keys: what is made of the two secrets by mistake is named.
func TestOAuth1Keys(t *testing.T) {
	const consumer, token = "c s&1/", "ts+2="
	key := oauth1Key(oauth1.Secrets{Consumer: consumer, Token: token})
	for _, tt := range []struct{ key, want string }{
		{consumer + "&" + token, "the secrets were joined unencoded"},
		{"c%20s%261%2F&", "the token secret was left out"},
		{"&ts%2B2%3D", "the consumer secret was left out"},
		{"ts%2B2%3D&c%20s%261%2F", "the secrets were swapped"},
		{"c%20s%261%2F", "the consumer secret alone was taken, without &"},
	} {
		c, err := oauth1Scheme.Read(&sign.Request{Method: "GET", URL: "https://h.example/a?b=c", Header: []sign.Field{{Name: "Authorization", Value: ltiHeader}}}, sign.Given{})
		if err != nil {
			t.Fatal(err)
		}
		if c.Signature, _, err = c.Sign(&sign.Key{Secret: tt.key}); err != nil {
			t.Fatal(err)
		}
		if m := c.FindMistake(key); m == nil || m.ID != "key-derived-otherwise" || m.Text != tt.want {
			t.Errorf("%s: %+v", tt.want, m)
		}
	}
}

// inHex, otherHash and misderived stand for ways that need the claim; TestThreads does them.
func inHex(string) string { return "hex" }

func otherHash(string) string { return "sha256" }

func misderived(n int) func(string) string {
	return func(string) string { return "key " + string(rune('0'+n)) }
}

// TestThreads: for each of the threads the mistake is named that explains it.
func TestThreads(t *testing.T) {
	for _, th := range append(kinds, threads...) {
		request := &sign.Request{Method: th.method, URL: th.url, Body: []byte(th.body)}
		if request.Method == "" {
			request.Method = "GET"
		}
		for line := range strings.SplitSeq(th.header, "\n") {
			if name, value, ok := strings.Cut(line, ": "); ok {
				request.Header = append(request.Header, sign.Field{Name: name, Value: value})
			}
		}
		c, err := schemeOf(t, th.scheme).Read(request, sign.Given{Expression: "$secure_link_expires$uri {secret}"})
		if err != nil {
			t.Errorf("%s: %v", th.thread, err)
			continue
		}
		key := &sign.Key{Secret: threadSecret}
		if !c.Algorithm.Secret() {
			key = &sign.Key{Private: rsaKey(), Public: rsaKey().Public()}
		}
		c.Signature = th.sign(t, c, *key)
		found := c.FindMistake(key)
		if found == nil || found.ID != th.want {
			t.Errorf("%s: %+v, want %s\n%q", th.thread, found, th.want, c.Text)
		}
	}
	t.Logf("%d threads", len(threads))
}

// sign returns the signature that is made by mistake.
func (th thread) sign(t *testing.T, c *sign.Claim, key sign.Key) string {
	t.Helper()
	other := *c
	if th.signed != "" {
		other.Text = th.signed
	}
	if th.secret != "" {
		key.Secret = th.secret
	}
	way := ""
	if th.spell != nil {
		way = th.spell("")
	}
	if at, ok := strings.CutPrefix(way, "key "); ok {
		n := int(at[0] - '0')
		other.Algorithm.Misderived([]byte(key.Secret), func(k []byte, _ string) {
			if n == 0 {
				other.Algorithm.Derive = func([]byte) []byte { return k }
			}
			n--
		})
	}
	if way == "sha256" {
		other.Algorithm.Hash = crypto.SHA256
	}
	signature, _, err := other.Sign(&key)
	if err != nil {
		t.Fatal(th.thread, err)
	}
	switch {
	case way == "hex":
		octets, err := base64.StdEncoding.DecodeString(signature)
		if err != nil {
			t.Fatal(err)
		}
		return hex.EncodeToString(octets)
	case th.spell == nil, strings.HasPrefix(way, "key "), way == "sha256":
		return signature
	}
	spelled := th.spell(signature)
	if spelled == signature {
		t.Fatalf("%s: %s is not written otherwise", th.thread, signature)
	}
	return spelled
}
