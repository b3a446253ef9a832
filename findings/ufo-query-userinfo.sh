#!/usr/bin/env bash
# ufo 1.6.4 (npm), of Nuxt and Nitro.
#
# One would guess: the host of a URL ends at the first '/', '?' or '#' (RFC 3986, section 3.2).
#
# What happens: parseURL takes everything before an '@' for a userinfo as long as no '/' stands
# before it, so that an address of mail in a query becomes the host. And parseHost ends a host
# at the first ':', in brackets as well.
#
# Output seen:
#
#	https://example.com?to=me@example.org host: example.org
#	http://[::1]:8080/ hostname: [
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --prefix . ufo@1.6.4 >/dev/null
cat >main.mjs <<'JS'
import { parseHost, parseURL } from 'ufo';
const a = 'https://example.com?to=me@example.org';
console.log(a, 'host:', parseURL(a).host);
const b = 'http://[::1]:8080/';
console.log(b, 'hostname:', parseHost(parseURL(b).host).hostname);
JS
node main.mjs | tee got
diff - got <<'END2'
https://example.com?to=me@example.org host: example.org
http://[::1]:8080/ hostname: [
END2
