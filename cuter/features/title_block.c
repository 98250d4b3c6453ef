/*
 * title_block.c -- finds the block that contains the article's title.
 *
 * "the useful text is more likely to be after the article's title (note that we
 * already know the article's title deriving from the RSS analysis)" (Adam,
 * Bouras, Poulopoulos, CUTER, section IV, the fourth attribute).
 *
 * In:  the blocks; the feed's title, else the title in the page's head.
 * Out: page->title_block: the block that is most similar to the title. Headings
 *      are preferred. Of equally similar blocks, the first is used.
 */
#include "base/array.h"
#include "cuter/features/features.h"

/* least share of words that a headline and the title must have in common; the
 * rest may be different subtitles */
#define TITLE_AGREES 0.55
/* used if TITLE_AGREES is not reached: least share of a heading's words that
 * are in the title */
#define TITLE_COVERED 0.90
#define TITLE_MAX_BYTES 400 /* larger blocks are not headlines */
#define FEWEST_WORDS    2   /* a single word such as "News" is not searched */
/* Least number of words of a paragraph besides those of the title with which it
 * begins. */
#define FURTHER_WORDS 6

/* The bonus of a heading, which is added to the share of words that the heading
 * and the title have in common. */
static const struct {
	uint8_t tag;
	double bonus;
} bonuses[] = {
	{ TAG_H1, 0.30 },
	{ TAG_H2, 0.20 },
	{ TAG_H3, 0.10 },
	{ TAG_H4, 0.05 },
};

/* The node of a block is its innermost block element. Therefore
 * <div><h1><span>Title</span></h1></div> has the bonus of <h1>. */
static double
title_block_heading_bonus(const struct page *page, const struct block *b)
{
	for (size_t i = 0; i < ARRAY_LENGTH(bonuses); i++)
		if (page->tree.nodes[b->node].tag == bonuses[i].tag)
			return bonuses[i].bonus;
	return 0;
}

/* True if a paragraph begins with the title, as in a short message without a
 * headline: the block is text. */
static bool
title_block_continues(
    const struct page *page, const struct block *b, const struct words *title)
{
	struct slice text = slice_trim(page_block_text(page, b));
	struct words line;

	words_read(&line, text);
	return !b->is_heading && line.n > 0 && line.hash[0] == title->hash[0] &&
	       b->link_bytes * 2 < b->bytes &&
	       b->words >= title->n_total + FURTHER_WORDS && text.len > 0 &&
	       strchr(".!?", text.p[text.len - 1]) != NULL;
}

static void
title_block_search(struct page *page, const struct words *title)
{
	/* If a block has more than this number of different words that are not
	 * in the title, less than TITLE_AGREES of the words are common. */
	size_t most_foreign =
	    (size_t)((double)title->n / TITLE_AGREES) + 1 - title->n;
	double best = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		double overlap, score;
		struct block line = *b;
		struct words words;

		if (b->bytes > TITLE_MAX_BYTES || b->marks & MARK_HIDDEN ||
		    b->words > 3 * title->n_total + 3)
			continue;
		/* A block with few words cannot have enough words in common
		 * with the title. */
		if (!b->is_heading &&
		    b->words < TITLE_AGREES * (double)title->n)
			continue;
		page_block_skip_time(page, &line);
		if (!words_read_similar(&words, page_block_text(page, &line),
			title, most_foreign))
			continue;
		overlap = words_overlap(&words, title);
		if (overlap < TITLE_AGREES &&
		    !(b->is_heading && words.n > FEWEST_WORDS &&
			words_covered(&words, title) >= TITLE_COVERED))
			continue;
		score = overlap + title_block_heading_bonus(page, b);
		if (b->marks & (MARK_NAVIGATION | MARK_ADVERTISEMENT))
			score -= 0.5;
		if (b->link_bytes * 2 > b->bytes)
			score -= 0.25; /* the block is in a card that links to
					  the article */
		if (score > best) {
			best = score;
			page->title_block = i;
			page->title_score = overlap;
			page->title_continues =
			    title_block_continues(page, b, title);
		}
	}
}

void
features_find_title(struct page *page)
{
	struct slice titles[4];
	struct words words;

	titles[0] = page->input->hint_title;
	titles[1] = page_head_meta(page->head, "og:title");
	titles[2] = page_head_meta(page->head, "twitter:title");
	titles[3] = page->head->title;
	page->title_block = PAGE_NO_BLOCK;
	page->title_score = 0;
	page->title_continues = false;
	page->has_hint_title = slice_trim(titles[0]).len > 0;
	for (size_t i = 0; i < 4 && page->title_block == PAGE_NO_BLOCK; i++) {
		words_read(&words, slice_sub(titles[i], 0, 1024));
		if (words.n >= FEWEST_WORDS)
			title_block_search(page, &words);
	}
}
