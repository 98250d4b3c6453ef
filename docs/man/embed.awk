# embed.awk -- the manual pages as C strings.
#
# In:  NAME.SECTION files of mdoc(7).
# Out: build/cli/help/manual.inc, for cli/help/manual.c.

FNR == 1 {
	name = FILENAME
	sub(/^.*\//, "", name)
	section = name
	sub(/^.*\./, "", section)
	sub(/\.[0-9]$/, "", name)
	if (n_pages++ > 0)
		print "\t},"
	else {
		print "/* Made by docs/man/embed.awk. */"
		print "static const struct manual_page manual_pages[] = {"
	}
	printf "\t{ \"%s\", %d,\n", name, section
}
{
	gsub(/\\/, "&&")
	gsub(/"/, "\\\"")
	gsub(/\t/, "\\t")
	gsub(/\?\?/, "?\\?")
	print "\t    \"" $0 "\\n\""
}
END {
	print "\t},"
	print "};"
}
