# points.sh -- test points and waits of the scripts that run in the container;
# sourced by them.
#
#	is GOT EXPECTED NAME   prints a test point and adds 1 to $n
#	wait_for COMMAND…      runs COMMAND until it succeeds, for at most
#	                       $PATIENCE_S seconds
# shellcheck shell=sh

n=0
is() {
	n=$((n + 1))
	if [ "$1" = "$2" ]; then
		echo "ok $n - $3"
	else
		printf 'not ok %s - %s\n#      got %s\n# expected %s\n' \
			"$n" "$3" "$1" "$2"
	fi
}
wait_for() {
	for _ in $(seq "${PATIENCE_S}0"); do
		"$@" >/dev/null 2>&1 && return
		sleep 0.1
	done
	return 1
}
