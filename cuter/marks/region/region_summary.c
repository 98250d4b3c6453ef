/*
 * region_summary.c -- finds the story that contains the words of the feed's
 * summary.
 *
 * In:  the headings of a page, with their regions; the feed's summary.
 * Out: the heading of the story.
 *
 * The words are compared as pairs of adjacent words, because stories on
 * different events have few pairs in common.
 * Cost: O(headings * text).
 */
#include "cuter/marks/region/region_match.h"

/* Share of the summary's word pairs that the region must contain. */
#define SUMMARY_AGREES 0.40
/* The region's share of the pairs must exceed twice the share of any other
 * region by this value. */
#define SUMMARY_LEAD 0.10
/* If SUMMARY_LEAD is not reached, the region's share must exceed the share of
 * any other region by this value. */
#define SUMMARY_SURE 0.25
/* Used in place of SUMMARY_AGREES if the headings alone do not show that the
 * page has several stories, or if the feed's title has enough words for a
 * headline, but agrees with no heading. */
#define SUMMARY_WHOLE 0.60
#define PROSE_WORDS   15 /* least number of words of a block of prose */
#define SUMMARY_PAIRS 6
#define SUMMARY_BYTES 2048

bool
region_summary_group(const struct regions *r, size_t *ret_first)
{
	uint32_t most = 0;

	for (size_t i = 0; i < r->n; i++) {
		uint32_t words = 0, stories = 0;

		if (r->headings[i].words < STORY_WORDS)
			continue;
		for (size_t k = 0; k < r->n; k++) {
			const struct heading *h = &r->headings[k];

			if (h->key != r->headings[i].key ||
			    h->words < STORY_WORDS)
				continue;
			words += h->words;
			stories++;
		}
		if (stories > 1 && words > most) {
			most = words;
			*ret_first = i;
		}
	}
	return most > 0;
}

/* Returns the share of the summary's word pairs that are in the blocks of a
 * region. If the region is NULL, the blocks outside of all regions of the group
 * are used. */
static double
region_summary_pairs(const struct regions *r, const struct heading *region,
    size_t group, const struct words *wanted)
{
	const struct page *page = r->page;
	bool seen[WORDS_MAX] = { false };
	size_t n = 0, at = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		const struct heading *in = NULL;

		while (at < r->n &&
		       (r->headings[at].key != r->headings[group].key ||
			   r->headings[at].to <= b->first))
			at++;
		if (at < r->n && b->first >= r->headings[at].from)
			in = &r->headings[at];
		if (in == region && !(b->marks & MARK_HIDDEN))
			words_find_pairs(
			    wanted, page_block_text(page, b), seen);
	}
	for (size_t i = 0; i < wanted->n; i++)
		n += seen[i];
	return (double)n / (double)wanted->n;
}

static bool
region_summary_read(const struct regions *r, struct words *ret_wanted)
{
	words_read_pairs(
	    ret_wanted, slice_sub(r->page->summary, 0, SUMMARY_BYTES));
	return ret_wanted->n >= SUMMARY_PAIRS;
}

double
region_summary_share(const struct regions *r, const struct heading *h)
{
	const struct page *page = r->page;
	bool seen[WORDS_MAX] = { false };
	struct words wanted;
	size_t n = 0;

	if (!region_summary_read(r, &wanted))
		return 0;
	for (uint32_t i = h->block; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (b->first >= h->to)
			break;
		if (b->first >= h->from && !(b->marks & MARK_HIDDEN))
			words_find_pairs(
			    &wanted, page_block_text(page, b), seen);
	}
	for (size_t i = 0; i < wanted.n; i++)
		n += seen[i];
	return (double)n / (double)wanted.n;
}

void
region_summary_match(
    const struct regions *r, size_t group, struct summary_match *m)
{
	struct words wanted;

	*m = (struct summary_match){ .found = r->n };
	if (!region_summary_read(r, &wanted))
		return;
	m->second = region_summary_pairs(r, NULL, group, &wanted);
	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];
		double share;

		if (h->key != r->headings[group].key || h->words < STORY_WORDS)
			continue;
		share = region_summary_pairs(r, h, group, &wanted);
		if (share > m->best) {
			m->second = region_titles_larger(m->second, m->best);
			m->best = share;
			m->found = i;
		} else {
			m->second = region_titles_larger(m->second, share);
		}
	}
}

/* Returns true if one <article> contains the region and another region of the
 * group. */
static bool
region_summary_in_article(const struct regions *r, size_t found)
{
	const struct tree *t = &r->page->tree;
	const struct heading *h = &r->headings[found];
	uint32_t article = tree_up_to(t, h->from, TAG_ARTICLE);

	for (size_t i = 0; article != TREE_NOWHERE && i < r->n; i++) {
		const struct heading *other = &r->headings[i];

		if (i != found && other->key == h->key &&
		    other->words >= STORY_WORDS && other->from > article &&
		    other->from < t->nodes[article].end && article != h->from)
			return true;
	}
	return false;
}

/* Returns true if the page has prose before a region. */
static bool
region_summary_has_text_before(const struct regions *r, size_t of)
{
	const struct page *page = r->page;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (b->first >= r->headings[of].from)
			break;
		if (b->words >= PROSE_WORDS && b->link_bytes * 2 <= b->bytes &&
		    !(b->marks &
			(MARK_HIDDEN | MARK_NAVIGATION | MARK_ADVERTISEMENT)))
			return true;
	}
	return false;
}

/* Returns true if all headings of a group contain digits: they are dates, or
 * numbers of stories. */
static bool
region_summary_are_numbers(const struct regions *r, size_t group)
{
	for (size_t i = 0; i < r->n; i++) {
		struct slice text =
		    region_headings_text(r->page, &r->headings[i]);
		size_t k = 0;

		if (r->headings[i].key != r->headings[group].key ||
		    r->headings[i].words < STORY_WORDS)
			continue;
		while (k < text.len && (text.p[k] < '0' || text.p[k] > '9'))
			k++;
		if (k == text.len)
			return false;
	}
	return true;
}

/* Returns true if the region is a story and not a section of an article. The
 * region must not share an <article> with another region. One of three further
 * conditions must hold: other stories are before the region; the regions have
 * containers of the same kind; or the headings are numbers and the page has no
 * text before the region. */
static bool
region_summary_is_separate(const struct regions *r, size_t group, size_t found)
{
	if (region_summary_in_article(r, found))
		return false;
	return found != group ||
	       region_stories_have_boxes(r, r->headings[found].key) ||
	       (region_summary_are_numbers(r, group) &&
		   !region_summary_has_text_before(r, found));
}

size_t
region_summary_find(
    const struct regions *r, size_t group, bool are_several, bool has_title)
{
	struct summary_match m;
	double least =
	    are_several && !has_title ? SUMMARY_AGREES : SUMMARY_WHOLE;

	region_summary_match(r, group, &m);
	if (m.best < least || (m.best < 2 * m.second + SUMMARY_LEAD &&
				  m.best < m.second + SUMMARY_SURE))
		return r->n;
	return are_several || region_summary_is_separate(r, group, m.found)
		   ? m.found
		   : r->n;
}
