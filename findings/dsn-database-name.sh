#!/usr/bin/env bash
# From npm, on Node.js: pg-connection-string 2.14.1 (the parser of node-postgres),
# postgres 3.4.9, sequelize 6.37.8, mysql2 3.24.6.
#
# One would guess: the database in a connection URI is percent-decoded, as the user and
# the password are, and as libpq decodes it: "/a%2Fb%20c" is the database "a/b c".
#
# What happens: of the drivers of PostgreSQL, postgres and sequelize decode nothing of it,
# and pg-connection-string decodes it by decodeURI, which leaves %2F, %40 and %23: half of
# the name is decoded. mysql2 decodes all, and sequelize nothing of the same URI.
#
# Output seen:
#
#	pg-connection-string: "a%2Fb c"
#	postgres: "a%2Fb%20c"
#	sequelize: "a%2Fb%20c"
#	mysql2: "a/b c"
#	the password p%40s of all: "p@s" "p@s" "p@s" "p@s"
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{"private":true}' >package.json
npm install --silent --ignore-scripts --no-audit --no-fund \
	pg-connection-string@2.14.1 postgres@3.4.9 sequelize@6.37.8 mysql2@3.24.6 pg@8.23.1 >log 2>&1 || { cat log >&2; exit 1; }
cat >main.js <<'END'
const path = require("path");
const uri = scheme => scheme + "://u:p%40s@h/a%2Fb%20c";
const pg = require("pg-connection-string").parse(uri("postgresql"));
const js = require("postgres")(uri("postgresql")).options;
const { Sequelize } = require("sequelize");
const orm = new Sequelize(uri("postgresql"), { dialectModule: require("pg"), logging: false }).config;
const my = require(path.resolve("node_modules/mysql2/lib/connection_config.js")).parseUrl(uri("mysql"));
const show = JSON.stringify;
console.log("pg-connection-string: " + show(pg.database));
console.log("postgres: " + show(js.database));
console.log("sequelize: " + show(orm.database));
console.log("mysql2: " + show(my.database));
console.log("the password p%40s of all: " + [pg.password, js.pass, orm.password, my.password].map(x => show(x)).join(" "));
END
node --no-deprecation main.js >out
cat out
diff - out <<'END'
pg-connection-string: "a%2Fb c"
postgres: "a%2Fb%20c"
sequelize: "a%2Fb%20c"
mysql2: "a/b c"
the password p%40s of all: "p@s" "p@s" "p@s" "p@s"
END
