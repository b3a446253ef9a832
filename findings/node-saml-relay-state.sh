#!/usr/bin/env bash
# @node-saml/node-saml 5.1.0 (npm), which signs the redirects of SAML 2.0, with OpenSSL's key.
#
# One would guess: the RelayState that is signed is written as the one that is sent, whatever
# is in it, since the signature covers the octets of the query (saml-bindings-2.0-os, 3.4.4.1).
#
# What happens: the text that is signed has a space as %20 and keeps ! ' ( ) ~; the URL has it as
# + and escapes those. A verifier that follows the binding refuses the login as soon as the
# RelayState holds one of them, for instance a path with a space; one that decodes and
# encodes again as node-saml signs accepts it.
#
# Output seen:
#
#	inbox: sent RelayState=inbox, signature over what is sent: right
#	my inbox: sent RelayState=my+inbox, signature over what is sent: wrong; with %20: right
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --prefix . @node-saml/node-saml@5.1.0 >/dev/null
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -subj /CN=sp.example -days 2 2>/dev/null
cat >main.cjs <<'JS'
const { readFileSync } = require('fs');
const { createVerify } = require('crypto');
const { SAML } = require('@node-saml/node-saml');
const cert = readFileSync('cert.pem', 'utf8');
const saml = new SAML({ entryPoint: 'https://idp.example/sso', issuer: 'sp', callbackUrl: 'https://sp.example/acs', privateKey: readFileSync('key.pem', 'utf8'), idpCert: cert, signatureAlgorithm: 'sha256' });
const right = (text, signature) => createVerify('RSA-SHA256').update(text).verify(cert, signature, 'base64') ? 'right' : 'wrong';
(async () => {
  for (const state of ['inbox', 'my inbox']) {
    const query = (await saml.getAuthorizeUrlAsync(state, undefined, {})).split('?')[1];
    const raw = Object.fromEntries(query.split('&').map(p => p.split('=')));
    const signature = decodeURIComponent(raw.Signature);
    const text = relay => `SAMLRequest=${raw.SAMLRequest}&RelayState=${relay}&SigAlg=${raw.SigAlg}`;
    const sent = right(text(raw.RelayState), signature);
    console.log(`${state}: sent RelayState=${raw.RelayState}, signature over what is sent: ${sent}` + (sent === 'wrong' ? `; with %20: ${right(text(raw.RelayState.replace('+', '%20')), signature)}` : ''));
  }
})();
JS
node main.cjs | tee got
diff - got <<'END2'
inbox: sent RelayState=inbox, signature over what is sent: right
my inbox: sent RelayState=my+inbox, signature over what is sent: wrong; with %20: right
END2
