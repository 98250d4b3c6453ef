/*
 * footer.c -- removes the footer that WordPress adds to the texts of a feed.
 *
 * In:  a feed that was read completely.
 * Out: the texts of its entries without this footer, so that it is not a part
 *      of an article that has the text of the feed.  `gleaner parse-feed` shows
 *      the texts with it.
 *
 * The footer is the last paragraph: "The post TITLE appeared first on FEED.",
 * in the language of the site.  It is recognised in any language, because it
 * contains both titles and only few other words.
 */
#include "crawler/feed/footer.h"

/* Greatest number of bytes of a footer in addition to both titles.  The Greek
 * and Russian footers have about 70. */
#define FOOTER_WORDS_BYTES 90

/* True if the text contains `first`, and after it `second`. */
static bool
footer_has_both(struct slice text, struct slice first, struct slice second)
{
	size_t at = slice_find(text, first, 0);

	return at != SLICE_NOT_FOUND &&
	       slice_find(text, second, at + first.len) != SLICE_NOT_FOUND;
}

/* Returns the offset after the last empty line; 0 if there is none. */
static size_t
footer_last_paragraph(struct slice text)
{
	size_t at = text.len;

	while (at >= 2 && (text.p[at - 1] != '\n' || text.p[at - 2] != '\n'))
		at--;
	return at < 2 ? 0 : at;
}

/* Returns the footer at the end of the text; SLICE_NONE if there is none. */
static struct slice
footer_find(struct slice text, struct slice title, struct slice site)
{
	size_t at = footer_last_paragraph(text);
	struct slice last = slice_sub(text, at, text.len);

	if (at > 0 && title.len > 0 && site.len > 0 &&
	    last.len > title.len + site.len &&
	    last.len - title.len - site.len <= FOOTER_WORDS_BYTES &&
	    (footer_has_both(last, title, site) ||
		footer_has_both(last, site, title)))
		return last;
	return SLICE_NONE;
}

static void
footer_cut(struct slice *text, struct slice footer)
{
	if (text->len > footer.len &&
	    slice_equal(
		slice_sub(*text, text->len - footer.len, text->len), footer))
		*text = slice_trim(slice_sub(*text, 0, text->len - footer.len));
}

void
feed_trim_footers(struct feed *feed)
{
	for (size_t i = 0; i < feed->n_entries; i++) {
		struct feed_entry *entry = &feed->entries[i];
		struct slice footer =
		    footer_find(entry->text, entry->title, feed->title);

		if (footer.len == 0)
			continue;
		footer_cut(&entry->text, footer);
		footer_cut(&entry->summary, footer);
		footer_cut(&entry->content, footer);
	}
}
