#!/usr/bin/env bash
# normalize-url 9.0.1 (npm).
#
# One would guess: a normalized URL asks a server for the same thing. What RFC 3986, section
# 6.2.2, calls normalization keeps every octet.
#
# What happens: sorting the parameters, which it does by default, writes the whole query
# again as a form in UTF-8. An escaped octet that is not UTF-8 (ISO 8859-1, Shift_JIS, a
# hash in binary) becomes the replacement character, and two different URLs the same one.
# The path keeps such octets.
#
# Output seen:
#
#	http://h.example/?q=%E4      -> http://h.example/?q=%EF%BF%BD
#	http://h.example/?q=%F6      -> http://h.example/?q=%EF%BF%BD
#	http://h.example/%E4         -> http://h.example/%E4
#	http://h.example/?q=a%20b    -> http://h.example/?q=a+b
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --prefix . normalize-url@9.0.1 >/dev/null
cat >main.mjs <<'JS'
import normalize from 'normalize-url';
for (const url of ['http://h.example/?q=%E4', 'http://h.example/?q=%F6', 'http://h.example/%E4', 'http://h.example/?q=a%20b']) {
  console.log(`${url.padEnd(28)} -> ${normalize(url)}`);
}
JS
node main.mjs | tee got
diff - got <<'END2'
http://h.example/?q=%E4      -> http://h.example/?q=%EF%BF%BD
http://h.example/?q=%F6      -> http://h.example/?q=%EF%BF%BD
http://h.example/%E4         -> http://h.example/%E4
http://h.example/?q=a%20b    -> http://h.example/?q=a+b
END2
