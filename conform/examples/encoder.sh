LC_ALL=C
for ((i = 0; i < ${#1}; i++)); do
  c=${1:i:1}
  case $c in
    [A-Za-z0-9._~-]) printf %s "$c" ;;
    *) printf -v n %d "'$c"; printf %%%02X $((n & 255)) ;;
  esac
done
