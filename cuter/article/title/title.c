/*
 * title.c -- finds the headline.
 *
 * The headline is the feed's title if the page confirms it. Otherwise it is the
 * visible <h1>; the titles in the head distinguish the <h1> from the site's
 * name and from other headings. If there is no such <h1>, it is a title of the
 * head without the site's name, in the order JSON-LD, og:title, <title>.
 */
#include "cuter/article/title/title.h"

#include "base/array.h"
#include "base/limits.h"
#include "cuter/features/features.h"
#include "cuter/rule/rule.h"

/* Least share of words that a heading and the head's title have in common. */
#define HEADING_SIMILARITY 0.2
#define MARKED_BONUS       0.3 /* bonus for a heading with itemprop=headline */
/* Bonus for each title of the head with the same words. */
#define CLAIM_BONUS   0.2
#define AGREES_SURELY 0.7
/* If the <h1> has few words and its agreement is below this value, another
 * heading is searched for the headline. */
#define AGREES_WEAKLY 0.4
/* A heading with fewer words may have no word in common with the head's
 * title. */
#define FEW_WORDS 4
/* Least number of words of a title that is a part of a heading. */
#define RUN_WORDS 3
#define HEADINGS  16 /* <h1> elements of a page that are examined */

/* Characters between a kicker and a headline in one line. */
static const char *const joining_signs[] = { ":", "/", "|", "-", "\xE2\x80\x93",
	"\xE2\x80\x94", "\xC2\xB7" };

/* The titles in the head, without the site's name, for recognising the
 * headline. */
enum claim { CLAIM_OG, CLAIM_JSON_LD, CLAIM_TWITTER, CLAIM_TITLE, CLAIM_COUNT };
struct head_titles {
	struct slice texts[CLAIM_COUNT]; /* empty: none */
	struct words words[CLAIM_COUNT];
	size_t n; /* number of titles that are not empty */
};

static void
title_read_head(const struct page *page, const struct json_ld *ld,
    const struct cuter_article *a, struct head_titles *head)
{
	const struct slice titles[CLAIM_COUNT] = {
		[CLAIM_OG] = page_head_meta(page->head, "og:title"),
		[CLAIM_JSON_LD] = ld->headline,
		[CLAIM_TWITTER] = page_head_meta(page->head, "twitter:title"),
		[CLAIM_TITLE] = page->head->title,
	};

	head->n = 0;
	for (size_t i = 0; i < CLAIM_COUNT; i++) {
		head->texts[i] = title_without_site(page, a, titles[i], false);
		words_read(&head->words[i], head->texts[i]);
		head->n += head->texts[i].len > 0;
	}
}

/* Returns the agreement of a heading with the most similar title of the head, 0
 * .. 1. The agreement is the mean of two values: the share of the heading's
 * words that the title contains, and the overlap of the words of both. */
static double
title_agreement(const struct head_titles *head, const struct words *words)
{
	double best = 0;

	for (size_t i = 0; i < CLAIM_COUNT; i++) {
		double covered = words_covered(words, &head->words[i]) / 2 +
				 words_overlap(words, &head->words[i]) / 2;

		if (head->words[i].n > 0 && covered > best)
			best = covered;
	}
	return best;
}

static bool
title_same_words(const struct words *a, const struct words *b)
{
	return a->n > 0 && words_overlap(a, b) == 1.0;
}

/* Returns the number of titles of the head that have the same words as a
 * heading. */
static unsigned
title_count_claims(const struct head_titles *head, const struct words *words)
{
	unsigned n = 0;

	for (size_t i = 0; i < CLAIM_COUNT; i++)
		n += title_same_words(&head->words[i], words);
	return n;
}

/* Returns the adjacent texts of a heading that have the words of a title in the
 * head. The other texts of the heading are a label, a source, or a number of
 * comments. */
static struct slice
title_run_of_heading(const struct page *page, const struct head_titles *head,
    const struct heading *h)
{
	for (size_t from = 0; from < h->n; from++)
		for (size_t to = h->n; to > from; to--) {
			struct slice run =
			    title_join_heading(page, h, from, to, true);
			struct words words;

			words_read(&words, run);
			if (words.n >= RUN_WORDS &&
			    title_count_claims(head, &words) > 0)
				return run;
		}
	return SLICE_NONE;
}

/* True if a title of the head begins with the first text of the heading, and
 * one of joining_signs[] follows this text. */
static bool
title_is_joined(struct slice claim, const struct heading *h)
{
	struct slice first = h->n > 1 ? slice_trim(h->parts[0]) : SLICE_NONE;

	if (first.len == 0 || !slice_starts(claim, first))
		return false;
	claim = slice_trim(slice_sub(claim, first.len, claim.len));
	for (size_t i = 0; i < ARRAY_LENGTH(joining_signs); i++)
		if (slice_starts(claim, slice_of(joining_signs[i])))
			return words_count(claim) > 0;
	return false;
}

/* Returns the text of a heading. If a title in <head> has the same words, the
 * text of that title is returned, because a title "Kicker: headline" has a
 * colon that the page replaces by layout. If no title has the same words,
 * returns adjacent texts of the heading that have the words of a title, else
 * the heading without its kicker. */
static struct slice
title_in_head_wording(
    const struct page *page, const struct head_titles *head, uint32_t heading)
{
	struct words of_whole, of_bare;
	struct slice whole, bare, run;
	struct heading h;

	title_read_heading(page, heading, &h);
	whole = title_join_heading(page, &h, 0, h.n, true);
	bare = title_join_heading(page, &h, 0, h.n, false);
	words_read(&of_whole, whole);
	words_read(&of_bare, bare);
	for (size_t i = 0; i < CLAIM_COUNT; i++) {
		if (title_same_words(&head->words[i], &of_bare))
			return title_is_joined(head->texts[i], &h)
				   ? head->texts[i]
				   : bare;
		if (title_same_words(&head->words[i], &of_whole))
			return head->texts[i];
	}
	run = h.n > 1 ? title_run_of_heading(page, head, &h) : SLICE_NONE;
	return run.len > 0 ? run : bare;
}

/* Returns a weight of a heading: the agreement of its text with the head's
 * titles, and the bonuses; 0 if the heading is not the headline. */
static double
title_worth(const struct page *page, const struct cuter_article *a,
    const struct head_titles *head, uint32_t node, struct slice line)
{
	uint32_t text = page->first_text != PAGE_NO_BLOCK
			    ? page->blocks[page->first_text].first
			    : TREE_NOWHERE;
	bool is_marked = title_is_marked(&page->tree, node);
	struct words words;
	unsigned claims;
	double worth;

	words_read(&words, line);
	claims = title_count_claims(head, &words);
	if (words.n_total < 2 || title_names_site(page, a, line) ||
	    title_ends_title_element(page, line) ||
	    title_leads_home(page, node) || title_is_crumb(page, node))
		return 0;
	worth = title_agreement(head, &words);
	if (worth < HEADING_SIMILARITY && head->n > 0 &&
	    (node > text || words.n_total < FEW_WORDS))
		return 0;
	return worth + (node < text ? HEADING_SIMILARITY : 0) +
	       (is_marked ? MARKED_BONUS : 0) + CLAIM_BONUS * claims;
}

/* Returns the text of the <h1>, or of the heading with itemprop=headline, that
 * agrees best with the head's titles. A single <h1> before the text is returned
 * even if the head has another title, because readers see the <h1>.
 * *ret_node: the heading; TREE_NOWHERE if there is none. *ret_is_weak: the
 * heading has few words, and most of them are not in the head's titles. */
static struct slice
title_headline(const struct page *page, const struct head_titles *head,
    const struct cuter_article *a, uint32_t *ret_node, bool *ret_is_weak)
{
	const struct tree *t = &page->tree;
	struct slice best = SLICE_NONE;
	double best_worth = 0;
	struct words words;
	unsigned seen = 0;

	*ret_node = TREE_NOWHERE;
	for (uint32_t i = 1; i < t->n && seen < HEADINGS; i++) {
		struct slice line;
		double worth;

		if ((t->nodes[i].tag != TAG_H1 && !title_is_marked(t, i)) ||
		    page->marks[i] & (MARK_HIDDEN | MARK_COMMENTS) ||
		    page->bytes[i] == 0 || page->bytes[i] > TITLE_HEADING_BYTES)
			continue;
		seen++;
		line = title_in_head_wording(page, head, i);
		worth = title_worth(page, a, head, i, line);
		if (worth > best_worth) {
			best_worth = worth;
			best = line;
			*ret_node = i;
		}
	}
	words_read(&words, best);
	*ret_is_weak = words.n_total < FEW_WORDS && head->n > 0 &&
		       title_agreement(head, &words) < AGREES_WEAKLY;
	return best;
}

/* Returns the text of the title block if it is a heading that agrees with a
 * title of the head. */
static struct slice
title_heading(const struct page *page, const struct head_titles *head)
{
	uint32_t node = TREE_NOWHERE;
	struct words words;
	struct slice line;

	if (page->title_block != PAGE_NO_BLOCK)
		node = page->blocks[page->title_block].node;
	if (node == TREE_NOWHERE ||
	    !tag_is(page->tree.nodes[node].tag, TAG_IS_HEADING) ||
	    page->bytes[node] > TITLE_HEADING_BYTES ||
	    title_is_crumb(page, node))
		return SLICE_NONE;
	line = title_in_head_wording(page, head, node);
	words_read(&words, line);
	return title_agreement(head, &words) >= AGREES_SURELY ? line
							      : SLICE_NONE;
}

/* Publishers of news write their own headline into the data of the article. If
 * this headline has the words of og:title, a heading with other words is a
 * variant in the page's layout: without its kicker, or of an earlier version.
 */
static struct slice
title_of_news(
    const struct json_ld *ld, const struct head_titles *head, struct slice line)
{
	struct words words;

	words_read(&words, line);
	if (!ld->is_news || words.n == 0 ||
	    title_same_words(&words, &head->words[CLAIM_OG]) ||
	    !title_same_words(
		&head->words[CLAIM_JSON_LD], &head->words[CLAIM_OG]))
		return line;
	return head->texts[CLAIM_OG];
}

static bool
title_is_confirmed(const struct page *page)
{
	struct words hint, titles;

	if (!page->has_hint_title)
		return false;
	if (page->title_block != PAGE_NO_BLOCK) {
		words_read(&hint, page->input->hint_title);
		words_read(&titles,
		    page_block_text(page, &page->blocks[page->title_block]));
		if (words_overlap(&hint, &titles) > 0.5)
			return true;
	}
	words_read(&hint, page->input->hint_title);
	words_read(&titles, page->head->title);
	if (hint.n > 0 && words_covered(&hint, &titles) > 0.8)
		return true;
	words_read(&titles, page_head_meta(page->head, "og:title"));
	return hint.n > 0 && words_covered(&hint, &titles) > 0.8;
}

/* The share of pages on which the title of a source is right if the feed has no
 * title. Measured on the development corpora (897 pages). */
#define IS_CONFIRMED 0.99 /* feed and page agree; an estimate */
static const double trust[CUTER_SOURCE_COUNT] = {
	[CUTER_SOURCE_HEADING] = 0.88,
	[CUTER_SOURCE_JSON_LD] = 0.77,
	[CUTER_SOURCE_META] = 0.79,
	[CUTER_SOURCE_TITLE] = 0.57,
	[CUTER_SOURCE_FEED] = 0.5, /* no title on the page is similar */
};

/* Returns the headline of the page. *ret_node: the heading that
 * title_headline() found, if its text is the headline; else TREE_NOWHERE. */
static struct slice
title_of_headings(const struct page *page, const struct json_ld *ld,
    const struct head_titles *head, const struct cuter_article *a,
    uint32_t *ret_node)
{
	bool is_weak;
	struct slice line = title_headline(page, head, a, ret_node, &is_weak);
	struct slice other = SLICE_NONE;

	if (line.len == 0 || is_weak)
		other = title_heading(page, head);
	if (other.len > 0)
		*ret_node = TREE_NOWHERE;
	return title_of_news(ld, head, other.len > 0 ? other : line);
}

/* Removes the headline from the text if the text begins with it. The methods do
 * this if a known title agrees with the headline. Here, no known title agrees,
 * so page->title_block is not set. */
static void
title_take_from_text(struct page *page, uint32_t heading)
{
	const struct tree *t = &page->tree;
	uint32_t i = page->first_text;

	if (i == PAGE_NO_BLOCK || page->title_block != PAGE_NO_BLOCK ||
	    page->blocks[i].first < heading || rule_has_body(page))
		return;
	while (
	    i < page->n_blocks && page->blocks[i].first < t->nodes[heading].end)
		i++;
	while (i < page->n_blocks && page->blocks[i].reason != REASON_CHOSEN)
		i++;
	if (i == page->n_blocks)
		return; /* there is no other text */
	for (uint32_t k = page->first_text;
	     page->blocks[k].first < t->nodes[heading].end; k++)
		if (page->blocks[k].reason == REASON_CHOSEN)
			page->blocks[k].reason = REASON_TITLE;
	page->first_text = i;
}

void
article_title(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct slice og = page_head_meta(page->head, "og:title");
	struct head_titles head;
	bool confirmed = title_is_confirmed(page);
	struct slice title = SLICE_NONE;
	uint32_t heading = TREE_NOWHERE;
	enum cuter_source source;

	if (page->has_hint_title && !confirmed)
		a->flags |= CUTER_FLAG_NO_TITLE;
	if (!confirmed)
		title_read_head(page, ld, a, &head);
	if (confirmed)
		title = page->input->hint_title;
	else
		title = title_of_headings(page, ld, &head, a, &heading);
	if (title.len > 0 && heading != TREE_NOWHERE)
		title_take_from_text(page, heading);
	source = confirmed ? CUTER_SOURCE_FEED : CUTER_SOURCE_HEADING;
	if (title.len == 0 && ld->headline.len > 0) {
		title = title_without_site(page, a, ld->headline, false);
		source = CUTER_SOURCE_JSON_LD;
	}
	if (title.len == 0 && og.len > 0) {
		title = title_without_site(page, a, og, false);
		source = CUTER_SOURCE_META;
	}
	if (title.len == 0) {
		title = title_without_site(page, a, page->head->title, true);
		source = CUTER_SOURCE_TITLE;
	}
	if (title.len == 0) {
		title = page->input->hint_title;
		source = CUTER_SOURCE_FEED;
	}
	a->title = article_line(page->arena, title, LIMIT_TITLE_BYTES);
	if (a->title.len > 0)
		article_field(a, CUTER_FIELD_TITLE, source,
		    confirmed ? IS_CONFIRMED : trust[source]);
}
