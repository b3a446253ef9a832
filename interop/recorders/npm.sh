# Installs what a line of the file versions names, NAME@VERSION from npm, and sets dir to
# the folder that has node_modules. Sourced by recorders whose versions come from npm,
# in their folder, with version set.
command -v npm >/dev/null || { echo "npm is missing" >&2; exit 77; }
recorder=$(basename "$PWD")
install=$(awk -v v="$version" '$1 == v { for (i = 3; i <= NF; i++) printf "%s ", $i }' versions)
dir=${XDG_CACHE_HOME:-$HOME/.cache}/percent-interop/versions/$recorder/$(echo "$install" | cksum | cut -d' ' -f1)
[ -n "$install" ] || { echo "no version $version" >&2; exit 2; }
if [ "$(cat "$dir/installed" 2>/dev/null)" != "$install" ]; then
	rm -rf "$dir"
	mkdir -p "$dir"
	echo '{"private": true}' >"$dir/package.json"
	# shellcheck disable=SC2086 # several packages
	(cd "$dir" && npm install --no-package-lock --no-audit --no-fund --ignore-scripts --legacy-peer-deps $install) >&2
	for archive in "$dir"/node_modules/node-linux-*/*.tar.gz; do
		[ ! -f "$archive" ] || tar -xzf "$archive" -C "${archive%/*}" --strip-components=1
	done
	echo "$install" >"$dir/installed"
fi
