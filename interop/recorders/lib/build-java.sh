# Sourced by the run script of a Java recorder, which sets
#   name   the folder of the recorder; its source is Main.java
#   jars   the jars it needs, by their names in /usr/share/java (optional)
#   flags  more flags for the compiler and the virtual machine (optional)
# Builds into the cache when the source is newer and runs the recorder. Status
# 77 says that a jar or the JDK is not installed.
set -eu
cache=${XDG_CACHE_HOME:-$HOME/.cache}/percent-interop/$name
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
export LC_ALL=C.UTF-8
if [ -z "$(find "$cache/Main.class" -newer Main.java -newer run -newer ../lib/Recorder.java 2>/dev/null)" ]; then
	javac -nowarn -encoding UTF-8 -Xlint:-options -d "$cache" -cp "$path" ${flags-} ../lib/Recorder.java Main.java >&2
fi
exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$path" ${flags-} Main "$@"
