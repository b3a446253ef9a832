#!/usr/bin/env bash
# git-url-parse 16.1.0 (npm).
#
# One would guess: toString() of what was parsed is the URL again, or one that means the same.
#
# What happens: an escaped slash becomes a slash, and so begins another folder, while other
# escapes stay; and the password is left out, while the user stays.
#
# Output seen:
#
#	https://h.example/a%20b/c.git -> https://h.example/a%20b/c.git
#	https://h.example/a/b%2Fc.git -> https://h.example/a/b/c.git
#	https://user:p%40ss@h.example/a/b.git -> https://user@h.example/a/b.git
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --prefix . git-url-parse@16.1.0 >/dev/null
cat >main.mjs <<'JS'
import parse from 'git-url-parse';
for (const url of ['https://h.example/a%20b/c.git', 'https://h.example/a/b%2Fc.git', 'https://user:p%40ss@h.example/a/b.git']) {
  console.log(url, '->', parse(url).toString());
}
JS
node main.mjs | tee got
diff - got <<'END2'
https://h.example/a%20b/c.git -> https://h.example/a%20b/c.git
https://h.example/a/b%2Fc.git -> https://h.example/a/b/c.git
https://user:p%40ss@h.example/a/b.git -> https://user@h.example/a/b.git
END2
