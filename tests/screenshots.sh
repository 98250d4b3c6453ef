#!/bin/sh
# screenshots.sh -- makes the pictures of the README: docs/images/*.png.
#
# In:  a build ($BUILD), the demo site, Chromium and pngquant (both optional
#      packages of Debian; nothing else needs them).
# Out: docs/images/explain.png, a page with the class of each node;
#      docs/images/terminal.png, two commands and their output.
# The demo is harvested into a temporary folder.
set -eu

cd "$(dirname "$0")/.."
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p docs/images

shoot() { # PAGE PICTURE WIDTH,HEIGHT: makes a picture of a page
	chromium --headless --no-sandbox --disable-gpu --hide-scrollbars \
		--disable-background-networking --no-first-run \
		--user-data-dir="$work/chromium" --window-size="$3" \
		--screenshot="$work/shot.png" "file://$1" >/dev/null 2>&1
	pngquant --force --output "$2" 32 "$work/shot.png"
}

BUILD=$build VAR=$work/var sh tests/demo/run.sh >"$work/demo.log"
db=$work/var/demo.db
id=$(sqlite3 -batch "$db" "SELECT id FROM article WHERE lang = 'en'
	ORDER BY confidence DESC, word_count DESC LIMIT 1")
"$build/gleaner" --db "$db" show "$id" --explain >"$work/explain.html"
shoot "$work/explain.html" docs/images/explain.png 900,1180

run() { # prints a command and its output as HTML
	printf '<b>$ gleaner %s</b>\n' "$*"
	COLUMNS=100 "$build/gleaner" --db "$db" "$@" |
		sed 's/&/\&amp;/g; s/</\&lt;/g'
}
{
	printf '<!DOCTYPE html><meta charset="utf-8"><style>'
	printf 'body{margin:0;background:#16181d;color:#d8dee9}'
	printf 'pre{font:13px/1.35 monospace;padding:12px}b{color:#a3be8c}'
	printf '</style><pre>'
	run articles --limit 6
	printf '\n'
	run search harbour --limit 2
	printf '</pre>'
} >"$work/terminal.html"
shoot "$work/terminal.html" docs/images/terminal.png 980,290
ls -l docs/images
