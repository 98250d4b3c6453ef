/*
 * marks.c -- what a node says of itself: by its element, its role, and the
 * words of its class and id.
 *
 * In:  the tree.
 * Out: page->marks, of each node and all that it stands in.
 *
 * A word is believed only of a part: a node that holds the page's <h1>, or
 * more of its unlinked text than the word's bound, is no menu whatever it
 * is called ("has-sidebar", "no-comments").  After the hints that
 * Readability-like extractors use, which accuracy.md measures; CUTER itself
 * only asks that navigation and advertisement be told (seed 002, III).
 */
#include "cuter/features/features.h"
#include "cuter/features/value_hash.h"

#define TOKEN_BYTES 24
#define LETTERS     26
_Static_assert(2 * TOKEN_BYTES < 64, "a bit for each length of two tokens");

/* How much of the page's unlinked text a marked node may hold. */
#define SHARE_SURE   0.60 /* its own element says so */
#define SHARE_WORD   0.40 /* a word says so */
#define SHARE_SMALL  0.15 /* a word that is said of bodies, too */
#define HIDDEN_SHARE 0.50 /* a body waiting for its script is not hidden */

struct hint {
	const char *word;
	uint32_t mark;
	double share;
};

/* Sorted by word.  Two words in a row are also looked up as one: "read-more"
 * is readmore. */
static const struct hint hints[] = {
#include "cuter/features/marks.inc"
};

static const struct {
	uint8_t tag;
	uint32_t mark;
	double share;
} tag_hints[] = {
	{ TAG_NAV, MARK_NAVIGATION, SHARE_SURE },
	{ TAG_FOOTER, MARK_NAVIGATION, SHARE_WORD },
	{ TAG_ASIDE, MARK_NAVIGATION, SHARE_WORD },
	{ TAG_FIGCAPTION, MARK_CAPTION, 1.0 },
	{ TAG_FIGURE, MARK_FIGURE, 1.0 },
	{ TAG_CAPTION, MARK_CAPTION, 1.0 },
	{ TAG_ADDRESS, MARK_BYLINE, SHARE_SMALL },
	{ TAG_HEADER, MARK_HEADER, 1.0 },
	{ TAG_UL, MARK_LIST, 1.0 },
	{ TAG_OL, MARK_LIST, 1.0 },
	{ TAG_DL, MARK_LIST, 1.0 },
	{ TAG_BLOCKQUOTE, MARK_QUOTE, 1.0 },
	{ TAG_TABLE, MARK_TABLE, 1.0 },
};

static const struct {
	const char *role;
	uint32_t mark;
	double share;
} role_hints[] = {
	{ "alertdialog", MARK_NAVIGATION, SHARE_SURE },
	{ "button", MARK_BUTTON, 1.0 },
	{ "complementary", MARK_NAVIGATION, SHARE_WORD },
	{ "contentinfo", MARK_NAVIGATION, SHARE_WORD },
	{ "dialog", MARK_NAVIGATION, SHARE_SURE },
	{ "form", MARK_NAVIGATION, SHARE_SMALL },
	{ "menu", MARK_NAVIGATION, SHARE_SURE },
	{ "menubar", MARK_NAVIGATION, SHARE_SURE },
	{ "navigation", MARK_NAVIGATION, SHARE_SURE },
	{ "search", MARK_NAVIGATION, SHARE_WORD },
	{ "tooltip", MARK_HIDDEN, SHARE_SMALL },
};

/* What is known of a node before its marks are believed. */
struct measure {
	uint32_t *bytes; /* unlinked text, hidden or not */
	bool *has_h1;
	uint32_t total;
};

static void
measure(const struct page *page, struct measure *m)
{
	const struct tree *t = &page->tree;

	m->bytes = arena_array(page->arena, t->n, sizeof(uint32_t));
	m->has_h1 = arena_array(page->arena, t->n, sizeof(bool));
	for (uint32_t i = 1; i < t->n; i++) {
		page->marks[i] = page->marks[t->nodes[i].parent] & MARK_LINK;
		if (t->nodes[i].tag == TAG_A)
			page->marks[i] = MARK_LINK;
		else if (t->nodes[i].tag == TAG_TEXT &&
			 !(page->marks[i] & MARK_LINK))
			m->bytes[i] =
			    (uint32_t)slice_trim(t->nodes[i].text).len;
		m->has_h1[i] = t->nodes[i].tag == TAG_H1;
	}
	for (uint32_t i = t->n; i-- > 1;) {
		m->bytes[t->nodes[i].parent] += m->bytes[i];
		m->has_h1[t->nodes[i].parent] |= m->has_h1[i];
	}
	m->total = m->bytes[TREE_ROOT];
}

/* Where the hints of a letter begin, and how long they are: most words end
 * here. */
struct hint_index {
	uint16_t first[LETTERS + 1];
	uint64_t lengths[LETTERS];
};

static void
index_hints(struct hint_index *index)
{
	size_t n = sizeof(hints) / sizeof(hints[0]), i = 0;

	for (unsigned letter = 0; letter < LETTERS; letter++) {
		index->first[letter] = (uint16_t)i;
		index->lengths[letter] = 0;
		for (; i < n && hints[i].word[0] == (char)('a' + letter); i++)
			index->lengths[letter] |= 1ull << strlen(hints[i].word);
	}
	index->first[LETTERS] = (uint16_t)n;
}

/* A word of small letters, not more than two tokens long. */
static const struct hint *
find_hint(const struct hint_index *index, const char *word, size_t length)
{
	unsigned letter = (unsigned)(word[0] - 'a');
	size_t low, high;

	if (!(index->lengths[letter] >> length & 1))
		return NULL;
	low = index->first[letter];
	high = index->first[letter + 1];
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = strcmp(word, hints[middle].word);

		if (order == 0)
			return &hints[middle];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

/* The hints in a value that has been read before. */
#define MEMORY       512
#define MEMORY_HINTS 7

struct hint_memory {
	uint64_t hash;
	uint16_t n; /* MEMORY_HINTS + 1: more than are remembered */
	uint16_t hints[MEMORY_HINTS];
};

struct believer {
	const struct hint_index *index;
	struct hint_memory *memory; /* of all values */
	struct hint_memory *now;    /* of the one being read */
	const struct measure *m;
	uint32_t node;
	uint32_t marks;
};

static void
believe(struct believer *b, uint32_t mark, double share)
{
	const uint32_t whole = MARK_CAPTION | MARK_FIGURE | MARK_LEAD |
			       MARK_HEADER | MARK_LIST | MARK_QUOTE |
			       MARK_TABLE | MARK_BUTTON;

	if (!(mark & whole)) {
		if (b->m->has_h1[b->node])
			return;
		if (b->m->bytes[b->node] > share * b->m->total)
			return;
	}
	b->marks |= mark;
}

static void
look_up(struct believer *b, const char *word, size_t length)
{
	const struct hint *hint = find_hint(b->index, word, length);

	if (hint == NULL)
		return;
	believe(b, hint->mark, hint->share);
	if (b->now->n < MEMORY_HINTS)
		b->now->hints[b->now->n] = (uint16_t)(hint - hints);
	if (b->now->n <= MEMORY_HINTS)
		b->now->n++;
}

static bool
is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool
is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

/* Words of "article-Body relatedLinks2": article, body, articlebody, … */
static void
mark_words(struct believer *b, struct slice s)
{
	char both[2 * TOKEN_BYTES + 1];
	size_t before = 0, n = 0; /* length of the word before, and of this */

	for (size_t i = 0; i <= s.len; i++) {
		char c = i < s.len ? s.p[i] : ' ';
		bool breaks = !is_lower(c) && !is_upper(c);

		if (breaks || (is_upper(c) && i > 0 && is_lower(s.p[i - 1]))) {
			if (n > 0) {
				both[before + n] = '\0';
				look_up(b, both + before, n);
				if (before > 0)
					look_up(b, both, before + n);
				memmove(both, both + before, n);
				before = n;
				n = 0;
			}
			if (breaks) {
				/* A space ends the pair, a dash does not. */
				if (c == ' ' || c == '\n' || c == '\t')
					before = 0;
				continue;
			}
		}
		if (n < TOKEN_BYTES)
			both[before + n++] = (char)(c | 0x20);
	}
}

/* Classes repeat from node to node: what they hint at is read once. */
static void
mark_value(struct believer *b, struct slice value)
{
	uint64_t hash;

	if (value.len == 0)
		return;
	hash = value_hash(value);
	b->now = &b->memory[(hash >> 8) % MEMORY];
	if (b->now->hash != hash || b->now->n > MEMORY_HINTS) {
		b->now->hash = hash;
		b->now->n = 0;
		mark_words(b, value);
		return;
	}
	for (uint16_t i = 0; i < b->now->n; i++) {
		const struct hint *hint = &hints[b->now->hints[i]];

		believe(b, hint->mark, hint->share);
	}
}

static uint32_t
own_marks(const struct page *page, const struct hint_index *index,
    struct hint_memory *memory, const struct measure *m, uint32_t node)
{
	const struct tree *t = &page->tree;
	struct believer b = { index, memory, NULL, m, node, 0 };
	struct slice role = tree_attr(t, node, ATTR_ROLE);

	if (t->nodes[node].tag == TAG_A)
		b.marks |= MARK_LINK;
	for (size_t i = 0; i < sizeof(tag_hints) / sizeof(tag_hints[0]); i++)
		if (tag_hints[i].tag == t->nodes[node].tag)
			believe(&b, tag_hints[i].mark, tag_hints[i].share);
	if (t->nodes[node].record == TREE_NOWHERE)
		return b.marks;
	for (size_t i = 0;
	     role.len > 0 && i < sizeof(role_hints) / sizeof(role_hints[0]);
	     i++)
		if (slice_equal_nocase(role, slice_of(role_hints[i].role)))
			believe(&b, role_hints[i].mark, role_hints[i].share);
	mark_value(&b, tree_attr(t, node, ATTR_CLASS));
	mark_value(&b, tree_attr(t, node, ATTR_ID));
	if (tree_attr(t, node, ATTR_HIDDEN).p != NULL &&
	    m->bytes[node] <= HIDDEN_SHARE * m->total)
		b.marks |= MARK_HIDDEN;
	return b.marks;
}

void
features_mark(struct page *page)
{
	const struct tree *t = &page->tree;
	struct hint_index index;
	struct hint_memory *memory =
	    arena_array(page->arena, MEMORY, sizeof(*memory));
	struct measure m = { 0 };

	index_hints(&index);

	page->marks = arena_array(page->arena, t->n, sizeof(uint32_t));
	measure(page, &m);
	page->marks[TREE_ROOT] = 0;
	for (uint32_t i = 1; i < t->n; i++) {
		page->marks[i] = page->marks[t->nodes[i].parent];
		if (t->nodes[i].tag != TAG_TEXT)
			page->marks[i] |=
			    own_marks(page, &index, memory, &m, i);
	}
}
