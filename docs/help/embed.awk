# embed.awk -- writes the topics of `gleaner help` as C strings.
#
# In:  a file NAME.txt for each topic; its first line is the summary of the
#      topic, and its second line is empty.
# Out: build/cli/help/topics.inc, which cli/help/topics.c includes.

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
