# schema.awk -- converts docs/schema.md to a manual page.
#
# In:  Markdown: headings, paragraphs, lists, fenced blocks, and tables. The
#      first column of a table contains a name.
# Out: gleaner-schema(7) in mdoc(7).

function escaped(text) {
	gsub(/\\/, "\\e", text)
	gsub(/…/, "\\[u2026]", text)
	gsub(/–/, "\\[u2013]", text)
	gsub(/→/, "\\[u2192]", text)
	return text
}
# Returns text with escapes, so that roff replaces none of its characters.
function literal(text) {
	text = escaped(text)
	gsub(/-/, "\\-", text)
	gsub(/'/, "\\(aq", text)
	gsub(/`/, "\\(ga", text)
	gsub(/\^/, "\\(ha", text)
	gsub(/~/, "\\(ti", text)
	return text
}
# Returns text with roff escapes. **bold** and `code` become bold text, and a
# link becomes its text. Each sentence begins a new line.
function running(text,    out, n, parts, i) {
	text = escaped(text)
	while (match(text, /\[[^\]]*\]\([^)]*\)/)) {
		out = substr(text, RSTART + 1, RLENGTH - 1)
		sub(/\].*/, "", out)
		text = substr(text, 1, RSTART - 1) out \
		    substr(text, RSTART + RLENGTH)
	}
	n = split(text, parts, /\*\*|`/)
	out = parts[1]
	for (i = 2; i <= n; i++)
		out = out (i % 2 == 0 ? "\\fB" : "\\fR") parts[i]
	return in_lines(out)
}
# Begins a new line for each sentence, and wraps long lines.
function in_lines(text,    out, n, words, i, columns) {
	n = split(text, words, / +/)
	for (i = 1; i <= n; i++) {
		if (columns == 0 && words[i] ~ /^['.]/)
			out = out "\\&"
		out = out words[i]
		columns += length(words[i]) + 1
		if (i == n)
			break
		if (columns + length(words[i + 1]) > 76 || words[i] ~ /[.?!][)"]?$/) {
			out = out "\n"
			columns = 0
		} else
			out = out " "
	}
	return out
}
function end_paragraph() {
	if (paragraph != "") {
		if (!after_heading)
			print ".Pp"
		print running(paragraph)
		after_heading = 0
	}
	paragraph = ""
}
function end_table() {
	if (in_table)
		print ".El"
	in_table = 0
}
function heading(macro, text) {
	end_paragraph()
	end_table()
	gsub(/`/, "", text)
	print macro " " (macro == ".Sh" ? toupper(text) : escaped(text))
	after_heading = 1
}

BEGIN {
	print ".Dd November 20, 2026"
	print ".Dt GLEANER-SCHEMA 7"
	print ".Os"
	print ".Sh NAME"
	print ".Nm gleaner-schema"
	print ".Nd the tables of Gleaner's database"
	print ".Sh DESCRIPTION"
	after_heading = 1
}
/^```/ {
	end_paragraph()
	end_table()
	in_block = !in_block
	print in_block ? ".Bd -literal -offset indent" : ".Ed"
	after_heading = 0
	next
}
in_block {
	line = literal($0)
	if (line ~ /^\./)
		line = "\\&" line
	print line
	next
}
/^# / { next }
/^## / { heading(".Sh", substr($0, 4)); next }
/^### / { heading(".Ss", substr($0, 5)); next }
/^\|[-: |]*$/ { next }
/^\|/ {
	end_paragraph()
	if (!in_table) {
		in_table = 1
		print ".Bl -tag -width Ds"
		after_heading = 0
		next # the titles
	}
	line = $0
	sub(/^\| */, "", line)
	sub(/ *\|$/, "", line)
	at = index(line, " | ")
	name = at ? substr(line, 1, at - 1) : line
	said = at ? substr(line, at + 3) : ""
	gsub(/ \| /, "; ", said)
	gsub(/`/, "", name)
	print ".It Va \"" literal(name) "\""
	if (said != "")
		print running(said)
	next
}
/^$/ { end_paragraph(); end_table(); next }
/^- / { end_paragraph() }
{ paragraph = paragraph (paragraph == "" ? "" : " ") $0 }
END {
	end_paragraph()
	end_table()
	print ".Sh SEE ALSO"
	print ".Xr gleaner 1 ,"
	print ".Xr sqlite3 1 ,"
	print ".Xr gleanerd 8"
}
