#!/bin/sh
# Tests output on a terminal: colours, the variables that disable them, the
# width of tables, the live view of `status --watch`.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd

cat >"$WORK/terminal.py" <<'END'
# terminal.py COLUMNS KEYS WORD… -- runs a command on a terminal with COLUMNS
# columns and 24 rows. Types KEYS when the output contains "q ends". Prints the
# output and returns the exit code of the command, or 9 after two minutes.
# Special KEYS: resize, interrupt, and seen (creates the file "seen" when
# progress was printed).
import fcntl, os, pty, re, select, struct, sys, termios, time
columns, keys, words = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
pid, fd = pty.fork()
if pid == 0:
    time.sleep(0.05)
    os.execvp(words[0], words)
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
said, end = b"", time.time() + 120
while time.time() < end:
    ready, _, _ = select.select([fd], [], [], 0.5)
    if ready:
        try:
            more = os.read(fd, 65536)
        except OSError:
            more = b""
        if not more:
            break
        said += more
    if keys == "seen" and re.search(rb"[0-9] pages, [0-9.]+/s", said):
        open("seen", "w").close()
        keys = ""
    if keys and b"q ends" in said:
        if keys == "resize":
            fcntl.ioctl(fd, termios.TIOCSWINSZ,
                        struct.pack("HHHH", 24, 120, 0, 0))
            keys = "q" if said.count(b"q ends") > 1 else keys
        elif keys == "interrupt":
            os.kill(pid, 2)
            keys = ""
        else:
            os.write(fd, keys.encode())
            keys = ""
else:
    os.kill(pid, 9)
    sys.stdout.buffer.write(said)
    os.waitpid(pid, 0)
    sys.exit(9)
sys.stdout.buffer.write(said)
status = os.waitpid(pid, 0)[1]
sys.exit(os.waitstatus_to_exitcode(status) & 255)
END

# on COLUMNS KEYS COMMAND…: runs `gleaner COMMAND…` on a terminal and types
# KEYS. Sets OUT and CODE.
on() {
	columns=$1
	keys=$2
	shift 2
	OUT=$(TERM=${TERM_IS:-xterm} NO_COLOR=${FORBIDDEN:-} python3 \
		"$WORK/terminal.py" "$columns" "$keys" "$BUILD/gleaner" \
		-c "$CONFIG" "$@")
	CODE=$?
}
# Width of the longest line; wide characters count as two columns.
widest() {
	printf '%s\n' "$OUT" | python3 -c '
import re, sys, unicodedata
text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", sys.stdin.read())
print(max(sum(2 if unicodedata.east_asian_width(c) in "WF" else
              0 if unicodedata.combining(c) else 1
              for c in line.rstrip("\r")) for line in text.split("\n")))'
}
ESC=$(printf '\033')
repeated() { # CHARACTER NUMBER
	printf "%$2s" '' | tr ' ' "$1"
}

start_origin --generate 2x4
write_config "$ORIGIN/feed/1.xml" "$ORIGIN/feed/2.xml"
gleanerd_once >/dev/null
sql "UPDATE article SET title =
	'北京时间今天上午国务院新闻办公室举行新闻发布会介绍有关情况并回答记者的提问以及其他事项' WHERE id = 1;
	UPDATE article SET title = 'a$ESC]0;evil$(printf '\007')$(repeated x 200)'
	WHERE id = 2;
	UPDATE feed SET failures = 7, last_outcome = 'dns',
	last_why = 'Could not resolve host: ' || '$(repeated h 90)'
	WHERE id = 1"

for columns in 80 120; do
	for command in articles 'feed list' status 'show 1' doctor; do
		# shellcheck disable=SC2086
		on "$columns" '' $command
		cmp_ok "$(widest)" -le "$columns" \
			"$command fits $columns columns"
		unlike "$OUT" "$ESC\\]|evil.*$(printf '\007')" \
			'no control sequence of a document is printed'
	done
done
on 80 '' articles
like "$OUT" "$ESC\\[1m" 'articles prints colours on a terminal'
FORBIDDEN=1 on 80 '' articles
unlike "$OUT" "$ESC\\[" 'NO_COLOR disables colours'
TERM_IS=dumb on 80 '' articles
unlike "$OUT" "$ESC\\[" 'TERM=dumb disables colours'
unlike "$(gleaner articles)" "$ESC\\[" 'a pipe gets no colours'
on 80 '' feed list
like "$OUT" 'failing 7' 'feed list shows a failing feed'
like "$OUT" "$ESC\\[31mfailing" 'a failing feed is red'
like "$OUT" "$ESC\\[32mwell" 'the other feed is green'

# Matches are coloured, and asterisks mark them without colours.
word=$(sql "SELECT body FROM article WHERE id = 3" | tr -cs 'A-Za-z' '\n' |
	awk 'length > 6 {print; exit}')
on 80 '' search "$word"
is "$CODE" 0 "a search for $word finds an article"
like "$OUT" "$ESC\[1;31m$word$ESC\[0m" 'a match is coloured'
unlike "$OUT" "[*]$word[*]" 'a coloured match has no asterisks'
cmp_ok "$(widest)" -le 80 'coloured hits fit 80 columns'
on 80 '' search --passages "$word"
like "$OUT" "$ESC\[1;31m$word$ESC\[0m" 'a match in a passage is coloured'
FORBIDDEN=1 on 80 '' search "$word"
like "$OUT" "[*]$word[*]" 'NO_COLOR has asterisks'
unlike "$OUT" "$ESC\[" 'NO_COLOR has no colours'
like "$(gleaner search "$word")" "[*]$word[*]" 'a pipe has asterisks'
on 80 '' search --json "$word"
like "$OUT" "[*]$word[*]" 'JSON on a terminal has asterisks'

# Progress is printed to standard error of a terminal and erased at the end. The
# script sends pages until progress was seen.
cat >"$WORK/batch.sh" <<'END'
while [ ! -e seen ]; do
	echo '{"id":"1","file":"page.html"}'
	sleep 0.05
done | "$BUILD/gleaner" cut --batch --jobs 1 >answers
END
echo '<html><body><p>A page.</p></body></html>' >"$WORK/page.html"
said=$(cd "$WORK" && TERM=xterm python3 terminal.py 80 seen sh batch.sh)
is $? 0 'a long batch on a terminal succeeds'
like "$said" '[0-9]+ pages, [0-9.]+/s' \
	'a long batch prints the number of pages and the rate'
is "$(printf '%s' "$said" | tail -c 4)" "$(printf '\r')$ESC[K" \
	'a batch erases its progress line at the end'
unlike "$(cat "$WORK/answers")" 'pages,' \
	'the answers of a batch contain no progress'

on 80 q status --watch
is "$CODE" 0 'the key q ends status --watch'
like "$OUT" "$ESC\\[\\?1049h" 'status --watch uses the alternate screen'
like "$(printf '%s' "$OUT" | tail -c 40)" "$ESC\\[\\?25h$ESC\\[\\?1049l" \
	'status --watch restores the terminal'
like "$OUT" 'rate ' 'status --watch prints rates'
on 80 interrupt status --watch
is "$CODE" 0 'SIGINT ends status --watch with 0'
like "$(printf '%s' "$OUT" | tail -c 40)" "$ESC\\[\\?1049l" \
	'SIGINT restores the terminal'
on 80 resize status --watch
is "$CODE" 0 'status --watch draws again after a resize'
# With --foreground, timeout does not send SIGCONT. The leak check would hang
# after this signal.
unlike "$(timeout --foreground 1 "$BUILD/gleaner" -c "$CONFIG" status --watch)" "$ESC" \
	'status --watch prints plain text into a pipe'
done_testing
