#!/bin/sh
# headlines.sh -- a consumer in shell: appends each new headline to a file.
#
#     headlines.sh TITLES.txt [OPTION of gleaner…]
#
# A change is acknowledged after its line was written.  After a kill the last
# line may be written again.
set -u
titles=${1:?usage: headlines.sh TITLES.txt [-c FILE | --db FILE]}
shift
gleaner=${GLEANER:-gleaner}

"$gleaner" "$@" follow --consumer headlines --ack manual --format text \
	--kind new |
while IFS="$(printf '\t')" read -r seq _ _ _ title url; do
	printf '%s <%s>\n' "$title" "$url" >>"$titles" || exit
	echo "$seq"
done | "$gleaner" "$@" ack --consumer headlines -
