#!/usr/bin/env bash
# openapi-fetch 0.17.0 (npm).
#
# One would guess: the serializer of queries encodes names as it encodes values: an OpenAPI
# document may call a parameter "filter&sort" or have an object with free names in the style
# deepObject.
#
# What happens: values are encoded, names and the keys of objects are written as they are.
# A key with '&', '=' or '#' is read as something else by every server.
#
# Output seen:
#
#	{"a&b":"c&d"}            a&b=c%26d
#	{"f":{"R&D":"x=y"}}      f[R&D]=x%3Dy
#	as a server reads it:    [["f[R",""],["D]","x=y"]]
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --prefix . openapi-fetch@0.17.0 >/dev/null
cat >main.mjs <<'JS'
import { createQuerySerializer } from 'openapi-fetch';
const serialize = createQuerySerializer();
let query;
for (const parameters of [{ 'a&b': 'c&d' }, { f: { 'R&D': 'x=y' } }]) {
  query = serialize(parameters);
  console.log(`${JSON.stringify(parameters).padEnd(24)} ${query}`);
}
console.log(`${'as a server reads it:'.padEnd(24)} ${JSON.stringify([...new URLSearchParams(query)])}`);
JS
node main.mjs | tee got
diff - got <<'END2'
{"a&b":"c&d"}            a&b=c%26d
{"f":{"R&D":"x=y"}}      f[R&D]=x%3Dy
as a server reads it:    [["f[R",""],["D]","x=y"]]
END2
