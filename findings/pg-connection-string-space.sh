#!/usr/bin/env bash
# pg-connection-string 2.14.1 (npm), which reads connection strings for pg.
#
# One would guess: how the password of a connection string is read does not depend on the
# name of the database. %2F in it is a slash.
#
# What happens: a space that was left raw anywhere in the string, in the name of the
# database or in the value of an option, makes it encode the whole string once more, and
# only escapes of two decimal digits (%40) are taken back. Those with a letter (%2F, %5B,
# %C3) stay escaped in the password, and the login fails.
#
# Output seen:
#
#	postgres://u:p%2Fw@h/mydb    password p/w
#	postgres://u:p%2Fw@h/my%20db password p/w
#	postgres://u:p%2Fw@h/my db   password p%2Fw
#	postgres://u:p%40w@h/my db   password p@w
#	postgres://u:p%2Fw@h/mydb?application_name=my app password p%2Fw
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --prefix . pg-connection-string@2.14.1 >/dev/null
cat >main.cjs <<'JS'
const { parse } = require('pg-connection-string');
for (const uri of [
  'postgres://u:p%2Fw@h/mydb   ',
  'postgres://u:p%2Fw@h/my%20db',
  'postgres://u:p%2Fw@h/my db  ',
  'postgres://u:p%40w@h/my db  ',
  'postgres://u:p%2Fw@h/mydb?application_name=my app',
]) {
  console.log(`${uri} password ${parse(uri.trim()).password}`);
}
JS
node main.cjs | tee got
diff - got <<'END2'
postgres://u:p%2Fw@h/mydb    password p/w
postgres://u:p%2Fw@h/my%20db password p/w
postgres://u:p%2Fw@h/my db   password p%2Fw
postgres://u:p%40w@h/my db   password p@w
postgres://u:p%2Fw@h/mydb?application_name=my app password p%2Fw
END2
