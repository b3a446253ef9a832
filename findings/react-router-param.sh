#!/usr/bin/env bash
# react-router 8.5.3 (npm); 7.18.7 does the same.
#
# One would guess: a parameter of a route is decoded once, and what generatePath writes comes
# back from matchRoutes.
#
# What happens: each segment is decoded, then the text "/" in it is written as %2F again, and
# at the end every %2F of a parameter becomes a slash, also the one that the first decoding
# has left. So %252F arrives as a slash; its lower-case spelling %252f does not.
#
# Output seen:
#
#	a%2Fb  -> /f/a%252Fb -> a/b
#	a%2fb  -> /f/a%252fb -> a%2fb
#	a%20b  -> /f/a%2520b -> a%20b
#	a/b    -> /f/a%2Fb   -> a/b
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --prefix . react-router@8.5.3 react@19 react-dom@19 >/dev/null 2>&1
cat >main.mjs <<'JS'
import { generatePath, matchRoutes } from 'react-router';
for (const id of ['a%2Fb', 'a%2fb', 'a%20b', 'a/b']) {
  const path = generatePath('/f/:id', { id });
  console.log(id.padEnd(6), '->', path.padEnd(10), '->', matchRoutes([{ path: '/f/:id' }], path)[0].params.id);
}
JS
node main.mjs | tee got
diff - got <<'END2'
a%2Fb  -> /f/a%252Fb -> a/b
a%2fb  -> /f/a%252fb -> a%2fb
a%20b  -> /f/a%2520b -> a%20b
a/b    -> /f/a%2Fb   -> a/b
END2
