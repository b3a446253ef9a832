#!/usr/bin/env bash
# pg-connection-string 2.14.1 (npm), which reads connection strings for pg and knex.
#
# One would guess: the database is percent-decoded, as the user and the password are, and
# as libpq does it; or, if not, then it stays as it is.
#
# What happens: it is decoded by decodeURI. %20 and %C3%A9 are decoded, and %2F, %40, %23 and
# %3F stay: a '/' or '@' in the name has to be written raw, and '#' and '?' cannot be written.
#
# Output seen:
#
#	user "p@s/é t", password "p@s/é t", database "p%40s%2Fé t"
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --prefix . pg-connection-string@2.14.1 >/dev/null
cat >main.cjs <<'JS'
const { parse } = require('pg-connection-string');
const text = 'p%40s%2F%C3%A9%20t';
const { user, password, database } = parse(`postgres://${text}:${text}@h/${text}`);
const show = JSON.stringify;
console.log(`user ${show(user)}, password ${show(password)}, database ${show(database)}`);
JS
node main.cjs >out
cat out
diff - out <<'END'
user "p@s/é t", password "p@s/é t", database "p%40s%2Fé t"
END
