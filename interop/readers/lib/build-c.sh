# Sourced by the run script of a recorder in C or C++, in its folder, which sets
#   packages  what pkg-config calls the libraries (optional)
#   flags     more flags for the compiler and the linker (optional)
#   header    a header to look for (optional)
#   start     words that start a program in another root, and stage, a folder there (see get.sh; optional)
# Builds into the cache when a source is newer and runs the recorder. Status 77 says that the library
# or the compiler is not installed.
set -eu
cache=${XDG_CACHE_HOME:-$HOME/.cache}/percent-interop/readers/$(basename "$PWD")
mkdir -p "$cache"
if [ -e main.cc ]; then
	language=c++ source=main.cc compiler="${CXX:-c++} -std=c++17"
else
	language=c source=main.c compiler="${CC:-cc} -std=gnu11"
fi
missing() {
	echo "$1 (see the file install)" >&2
	exit 77
}
command -v "${compiler%% *}" >/dev/null || missing "no compiler ${compiler%% *}"
options=${flags-}
if [ -n "${packages-}" ]; then
	command -v pkg-config >/dev/null || missing "no pkg-config"
	pkg-config --exists $packages || missing "no development files of $packages"
	options="$(pkg-config --cflags --libs $packages) $options"
fi
if [ -n "${header-}" ]; then
	echo "#include <$header>" | $compiler -E -x $language - $options >/dev/null 2>&1 || missing "no header $header"
fi
if [ ! -x "$cache/recorder" ] || [ -n "$(find "$source" run ../../lib/protocol.h -newer "$cache/recorder")" ]; then
	$compiler -Wall -Wno-deprecated-declarations -O1 -I../../lib -o "$cache/recorder" "$source" $options >&2
fi
if [ -n "${stage-}" ]; then
	cp "$cache/recorder" "$stage/recorder.$$"
	mv -f "$stage/recorder.$$" "$stage/recorder"
	# shellcheck disable=SC2086 # words
	exec ${start% *} ./recorder "$@"
fi
exec "$cache/recorder" "$@"
