#!/usr/bin/env bash
# ioredis 5.10.1 and 5.11.1 (npm), which connect to Redis by a URL.
#
# One would guess: %3A in the name of the user is a colon of that name, in every version of
# ioredis 5.
#
# What happens: up to 5.10 the userinfo is decoded before it is split, so the escaped colon ends
# the name, and the rest of it becomes the beginning of the password. From 5.11 on it is
# split first. The same URL logs in as another user after a minor release.
#
# Output seen:
#
#	redis://team%3Aapp:secret@h 5.10.1 user team password app:secret
#	redis://team%3Aapp:secret@h 5.11.1 user team:app password secret
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --prefix . before@npm:ioredis@5.10.1 after@npm:ioredis@5.11.1 >/dev/null
cat >main.cjs <<'JS'
const uri = 'redis://team%3Aapp:secret@h';
for (const name of ['before', 'after']) {
  const { username, password } = new (require(name))(uri, { lazyConnect: true }).options;
  console.log(`${uri} ${require(name + '/package.json').version} user ${username} password ${password}`);
}
JS
node main.cjs | tee got
diff - got <<'END2'
redis://team%3Aapp:secret@h 5.10.1 user team password app:secret
redis://team%3Aapp:secret@h 5.11.1 user team:app password secret
END2
