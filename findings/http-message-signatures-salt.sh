#!/usr/bin/env bash
# http-message-signatures 1.0.6 (npm), which signs requests by RFC 9421, with rsa-pss-sha512.
#
# One would guess: the salt of the signature has 64 octets, as section 3.3.1 of the RFC says.
#
# What happens: the salt is as long as the key allows, 190 octets with 2048 bits, which is
# OpenSSL's default. A verifier that follows the RFC refuses every signature; the package's own
# accepts any length.
#
# Output seen:
#
#	salt of 64 octets: false, of 190 octets: true
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --prefix . http-message-signatures@1.0.6 >/dev/null
cat >main.cjs <<'JS'
const crypto = require('crypto');
const { createSigner } = require('http-message-signatures');
const { privateKey, publicKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
(async () => {
  const text = Buffer.from('"@signature-params": ()');
  const signature = await createSigner(privateKey.export({ type: 'pkcs8', format: 'pem' }), 'rsa-pss-sha512', 'a').sign(text);
  const right = (saltLength) => crypto.verify('sha512', text, { key: publicKey, padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength }, signature);
  console.log(`salt of 64 octets: ${right(64)}, of 190 octets: ${right(190)}`);
})();
JS
node main.cjs | tee got
diff - got <<'END2'
salt of 64 octets: false, of 190 octets: true
END2
