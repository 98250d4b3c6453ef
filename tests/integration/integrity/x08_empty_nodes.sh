#!/bin/sh
# Nodes of class empty: --nodes, --xml and --explain list as many nodes as the
# counts state.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

G=$BUILD/gleaner
cd "$WORK" || bail 'no folder'

cat >page.html <<'END'
<html><head><title>Storm over the bay</title></head><body>
<div id="slot"></div><section><span></span></section>
<div hidden><p>Hidden words here</p></div>
<h1>Storm over the bay</h1>
<p>The storm came over the bay in the early morning and left many houses
without power for several hours, the council said on Monday.</p>
<p>  </p>
<p>Crews worked through the night to repair the lines, and most of the town
had power again by noon,<br>according to the grid operator on Tuesday.</p>
<hr></body></html>
END

"$G" cut --json --nodes page.html >page.json
python3 - >facts <<'END'
import json

page = json.load(open("page.json"))
empty = [b for b in page["blocks"] if b["class"] == "empty"]
print("counted", page["nodes"]["empty"])
print("listed", len(empty))
print("elements", *sorted(b["element"] for b in empty))
print("numbers", len({b["n"] for b in page["blocks"]}) == len(page["blocks"]))
print("order", [b["n"] for b in page["blocks"]]
      == sorted(b["n"] for b in page["blocks"]))
print("body", any(b["body"] for b in empty))
print("hidden", *sorted(b["element"] for b in empty if b["reason"] == "hidden"))
END
is "$(sed -n 's/^listed //p' facts)" "$(sed -n 's/^counted //p' facts)" \
	'X8: --nodes lists as many empty nodes as are counted'
is "$(sed -n 's/^elements //p' facts)" 'br div div hr p p p section span' \
	'X8: each empty node is listed with its element'
is "$(sed -n 's/^numbers //p;s/^order //p' facts | sort -u)" True \
	'X8: nodes are in the order of the page, with unique numbers'
is "$(sed -n 's/^body //p' facts)" False 'X8: no empty node is part of the text'
is "$(sed -n 's/^hidden //p' facts)" 'div p p' \
	'X8: hidden text has the reason hidden'

python3 - >pages.xml <<'END'
from xml.sax.saxutils import escape
print("<page><url>https://example.org/a</url><html>"
      + escape(open("page.html").read()) + "</html></page>")
END
"$G" cut --xml <pages.xml >out.xml
is "$(python3 - <<'END'
import xml.etree.ElementTree as tree

nodes = tree.parse("out.xml").getroot().iter("node")
print(sum(node.get("class") == "empty" for node in nodes))
END
)" "$(sed -n 's/^counted //p' facts)" 'X8: --xml lists all empty nodes'

"$G" cut --explain page-explained.html page.html >/dev/null
is "$(python3 - <<'END'
import html.parser


class Counter(html.parser.HTMLParser):
    n = 0

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        # The legend contains the class "empty", too, but its element has no
        # title.
        self.n += ("empty" in (attrs.get("class") or "").split()
                   and "title" in attrs)


counter = Counter()
counter.feed(open("page-explained.html").read())
print(counter.n)
END
)" "$(sed -n 's/^counted //p' facts)" 'X8: --explain marks all empty nodes'

"$G" cut --json page.html >plain.json
is "$(python3 -c 'import json
a, b = json.load(open("plain.json")), json.load(open("page.json"))
del b["blocks"]
print(a == b)')" True 'X8: without --nodes the other members are the same'
done_testing
