/* Text as roff: nothing of it is a request, an escape, another shape. */
#include "cli/manual.h"
#include "tests/lib/tap.h"

static void
running(const char *text, const char *wanted, const char *name)
{
	struct buf out;

	buf_init(&out, 4096);
	roff_text(&out, slice_of(text));
	is_text(buf_slice(&out), wanted, name);
	buf_release(&out);
}

static void
typed(const char *text, const char *wanted, const char *name)
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
	running("One. Two (too.) Three", "One.\nTwo (too.)\nThree\n",
	    "a line a sentence");
	running(".so /etc/passwd", "\\&.so /etc/passwd\n", "no request");
	running("End. .so x", "End.\n\\&.so x\n", "nor in a later line");
	running("a\\fBb", "a\\efBb\n", "no escape");
	running("say `min-age` and go", "say \\fBmin\\-age\\fR and go\n",
	    "what is typed is bold and keeps its dashes");
	running("an `end", "an \\fBend\\fR\n", "bold ends with the text");
	running("URL\xE2\x80\xA6", "URL\\[u2026]\n", "beyond ASCII");
	running("", "\n", "nothing");
	typed("a-b 'c' `d` ^~ \"e\"",
	    "a\\-b \\(aqc\\(aq \\(gad\\(ga \\(ha\\(ti \\(dqe\\(dq",
	    "what is typed keeps its shape");
	typed(".x", "\\&.x", "and is no request");
	return done_testing();
}
