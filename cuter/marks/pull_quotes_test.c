/*
 * pull_quotes_test.c -- a sentence that the page shows again in a box is not
 * text, and a quotation or a repeated paragraph is: pull_quotes.c.
 */
#include "tests/lib/cuter.h"

#define TITLE   "Harbour council closes the old ferry terminal"
#define QUOTE   "boats will be sent to the new pier from the first of May"
#define CAPITAL "Boats will be sent to the new pier from the first of May"
#define BEFORE                                                                 \
	"<p>The harbour council voted on Tuesday evening to close the old "    \
	"ferry terminal, ending an argument of eleven years.</p>"
#define AFTER                                                                  \
	"<p>The chairwoman said that " QUOTE                                   \
	", and she did not say what comes after the summer.</p>"               \
	"<p>Nobody spoke against it in the end, although more than two "       \
	"hundred people had come, some of them with posters.</p>"              \
	"<p>The rest of the day passed quietly at the terminal, and the last " \
	"boat of the evening left a few minutes late.</p>"

static struct slice
pull_quotes_test_cut(struct buf *page, const char *box)
{
	buf_clear(page);
	buf_printf(page,
	    "<html><head><title>%s</title></head><body><article><h1>%s</h1>"
	    "%s%s%s</article></body></html>",
	    TITLE, TITLE, BEFORE, box, AFTER);
	return testing_cut_with(buf_slice(page), TITLE, NULL, NULL).body;
}

int
main(void)
{
	static const char *const boxes[] = {
		"<div class=\"pull-quote\">“" CAPITAL ".”</div>",
		"<blockquote class=pullquote><p>" CAPITAL "</p></blockquote>",
		"<aside class=box><p>“" CAPITAL "”</p></aside>",
		"<figure class=\"wp-block-pullquote\"><blockquote><p>" CAPITAL
		"</p><cite>Anna Holm</cite></blockquote></figure>",
	};
	static const char *const kept[] = {
		"<blockquote><p>" CAPITAL "</p></blockquote>",
		"<p>" CAPITAL ".</p>",
	};
	struct buf page;

	buf_init(&page, 1 << 16);
	testing_begin();
	for (size_t i = 0; i < sizeof(boxes) / sizeof(*boxes); i++) {
		struct slice text = pull_quotes_test_cut(&page, boxes[i]);

		lacks(text, CAPITAL, boxes[i]);
		lacks(text, "Anna Holm", boxes[i]);
		has(text, QUOTE, boxes[i]);
		has(text, "Nobody spoke", boxes[i]);
	}
	for (size_t i = 0; i < sizeof(kept) / sizeof(*kept); i++)
		has(pull_quotes_test_cut(&page, kept[i]), CAPITAL, kept[i]);
	has(pull_quotes_test_cut(&page,
		"<aside class=pullquote><p>Boats will never be sent to a pier "
		"that the council does not own</p></aside>"),
	    "Nobody spoke", "a box with other words");
	buf_release(&page);
	return testing_end();
}
