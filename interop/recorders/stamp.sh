# Sourced by recorders that compile, in their folder, with $cache set: a recorder
# is built again when its source or a package it needs is another one.

stamp() {
	cksum run "$1"
	# shellcheck disable=SC2046 # a list of packages
	dpkg-query -W $(sed -n 's/^apt //p' install) 2>/dev/null || :
}

# stale SOURCE reports whether $cache/recorder has to be built.
stale() {
	[ ! -x "$cache/recorder" ] || [ "$(stamp "$1")" != "$(cat "$cache/stamp" 2>/dev/null)" ]
}

# built SOURCE notes what $cache/recorder was built from.
built() {
	stamp "$1" >"$cache/stamp"
}
