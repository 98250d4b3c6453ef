/*
 * region_edges.c -- finds the lines at the beginning and at the end of a story
 * that all stories of the page have.
 *
 * In:  the headings of the stories, with their regions; the chosen story.
 * Out: MARK_META_LINE on lines of the chosen story: topics (as after "Filed
 *      under"), signatures, contacts, links to share or to the next story, a
 *      note about the author.
 *
 * Such a line is beside the text of each story. The words of the line differ
 * from site to site and from language to language, so the line is compared with
 * the first and last lines of the other stories. Two lines are alike if they
 * have the same words in the same order between words that differ, if they
 * begin with the same label, or if both are short lines of the same kind and
 * are not sentences. Texts of different stories do not end with such lines.
 * Cost: O(stories * lines^2 * words^2); all three have constant limits.
 */
#include "base/array.h"
#include "cuter/marks/region/region_match.h"

/* Number of lines at one end of a story that are compared. */
#define EDGE_LINES 10
#define HEAD_LINES 4 /* of these lines, at the beginning of a story */
/* Maximum number of words of a line; of a line that is a sentence. */
#define LINE_WORDS     30
#define SENTENCE_WORDS 20
/* Maximum number of words of a line that is alike without common words. */
#define SHORT_WORDS  8
#define ITEM_WORDS   4  /* the same for an item of a list */
#define MOST_STORIES 16 /* that are compared */
#define SHORT_LINES  4  /* maximum number of such lines */
/* Maximum number of words of a label at the beginning of a line. */
#define LABEL_WORDS 4
#define LABEL_BYTES 60
/* A label and the lines after it in one element have at most this number of
 * lines and words. */
#define BOX_LINES 5
#define BOX_WORDS 60
/* Least share of common words of two lines: if one of them is a sentence; if
 * none is; if none is and both begin with the same two words. */
#define COMMON_SENTENCE 0.55
#define COMMON_LINE     0.45
#define COMMON_BEGUN    0.25
#define COMMON_LEAST    3 /* least number of common words */
/* Least share of the words of a headline in a link to its story. */
#define LINK_COVERS 0.80

struct line {
	uint64_t hash[LINE_WORDS];
	size_t n; /* number of words; 0: the line has too many */
	uint32_t block;
	bool is_sentence;
	struct slice label; /* at its beginning */
};

struct edge {
	struct line lines[EDGE_LINES];
	size_t n;
};

struct edges {
	const struct regions *r;
	size_t of;          /* the chosen story */
	struct edge own;    /* lines of the chosen story */
	struct edge *other; /* lines of the other stories */
	size_t n_other;
	bool kept[EDGE_LINES]; /* the lines of the chosen story to be marked */
};

/* ---- lines ---- */

static void
region_edges_add_word(void *arg, uint64_t word)
{
	struct line *line = arg;

	if (line->n < LINE_WORDS)
		line->hash[line->n] = word;
	line->n++;
}

/* Returns true if a text ends like a sentence. */
static bool
region_edges_is_sentence(struct slice text)
{
	static const char *const ends[] = { ".", "!", "?", ".\"",
		".\xE2\x80\x9D", "\xE3\x80\x82", "\xEF\xBC\x81",
		"\xEF\xBC\x9F" };

	text = slice_trim(text);
	for (size_t i = 0; i < ARRAY_LENGTH(ends); i++)
		if (slice_ends(text, slice_of(ends[i])))
			return true;
	return false;
}

/* Returns the label with which a block begins: the text before a colon, or the
 * text before the first <br>. */
static struct slice
region_edges_label(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;
	struct slice label = SLICE(""), text = t->nodes[b->first].text;
	uint32_t after = b->first + 1;
	size_t at;

	while (after < b->end && t->nodes[after].tag == TAG_TEXT &&
	       page->bytes[after] == 0)
		after++;
	at = slice_find(slice_sub(text, 0, LABEL_BYTES), SLICE(":"), 0);
	if (at != SLICE_NOT_FOUND)
		label = slice_sub(text, 0, at);
	else if (after < b->end && t->nodes[after].tag == TAG_BR)
		label = text;
	return words_count(label) <= LABEL_WORDS ? slice_trim(label)
						 : SLICE("");
}

static void
region_edges_read_line(
    const struct page *page, uint32_t block, struct line *ret)
{
	const struct block *b = &page->blocks[block];
	struct slice text;

	ret->block = block;
	ret->n = 0;
	ret->label = SLICE("");
	if (!words_are_many(b->words, b->bytes, BOX_WORDS))
		ret->label = region_edges_label(page, b);
	if (words_are_many(b->words, b->bytes, LINE_WORDS))
		return;
	text = page_block_text(page, b);
	words_visit_terms(text, 1, region_edges_add_word, ret);
	ret->is_sentence = region_edges_is_sentence(text);
	if (ret->n > (ret->is_sentence ? SENTENCE_WORDS : LINE_WORDS))
		ret->n = 0;
}

/* Reads the first (step 1) or last (step -1) lines of a story after its
 * headline. */
static void
region_edges_read(
    const struct regions *r, size_t of, int step, struct edge *ret)
{
	const struct page *page = r->page;
	const struct heading *h = &r->headings[of];
	uint32_t from = page_block_at(page, h->from);
	uint32_t to = page_block_at(page, h->to);
	size_t most = step > 0 ? HEAD_LINES : EDGE_LINES;

	if (h->key >> 16 < KIND_RUN_IN && from <= h->block)
		from = h->block + 1;
	ret->n = 0;
	for (uint32_t k = 0; from + k < to && ret->n < most; k++) {
		uint32_t i = step > 0 ? from + k : to - 1 - k;
		const struct block *b = &page->blocks[i];

		if (b->words > 0 && !(b->marks & MARK_HIDDEN) &&
		    !(b->marks & MARK_NAVIGATION &&
			b->link_bytes * 2 > b->bytes))
			region_edges_read_line(page, i, &ret->lines[ret->n++]);
	}
}

/* ---- comparison ---- */

/* Returns the number of words that two lines have in common in the same order
 * (longest common subsequence). */
static size_t
region_edges_common(const struct line *a, const struct line *b)
{
	size_t row[LINE_WORDS + 1] = { 0 };

	for (size_t i = 0; i < a->n; i++) {
		size_t diagonal = 0;

		for (size_t k = 0; k < b->n; k++) {
			size_t above = row[k + 1];

			if (a->hash[i] == b->hash[k])
				row[k + 1] = diagonal + 1;
			else if (row[k] > above)
				row[k + 1] = row[k];
			diagonal = above;
		}
	}
	return row[b->n];
}

static size_t
region_edges_begun(const struct line *a, const struct line *b)
{
	size_t n = 0;

	while (n < a->n && n < b->n && a->hash[n] == b->hash[n])
		n++;
	return n;
}

static bool
region_edges_are_equal(const struct line *a, const struct line *b)
{
	return a->n > 0 && a->n == b->n && region_edges_begun(a, b) == a->n;
}

/* Returns true if two lines have the same label, or the same words between
 * words that differ. */
static bool
region_edges_are_similar(const struct line *a, const struct line *b)
{
	size_t least = a->n < b->n ? a->n : b->n, common;
	bool is_sentence;

	if (a->label.len > 0 && slice_equal_nocase(a->label, b->label))
		return true;
	if (least == 0)
		return false;
	if (region_edges_are_equal(a, b))
		return true;
	is_sentence = a->is_sentence || b->is_sentence;
	common = region_edges_common(a, b);
	if (!is_sentence && region_edges_begun(a, b) >= 2 &&
	    (double)common >= COMMON_BEGUN * (double)least)
		return true;
	return common >= COMMON_LEAST &&
	       (double)common >= (is_sentence ? COMMON_SENTENCE : COMMON_LINE) *
				     (double)(a->n > b->n ? a->n : b->n);
}

static bool
region_edges_is_short(const struct page *page, const struct line *line)
{
	const struct block *b = &page->blocks[line->block];

	return line->n > 0 && !line->is_sentence && !b->is_heading &&
	       !words_are_many(b->words, b->bytes,
		   b->marks & MARK_LIST ? ITEM_WORDS : SHORT_WORDS);
}

/* Returns true if both lines are short, are not sentences, and have the same
 * kind of element. */
static bool
region_edges_are_short(
    const struct page *page, const struct line *a, const struct line *b)
{
	const struct tree *t = &page->tree;
	uint32_t own, other;

	if (!region_edges_is_short(page, a) || !region_edges_is_short(page, b))
		return false;
	own = t->nodes[page->blocks[a->block].first].parent;
	other = t->nodes[page->blocks[b->block].first].parent;
	return t->nodes[own].tag == t->nodes[other].tag &&
	       slice_equal(tree_attr(t, own, ATTR_CLASS),
		   tree_attr(t, other, ATTR_CLASS));
}

enum edge_alike { EDGE_EQUAL, EDGE_SIMILAR, EDGE_SHORT };

static bool
region_edges_has(const struct page *page, const struct edge *edge,
    const struct line *line, enum edge_alike how)
{
	for (size_t i = 0; i < edge->n; i++)
		if (how == EDGE_EQUAL
			? region_edges_are_equal(line, &edge->lines[i])
		    : how == EDGE_SIMILAR
			? region_edges_are_similar(line, &edge->lines[i])
			: region_edges_are_short(page, line, &edge->lines[i]))
			return true;
	return false;
}

/* Returns true if at least two thirds of the other stories have a line like
 * line i of the chosen story. */
static bool
region_edges_repeats(const struct edges *edges, size_t i, enum edge_alike how)
{
	size_t n = 0;

	for (size_t k = 0; k < edges->n_other; k++)
		n += region_edges_has(edges->r->page, &edges->other[k],
		    &edges->own.lines[i], how);
	return n > 0 && 3 * n >= 2 * edges->n_other;
}

/* Returns true if a line is a link to another story of the page: it has the
 * words of that headline. */
static bool
region_edges_is_next(const struct edges *edges, size_t i)
{
	const struct regions *r = edges->r;
	const struct block *b = &r->page->blocks[edges->own.lines[i].block];
	struct words line;

	if (b->link_bytes * 2 <= b->bytes)
		return false;
	words_read(&line, page_block_text(r->page, b));
	for (size_t k = 0; k < r->n; k++)
		if (k != edges->of &&
		    r->headings[k].key == r->headings[edges->of].key &&
		    r->headings[k].line.n >= LONG_HEADING &&
		    words_covered(&r->headings[k].line, &line) >= LINK_COVERS)
			return true;
	return false;
}

/* ---- labels of boxes ---- */

/* Returns true if an element begins with line `first` of the chosen story and
 * contains its lines down to `last`, which is after it on the page. */
static bool
region_edges_is_box(const struct edges *edges, size_t first, size_t last)
{
	const struct page *page = edges->r->page;
	const struct tree *t = &page->tree;
	const struct edge *own = &edges->own;
	uint32_t begin = own->lines[first].block, end = own->lines[last].block;
	uint32_t node = page->blocks[begin].node, words = 0;

	for (uint32_t i = begin; i <= end; i++)
		words += page->blocks[i].words;
	if (words > BOX_WORDS)
		return false;
	while (node != TREE_ROOT && t->nodes[node].end < page->blocks[end].end)
		node = t->nodes[node].parent;
	return node != TREE_ROOT && page_block_at(page, node) == begin;
}

/* Keeps line `last` and the lines before it in the same element, if the element
 * begins with a label that the other stories have, too ("Advertisement").
 * Returns the number of these lines. */
static size_t
region_edges_keep_box(struct edges *edges, size_t last)
{
	for (size_t i = last + 1; i < edges->own.n && i <= last + BOX_LINES;
	     i++) {
		if (edges->own.lines[i].n > LABEL_WORDS ||
		    !region_edges_repeats(edges, i, EDGE_EQUAL) ||
		    !region_edges_is_box(edges, i, last))
			continue;
		for (size_t k = last; k <= i; k++)
			edges->kept[k] = true;
		return i + 1 - last;
	}
	return 0;
}

/* ---- marks ---- */

/* Finds the lines of the chosen story, from its first or last line on, that the
 * other stories have, too. */
static void
region_edges_find(struct edges *edges, int step)
{
	const struct page *page = edges->r->page;
	size_t n_short = 0, boxed;

	for (size_t i = 0; i < edges->own.n; i++) {
		const struct line *line = &edges->own.lines[i];
		const struct block *b = &page->blocks[line->block];

		if (region_edges_repeats(edges, i, EDGE_SIMILAR) ||
		    region_edges_is_next(edges, i)) {
			edges->kept[i] = true;
		} else if (n_short < SHORT_LINES &&
			   region_edges_repeats(edges, i, EDGE_SHORT)) {
			edges->kept[i] = true;
			n_short++;
		} else if (step < 0 &&
			   (boxed = region_edges_keep_box(edges, i)) > 0) {
			i += boxed - 1;
		} else if (b->link_bytes * 2 <= b->bytes) {
			break;
		}
	}
}

static void
region_edges_mark_lines(struct edges *edges)
{
	struct page *page = edges->r->page;
	const struct heading *h = &edges->r->headings[edges->of];
	uint32_t words = 0;

	for (size_t i = 0; i < edges->own.n; i++)
		if (edges->kept[i])
			words += page->blocks[edges->own.lines[i].block].words;
	if (2 * words > h->words)
		return;
	for (size_t i = 0; i < edges->own.n; i++)
		if (edges->kept[i])
			page->blocks[edges->own.lines[i].block].marks |=
			    MARK_META_LINE;
}

void
region_edges_mark(const struct regions *r, size_t of)
{
	struct edges edges = { .r = r, .of = of };
	uint32_t key = r->headings[of].key;

	edges.other = arena_array_uninit(
	    r->page->arena, MOST_STORIES, sizeof(*edges.other));
	for (int step = 1; step >= -1; step -= 2) {
		/* a story without headline may begin with any line */
		if (step > 0 && key >> 16 >= KIND_RUN_IN)
			continue;
		memset(edges.kept, 0, sizeof(edges.kept));
		edges.n_other = 0;
		for (size_t i = 0; i < r->n && edges.n_other < MOST_STORIES;
		     i++)
			if (i != of && r->headings[i].key == key &&
			    r->headings[i].words >= STORY_WORDS)
				region_edges_read(
				    r, i, step, &edges.other[edges.n_other++]);
		region_edges_read(r, of, step, &edges.own);
		region_edges_find(&edges, step);
		region_edges_mark_lines(&edges);
	}
}
