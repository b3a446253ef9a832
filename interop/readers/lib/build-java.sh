# Sourced by the run script of a recorder in Java, in its folder, which sets
#   jars     the jars it needs, by their names in /usr/share/java (optional)
#   start    words that start Java in another root, and stage, a folder there (see get.sh; optional)
#   package  the package of Debian whose version the program gets as PACKAGE_VERSION (optional)
# Builds into the cache when the source is newer and runs the recorder. Status 77 says that a jar or
# the JDK is not installed.
set -eu
cache=${XDG_CACHE_HOME:-$HOME/.cache}/percent-interop/readers/$(basename "$PWD")
mkdir -p "$cache"
missing() {
	echo "$1 (see the file install)" >&2
	exit 77
}
command -v javac >/dev/null || missing "no javac"
path=$cache
for jar in ${jars-}; do
	[ -e "/usr/share/java/$jar.jar" ] || missing "no /usr/share/java/$jar.jar"
	path=$path:/usr/share/java/$jar.jar
done
if [ -z "$(find "$cache/Main.class" -newer Main.java -newer run -newer ../../lib/Protocol.java 2>/dev/null)" ]; then
	javac -nowarn -encoding UTF-8 -Xlint:-options -d "$cache" -cp "$path" ../../lib/Protocol.java Main.java >&2
fi
[ -z "${package-}" ] || PACKAGE_VERSION=$(dpkg-query -W -f '${source:Upstream-Version}' "$package" | sed 's/+.*//')
export PACKAGE_VERSION
if [ -n "${stage-}" ]; then
	cp "$cache"/*.class "$stage/"
	path=.
fi
# shellcheck disable=SC2086 # words
exec ${start:-java} -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$path" Main "$@"
