# Brings what the third word of a line of the file versions names, get:PROGRAM@VERSION,…, by the command
# in interop/get. Sourced by recorders in their folder, with version set. It sets start to the words that
# start the first of the programs and stage to a folder that they see as the working directory; the third
# word "debian", the machine's own, leaves both empty.
start= stage=
install=$(awk -v v="$version" '$1 == v { print $3 }' versions)
case $install in
get:*)
	# shellcheck disable=SC2046 # several programs
	got=$(cd ../../.. && go run ./get $(echo "${install#get:}" | tr , ' ')) || exit 77
	start=$(echo "$got" | sed -n 's/^start\t//p' | head -n 1)
	case $start in
	unshare*)
		recorder=$(basename "$PWD")
		stage=$(echo "$got" | sed -n 's/^root\t//p' | head -n 1)/srv/$recorder
		mkdir -p "$stage"
		start="unshare --wd=/srv/$recorder ${start#unshare }"
		;;
	esac
	;;
debian) ;;
*)
	echo "no version $version" >&2
	exit 2
	;;
esac
