# Runs library.mjs over a package of npm in the version that is asked for. Sourced by the
# `run` of recorders that have main.mjs and the file versions, in their folder.
set -e
version=$2
command -v node >/dev/null || { echo "node is missing" >&2; exit 77; }
. ../npm.sh
cp main.mjs ../library.mjs "$dir/"
cp ../protocol.js "$dir/protocol.cjs"
exec node --no-warnings "$dir/library.mjs" "$1"
