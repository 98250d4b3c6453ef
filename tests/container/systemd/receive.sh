#!/bin/sh
# A receiver of pushes: reads one HTTP request from the socket, appends the
# Webhook-Id to /received if the request has a signature, and answers.
bytes=0
while IFS= read -r line; do
	line=$(printf '%s' "$line" | tr -d '\r')
	[ -n "$line" ] || break
	case $line in
	[Cc]ontent-[Ll]ength:*) bytes=${line#*: } ;;
	[Ww]ebhook-[Ii]d:*) id=${line#*: } ;;
	[Ww]ebhook-[Ss]ignature:*) signed=yes ;;
	esac
done
head -c "$bytes" >/dev/null
[ "$signed" = yes ] && echo "$id" >>/received
printf 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'
