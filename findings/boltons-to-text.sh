#!/usr/bin/env bash
# boltons 21.0.0 (Debian 12, python3-boltons), class URL of boltons.urlutils. 26.2.0 of Debian
# sid does the same.
#
# One would guess: URL(text).to_text() is the URL again. Minimal quoting, which is its
# default, leaves letters beyond ASCII unescaped for people to read, no more.
#
# What happens: the percent sign is not among the characters that are escaped, so each
# to_text() takes a layer of escapes off: a%2525 becomes a%25, and that a%. Spaces are
# written as they are. full_quote=True is right.
#
# Output seen:
#
#	http://h.example/a%2525b -> http://h.example/a%25b, full_quote: http://h.example/a%2525b
#	http://h.example/a%20b -> http://h.example/a b, full_quote: http://h.example/a%20b
#	http://h.example/?q=%2541 -> http://h.example/?q=%41, full_quote: http://h.example/?q=%2541
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get -qq download python3-boltons=21.0.0-2 2>/dev/null
dpkg -x python3-boltons_*.deb root
cat >main.py <<'PY'
import sys
sys.path.insert(0, 'root/usr/lib/python3/dist-packages')
from boltons.urlutils import URL
for url in ['http://h.example/a%2525b', 'http://h.example/a%20b', 'http://h.example/?q=%2541']:
    print(url, '->', URL(url).to_text() + ', full_quote:', URL(url).to_text(full_quote=True))
PY
python3 main.py | tee got
diff - got <<'END2'
http://h.example/a%2525b -> http://h.example/a%25b, full_quote: http://h.example/a%2525b
http://h.example/a%20b -> http://h.example/a b, full_quote: http://h.example/a%20b
http://h.example/?q=%2541 -> http://h.example/?q=%41, full_quote: http://h.example/?q=%2541
END2
