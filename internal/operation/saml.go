//go:build !js

package operation

import (
	"github.com/pct-encoded/percent/internal/signing"
	"github.com/pct-encoded/percent/sign/saml"
)

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
