#!/usr/bin/env bash
# PHP 8.5.10, Uri\WhatWg\Url (Lexbor).
#
# One would guess: it reads URLs as the URL Standard says, which it is named for.
#
# What happens: a query behind a last dot segment becomes part of the path, and so does one
# behind a '%' that begins no escape; a host with an escape keeps its upper case; and one of
# two slashes at the beginning of a path is lost if an octet of the path is escaped.
#
# Output seen:
#
#	http://example.com/a/..?q=1 path: /q=1 query: -
#	http://example.com/100%?q=1 path: /100%?q=1 query: -
#	http://%41.TEST/ host: A.TEST
#	http://example.com//a path: //a
#	http://example.com//[a path: /[a
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --legacy-peer-deps --prefix . @php-wasm/node@3.1.56 @php-wasm/universal@3.1.56 >/dev/null 2>&1
cat >main.mjs <<'JS'
import { loadNodeRuntime } from '@php-wasm/node';
import { PHP } from '@php-wasm/universal';
const php = new PHP(await loadNodeRuntime('8.5', { emscriptenOptions: { processId: 1 } }));
const out = await php.run({ code: `<?php
foreach (['http://example.com/a/..?q=1', 'http://example.com/100%?q=1'] as $s) {
    $u = Uri\\WhatWg\\Url::parse($s);
    echo $s, ' path: ', $u->getPath(), ' query: ', $u->getQuery() ?? '-', "\\n";
}
echo 'http://%41.TEST/ host: ', Uri\\WhatWg\\Url::parse('http://%41.TEST/')->getAsciiHost(), "\\n";
foreach (['http://example.com//a', 'http://example.com//[a'] as $s) {
    echo $s, ' path: ', Uri\\WhatWg\\Url::parse($s)->getPath(), "\\n";
}
` });
process.stdout.write(out.text);
process.exit();
JS
node --no-warnings main.mjs | tee got
diff - got <<'END2'
http://example.com/a/..?q=1 path: /q=1 query: -
http://example.com/100%?q=1 path: /100%?q=1 query: -
http://%41.TEST/ host: A.TEST
http://example.com//a path: //a
http://example.com//[a path: /[a
END2
