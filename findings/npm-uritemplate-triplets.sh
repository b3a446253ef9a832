#!/usr/bin/env bash
# uritemplate 0.3.4 (npm), beside url-template 3.1.1.
#
# One would guess: {+v} and {#v} keep the escapes of a value (RFC 6570, sections 3.2.3 and
# 3.2.4, "pct-encoded triplets are copied").
#
# What happens: {+v} and {#v} write "%20" as "%2520". The escapes of the template itself
# stay.
#
# Output seen:
#
#	{+v} uritemplate: a%2520b/c url-template: a%20b/c
#	{#v} uritemplate: #a%2520b/c url-template: #a%20b/c
#	/x%20y/{+v} uritemplate: /x%20y/a%2520b/c url-template: /x%20y/a%20b/c
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --prefix . uritemplate@0.3.4 url-template@3.1.1 >/dev/null
cat >main.mjs <<'JS'
import uritemplate from 'uritemplate';
import { parseTemplate } from 'url-template';
for (const template of ['{+v}', '{#v}', '/x%20y/{+v}']) {
  const values = { v: 'a%20b/c' };
  console.log(template, 'uritemplate:', uritemplate.parse(template).expand(values), 'url-template:', parseTemplate(template).expand(values));
}
JS
node main.mjs | tee got
diff - got <<'END2'
{+v} uritemplate: a%2520b/c url-template: a%20b/c
{#v} uritemplate: #a%2520b/c url-template: #a%20b/c
/x%20y/{+v} uritemplate: /x%20y/a%2520b/c url-template: /x%20y/a%20b/c
END2
