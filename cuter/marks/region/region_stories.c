/*
 * region_stories.c -- decides whether headings of the same kind are the
 * headlines of several stories or the section headings of one article.
 *
 * In:  the headings of a page, with their regions and words.
 * Out: the decision.
 * Cost: O(headings * text).
 */
#include "base/text/ascii.h"
#include "cuter/marks/region/region_match.h"

/* Least share of words that two headings of similar stories have in common. */
#define VARIANT_AGREES 0.5
/* Of two similar headings, each has only a few words that the other heading
 * does not have. The maximum is VARIANT_WORDS, or the number of words of the
 * first heading divided by VARIANT_PART if this is more. */
#define VARIANT_WORDS 2
#define VARIANT_PART  4
/* If the other regions contain more than this share of the headline's words,
 * all regions are sections of one article. SAME_TOPIC is used if the page's own
 * title agrees with the headline. SAME_PAGE is used if it does not, or if the
 * feed names the headline and the regions have containers of the same kind.
 * SAME_WORDS is used if most headings are links or have containers that are
 * articles. */
#define SAME_TOPIC 0.40
#define SAME_PAGE  0.60
#define SAME_WORDS 0.80
/* Used if the feed names the headline and the page's own title has other words.
 */
#define ALL_WORDS 0.90
/* Used if the headline is the page's own title, but no sign shows that it is
 * one of several. */
#define FEW_WORDS 0.25
/* Maximum number of words of a headline that is a name. */
#define NAME_WORDS 3
#define NO_WORDS  (-1.0) /* with no coverage */
/* Bold lines may be headlines only if at least this share of the lines has
 * LONG_HEADING words. The rule applies if one of the lines is the page's own
 * title and most regions have no containers of the same kind. */
#define MOSTLY 0.75
/* Least number of words of the teaser of another page. At least FEWEST_TEASERS
 * headings have teasers. */
#define TEASER_WORDS   10
#define FEWEST_TEASERS 2
/* Least share of the terms of a headline in a link to its story. */
#define LINK_COVERS 0.80

/* Maximum number of words of a quotation of a headline. */
#define QUOTE_WORDS 30

/* Sets seen[i] if a block has term i of a headline.  A link to the story and a
 * quotation of its headline have all terms of the headline, and are not
 * compared. */
static void
region_stories_find_in(const struct page *page, const struct block *b,
    const struct words *wanted, bool *seen)
{
	struct slice text = page_block_text(page, b);
	bool in_link[WORDS_MAX] = { false };

	if (b->link_bytes * 2 > b->bytes ||
	    (b->marks & MARK_QUOTE && b->words <= QUOTE_WORDS)) {
		words_find_terms(wanted, text, in_link);
		if (words_share(wanted, in_link) >= LINK_COVERS)
			return;
	}
	words_find_terms(wanted, text, seen);
}

void
region_stories_find(const struct regions *r, const struct heading *h,
    const struct words *wanted, bool *seen)
{
	const struct page *page = r->page;
	/* several labels may be parts of one block */
	bool is_label = h->key >> 16 == KIND_LABEL;

	if (is_label)
		words_find_terms(wanted, region_headings_text(page, h), seen);
	for (uint32_t i = h->block + is_label; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (i != h->block && b->first >= h->to)
			break;
		if (i != h->block && b->first < h->from)
			continue;
		if (b->marks & MARK_HIDDEN)
			continue;
		if (i == h->block)
			words_find_terms(
			    wanted, page_block_text(page, b), seen);
		else
			region_stories_find_in(page, b, wanted, seen);
	}
}

/* Returns the least number of words of a sibling of headings[of]: STORY_WORDS,
 * or TEASER_WORDS if all others are teasers of other pages. */
static uint32_t
region_stories_least(const struct regions *r, size_t of)
{
	size_t teasers = 0;

	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];

		if (i == of || h->key != r->headings[of].key)
			continue;
		if (h->words >= STORY_WORDS)
			return STORY_WORDS;
		teasers +=
		    h->words >= TEASER_WORDS && h->line.n >= LONG_HEADING;
	}
	return teasers >= FEWEST_TEASERS ? TEASER_WORDS : STORY_WORDS;
}

/* Returns true if headings[i] is a sibling of headings[of] with at least
 * `least` words. */
static bool
region_stories_is_sibling(
    const struct regions *r, size_t i, size_t of, uint32_t least)
{
	return i != of && r->headings[i].key == r->headings[of].key &&
	       r->headings[i].words >= least;
}

/* Returns the text of a heading with spaces for digits. */
static struct slice
region_stories_letters(const struct regions *r, const struct heading *h)
{
	struct slice text = region_headings_text(r->page, h);
	char *letters = arena_alloc(r->page->arena, text.len + 1);

	for (size_t i = 0; i < text.len; i++)
		letters[i] = ascii_is_digit(text.p[i]) ? ' ' : text.p[i];
	return (struct slice){ letters, text.len };
}

/* Reads the terms of a heading. Years and other numbers are ignored if the
 * heading has words, because texts on different subjects have the same years.
 */
static void
region_stories_read_terms(
    const struct regions *r, const struct heading *h, struct words *ret_terms)
{
	words_read_terms(ret_terms, region_stories_letters(r, h), LONG_WORD);
	if (ret_terms->n == 0)
		words_read_terms(
		    ret_terms, region_headings_text(r->page, h), LONG_WORD);
}

double
region_stories_coverage(const struct regions *r, size_t of)
{
	struct words wanted;
	uint32_t least = region_stories_least(r, of);
	double sum = 0;
	size_t n = 0;

	region_stories_read_terms(r, &r->headings[of], &wanted);
	for (size_t i = 0; i < r->n; i++) {
		bool seen[WORDS_MAX] = { false };

		if (!region_stories_is_sibling(r, i, of, least))
			continue;
		n++;
		region_stories_find(r, &r->headings[i], &wanted, seen);
		sum += words_share(&wanted, seen);
	}
	return n > 0 ? sum / (double)n : 0;
}

static bool
region_stories_is_article(const struct regions *r, const struct heading *h)
{
	return h->is_boxed && next_stories_is_article(&r->page->tree, h->box);
}

/* Returns true if two headings have almost the same words, and each of them has
 * a word that the other one does not have. Such headings are headlines of two
 * stories on similar events. The heading of a section repeats the title or adds
 * words to it. */
static bool
region_stories_are_variants(const struct words *a, const struct words *b)
{
	size_t most = a->n / VARIANT_PART;
	double own_a = (1 - words_covered(a, b)) * (double)a->n;
	double own_b = (1 - words_covered(b, a)) * (double)b->n;

	if (most < VARIANT_WORDS)
		most = VARIANT_WORDS;
	return words_overlap(a, b) >= VARIANT_AGREES && own_a > 0.5 &&
	       own_b > 0.5 && own_a < (double)most + 0.5 &&
	       own_b < (double)most + 0.5;
}

/* Returns true if an <hr> is directly before the region of a heading. */
static bool
region_stories_follows_rule(const struct regions *r, const struct heading *h)
{
	const struct tree *t = &r->page->tree;
	uint32_t i = h->from;

	while (i > 1 && t->nodes[i - 1].tag == TAG_TEXT &&
	       slice_trim(t->nodes[i - 1].text).len == 0)
		i--;
	return i > 1 && t->nodes[i - 1].tag == TAG_HR;
}

/* Returns true if two headings have containers of the same kind side by side,
 * or if an <hr> is directly before the region of the later heading. */
static bool
region_stories_are_parallel(
    const struct regions *r, const struct heading *a, const struct heading *b)
{
	const struct tree *t = &r->page->tree;

	if (region_stories_follows_rule(r, b->from > a->from ? b : a))
		return true;
	return (t->nodes[a->box].tag == TAG_TR ||
		   (a->is_boxed && b->is_boxed)) &&
	       t->nodes[a->box].parent == t->nodes[b->box].parent &&
	       t->nodes[a->box].tag == t->nodes[b->box].tag &&
	       slice_equal(tree_attr(t, a->box, ATTR_CLASS),
		   tree_attr(t, b->box, ATTR_CLASS));
}

struct siblings
region_stories_siblings(const struct regions *r, size_t of)
{
	uint32_t least = region_stories_least(r, of);
	struct siblings s = { 0 };

	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];

		if (!region_stories_is_sibling(r, i, of, least))
			continue;
		s.n++;
		s.words += h->words;
		s.n_linked += h->is_linked;
		s.n_parallel +=
		    region_stories_are_parallel(r, h, &r->headings[of]);
		s.n_before += i < of;
		s.n_articles += region_stories_is_article(r, h);
		s.n_variants += region_stories_are_variants(
		    &h->line, &r->headings[of].line);
		s.n_long +=
		    words_weigh(page_block_text(
			r->page, &r->page->blocks[h->block])) >= LONG_HEADING;
	}
	return s;
}

/* Returns true if a heading of a lower kind is the page's own title, and a text
 * is between it and the first heading with the key of heading `of`. These
 * headings are then mostly those of the article's sections. */
static bool
region_stories_are_under_title(const struct regions *r, size_t of)
{
	size_t first = 0;

	while (r->headings[first].key != r->headings[of].key)
		first++;
	for (size_t i = 0; i < first; i++) {
		const struct heading *h = &r->headings[i];

		if (!h->is_linked && h->key >> 16 < KIND_BOLD &&
		    h->key >> 16 < r->headings[of].key >> 16 &&
		    h->line.n >= LONG_HEADING &&
		    region_titles_page_agrees(r, &h->line) >= PAGE_AGREES &&
		    region_bounds_words(r->page,
			r->page->tree.nodes[h->node].end,
			r->headings[first].node, h->block + 1) >= WHOLE_WORDS)
			return true;
	}
	return false;
}

/* Returns true if a heading that is the title word for word may be a headline
 * even if the siblings are short. A heading of two words needs a further sign.
 * Paragraphs that only look like headlines need a class or containers. */
static bool
region_stories_may_be_short(
    const struct regions *r, const struct heading *h, const struct siblings *s)
{
	const struct tree *t = &r->page->tree;
	uint8_t tag = t->nodes[h->node].tag;
	bool has_boxes = 2 * s->n_parallel >= s->n;

	if (h->key >> 16 == KIND_LOOK && 2 * s->n_long < s->n && !has_boxes &&
	    (tag == TAG_P || tag == TAG_DIV || tag == TAG_TEXT))
		return tree_attr(t, h->node, ATTR_CLASS).len > 0;
	return h->line.n >= WORDS_FEW || has_boxes || s->n >= 2;
}

/* Returns the maximum coverage (region_stories_coverage()) with which the
 * siblings are separate stories, if the feed's title names heading `of` and the
 * page's own title has other words. */
static double
region_stories_most_named(
    const struct regions *r, size_t of, const struct siblings *s)
{
	const struct heading *h = &r->headings[of];
	bool has_own = region_titles_has_own(r);
	bool has_boxes = 2 * s->n_parallel >= s->n;

	if (2 * s->n_linked >= s->n || 2 * s->n_articles >= s->n)
		return 1;
	if (has_own && region_titles_equals(r, h) &&
	    region_stories_may_be_short(r, h, s))
		return 2 * s->n_variants >= s->n ? 1 : ALL_WORDS;
	if (!has_boxes && region_stories_are_under_title(r, of))
		return NO_WORDS;
	if (2 * s->n_variants >= s->n)
		return 1;
	if (2 * s->n_long < s->n)
		return NO_WORDS;
	return has_own && h->line.n >= WORDS_FEW ? ALL_WORDS : SAME_PAGE;
}

double
region_stories_most_coverage(const struct siblings *s, bool sure)
{
	return sure && (s->n_before > 0 || 2 * s->n_parallel >= s->n)
		   ? SAME_PAGE
		   : FEW_WORDS;
}

/* Returns the number of words of a heading, without numbers. */
static size_t
region_stories_count_words(const struct regions *r, const struct heading *h)
{
	struct words words;

	words_read(&words, region_stories_letters(r, h));
	return words.n;
}

/* Returns the maximum coverage (region_stories_coverage()) with which the
 * siblings are separate stories. 1: they are separate stories with any
 * coverage. NO_WORDS: they are not separate stories. */
static double
region_stories_most(const struct regions *r, size_t of, bool is_named)
{
	struct siblings s = region_stories_siblings(r, of);
	const struct heading *h = &r->headings[of];
	bool has_boxes = 2 * s.n_parallel >= s.n;
	bool page_agrees =
	    region_titles_page_agrees(r, &h->line) >= TITLE_AGREES ||
	    region_titles_begins(r, h);

	if (s.n == 0)
		return NO_WORDS;
	if (is_named && !page_agrees)
		return region_stories_most_named(r, of, &s);
	if (is_named && 2 * s.n_variants >= s.n)
		return 1;
	if (2 * s.n_linked >= s.n || 2 * s.n_articles >= s.n)
		return SAME_WORDS;
	if (2 * s.n_long < s.n)
		return is_named && region_titles_equals(r, h) &&
			       (has_boxes || s.n_before > 0)
			   ? region_stories_most_coverage(&s,
				 region_stories_count_words(r, h) <= NAME_WORDS)
			   : NO_WORDS;
	if (page_agrees && h->key >> 16 == KIND_LOOK && !has_boxes)
		return NO_WORDS;
	if (page_agrees && h->key >> 16 == KIND_BOLD &&
	    (double)s.n_long < MOSTLY * (double)s.n && !has_boxes)
		return NO_WORDS;
	return page_agrees && !(is_named && has_boxes) ? SAME_TOPIC : SAME_PAGE;
}

bool
region_stories_are_several(const struct regions *r, size_t of, bool is_named)
{
	double most = region_stories_most(r, of, is_named);

	/* the coverage is computed last, because it reads the text */
	return most >= 1 ||
	       (most >= 0 && region_stories_coverage(r, of) <= most);
}

bool
region_stories_have_boxes(const struct regions *r, uint32_t key)
{
	const struct heading *before = NULL;
	size_t n = 0, parallel = 0;

	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];

		if (h->key != key || h->words < STORY_WORDS)
			continue;
		if (before != NULL) {
			n++;
			parallel += region_stories_are_parallel(r, before, h);
		}
		before = h;
	}
	return n > 0 && 2 * parallel >= n;
}
