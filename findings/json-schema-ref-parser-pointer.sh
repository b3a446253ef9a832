#!/usr/bin/env bash
# @apidevtools/json-schema-ref-parser 15.5.2 (npm), which resolves the $ref of OpenAPI and
# JSON Schema documents. Beside it json-refs 3.0.15 and ajv 8.20.0.
#
# One would guess: the fragment of a $ref is decoded once, then split into the tokens of a
# JSON Pointer (RFC 6901, section 6). So #/d/a%2525b leads to the key "a%25b".
#
# What happens: it is decoded twice, first as a whole and then token by token. Keys that
# hold an escape cannot be reached, among them the paths of an OpenAPI document that has
# one; an escaped slash divides a token. The two others find them.
#
# Output seen:
#
#	#/d/a%2525b ref-parser: not found, json-refs: found, ajv: found
#	#/d/a%252Fb ref-parser: not found, json-refs: found, ajv: found
#	#/d/a%20b ref-parser: found, json-refs: found, ajv: found
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --prefix . @apidevtools/json-schema-ref-parser@15.5.2 json-refs@3.0.15 ajv@8.20.0 >/dev/null
cat >main.mjs <<'JS'
import parser from '@apidevtools/json-schema-ref-parser';
import Ajv from 'ajv';
import refs from 'json-refs';
const is = (found) => (found ? 'found' : 'not found');
const tries = async (f) => { try { return is(await f()); } catch { return is(false); } };
for (const [key, ref] of [['a%25b', '#/d/a%2525b'], ['a%2Fb', '#/d/a%252Fb'], ['a b', '#/d/a%20b']]) {
  const document = () => ({ d: { [key]: { const: 1 } }, x: { $ref: ref } });
  const first = await tries(async () => (await parser.dereference(document())).x.const === 1);
  const second = await tries(async () => (await refs.resolveRefs(document())).resolved.x.const === 1);
  const third = await tries(async () => {
    const valid = new Ajv.default({ strict: false }).compile({ d: document().d, $ref: ref });
    return valid(1) && !valid(2);
  });
  console.log(`${ref} ref-parser: ${first}, json-refs: ${second}, ajv: ${third}`);
}
JS
node main.mjs | tee got
diff - got <<'END2'
#/d/a%2525b ref-parser: not found, json-refs: found, ajv: found
#/d/a%252Fb ref-parser: not found, json-refs: found, ajv: found
#/d/a%20b ref-parser: found, json-refs: found, ajv: found
END2
