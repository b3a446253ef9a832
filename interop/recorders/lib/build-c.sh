# Sourced by the run script of a C or C++ recorder, which sets
#   name      the folder of the recorder; its source is main.c or main.cc
#   packages  what pkg-config calls the libraries (optional)
#   header    a header to look for when pkg-config does not know the library
#   flags     more flags for the compiler and the linker (optional)
# Builds into the cache when the source is newer and runs the recorder. Status
# 77 says that the library or the compiler is not installed.
set -eu
cache=${XDG_CACHE_HOME:-$HOME/.cache}/percent-interop/$name
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
if [ ! -x "$cache/recorder" ] || [ -n "$(find "$source" run ../lib/recorder.h -newer "$cache/recorder")" ]; then
	$compiler -Wall -Wno-deprecated-declarations -Wno-unused-function -O1 -I../lib -o "$cache/recorder" "$source" $options >&2
fi
exec "$cache/recorder" "$@"
