/*
 * roff_test.c -- text as roff: no requests, no escapes, no replaced characters.
 */
#include "cli/help/manual.h"
#include "tests/lib/tap.h"

static void
roff_test_running(const char *text, const char *wanted, const char *name)
{
	struct buf out;

	buf_init(&out, 4096);
	roff_text(&out, slice_of(text));
	is_text(buf_slice(&out), wanted, name);
	buf_release(&out);
}

static void
roff_test_typed(const char *text, const char *wanted, const char *name)
{
	struct buf out;

	buf_init(&out, 4096);
	roff_literal(&out, slice_of(text));
	is_text(buf_slice(&out), wanted, name);
	buf_release(&out);
}

int
main(void)
{
	roff_test_running("One. Two (too.) Three", "One.\nTwo (too.)\nThree\n",
	    "a line a sentence");
	roff_test_running(
	    ".so /etc/passwd", "\\&.so /etc/passwd\n", "no request");
	roff_test_running("End. .so x", "End.\n\\&.so x\n",
	    "a request in a later line is escaped");
	roff_test_running("a\\fBb", "a\\efBb\n", "no escape");
	roff_test_running("say `min-age` and go",
	    "say \\fBmin\\-age\\fR and go\n",
	    "text in backquotes is bold, and its dashes are escaped");
	roff_test_running("an `end", "an \\fBend\\fR\n",
	    "bold without an end ends with the text");
	roff_test_running("URL\xE2\x80\xA6", "URL\\[u2026]\n", "beyond ASCII");
	roff_test_running("", "\n", "nothing");
	roff_test_typed("a-b 'c' `d` ^~ \"e\"",
	    "a\\-b \\(aqc\\(aq \\(gad\\(ga \\(ha\\(ti \\(dqe\\(dq",
	    "typed text keeps its characters");
	roff_test_typed(".x", "\\&.x", "a request in typed text is escaped");
	return done_testing();
}
