package webhook

import (
	"crypto"
	"net/netip"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/params"
)

const (
	fastlyName = "fastly"
	bunnyName  = "bunny"
)

// Fastly is a token that VCL checks as Fastly's guide shows. What it signs is told by
// documents alone: nothing that verifies was run.
var Fastly = &sign.Scheme{
	Name: fastlyName, Title: "Fastly, token of a URL (by its documents)", URL: "https://github.com/fastly/token-functions",
	Key: "key in digest.base64_decode, in Base64", Signs: "the path as it is sent and the time",
	Marks: []string{
		"?token:??????????_" + digits40, "|", "?token:???????????_" + digits40, "|",
		"?token:??????????_" + digits64, "|", "?token:???????????_" + digits64,
	},
	Reads: readFastly,
}

// Patterns of the signatures of Fastly: as many digits.
const (
	digits40 = "????????????????????????????????????????"
	digits64 = digits40 + "????????????????????????"
)

// Bunny is a token of Bunny's CDN, of any of its three versions. What it signs is told by
// documents and by Bunny's libraries: nothing that verifies was run.
var Bunny = &sign.Scheme{
	Name: bunnyName, Title: "Bunny CDN, token of a URL (by its libraries)", URL: "https://github.com/BunnyWay/BunnyCDN.TokenAuthentication",
	Key: "token authentication key", Signs: "path and parameters decoded, sorted, and the time",
	Marks: []string{"?token:HS256-*", "|", "/bcdn_token=", "|", ".b-cdn.net/", "?token", "?expires"},
	Reads: readBunny,
}

// otherPaths adds what signers write in place of a path.
func otherPaths(url, path string, add func(id, text, path string)) {
	decoded := params.Decode(path)
	before, query := params.Split(url)
	for _, e := range params.Encoders() {
		add(e.ID, "the path: "+e.Text, params.Segments(decoded, e.Encode))
		add(e.ID, "the path, with its slashes: "+e.Text, e.Encode(decoded))
	}
	for _, other := range [][3]string{
		{"as-sent", "the path was signed as it was sent", path},
		{"decoded", "the path was signed decoded", decoded},
		{"decoded-twice", "the path was decoded twice", params.Decode(decoded)},
		{"plus-as-space", "a + in the path was read as a space", params.DecodeForm(path)},
		{"without-slash", "the path was signed without the first slash", params.TrimPrefix(path, "/")},
		{"without-slash", "the path was signed decoded, without the first slash", params.TrimPrefix(decoded, "/")},
		{"is-url", "the URL was signed in place of its path", url},
		{"is-url", "the URL without its query was signed in place of its path", before},
		{"with-query", "the query was signed with the path", path + "?" + query},
	} {
		add(other[0], other[1], other[2])
	}
}

func readFastly(r *sign.Request, _ sign.Given) (*sign.Claim, error) {
	query := params.Query(r.URL)
	_, token := first(query, []string{"token"})
	at, signature, _ := params.Cut(token, "_")
	if token == "" {
		return nil, sign.Fail(sign.Missing, "token", "there is no token")
	}
	_, path := params.HostPath(r.URL)
	path = "/" + params.TrimPrefix(path, "/")
	c := &sign.Claim{Text: path + at, Signature: signature, Algorithm: algorithm.Algorithm{Name: "HMAC-SHA1", Hash: crypto.SHA1, Form: algorithm.Hex, Base64Key: true, NoNUL: true}}
	if len(signature) == 64 {
		c.Algorithm.Name, c.Algorithm.Hash = "HMAC-SHA256", crypto.SHA256
	}
	var ok bool
	if c.Until, ok = unix(at); !ok || len(at) < 10 || len(at) > 11 {
		c.Flaw(sign.Refused, "token", "the token does not begin with a time of 10 or 11 digits")
	}
	if params.Repeated(query, "token") != "" {
		c.Flaw(sign.Unknown, "token", "token comes twice, and which one counts says the VCL")
	}
	if _, rest := params.Split(params.Without(r.URL, "token")); rest != "" && strings.Contains(params.Without(r.URL, "token"), "?") {
		c.Also, c.Either = []string{path + "?" + rest + at}, len(c.Flaws) == 0
		c.Flaw(sign.Unknown, "query", "whether the other parameters are signed says the VCL: req.url.path or req.url")
	}
	c.Facts = []sign.Fact{{Name: "path", Value: path}}
	c.Where = func(made string) string { return params.With(params.Without(r.URL, "token"), "token", at+"_"+made) }
	c.Candidates = func(add func(id, text, fix, signed string)) {
		const fix = "sign the path as it is sent and the time, with nothing between"
		otherPaths(params.Without(r.URL, "token"), path, func(id, text, path string) { add("path-"+id, text, fix, path+at) })
		timeAndPath(path, at, fix, add)
		for _, text := range c.Also {
			timeAndPath(params.TrimSuffix(text, at), at, fix, add)
		}
	}
	return c, nil
}

// timeAndPath adds how else a time and a path are joined.
func timeAndPath(path, at, fix string, add func(id, text, fix, signed string)) {
	for _, join := range []string{".", ":", "_", "\n", "&", " ", ",", "?", "~"} {
		add("other-separator", "a separator stands between path and time", fix, path+join+at)
	}
	add("wrong-order", "the time was signed before the path", fix, at+path)
	add("time-left-out", "the path was signed alone", fix, path)
	add("time-in-milliseconds", "the time was signed in milliseconds", fix, path+at+"000")
}

// bunnyFields returns the parameters of a URL of Bunny and its path, of which the token
// may be the first segment.
func bunnyFields(url string) (list []params.Param, path string, inPath bool) {
	_, path = params.HostPath(url)
	_, query := params.Split(url)
	if fields, ok := params.CutPrefix(path, "/bcdn_token="); ok {
		var rest string
		fields, rest, _ = params.Cut(fields, "/")
		return params.Form("token=" + fields), "/" + rest, true
	}
	return params.Form(query), "/" + params.TrimPrefix(path, "/"), false
}

func readBunny(r *sign.Request, _ sign.Given) (*sign.Claim, error) {
	list, path, inPath := bunnyFields(r.URL)
	get := func(name string) string { v, _ := params.Find(list, name); return v }
	token, at, directory := get("token"), get("expires"), get("token_path")
	c := &sign.Claim{Signature: token, Algorithm: algorithm.Algorithm{Name: "SHA-256", Kind: algorithm.Inserted, Hash: crypto.SHA256, Form: algorithm.Base64URL}}
	begin, data, address := algorithm.Secret, without(list, "token", "expires"), ""
	switch {
	case token == "":
		return nil, sign.Fail(sign.Missing, "token", "there is no token")
	case strings.HasPrefix(token, "HS256-"):
		begin = ""
		c.Algorithm = algorithm.Algorithm{Name: "HMAC-SHA256", Hash: crypto.SHA256, Form: algorithm.Base64URL, Begin: "HS256-"}
		if strings.HasPrefix(token, "HS256-1-") && len(token) == len("HS256-1-")+43 {
			c.Algorithm.Begin = "HS256-1-"
			if address = clientAddress(r); address == "" {
				return nil, sign.Fail(sign.Unknown, "address", "the token is for one address, which is not known here")
			}
		}
	case len(token) <= 32: // in hex, which is refused
		c.Algorithm.Name, c.Algorithm.Hash, data = "MD5", crypto.MD5, nil
	}
	if get("token_ignore_params") == "true" {
		data = slices.DeleteFunc(data, func(p params.Param) bool { return !strings.HasPrefix(p.Name, "token_") })
	}
	var ok bool
	if c.Until, ok = unix(at); !ok {
		c.Flaw(sign.Refused, "expires", "expires is not a time in seconds since 1970")
	}
	decoded := params.Decode(path)
	p := pairs{params: data, name: plain, value: plain, eq: "=", join: "&"}
	around := func(path, data string) string { return begin + path + at + address + data }
	right := decoded
	switch {
	case directory != "":
		right = directory
		if rest, in := params.CutPrefix(decoded, directory); !in {
			c.Flaw(sign.Refused, "token_path", "the path is not below token_path")
		} else if !strings.HasSuffix(directory, "/") && rest != "" && rest[0] != '/' {
			c.Flaw(sign.Unknown, "token_path", "whether the path is below token_path is not known here")
		}
	case strings.Contains(path, "%"):
		c.Also = []string{around(path, p.text())}
		c.Flaw(sign.Unknown, "path", "some libraries of Bunny sign the path decoded, some as it is sent")
	}
	for _, q := range list {
		switch {
		case strings.Contains(q.Raw+q.RawName, "+") || q.Name != q.RawName:
			c.Flaw(sign.Unknown, params.Shown(q.Name), "how the name, or a + in the value, is decoded is not known here")
		case params.Repeated(list, q.Name) != "":
			c.Flaw(sign.Unknown, params.Shown(q.Name), params.Shown(q.Name)+" comes twice, and what is made of that is not known here")
		case get("token_ignore_params") != "" && !slices.Contains([]string{"token", "expires", "token_path", "token_ignore_params"}, q.Name) && strings.HasPrefix(q.Name, "token_"):
			c.Flaw(sign.Unknown, params.Shown(q.Name), "whether "+params.Shown(q.Name)+" is signed beside token_ignore_params is not known here")
		}
	}
	c.Text = around(right, p.text())
	if ip, _ := r.Get("X-Real-IP"); clientAddress(r) != "" && begin != "" {
		// A token for one address looks as one for all.
		for _, text := range append([]string{c.Text}, c.Also...) {
			params.Add(&c.Also, params.TrimSuffix(text, p.text())+ip+p.text())
		}
	}
	c.Facts = []sign.Fact{{Name: "path", Value: right}, {Name: "parameters", Value: p.text()}}
	c.Where = func(made string) string {
		if inPath {
			return strings.Replace(r.URL, "/bcdn_token="+token, "/bcdn_token="+made, 1)
		}
		return params.With(params.Without(r.URL, "token"), "token", made)
	}
	c.Candidates = func(add func(id, text, fix, signed string)) {
		const fix = "sign path, time and parameters as the libraries of Bunny do: decoded, sorted by name, without token and expires"
		p.candidates(list, func(id, text, _, data string) { add(id, text, fix, around(right, data)) })
		add("parameters-left-out", "the parameters were not signed", fix, around(right, ""))
		url := params.Without(r.URL, "token", "expires")
		if inPath {
			before, _, _ := params.Cut(r.URL, "/bcdn_token=")
			url = before + path
		}
		otherPaths(url, path, func(id, text, path string) {
			add("path-"+id, text, fix, around(path, p.text()))
			add("path-"+id, text+", and no parameters", fix, around(path, ""))
		})
		timeAndPath(right, at, fix, func(id, text, fix, signed string) { add(id, text, fix, begin+signed+address+p.text()) })
		if own := clientAddress(r); own != "" && address == "" && begin == "" {
			ip, _ := r.Get("X-Real-IP")
			add("address-signed", "the address of the client was signed", fix, begin+right+at+ip+p.text())
		}
		if begin != "" {
			add("key-at-end", "the key stands at the end", fix, right+at+p.text()+begin)
		}
	}
	return c, nil
}

// clientAddress returns the octets of the address in X-Real-IP, of which Bunny takes the
// first half if it is one of IPv6; "" if there is none.
func clientAddress(r *sign.Request) string {
	text, _ := r.Get("X-Real-IP")
	ip, err := netip.ParseAddr(text)
	if err != nil {
		return ""
	}
	octets := ip.Unmap().AsSlice()
	if len(octets) == 16 {
		clear(octets[8:])
	}
	return string(octets)
}
