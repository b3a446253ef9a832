#!/usr/bin/env bash
# postgres 3.4.9 (npm, "Postgres.js").
#
# One would guess: all parts of postgres://user:password@host/database are decoded alike, as
# libpq does it.
#
# What happens: user, password and options are decoded, the database is not: for the
# database "my db" it asks the server for one whose name is my%20db. In an option '+' is a
# space, in the password it is a plus sign.
#
# Output seen:
#
#	user "a@b", password "p+q@", database "my%20db", application_name "x y+z"
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --prefix . postgres@3.4.9 >/dev/null
cat >main.mjs <<'JS'
import postgres from 'postgres';
const { user, pass, database, connection } = postgres('postgres://a%40b:p+q%40@localhost/my%20db?application_name=x+y%2Bz').options;
console.log(`user "${user}", password "${pass}", database "${database}", application_name "${connection.application_name}"`);
JS
node main.mjs | tee got
diff - got <<'END2'
user "a@b", password "p+q@", database "my%20db", application_name "x y+z"
END2
