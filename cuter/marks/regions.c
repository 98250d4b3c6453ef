/*
 * regions.c -- finds the article on a page with several stories.
 *
 * In:  tree, marks, blocks, the title's block; the feed's title and summary.
 * Out: MARK_OTHER_STORY on the blocks outside the article's region, and the
 *      title's block inside of it; page->has_no_story if the page has several
 *      stories and neither the title nor the summary is in one of them.
 *
 * A region is the text that belongs to one headline. Headlines of stories that
 * stand side by side have the same kind (element, bold line, link) at the same
 * depth. If each headline has a container of its own with text, the container
 * is the region. Otherwise the region ends at the next headline of the same
 * kind. The title selects the region whose headline agrees with it. If the
 * title is too general to agree with any headline, the summary selects the
 * region that contains its words.
 *
 * Section headings inside one article look like headlines, too.
 * regions_are_stories() distinguishes section headings from headlines.
 * Cost: O(blocks * depth).
 */
#include "cuter/marks/region_headings.h"

#define STORY_WORDS                                                            \
	25 /* least number of unlinked words of a region that is a             \
	      story */
#define OWN_WORDS                                                              \
	12 /* least number of words, without the title, in a container that    \
	      has a text of its own */
/* least share of words that the page's title and its headline have in common;
 * the site's name in the title may have words in common with a heading, too */
#define PAGE_AGREES 0.75
#define TITLE_AGREES                                                           \
	0.62 /* least share of words that headline and title have in common */
#define PART_SHARE 0.4
/* If the other regions contain more than this share of the title's words, they
 * are sections of one article. The first limit is used if the page's title
 * agrees, the second if it does not, the third if the markup declares the
 * regions as stories. */
#define SAME_TOPIC 0.40
#define SAME_PAGE  0.60
#define SAME_WORDS 0.80
#define LONG_WORD  4 /* length in bytes; shorter words occur in every text */
#define FEW_WORDS  3 /* a part of a title with fewer words is general */
#define SUMMARY_AGREES                                                         \
	0.25 /* share of the summary's word pairs that the region must contain \
	      */
#define SUMMARY_LEAD                                                           \
	0.10 /* least difference between the region's share and twice the      \
		share of any other region */
#define SUMMARY_SURE                                                           \
	0.25 /* least difference between the region's share and that of any    \
		other region, if SUMMARY_LEAD is not reached */
#define SUMMARY_PAIRS 6
#define SUMMARY_BYTES 2048
#define LONG_HEADING  4 /* words; headings of sections are mostly shorter */

/* ---- regions ---- */

/* Returns the nearest heading with the same key as headings[i], after it if
 * `step` is 1, before it if `step` is -1; NULL if there is none. */
static const struct heading *
regions_neighbour(const struct regions *r, size_t i, int step)
{
	for (size_t k = i + (size_t)step; k < r->n; k += (size_t)step)
		if (r->headings[k].key == r->headings[i].key)
			return &r->headings[k];
	return NULL;
}

static uint32_t
regions_words(
    const struct page *page, uint32_t from, uint32_t to, uint32_t without)
{
	uint32_t n = 0;

	for (uint32_t i = without + 1; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (b->first >= to)
			break;
		if (b->first >= from && !(b->marks & MARK_HIDDEN) &&
		    b->link_bytes * 2 <= b->bytes)
			n += b->words;
	}
	return n;
}

/* Returns the child of `parent` that contains `node`. */
static uint32_t
regions_child(const struct tree *t, uint32_t parent, uint32_t node)
{
	while (t->nodes[node].parent != parent)
		node = t->nodes[node].parent;
	return node;
}

static void
regions_measure(struct regions *r, size_t i)
{
	const struct tree *t = &r->page->tree;
	struct heading *h = &r->headings[i];
	const struct heading *before = regions_neighbour(r, i, -1);
	const struct heading *after = regions_neighbour(r, i, 1);
	uint32_t parent;

	h->box = h->node;
	while (h->box != TREE_ROOT) {
		parent = t->nodes[h->box].parent;
		if ((before != NULL && before->node >= parent) ||
		    (after != NULL && after->node < t->nodes[parent].end))
			break;
		h->box = parent;
	}
	h->from = h->box;
	h->to = t->nodes[h->box].end;
	h->words = regions_words(r->page, h->from, h->to, h->block);
	h->is_boxed = h->words >= OWN_WORDS;
	if (h->is_boxed || h->box == TREE_ROOT)
		return;
	parent = t->nodes[h->box].parent;
	h->to = t->nodes[parent].end;
	if (after != NULL && after->node < h->to)
		h->to = regions_child(t, parent, after->node);
	h->words = regions_words(r->page, h->from, h->to, h->block);
}

/* ---- agreement ---- */

static double
regions_larger(double a, double b)
{
	return a > b ? a : b;
}

/* Returns the similarity of a title and a headline, 0 .. 1. Feeds shorten
 * titles and append the name of the site, so the headline may contain the title
 * or the title the headline. If one of them is much shorter than the other,
 * this is weak evidence. */
static double
regions_agree(const struct words *title, const struct words *line)
{
	double score = words_overlap(title, line);

	if (title->n >= FEW_WORDS && title->n >= PART_SHARE * (double)line->n)
		score =
		    regions_larger(score, 0.95 * words_covered(title, line));
	if (line->n >= FEW_WORDS && line->n >= PART_SHARE * (double)title->n)
		score =
		    regions_larger(score, 0.95 * words_covered(line, title));
	return score;
}

static void
regions_read_headings(struct regions *r)
{
	for (size_t i = 0; i < r->n; i++)
		words_read(&r->headings[i].line,
		    region_headings_text(r->page, &r->headings[i]));
}

/* Returns the similarity, 0 .. 1, of a line to the page's own title (og:title
 * or <title>). */
static double
regions_page_agrees(const struct regions *r, const struct words *line)
{
	double best = 0;
	const struct slice titles[] = {
		page_head_meta(r->page->head, "og:title"), r->page->head->title
	};
	struct words words;

	for (size_t i = 0; i < 2; i++) {
		words_read(&words, slice_sub(titles[i], 0, 1024));
		if (words.n >= FEW_WORDS)
			best =
			    regions_larger(best, regions_agree(&words, line));
	}
	return best;
}

/* Returns the headline of the story that the title names, or r->n if it names
 * no story of the page. If a heading of higher rank agrees with the title as
 * well and has no text of its own, that heading is the title of the page, and
 * the other headings are sections of one article. */
static size_t
regions_by_title(const struct regions *r, const struct words *title)
{
	size_t best = r->n;
	double best_score = 0, above = 0;

	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];
		double score = regions_agree(title, &h->line);

		if (score < TITLE_AGREES)
			continue;
		/* If two headings have the same words, the one that is not a
		 * link is preferred, then the first one. */
		score -= h->is_linked ? 0.02 : 0;
		score -= 0.001 * (double)(h->key >> 16);
		if (h->words >= STORY_WORDS && score > best_score) {
			best_score = score;
			best = i;
		}
		if (h->words < STORY_WORDS && !h->is_linked &&
		    h->key >> 16 < KIND_BOLD && score > above)
			above = score;
	}
	return above > best_score - 0.1 ? r->n : best;
}

/* ---- several stories, or the sections of one? ---- */

/* Returns the share of the wanted words that the region's text or heading
 * contains. */
static double
regions_coverage(const struct regions *r, const struct heading *h,
    const struct words *wanted)
{
	const struct page *page = r->page;
	bool seen[WORDS_MAX] = { false };
	size_t n = 0;

	for (uint32_t i = h->block; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (i != h->block && b->first >= h->to)
			break;
		if (!(b->marks & MARK_HIDDEN))
			words_find(wanted, page_block_text(page, b), seen);
	}
	for (size_t i = 0; i < wanted->n; i++)
		n += seen[i];
	return wanted->n > 0 ? (double)n / (double)wanted->n : 0;
}

struct siblings {
	size_t n, n_linked, n_long, n_articles;
	double coverage; /* mean share of the title's words that are in the
			    region's heading */
};

static bool
regions_is_article(const struct regions *r, const struct heading *h)
{
	return h->is_boxed && r->page->tree.nodes[h->box].tag == TAG_ARTICLE;
}

/* Visits the other headings with the same key whose regions contain text. */
static struct siblings
regions_siblings(const struct regions *r, size_t of)
{
	struct siblings s = { 0 };
	struct words wanted;

	words_read_long(&wanted,
	    region_headings_text(r->page, &r->headings[of]), LONG_WORD);
	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];

		if (i == of || h->key != r->headings[of].key ||
		    h->words < STORY_WORDS)
			continue;
		s.n++;
		s.n_linked += h->is_linked;
		s.n_articles += regions_is_article(r, h);
		s.n_long += r->page->blocks[h->block].words >= LONG_HEADING;
		s.coverage += regions_coverage(r, h, &wanted);
	}
	if (s.n > 0)
		s.coverage /= (double)s.n;
	return s;
}

/* Headings of sections of one article have words in common with the title, are
 * not links and are not in separate <article> elements. If the page's own
 * title has other words, the headings are those of separate stories. */
static bool
regions_are_stories(const struct regions *r, size_t of)
{
	struct siblings s = regions_siblings(r, of);
	bool page_agrees =
	    regions_page_agrees(r, &r->headings[of].line) >= TITLE_AGREES;

	if (s.n == 0)
		return false;
	if (2 * s.n_linked >= s.n || 2 * s.n_articles >= s.n)
		return s.coverage <= SAME_WORDS;
	if (2 * s.n_long < s.n)
		return false;
	return s.coverage <= (page_agrees ? SAME_TOPIC : SAME_PAGE);
}

/* ---- by the summary ---- */

/* Returns the key of the headings whose regions contain most words, if at
 * least two of the regions are stories; ret_first is one of these headings. */
static bool
regions_largest_group(const struct regions *r, size_t *ret_first)
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
regions_pairs(const struct regions *r, const struct heading *region,
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

/* Returns the story that contains the summary's words; r->n: no story. */
static size_t
regions_by_summary(const struct regions *r, size_t group)
{
	struct slice text =
	    slice_sub(r->page->input->hint_summary, 0, SUMMARY_BYTES);
	struct words wanted;
	double best = 0, second;
	size_t found = r->n;

	words_read_pairs(&wanted, text);
	if (wanted.n < SUMMARY_PAIRS)
		return r->n;
	second = regions_pairs(r, NULL, group, &wanted);
	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];
		double share;

		if (h->key != r->headings[group].key || h->words < STORY_WORDS)
			continue;
		share = regions_pairs(r, h, group, &wanted);
		if (share > best) {
			second = regions_larger(second, best);
			best = share;
			found = i;
		} else {
			second = regions_larger(second, share);
		}
	}
	return best >= SUMMARY_AGREES && (best >= 2 * second + SUMMARY_LEAD ||
					     best >= second + SUMMARY_SURE)
		   ? found
		   : r->n;
}

/* ---- the choice ---- */

static void
regions_keep(struct regions *r, size_t of)
{
	struct page *page = r->page;
	const struct heading *h = &r->headings[of];

	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (page->blocks[i].first < h->from ||
		    page->blocks[i].first >= h->to)
			page->blocks[i].marks |= MARK_OTHER_STORY;
	page->title_block = h->block;
}

/* Returns true if the page's own title begins with the words of a heading and
 * continues. */
static bool
regions_begins_title(const struct regions *r, const struct heading *h)
{
	struct slice title = slice_trim(r->page->head->title);
	struct slice line = slice_trim(region_headings_text(r->page, h));

	return h->line.n >= 2 && title.len > line.len &&
	       slice_starts_nocase(title, line);
}

/* Returns true if a line of the page agrees with the feed's title or the page's
 * own title: the page then has only one story. */
static bool
regions_has_headline(const struct regions *r, const struct words *title)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];

		if (h->is_linked || h->key >> 16 >= KIND_BOLD)
			continue;
		if (title->n >= FEW_WORDS &&
		    regions_agree(title, &h->line) >= TITLE_AGREES)
			return true;
		if (h->line.n >= LONG_HEADING &&
		    regions_page_agrees(r, &h->line) >= PAGE_AGREES)
			return true;
		if (regions_begins_title(r, h))
			return true;
	}
	return false;
}

/* Measures the regions of the headings and reads the headings. */
static void
regions_read(struct regions *r)
{
	for (size_t i = 0; i < r->n; i++)
		regions_measure(r, i);
	regions_read_headings(r);
}

/* Keeps only the story that the title names.  Returns false if the title names
 * no story of the page. */
static bool
regions_keep_titled(struct regions *r, const struct words *title)
{
	size_t found = title->n < 2 ? r->n : regions_by_title(r, title);

	if (found == r->n ||
	    regions_page_agrees(r, title) >
		regions_agree(title, &r->headings[found].line) + 0.1 ||
	    !regions_are_stories(r, found))
		return false;
	regions_keep(r, found);
	return true;
}

/* Does the same for headlines that are no heading elements. The look of a line
 * is weak evidence, so the page's own title must have other words: a page whose
 * title is that of the story has no other stories. */
static bool
regions_keep_look(struct regions *r, const struct words *title)
{
	if (title->n < FEW_WORDS ||
	    regions_page_agrees(r, title) >= TITLE_AGREES ||
	    !region_headings_collect_look(r))
		return false;
	regions_read(r);
	return regions_keep_titled(r, title);
}

void
features_find_region(struct page *page)
{
	struct regions r = { .page = page }, look = r;
	struct words title;
	size_t found, group = 0;

	words_read(&title, slice_sub(page->input->hint_title, 0, 1024));
	if (title.n == 0 && slice_trim(page->input->hint_summary).len == 0)
		return;
	region_headings_collect(&r);
	regions_read(&r);
	if (r.n >= 2 && regions_keep_titled(&r, &title))
		return;
	if (regions_has_headline(&r, &title) ||
	    regions_keep_look(&look, &title))
		return;
	if (r.n < 2 || !regions_largest_group(&r, &group) ||
	    !regions_are_stories(&r, group))
		return;
	found = regions_by_summary(&r, group);
	if (found < r.n)
		regions_keep(&r, found);
	else
		page->has_no_story = title.n > 0;
}
