package sign

import (
	"crypto"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/params"
)

// signed returns what the algorithm signs for a text.
func (c *Claim) signed(text string) string {
	if c.ToSign != nil {
		return c.ToSign(text)
	}
	return text
}

// Verify verifies the signature, and that the verifier of the scheme accepts it at a time.
// It says nothing of what only the service knows: whether the key is still valid, who may
// do what, and whether the request came before. An error is an *Error.
func (c *Claim) Verify(key *Key, now time.Time) error {
	refused, unknown := c.flaws()
	switch {
	case c.Signature == "":
		return c.fail(NotSigned, "")
	case c.Unnamed != nil:
		return c.Unnamed
	case !c.usable(key):
		return c.fail(BadKey, c.badKey())
	case !c.holds(key):
		// Where it is not known what the service reads, it may have signed what is a mistake
		// otherwise.
		if unknown != nil && !c.Either {
			if m := c.FindMistake(key); m != nil && m.Signed != c.Text {
				return unknown
			}
		}
		return c.fail(WrongSignature, "")
	case refused != nil:
		return refused
	case !c.Until.IsZero() && now.After(c.Until):
		return c.fail(Expired, "the signature was valid until "+c.Until.UTC().Format(time.RFC3339))
	case !c.From.IsZero() && now.Before(c.From):
		return c.fail(NotYetValid, "the signature is valid from "+c.From.UTC().Format(time.RFC3339))
	case unknown != nil:
		return unknown
	}
	return nil
}

// fail returns an error of the scheme of c.
func (c *Claim) fail(reason percent.Reason, text string) *Error {
	return &Error{Scheme: c.Scheme.Name, Reason: reason, Text: text}
}

// flaws returns the first flaw for which a signature is refused for sure, and the first of
// which that is not known; nil for none.
func (c *Claim) flaws() (refused, unknown *Error) {
	for _, f := range c.Flaws {
		if f.Reason == Unknown && unknown == nil {
			unknown = f
		} else if f.Reason != Unknown && refused == nil {
			refused = f
		}
	}
	return refused, unknown
}

// holds reports whether one of the signatures is that of one of the texts.
func (c *Claim) holds(key *Key) bool {
	for _, text := range append([]string{c.Text}, c.Also...) {
		for _, signature := range append([]string{c.Signature}, c.Signatures...) {
			if c.Algorithm.Holds(key, c.signed(text), signature) {
				return true
			}
		}
	}
	return false
}

// usable reports whether a key is one of the algorithm. Anyone can sign with an empty
// secret.
func (c *Claim) usable(key *Key) bool {
	if !c.Algorithm.Secret() {
		return c.Algorithm.Fits(key.Public)
	}
	secret, ok := c.Algorithm.Octets(key)
	return ok && len(secret) > 0
}

// badKey says what a key must be.
func (c *Claim) badKey() string {
	if c.Algorithm.NoNUL {
		return "it is written in Base64, and has no NUL, at which the verifier would end it"
	}
	if begin := c.Algorithm.KeyBegin; begin != "" {
		return "it is written in Base64, after " + begin + "; cut off what a service shows before that, such as v1,"
	}
	if c.Algorithm.Base64Key {
		return "it is written in Base64"
	}
	if c.Algorithm.HexKey {
		return "it is written in hex"
	}
	return "it signs by " + c.Algorithm.Name
}

// Sign returns the signature and what is sent for it. An error is an *Error, or one of the
// key.
func (c *Claim) Sign(key *Key) (signature, sent string, err error) {
	if c.Unnamed != nil {
		return "", "", c.Unnamed
	}
	signature, ok, err := c.Algorithm.Sign(key, c.signed(c.Text))
	switch {
	case err != nil:
		return "", "", err
	case !ok:
		return "", "", c.fail(BadKey, c.badKey())
	case c.Where == nil:
		return signature, signature, nil
	}
	return signature, c.Where(signature), nil
}

// A Mistake is what a signer, or a program between him and the verifier, did to a signature
// that is wrong.
type Mistake struct {
	ID   string // such as "space-as-plus"; it never changes
	Text string // what was done, in half a sentence
	Fix  string // what to do about it
	// Signed is the text that the signature holds for. It is that of the claim where the
	// mistake is about the key or the spelling of the signature.
	Signed string
	// With, if not nil, is a second mistake, made with the signature or the secret: only both
	// together explain the signature.
	With *Mistake
}

// FindMistake returns the mistake for which the signature holds, or nil if none that is
// known explains it. That one is found does not make a signature valid.
func (c *Claim) FindMistake(key *Key) *Mistake {
	if c.Signature == "" || c.Unnamed != nil || !c.usable(key) && !c.Algorithm.Secret() {
		return nil
	}
	if c.holds(key) {
		return nil
	}
	if m := c.single(key); m != nil || !c.Algorithm.Secret() || len(c.Text) > mostPaired {
		return m
	}
	text, spellings, keys := c.signed(c.Text), c.spellings(), c.keys(key)
	for _, g := range spellings {
		other := *c
		other.Signature = g.spelled
		if m := other.inMaking(key, text); m != nil {
			m.With = &g.Mistake
			return m
		}
	}
	right, _ := c.Algorithm.Octets(key)
	return c.inText(func(text string) (bool, *Mistake) {
		holds := func(spelled string) bool { return c.Algorithm.HoldsBy(right, text, spelled) }
		if c.Algorithm.Kind != algorithm.SecretECDSA {
			mac := c.Algorithm.MAC(right, text)
			holds = func(spelled string) bool { return c.Algorithm.HoldsMAC(mac, spelled) }
		}
		for _, g := range spellings {
			if holds(g.spelled) {
				return true, &g.Mistake
			}
		}
		for _, g := range keys {
			if c.Algorithm.HoldsBy(g.secret, text, c.Signature) {
				return true, &g.Mistake
			}
		}
		return false, nil
	})
}

// mostPaired is the longest text of which two mistakes are tried at once, in bytes.
const mostPaired = 8 << 10

// single returns the one mistake for which the signature holds, or nil.
func (c *Claim) single(key *Key) *Mistake {
	text := c.signed(c.Text)
	for _, g := range c.spellings() {
		if c.Algorithm.Holds(key, text, g.spelled) {
			return &g.Mistake
		}
	}
	if c.Algorithm.Begins(key, text, c.Signature) {
		return c.mistake("signature-cut", "the signature is cut short", "send the whole signature: look for a column or a line that is too short for it")
	}
	if m := c.inMaking(key, text); m != nil {
		return m
	}
	return c.inText(func(text string) (bool, *Mistake) { return c.Algorithm.Holds(key, text, c.Signature), nil })
}

// inMaking finds a mistake that was made with the algorithm or the secret.
func (c *Claim) inMaking(key *Key, text string) *Mistake {
	if m := c.inAlgorithm(key, text); m != nil {
		return m
	}
	return c.inKey(key, text)
}

// inText finds the text that was signed in place of the right one, by a function that says
// whether the signature is that of a text, and with which other mistake.
func (c *Claim) inText(holds func(text string) (ok bool, with *Mistake)) (found *Mistake) {
	add := func(id, text, fix, signed string) {
		if found != nil || signed == c.Text {
			return
		}
		if ok, with := holds(c.signed(signed)); ok {
			found = &Mistake{id, text, fix, signed, with}
		}
	}
	if c.Candidates != nil {
		c.Candidates(add)
	}
	inLines(c.Text, add)
	c.inRequest(add)
	return found
}

// mistake returns one about the key or the spelling.
func (c *Claim) mistake(id, text, fix string) *Mistake {
	return &Mistake{ID: id, Text: text, Fix: fix, Signed: c.Text}
}

// A guess is a mistake, and the signature as it should be spelled or the secret that signed.
type guess struct {
	Mistake
	spelled string
	secret  []byte
}

// spellings returns the mistakes in how the signature may be written.
func (c *Claim) spellings() (list []guess) {
	got, b := c.Signature, c.Algorithm.Begin
	bare := params.TrimPrefix(got, b)
	begin := got[:len(got)-len(bare)]
	form, wantsHex := c.Algorithm.Form.String(), c.Algorithm.Form == algorithm.Hex
	// written returns the signature as the algorithm writes it, if it can be read otherwise.
	written := func(may bool, read func(string) ([]byte, error)) string {
		octets, err := read(bare)
		if err != nil || !may {
			return got
		}
		return b + c.Algorithm.Form.Encode(octets)
	}
	ofHexFix := "write the octets in " + form + ", not their hex digits"
	if wantsHex {
		ofHexFix = "write the hex digits as they are"
	}
	for _, m := range []struct{ id, text, fix, want string }{
		{"signature-plus-as-space", "a + of the signature arrived as a space", "write + as %2B in the query", strings.ReplaceAll(got, " ", "+")},
		{"signature-encoded-twice", "the signature was percent-encoded twice", "encode the signature once", params.Decode(got)},
		{"signature-encoded-twice", "the signature was percent-encoded twice", "encode the signature once", params.Decode(params.Decode(got))},
		{"signature-hex-case", "the digits of the signature are in upper case", "write the signature with lower-case digits", strings.ToLower(got)},
		{"signature-space-around", "white space or quotes stand around the signature", "trim the signature", strings.Trim(got, " \t\r\n\"'")},
		{"signature-space-around", "line ends divide the signature", "write the signature in one line", strings.NewReplacer("\r", "", "\n", "").Replace(got)},
		{"signature-without-padding", "the signature lacks the = at the end", "keep the = of Base64", begin + padded(bare)},
		{"signature-url-alphabet", "the signature is in the alphabet of Base64 for URLs, - and _", "write + and / of Base64", begin + padded(strings.NewReplacer("-", "+", "_", "/").Replace(bare))},
		{"signature-url-alphabet", "the signature is in the usual alphabet of Base64", "write - and _ of Base64 for URLs, without =", strings.TrimRight(strings.NewReplacer("+", "-", "/", "_").Replace(got), "=")},
		{"signature-url-alphabet", "the signature is in the usual alphabet of Base64", "write - _ ~ for + = / of Base64", strings.NewReplacer("+", "-", "=", "_", "/", "~").Replace(got)},
		{"signature-without-prefix", "the signature lacks " + b, "write " + b + " before the signature", b + got},
		{"signature-in-hex", "the signature is in hex", "write the octets of the signature in " + form, written(!wantsHex, hex.DecodeString)},
		{"signature-in-base64", "the signature is in Base64", "write the octets of the signature in " + form, written(wantsHex, base64.StdEncoding.DecodeString)},
		{"signature-in-base64", "the signature is in Base64 for URLs", "write the octets of the signature in " + form, written(wantsHex, urlBase64)},
		{"signature-of-hex", "the hex digits of the signature were written in Base64", ofHexFix, written(true, ofHex)},
	} {
		if m.want != got && !slices.ContainsFunc(list, func(g guess) bool { return g.spelled == m.want }) {
			params.Add(&list, guess{Mistake: *c.mistake(m.id, m.text, m.fix), spelled: m.want})
		}
	}
	return list
}

func padded(text string) string { return text + "==="[:(4-len(text)%4)%4] }

//go:noinline
func urlBase64(text string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
}

// ofHex reads Base64 of hex digits.
func ofHex(text string) ([]byte, error) {
	digits, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	return hex.DecodeString(string(digits))
}

var hashes = []struct {
	name string
	hash crypto.Hash
}{{"SHA-256", crypto.SHA256}, {"SHA-1", crypto.SHA1}, {"SHA-512", crypto.SHA512}, {"SHA-384", crypto.SHA384}, {"MD5", crypto.MD5}}

// inAlgorithm finds an algorithm that signed in place of the right one.
func (c *Claim) inAlgorithm(key *Key, text string) *Mistake {
	try := func(a algorithm.Algorithm, id, text2, fix string) *Mistake {
		if a.Holds(key, text, c.Signature) {
			return c.mistake(id, text2, fix)
		}
		return nil
	}
	for _, h := range hashes {
		a := c.Algorithm
		if a.Hash == 0 || a.Hash == h.hash {
			continue
		}
		a.Hash = h.hash
		if m := try(a, "other-hash", "it was signed with "+h.name, "sign with "+c.Algorithm.Name); m != nil {
			return m
		}
	}
	a := c.Algorithm
	switch a.Kind {
	case algorithm.HMAC:
		for _, h := range hashes {
			a.Kind, a.Hash = algorithm.Suffixed, h.hash
			if m := try(a, "hash-not-mac", "a plain hash by "+h.name+" of text and secret was made", "sign with "+a.Name); m != nil {
				return m
			}
			if strings.Contains(text, algorithm.Secret) {
				continue
			}
			a.Kind = algorithm.Inserted
			if a.Holds(key, algorithm.Secret+text, c.Signature) {
				return c.mistake("hash-not-mac", "a plain hash by "+h.name+" of secret and text was made", "sign with "+a.Name)
			}
		}
		return nil
	case algorithm.RSA, algorithm.RSAPSS:
		a.AnySalt = true
		if m := try(a, "pss-salt-length", "the salt of RSA-PSS has another length than the hash", "sign with a salt as long as the hash; OpenSSL and Node.js take the longest by default"); m != nil {
			return m
		}
		a.Kind = algorithm.RSA + algorithm.RSAPSS - a.Kind
		return try(a, "other-padding", "it was signed with the other padding of RSA", "sign with "+c.Algorithm.Name)
	case algorithm.ECDSA, algorithm.ECDSANumbers:
		a.Kind = algorithm.ECDSA + algorithm.ECDSANumbers - a.Kind
		if a.Kind == algorithm.ECDSA {
			return try(a, "ecdsa-in-asn1", "the signature is in ASN.1, as most libraries make it", "write the two numbers one after the other, each as long as the key")
		}
		return try(a, "ecdsa-not-asn1", "the signature is two numbers one after the other", "write the signature in ASN.1")
	}
	return nil
}

// keys returns the mistakes that may have been made with the secret.
func (c *Claim) keys(key *Key) (list []guess) {
	given := key.Secret
	decoded := func(text string, decode func(string) ([]byte, error)) []byte {
		octets, err := decode(text)
		if err != nil || len(octets) == 0 {
			return nil
		}
		return octets
	}
	right, _ := c.Algorithm.Octets(key)
	const quotesFix = "take the secret as the service shows it: not every reader of a file of settings removes quotes"
	var bare, withPrefix []byte
	if begin := c.Algorithm.KeyBegin; begin != "" {
		bare = []byte(strings.TrimPrefix(given, begin))
		given = begin + string(bare)
		withPrefix = decoded(given, urlBase64) // as by Buffer.from of Node.js
	}
	for _, m := range []struct {
		id, text, fix string
		secret        []byte
	}{
		{"key-not-decoded", "the secret was taken as text", "decode the secret before signing, as the service writes it", []byte(given)},
		{"key-not-decoded", "the secret without " + c.Algorithm.KeyBegin + " was taken as text", "decode the secret before signing, as the service writes it", bare},
		{"key-with-prefix", c.Algorithm.KeyBegin + " was decoded as part of the secret", "cut " + c.Algorithm.KeyBegin + " off, then decode the secret", withPrefix},
		{"key-decoded", "the secret was decoded from Base64", "sign with the text of the secret as it is", decoded(given, base64.StdEncoding.DecodeString)},
		{"key-decoded", "the secret was decoded from hex", "sign with the text of the secret as it is", decoded(given, hex.DecodeString)},
		{"key-with-line-end", "a line end stands after the secret", "trim the secret", []byte(given + "\n")},
		{"key-with-line-end", "a line end stands after the secret", "trim the secret", []byte(given + "\r\n")},
		{"key-with-line-end", "a carriage return stands after the secret", "trim the secret", []byte(given + "\r")},
		{"key-with-quotes", "the quotes around the secret were left out", quotesFix, []byte(strings.Trim(given, `"'`))},
		{"key-with-quotes", "quotes stand around the secret", quotesFix, []byte(`"` + given + `"`)},
		{"key-with-quotes", "quotes stand around the secret", quotesFix, []byte("'" + given + "'")},
		{"key-with-space", "white space around the secret was kept or trimmed", "take the secret as the service shows it", []byte(strings.TrimSpace(given))},
		{"key-with-space", "a space stands after the secret", "trim the secret", []byte(given + " ")},
		{"key-with-space", "a space stands before the secret", "trim the secret", []byte(" " + given)},
		{"key-encoded", "the secret was percent-encoded", "sign with the secret as it is", []byte(percent.RFC3986.Encode(given))},
		{"key-empty", "it was signed with an empty secret", "set the secret; a variable may be unset", []byte{}},
	} {
		// Where the secret stands in the text, a space beside it is one of the text.
		if m.secret != nil && !slices.Equal(m.secret, right) && (m.id != "key-with-space" || c.Algorithm.Kind != algorithm.Inserted) {
			params.Add(&list, guess{Mistake: *c.mistake(m.id, m.text, m.fix), secret: m.secret})
		}
	}
	return list
}

// inKey finds a mistake that was made with the secret.
func (c *Claim) inKey(key *Key, text string) *Mistake {
	a := c.Algorithm
	if !a.Secret() {
		return nil
	}
	for _, g := range c.keys(key) {
		if a.HoldsBy(g.secret, text, c.Signature) {
			return &g.Mistake
		}
	}
	right, _ := a.Octets(key)
	var found *Mistake
	if a.Misderived != nil {
		derived := a
		derived.Derive = nil
		a.Misderived(right, func(key []byte, text2 string) {
			if found == nil && derived.HoldsBy(key, text, c.Signature) {
				found = c.mistake("key-derived-otherwise", text2, "derive the key as the service does")
			}
		})
	}
	if found == nil && a.Derive != nil {
		derived := a
		derived.Derive = nil
		if derived.Holds(key, text, c.Signature) {
			return c.mistake("key-not-derived", "the secret itself signed", "derive the key from the secret first")
		}
	}
	return found
}

// inLines adds texts whose lines end in another way.
func inLines(text string, add func(id, what, fix, signed string)) {
	const fix = "take the text octet for octet"
	add("line-end-added", "a line end stands after the text", fix, text+"\n")
	add("line-end-left-out", "the last line end was left out", fix, params.TrimSuffix(text, "\n"))
	add("line-ends-trimmed", "white space around the text was trimmed", fix, strings.TrimSpace(text))
	if !strings.Contains(text, "\n") {
		return
	}
	add("crlf", "lines end in CRLF", "end lines in LF", strings.ReplaceAll(text, "\n", "\r\n"))
	add("backslash-n", `a backslash and an n stand for line ends`, `write line ends; many languages read \n only in double quotes`, strings.ReplaceAll(text, "\n", `\n`))
	add("lines-joined", "line ends were left out", fix, strings.ReplaceAll(text, "\n", ""))
}
