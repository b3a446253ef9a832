#!/usr/bin/env bash
# magnet-uri 7.0.10 (npm), of WebTorrent.
#
# One would guess: decode gives back the name that encode was given. Encode writes a plus
# sign as %2B and a space as '+', as forms do.
#
# What happens: decode undoes the escapes first and makes spaces of plus signs then, those
# that were escaped included. The name of "C++ in a day" comes back without its plus signs,
# and a name with them cannot be written in any way.
#
# Output seen:
#
#	encoded: dn=C%2B%2B+in+a+day
#	decoded: "C   in a day"
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --prefix . magnet-uri@7.0.10 >/dev/null
cat >main.mjs <<'JS'
import magnet from 'magnet-uri';
import { encode } from 'magnet-uri';
const uri = encode({ xt: 'urn:btih:d2474e86c95b19b8bcfdb92bc12c9d44667cfa36', dn: 'C++ in a day' });
console.log('encoded:', uri.split('&').find((p) => p.startsWith('dn=')));
console.log('decoded:', JSON.stringify(magnet(uri).dn));
JS
node main.mjs | tee got
diff - got <<'END2'
encoded: dn=C%2B%2B+in+a+day
decoded: "C   in a day"
END2
