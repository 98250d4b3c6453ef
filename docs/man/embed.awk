# embed.awk -- writes the manual pages as C strings.
#
# In:  manual pages in mdoc(7), in files called NAME.SECTION.
# Out: build/cli/help/manual.inc, which cli/help/manual.c includes.

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
