package cloud

import (
	"bytes"
	"crypto"
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/canonical"
	"github.com/pct-encoded/percent/sign/internal/params"
)

// A post is a form that uploads an object: it holds a policy in Base64, which is signed.
type post struct {
	signature, account, date string // names of fields, in lower case
	key                      string // before the secret of a key that is derived; "" if none is
	scope                    []string
	algorithms               []algorithm.Algorithm
	// all is set if every field must be in the policy.
	all bool
}

var hexSHA256 = algorithm.Algorithm{Name: "AWS4-HMAC-SHA256", Hash: crypto.SHA256, Form: algorithm.Hex}

// S3Post is a form that uploads to Amazon S3.
var S3Post = &sign.Scheme{
	Name: "s3-post", Title: "Amazon S3, uploads by POST", URL: "https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-UsingHTTPPOST.html", Key: "secret access key",
	Signs: "the policy in Base64, octet for octet", Marks: []string{"&policy", "&x-amz-signature"}, Reads: s3PostRow.read,
}

var s3PostRow = post{
	signature: "x-amz-signature", account: "x-amz-credential", date: "x-amz-date", key: "AWS4", scope: []string{"", "s3", "aws4_request"}, algorithms: []algorithm.Algorithm{hexSHA256}, all: true,
}

// GCSPost is a form that uploads to Google Cloud Storage.
var GCSPost = &sign.Scheme{
	Name: "gcs-post", Title: "Google Cloud Storage, uploads by POST", URL: "https://docs.cloud.google.com/storage/docs/authentication/signatures#policy-document", Key: "key of the service account, or secret of the HMAC key",
	Signs: "the policy in Base64, octet for octet", Marks: []string{"&policy", "&x-goog-signature"}, Reads: gcspostRow.read,
}

var gcspostRow = post{
	signature: "x-goog-signature", account: "x-goog-credential", date: "x-goog-date", key: "GOOG4", scope: []string{"", "storage", "goog4_request"}, algorithms: []algorithm.Algorithm{
		{Name: "GOOG4-RSA-SHA256", Kind: algorithm.RSA, Hash: crypto.SHA256, Form: algorithm.Hex},
		{Name: "GOOG4-HMAC-SHA256", Hash: crypto.SHA256, Form: algorithm.Hex},
	}, all: true,
}

// OSSPost is a form that uploads to OSS, signed by version 1 or 4.
var OSSPost = &sign.Scheme{
	Name: "oss-post", Title: "Alibaba Cloud OSS, uploads by POST", URL: "https://www.alibabacloud.com/help/en/oss/developer-reference/postobject", Key: "access key secret",
	Signs: "the policy in Base64, octet for octet", Marks: []string{"&policy", "&ossaccesskeyid", "&signature", "|", "&policy", "&x-oss-signature"}, Reads: osspostRow.read,
}

var osspostRow = post{
	signature: "signature", account: "ossaccesskeyid", key: "aliyun_v4", scope: []string{"", "", "aliyun_v4_request"}, algorithms: []algorithm.Algorithm{hmacSHA1, {Name: "OSS4-HMAC-SHA256", Hash: crypto.SHA256, Form: algorithm.Hex}},
}

// OBSPost is a form that uploads to OBS.
var OBSPost = &sign.Scheme{
	Name: "obs-post", Title: "Huawei Cloud OBS, uploads by POST", URL: "https://support.huaweicloud.com/intl/en-us/api-obs/obs_04_0012.html", Key: "secret access key",
	Signs: "the policy in Base64, octet for octet", Marks: []string{"&policy", "&accesskeyid", "&signature"}, Reads: obspostRow.read,
}

var obspostRow = post{
	signature: "signature", account: "accesskeyid", algorithms: []algorithm.Algorithm{hmacSHA1},
}

// mostConditions is how many conditions of a policy, and fields, are compared.
const mostConditions = 200

func (p *post) read(r *sign.Request, _ sign.Given) (*sign.Claim, error) {
	fields := params.Fields(r.Body)
	get := func(name string) string {
		i := slices.IndexFunc(fields, func(f params.Param) bool { return strings.EqualFold(f.Name, name) })
		if i < 0 {
			return ""
		}
		return fields[i].Value
	}
	signature, account, date := p.signature, p.account, p.date
	a := p.algorithms[0]
	if name := get("x-oss-signature-version"); p.account == "ossaccesskeyid" && name != "" { // version 4
		signature, account, date, a = "x-oss-signature", "x-oss-credential", "x-oss-date", p.algorithms[1]
		if name != a.Name {
			return nil, sign.Fail(sign.Unknown, "x-oss-signature-version", "x-oss-signature-version is none that is known here")
		}
	} else if date != "" {
		param := params.TrimSuffix(date, "date") + "algorithm"
		i := slices.IndexFunc(p.algorithms, func(a algorithm.Algorithm) bool { return a.Name == get(param) })
		if i < 0 {
			return nil, sign.Fail(sign.Unknown, param, param+" is none that is known here")
		}
		a = p.algorithms[i]
	}
	policy := get("policy")
	c := &sign.Claim{Algorithm: a, Signature: get(signature), Text: policy}
	if policy == "" {
		return nil, sign.Fail(sign.Missing, "policy", "the form has no policy")
	}
	if twice := params.Repeated(fields, signature, account, "policy", "key", date); twice != "" {
		c.Flaw(sign.Unknown, twice, twice+" comes twice, and which one counts is not known here")
	}
	credential := get(account)
	c.Facts = []sign.Fact{{Name: "account", Value: credential}}
	if date != "" {
		name, scope, _ := params.Cut(credential, "/")
		c.Facts[0].Value = name
		params.Add(&c.Facts, sign.Fact{Name: "scope", Value: scope})
		if a.Kind == algorithm.HMAC {
			c.Algorithm.Derive, c.Algorithm.Misderived = canonical.Keys(p.key, scope)
		}
		if !canonical.InScope(scope, get(date), p.scope) {
			c.Flaw(sign.Refused, account, "the scope of "+account+" is not one of the service, or of another day than "+date)
		}
		if _, err := time.Parse(basic, get(date)); err != nil || len(get(date)) != len(basic) {
			c.Flaw(sign.Refused, date, date+" is not written as 20240101T000000Z")
		}
	}
	text, err := base64.StdEncoding.DecodeString(policy)
	if err != nil {
		c.Flaw(sign.Refused, "policy", "policy is not Base64")
	} else {
		if strings.ContainsAny(policy, "\r\n") {
			c.Flaw(sign.Unknown, "policy", "the Base64 of the policy is in lines, and what the service makes of that is not known here")
		}
		params.Add(&c.Facts, sign.Fact{Name: "policy", Value: string(text)})
		p.check(c, r, text, fields)
	}
	c.Where = func(made string) string { return signature + "=" + made }
	c.Candidates = func(add func(id, text, fix, signed string)) { postCandidates(policy, text, add) }
	return c, nil
}

// check compares the fields with the policy.
func (p *post) check(c *sign.Claim, r *sign.Request, text []byte, fields []params.Param) {
	var policy struct {
		Expiration string            `json:"expiration"`
		Conditions []json.RawMessage `json:"conditions"`
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &policy) != nil || json.Unmarshal(text, &members) != nil {
		c.Flaw(sign.Refused, "policy", "policy is not JSON with expiration and conditions")
		return
	}
	if len(members) != 2 || members["expiration"] == nil || members["conditions"] == nil {
		c.Flaw(sign.Unknown, "policy", "the policy has other members than expiration and conditions")
	}
	at, err := time.Parse(time.RFC3339, policy.Expiration)
	if c.Until = at; err != nil {
		c.Flaw(sign.Refused, "policy", "the policy has no expiration such as 2024-01-01T00:00:00Z")
	} else if !strings.HasSuffix(policy.Expiration, "Z") {
		c.Flaw(sign.Unknown, "policy", "whether the service reads an expiration that is not in UTC is not known here")
	}
	if len(policy.Conditions) > mostConditions || len(fields) > mostConditions {
		c.Flaw(sign.Unknown, "policy", "the policy has more conditions, or the form more fields, than are compared here")
		return
	}
	named := map[string]bool{}
	for _, raw := range policy.Conditions {
		var exact map[string]any
		var list []any
		if json.Unmarshal(raw, &exact) == nil {
			for _, name := range slices.Sorted(maps.Keys(exact)) {
				p.condition(r, "eq", name, exact[name], fields, named, c)
			}
			continue
		}
		if json.Unmarshal(raw, &list) != nil || len(list) != 3 {
			c.Flaw(sign.Refused, "policy", "a condition of the policy is neither an object nor a list of three")
			continue
		}
		op, _ := list[0].(string)
		name, _ := list[1].(string)
		if strings.EqualFold(op, "content-length-range") {
			p.length(list[1], list[2], fields, c)
			continue
		}
		p.condition(r, strings.ToLower(op), params.TrimPrefix(name, "$"), list[2], fields, named, c)
	}
	for i, f := range fields {
		name := strings.ToLower(f.Name)
		if name == "file" && i < len(fields)-1 {
			c.Flaw(sign.Unknown, "file", "fields stand behind the file, which services ignore")
		}
		if p.all && !named[name] && name != "file" && name != "policy" && name != p.signature && !strings.HasPrefix(name, "x-ignore-") {
			c.Flaw(sign.Refused, name, "the field "+params.Shown(f.Name)+" is not in the policy")
		}
	}
}

// condition compares a field with a condition.
func (p *post) condition(r *sign.Request, op, name string, want any, fields []params.Param, named map[string]bool, c *sign.Claim) {
	name = strings.ToLower(name)
	named[name] = true
	wanted, isText := want.(string)
	i := slices.IndexFunc(fields, func(f params.Param) bool { return strings.EqualFold(f.Name, name) })
	shown := params.Shown(name)
	switch {
	case !isText:
		c.Flaw(sign.Unknown, name, "the value of "+shown+" in the policy is not a text")
	case i < 0 && name == "bucket":
		host, path := params.HostPath(r.URL)
		if !strings.HasPrefix(host, wanted+".") && path != "/"+wanted && !strings.HasPrefix(path, "/"+wanted+"/") {
			c.Flaw(sign.Unknown, name, "the bucket of the policy stands neither in the form nor in the URL")
		}
	case i < 0 && op == "starts-with":
		c.Flaw(sign.Unknown, name, "the field "+shown+" of the policy is not sent")
	case i < 0:
		c.Flaw(sign.Refused, name, "the field "+shown+" of the policy is not sent")
	case op == "starts-with" && name == "content-type" && strings.Contains(fields[i].Value, ","):
		c.Flaw(sign.Unknown, name, "services compare each type of a list on its own")
	case strings.Contains(fields[i].Value, "${filename}"):
		c.Flaw(sign.Unknown, name, "the service puts the name of the file into "+shown)
	case op == "starts-with" && !strings.HasPrefix(fields[i].Value, wanted), op == "eq" && fields[i].Value != wanted:
		c.Flaw(sign.Refused, name, "the field "+shown+" is not what the policy allows")
	case op != "eq" && op != "starts-with":
		c.Flaw(sign.Unknown, name, "a condition of the policy is none that is known here")
	}
}

func (p *post) length(least, most any, fields []params.Param, c *sign.Claim) {
	from, ok := number(least)
	to, ok2 := number(most)
	size, given := params.Find(fields, "file")
	switch {
	case !ok || !ok2:
		c.Flaw(sign.Unknown, "content-length-range", "content-length-range of the policy is not two numbers")
	case given && (len(size) < from || len(size) > to):
		c.Flaw(sign.Refused, "file", "the file is not as long as content-length-range of the policy asks for")
	}
}

// number returns a number of a policy, which may be written as a text.
func number(v any) (int, bool) {
	switch v := v.(type) {
	case float64:
		return int(v), v >= 0 && v < 1<<53
	case string:
		n, err := strconv.ParseInt(v, 10, 53)
		return int(n), err == nil && n >= 0
	}
	return 0, false
}

// postCandidates adds what may have been signed in place of a policy in Base64.
func postCandidates(policy string, text []byte, add func(id, text, fix, signed string)) {
	const fix = "sign the policy in Base64, octet for octet as it is sent"
	std := base64.StdEncoding.EncodeToString
	lines := func(n int, end string) string {
		var b strings.Builder
		for chunk := range slices.Chunk([]byte(policy), n) {
			b.Write(chunk)
			b.WriteString(end)
		}
		return b.String()
	}
	var compact, indented bytes.Buffer
	_ = json.Compact(&compact, text)
	_ = json.Indent(&indented, text, "", "  ")
	spaced := strings.NewReplacer(`":`, `": `, `,"`, `, "`, `,{`, `, {`, `,[`, `, [`).Replace(compact.String())
	for _, c := range [][3]string{
		{"policy-json", "the policy was signed as JSON, not in Base64", string(text)},
		{"policy-json-hashed", "a hash of the policy was signed", canonical.HashOf(text)},
		{"policy-hashed", "a hash of the policy in Base64 was signed", canonical.HashOf([]byte(policy))},
		{"policy-written-again", "the policy was written again without white space", std(compact.Bytes())},
		{"policy-written-again", "the policy was written again with spaces", std([]byte(spaced))},
		{"policy-written-again", "the policy was written again in lines", std(indented.Bytes())},
		{"policy-written-again", `the policy was written again with \/`, std([]byte(strings.ReplaceAll(compact.String(), "/", `\/`)))},
		{"policy-trimmed", "white space around the policy was trimmed", std(bytes.TrimSpace(text))},
		{"policy-line-end", "a line end was added to the policy", std(append(bytes.Clone(text), '\n'))},
		{"base64-in-lines", "the Base64 was broken into lines of 76", lines(76, "\n")},
		{"base64-in-lines", "the Base64 was broken into lines of 76 with CRLF", lines(76, "\r\n")},
		{"base64-in-lines", "the Base64 was broken into lines of 64", lines(64, "\n")},
		{"base64-in-lines", "the Base64 was broken into lines of 60", lines(60, "\n")},
		{"base64-url-alphabet", "the policy was signed in the alphabet of Base64 for URLs", base64.URLEncoding.EncodeToString(text)},
		{"base64-without-padding", "the policy was signed without = at its end", strings.TrimRight(policy, "=")},
		{"base64-twice", "the policy was encoded twice in Base64", std([]byte(policy))},
		{"policy-encoded", "the policy was percent-encoded", percent.RFC3986.Encode(policy)},
		{"policy-plus-as-space", "a + of the Base64 became a space", strings.ReplaceAll(policy, "+", " ")},
	} {
		add(c[0], c[1], fix, c[2])
	}
}
