package operation

import (
	"slices"
	"sync"

	"github.com/pct-encoded/percent/internal/signing"
	"github.com/pct-encoded/percent/sign/httpsig"
	"github.com/pct-encoded/percent/sign/saml"
)

// AddSignatures adds the rows of saml and of signature to the registry. A program that does not
// call it at its start does not link their half a megabyte.
func AddSignatures() {
	addSignatures.Do(func() {
		others := further
		further = func() []row { return slices.Concat(others(), samlRows(), signatureRows()) }
	})
}

var addSignatures sync.Once

func samlRows() []row {
	key := func(what string) Choice {
		return option("key-file", "PEM `FILE` with "+what, func(o *signing.Options) *string { return &o.KeyFile })
	}
	return []row{
		{"saml explain", func() *Operation { return shows(signing.SAML) }},
		{"saml sign", func() *Operation {
			var names []string
			for _, a := range saml.Algorithms() {
				names = append(names, a.Name)
			}
			return signs(signing.SAML, signing.SAML.Sign, key("the private key, of RSA or ECDSA"),
				option("method", "the signature algorithm (default RSA-SHA256, or ECDSA-SHA256 if the key is one of ECDSA)", func(o *signing.Options) *string { return &o.Method }).of(names...))
		}},
		{"saml verify", func() *Operation { return signs(signing.SAML, nil, key("the certificate, or the public key")) }},
	}
}

func signatureRows() []row {
	var names []string
	for _, s := range signing.Schemes() {
		names = append(names, s.Name)
	}
	read := func(more ...Choice) []Choice {
		return append([]Choice{
			option("as", "the scheme (default the one that the request has marks of)", func(o *signing.Options) *string { return &o.As }).of(names...),
			option("account", "the `NAME` of the account of Azure, or of the bucket of OSS or version 2 of Google, if the host does not have it", func(o *signing.Options) *string { return &o.Account }),
			option("service", "the service of Azure, if the host does not name it: blob, file, queue or table", func(o *signing.Options) *string { return &o.Service }),
			option("label", "the `LABEL` of one of several signatures of RFC 9421", func(o *signing.Options) *string { return &o.Label }),
			option("method", "the algorithm of RFC 9421 or draft-cavage, if the signature does not name it", func(o *signing.Options) *string { return &o.Method }).of(httpsig.Algorithms()...),
			option("expression", "the `TEXT` of nginx's secure_link_md5, with {secret} for the secret (default '$secure_link_expires$uri {secret}')", func(o *signing.Options) *string { return &o.Expression }),
		}, more...)
	}
	keys := func(more ...Choice) []Choice {
		return read(append([]Choice{
			option("secret-file", "`FILE` with the secret", func(o *signing.Options) *string { return &o.SecretFile }),
			option("key-file", "PEM `FILE` with the key, for schemes with a pair of keys", func(o *signing.Options) *string { return &o.KeyFile }),
		}, more...)...)
	}
	return []row{
		{"signature explain", func() *Operation { return shows(signing.Signature, read()...) }},
		{"signature sign", func() *Operation { return signs(signing.Signature, signing.Signature.Sign, keys()...) }},
		{"signature verify", func() *Operation {
			return signs(signing.Signature, nil, keys(option("date", "the `DATE` at which it must be valid, such as 20240101T000000Z (default now)", func(o *signing.Options) *string { return &o.Date }))...)
		}},
	}
}
