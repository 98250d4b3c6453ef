# embed.awk -- the topics of `gleaner help` as C strings.
#
# In:  NAME.txt; the first line is the summary, the second line is empty.
# Out: build/cli/help/topics.inc, for cli/help/topics.c.

BEGIN {
	print "/* Made by docs/help/embed.awk. */"
	print "static const struct help_topic topics[] = {"
}
{
	gsub(/\\/, "&&")
	gsub(/"/, "\\\"")
	gsub(/\?\?/, "?\\?")
}
FNR == 1 {
	name = FILENAME
	sub(/^.*\//, "", name)
	sub(/\.txt$/, "", name)
	if (NR > 1)
		print "\t},"
	printf "\t{ \"%s\", \"%s\",\n", name, $0
	next
}
FNR > 2 {
	print "\t    \"" $0 "\\n\""
}
END {
	print "\t},"
	print "};"
}
