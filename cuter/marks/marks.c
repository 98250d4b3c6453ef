/*
 * marks.c -- marks nodes by their element, their role, and the words of their
 * class and id.
 *
 * In:  the tree.
 * Out: page->marks: the marks of each node, which include those of its
 *      ancestors.
 *
 * A word is ignored on a node that contains the page's <h1>, or a larger share
 * of the page's unlinked text than the limit of the word. On such a node the
 * word describes the whole page ("has-sidebar", "no-comments"). For bylines and
 * advertisements, text in elements that are named comments does not count,
 * because comments may be longer than the article. A byline is short and has no
 * heading, except the name of an author, and is not a headline. A word for
 * bylines is ignored on other nodes, because it also occurs in names of
 * elements around stories ("date-posts" of Blogger). Words for captions,
 * figures, standfirsts, headers, lists, quotes, tables and buttons are never
 * ignored. Other words are ignored in the id of a heading, because many systems
 * make the id from the words of the heading ("related-work"). The words are
 * those that extractors like Readability use. CUTER itself only requires that
 * navigation and advertisement are recognised (Adam, Bouras, Poulopoulos,
 * section III).
 */
#include <pthread.h>

#include "base/array.h"
#include "base/text/ascii.h"
#include "base/text/word_filter.h"
#include "cuter/features/attr_words.h"
#include "cuter/features/features.h"
#include "cuter/features/value_hash.h"
#include "cuter/marks/comments/comments.h"

#define TOKEN_BYTES 24
#define LETTERS     26

/* Largest share of the page's unlinked text in a node that is marked by its
 * element (SURE), by a word (WORD), or by a word that also occurs in names of
 * article bodies (SMALL). A node with a larger share is not marked. */
#define SHARE_SURE  0.60
#define SHARE_WORD  0.40
#define SHARE_SMALL 0.15
/* An element with a larger share of the page's unlinked text is not marked as
 * hidden, because a script will show it. */
#define HIDDEN_SHARE 0.50
#define STORY_BYTES  160 /* least number of bytes of a hidden story */
/* Maximum number of bytes of unlinked text in a byline, about 60 words. */
#define BYLINE_BYTES 400
/* Maximum number of bytes of unlinked text in a box about the author, about 120
 * words. */
#define AUTHOR_BYTES 800

/* With MARK_BYLINE in the table of hints, and not marks. AUTHOR_BOX: a box
 * about the author, which may have a heading. AUTHOR_NAME: a byline that may
 * have the author's name in a heading. */
#define AUTHOR_BOX  (UINT32_C(1) << 31)
#define AUTHOR_NAME (UINT32_C(1) << 30)
/* Maximum number of words and bytes of a name. */
#define NAME_WORDS 3
#define NAME_BYTES 40
/* Maximum number of words of a heading that is a date or an author itself. */
#define LINE_WORDS 4

struct hint {
	const char *word;
	uint32_t mark;
	double share;
};

/* The hints are sorted by word. Two adjacent words are also looked up as one
 * word: "read-more" as "readmore". If such a hint has no mark, the second word
 * is not a hint: Drupal gives the class "node-promoted" to most articles. */
static const struct hint hints[] = {
#include "cuter/marks/marks.inc"
};

static const struct {
	uint32_t mark; /* 0: the element gives no mark */
	double share;
} tag_hints[TAG_COUNT] = {
	[TAG_NAV] = { MARK_NAVIGATION, SHARE_SURE },
	[TAG_FOOTER] = { MARK_NAVIGATION, SHARE_WORD },
	[TAG_ASIDE] = { MARK_NAVIGATION, SHARE_WORD },
	[TAG_FIGCAPTION] = { MARK_CAPTION, 1.0 },
	[TAG_FIGURE] = { MARK_FIGURE, 1.0 },
	[TAG_CAPTION] = { MARK_CAPTION, 1.0 },
	[TAG_ADDRESS] = { MARK_BYLINE, SHARE_SMALL },
	[TAG_HEADER] = { MARK_HEADER, 1.0 },
	[TAG_UL] = { MARK_LIST, 1.0 },
	[TAG_OL] = { MARK_LIST, 1.0 },
	[TAG_DL] = { MARK_LIST, 1.0 },
	[TAG_BLOCKQUOTE] = { MARK_QUOTE, 1.0 },
	[TAG_TABLE] = { MARK_TABLE, 1.0 },
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

/* Measures of each node, by which marks_apply() decides whether a mark is
 * set. */
struct marks_measure {
	uint32_t *bytes; /* bytes of each node's unlinked text, hidden or not */
	bool *has_h1, *has_heading;
	bool *has_headline; /* a heading that is longer than a name */
	uint32_t total;
	uint32_t total_article; /* total without comments */
};

/* Returns the bytes of unlinked text in elements that are named comments and do
 * not contain the <h1>. 0 if no other text is on the page. */
static uint32_t
marks_measure_comments(const struct page *page, const struct marks_measure *m)
{
	const struct tree *t = &page->tree;
	uint32_t bytes = 0;

	for (uint32_t i = 1; i < t->n;) {
		/* Most elements of menus have only linked text. */
		if (m->bytes[i] == 0) {
			i = t->nodes[i].end;
			continue;
		}
		if (t->nodes[i].record == TREE_NOWHERE || m->has_h1[i] ||
		    !tag_is(t->nodes[i].tag, TAG_IS_BLOCK) ||
		    comment_words_read_name(t, i) != COMMENT_SIGN_SURE) {
			i++;
			continue;
		}
		bytes += m->bytes[i];
		i = t->nodes[i].end;
	}
	return bytes < m->bytes[TREE_ROOT] ? bytes : 0;
}

/* Counts the words and bytes of an element, up to the text node that exceeds
 * NAME_BYTES. */
static uint32_t
marks_count_words(const struct tree *t, uint32_t node, size_t *ret_bytes)
{
	uint32_t words = 0;

	*ret_bytes = 0;
	for (uint32_t i = node + 1;
	     i < t->nodes[node].end && *ret_bytes <= NAME_BYTES; i++) {
		if (t->nodes[i].tag != TAG_TEXT)
			continue;
		words += words_count(t->nodes[i].text);
		*ret_bytes += slice_trim(t->nodes[i].text).len;
	}
	return words;
}

static bool
marks_is_headline(const struct tree *t, uint32_t heading, uint32_t name_words)
{
	size_t bytes;
	uint32_t words = marks_count_words(t, heading, &bytes);

	return words > name_words || bytes > NAME_BYTES;
}

static void
marks_measure(const struct page *page, struct marks_measure *m)
{
	const struct tree *t = &page->tree;

	m->bytes = arena_array(page->arena, t->n, sizeof(uint32_t));
	m->has_h1 = arena_array(page->arena, t->n, sizeof(bool));
	m->has_heading = arena_array(page->arena, t->n, sizeof(bool));
	m->has_headline = arena_array(page->arena, t->n, sizeof(bool));
	for (uint32_t i = 1; i < t->n; i++) {
		page->marks[i] = page->marks[t->nodes[i].parent] & MARK_LINK;
		if (t->nodes[i].tag == TAG_A)
			page->marks[i] = MARK_LINK;
		else if (t->nodes[i].tag == TAG_TEXT &&
			 !(page->marks[i] & MARK_LINK))
			m->bytes[i] =
			    (uint32_t)slice_trim(t->nodes[i].text).len;
		m->has_h1[i] = t->nodes[i].tag == TAG_H1;
		m->has_heading[i] = tag_is(t->nodes[i].tag, TAG_IS_HEADING);
		m->has_headline[i] =
		    m->has_heading[i] && marks_is_headline(t, i, NAME_WORDS);
	}
	for (uint32_t i = t->n; i-- > 1;) {
		m->bytes[t->nodes[i].parent] += m->bytes[i];
		m->has_h1[t->nodes[i].parent] |= m->has_h1[i];
		m->has_heading[t->nodes[i].parent] |= m->has_heading[i];
		m->has_headline[t->nodes[i].parent] |= m->has_headline[i];
	}
	m->total = m->bytes[TREE_ROOT];
	m->total_article = m->total - marks_measure_comments(page, m);
}

/* The position of the hints of each letter in the table, and a filter that
 * excludes most words without a comparison. */
static struct hint_index {
	uint16_t first[LETTERS + 1];
	struct word_filter filter;
} marks_index;
static pthread_once_t marks_index_once = PTHREAD_ONCE_INIT;

static void
marks_index_hints(void)
{
	struct hint_index *index = &marks_index;
	size_t n = ARRAY_LENGTH(hints), i = 0;

	for (unsigned letter = 0; letter < LETTERS; letter++) {
		index->first[letter] = (uint16_t)i;
		for (; i < n && hints[i].word[0] == (char)('a' + letter); i++)
			word_filter_add(
			    &index->filter, slice_of(hints[i].word));
	}
	index->first[LETTERS] = (uint16_t)n;
}

/* Looks up a word in lower case. `word` is one word of the value, or two
 * adjacent words joined. */
static const struct hint *
marks_find_hint(const char *word, size_t length)
{
	const struct hint_index *index = &marks_index;
	unsigned letter = (unsigned)(word[0] - 'a');
	size_t low, high;

	if (!word_filter_may_have(
		&index->filter, (struct slice){ word, length }))
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

/* A cache of attribute values. Each entry has the indexes in hints[] of the
 * words that the value contains. */
#define MEMORY       512
#define MEMORY_HINTS 7

struct hint_memory {
	uint64_t hash;
	/* number of indexes; MEMORY_HINTS + 1: too many to be stored */
	uint16_t n;
	uint16_t hints[MEMORY_HINTS];
};

struct mark_reading {
	struct hint_memory *memory; /* a hash table of values */
	struct hint_memory
	    *now; /* the memory entry of the value that is being read */
	const struct marks_measure *m;
	const struct tree *tree;
	uint32_t node;
	uint32_t marks;
	struct slice value; /* the value that is being read */
	size_t at;          /* the index of the last byte of the word */
	bool is_id; /* the value is an id: that of a heading has its words */
};

/* Returns true if a node is too long for a byline, or has a heading that is not
 * a name. */
static bool
marks_is_story(const struct mark_reading *b, uint32_t mark)
{
	uint32_t bytes = b->m->bytes[b->node];

	if (mark & AUTHOR_BOX)
		return bytes > AUTHOR_BYTES;
	if (bytes > BYLINE_BYTES)
		return true;
	if (tag_is(b->tree->nodes[b->node].tag, TAG_IS_HEADING))
		return b->is_id ||
		       marks_is_headline(b->tree, b->node, LINE_WORDS);
	return mark & AUTHOR_NAME ? b->m->has_headline[b->node]
				  : b->m->has_heading[b->node];
}

static void
marks_apply(struct mark_reading *b, uint32_t mark, double share)
{
	const uint32_t whole = MARK_CAPTION | MARK_FIGURE | MARK_LEAD |
			       MARK_HEADER | MARK_LIST | MARK_QUOTE |
			       MARK_TABLE | MARK_BUTTON;

	if (!(mark & whole)) {
		uint32_t total = mark & (MARK_ADVERTISEMENT | MARK_BYLINE)
				     ? b->m->total_article
				     : b->m->total;

		if (b->m->has_h1[b->node] ||
		    (b->is_id &&
			tag_is(b->tree->nodes[b->node].tag, TAG_IS_HEADING)) ||
		    b->m->bytes[b->node] > share * total)
			return;
	}
	if (mark & MARK_BYLINE && marks_is_story(b, mark))
		return;
	b->marks |= mark & ~(AUTHOR_BOX | AUTHOR_NAME);
}

/* Returns true if the word, which is two adjacent words, means nothing. Its
 * second word is then not looked up. */
static bool
marks_look_up(struct mark_reading *b, const char *word, size_t length)
{
	const struct hint *hint = marks_find_hint(word, length);

	if (hint == NULL ||
	    (length <= ATTR_CODE_WORD && attr_words_is_code(b->value, b->at)))
		return false;
	if (hint->mark == 0)
		return true;
	marks_apply(b, hint->mark, hint->share);
	if (b->now->n < MEMORY_HINTS)
		b->now->hints[b->now->n] = (uint16_t)(hint - hints);
	if (b->now->n <= MEMORY_HINTS)
		b->now->n++;
	return false;
}

/* Size of the buffer for two words, and for the TOKEN_BYTES that
 * marks_end_word() copies even if the second word is shorter. */
#define BOTH_BYTES (3 * TOKEN_BYTES)

/* Looks up the previous word joined with this word, and this word. Then makes
 * this word the previous word. */
static void
marks_end_word(
    struct mark_reading *b, char both[BOTH_BYTES], size_t *before, size_t *n)
{
	char word[TOKEN_BYTES];

	if (*n == 0)
		return;
	both[*before + *n] = '\0';
	/* Two single letters, as in the id "8a7d", are not a word. */
	if (*before == 0 || *before + *n == 2 ||
	    !marks_look_up(b, both, *before + *n))
		(void)marks_look_up(b, both + *before, *n);
	memcpy(word, both + *before, TOKEN_BYTES);
	memcpy(both, word, TOKEN_BYTES);
	*before = *n;
	*n = 0;
}

/* Returns the end of the names of categories and tags that begin at byte `i` of
 * the class of a post; `i` if there is none. */
static size_t
marks_skip_topics(struct slice s, size_t i)
{
	/* Few classes have such names, so the other test comes second. */
	while (attr_words_is_topic(slice_sub(s, i, s.len)) &&
	       attr_words_is_post(s)) {
		while (i < s.len && !ascii_is_space(s.p[i]))
			i++;
		while (i < s.len && ascii_is_space(s.p[i]))
			i++;
	}
	return i;
}

/* Looks up the words of "article-Body relatedLinks2": article, body,
 * articlebody ... */
static void
marks_mark_words(struct mark_reading *b, struct slice s)
{
	char both[BOTH_BYTES] = { 0 };
	size_t before = 0,
	       n = 0; /* lengths of the previous word and of this word */
	unsigned previous = 0;

	b->value = s;
	for (size_t i = marks_skip_topics(s, 0); i < s.len; i++) {
		char c = s.p[i];
		unsigned here = ascii_classes[(unsigned char)c] &
				(ASCII_LOWER | ASCII_UPPER);

		if (here == 0 || here > previous) {
			b->at = i - 1;
			marks_end_word(b, both, &before, &n);
		}
		previous = here;
		if (here != 0 && n < TOKEN_BYTES) {
			both[before + n++] = (char)(c | 0x20);
		} else if (c == ' ' || c == '\n' || c == '\t') {
			/* Words are combined across a dash, but not across a
			 * space. */
			before = 0;
			i = marks_skip_topics(s, i + 1) - 1;
		}
	}
	b->at = s.len - 1;
	marks_end_word(b, both, &before, &n);
}

/* Class values are repeated on many nodes: each is looked up once. */
static void
marks_mark_value(struct mark_reading *b, struct slice value)
{
	uint64_t hash;

	if (value.len == 0)
		return;
	hash = value_hash(value);
	b->now = &b->memory[(hash >> 8) % MEMORY];
	if (b->now->hash != hash || b->now->n > MEMORY_HINTS) {
		b->now->hash = hash;
		b->now->n = 0;
		marks_mark_words(b, value);
		return;
	}
	for (uint16_t i = 0; i < b->now->n; i++) {
		const struct hint *hint = &hints[b->now->hints[i]];

		marks_apply(b, hint->mark, hint->share);
	}
}

/* The attributes of an element that give it marks; p is NULL if absent. */
struct marked_attrs {
	struct slice role, class, id, hidden;
};

/* Reads the attributes in one pass. */
static void
marks_read_attrs(const struct tree *t, const struct attr_record *record,
    struct marked_attrs *ret)
{
	*ret = (struct marked_attrs){ 0 };
	for (uint32_t i = 0; i < record->n; i++) {
		const struct attr_value *v =
		    &t->attrs->values[record->first + i];

		if (v->attr == ATTR_CLASS)
			ret->class = v->value;
		else if (v->attr == ATTR_ID)
			ret->id = v->value;
		else if (v->attr == ATTR_ROLE)
			ret->role = v->value;
		else if (v->attr == ATTR_HIDDEN)
			ret->hidden = v->value;
	}
}

static uint32_t
marks_of_node(struct page *page, struct hint_memory *memory,
    const struct marks_measure *m, uint32_t node)
{
	const struct tree *t = &page->tree;
	struct mark_reading b = {
		.memory = memory, .m = m, .tree = t, .node = node
	};
	enum tag tag = t->nodes[node].tag;
	struct marked_attrs attrs;

	if (tag == TAG_A)
		b.marks |= MARK_LINK;
	if (tag_hints[tag].mark != 0)
		marks_apply(&b, tag_hints[tag].mark, tag_hints[tag].share);
	if (t->nodes[node].record == TREE_NOWHERE)
		return b.marks;
	marks_read_attrs(t, &t->attrs->records[t->nodes[node].record], &attrs);
	for (size_t i = 0; attrs.role.len > 0 && i < ARRAY_LENGTH(role_hints);
	     i++)
		if (slice_equal_nocase(
			attrs.role, slice_of(role_hints[i].role)))
			marks_apply(
			    &b, role_hints[i].mark, role_hints[i].share);
	marks_mark_value(&b, attrs.class);
	b.is_id = true;
	marks_mark_value(&b, attrs.id);
	if (attrs.hidden.p != NULL &&
	    m->bytes[node] <= HIDDEN_SHARE * m->total &&
	    !features_is_revealed(t, node) &&
	    !(m->bytes[node] >= STORY_BYTES &&
		features_has_hidden_story(page, node)))
		b.marks |= MARK_HIDDEN;
	return b.marks;
}

void
features_mark(struct page *page)
{
	const struct tree *t = &page->tree;
	struct hint_memory *memory =
	    arena_array(page->arena, MEMORY, sizeof(*memory));
	struct marks_measure m = { 0 };

	pthread_once(&marks_index_once, marks_index_hints);
	page->marks = arena_array(page->arena, t->n, sizeof(uint32_t));
	marks_measure(page, &m);
	page->marks[TREE_ROOT] = 0;
	for (uint32_t i = 1; i < t->n; i++) {
		page->marks[i] = page->marks[t->nodes[i].parent];
		if (t->nodes[i].tag != TAG_TEXT)
			page->marks[i] |= marks_of_node(page, memory, &m, i);
	}
}
