#!/usr/bin/env bash
# oauth-1.0a 2.2.6 (npm), a signer for OAuth 1.0.
#
# One would guess: the query of a URL is read as a form, so that '+' and %20 are both a
# space, which is signed as %20 (RFC 5849, section 3.4.1.3.1).
#
# What happens: '+' is read as a plus sign and signed as %2B. The query that URLSearchParams
# writes, with '+' for a space, gets a signature that a server does not accept.
#
# Output seen (twice encoded, as in the base string):
#
#	q=a%20b is signed as q%3Da%2520b
#	q=a+b is signed as q%3Da%252Bb
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --prefix . oauth-1.0a@2.2.6 >/dev/null
cat >main.cjs <<'JS'
const OAuth = require('oauth-1.0a');
const oauth = new OAuth({ consumer: { key: 'k', secret: 's' }, signature_method: 'PLAINTEXT' });
for (const query of ['q=a%20b', 'q=a+b']) {
  const text = oauth.getBaseString({ url: 'https://h.example/?' + query, method: 'GET', data: {} }, {});
  console.log(query, 'is signed as', text.split('&')[2]);
}
JS
node main.cjs | tee got
diff - got <<'END2'
q=a%20b is signed as q%3Da%2520b
q=a+b is signed as q%3Da%252Bb
END2
