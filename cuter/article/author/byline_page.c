/*
 * byline_page.c -- reads the visible bylines of a page.
 *
 * In: the blocks around the title and after the text; classes, rel, itemprop
 * and link addresses.
 * Out: a list of names for each source.
 *
 * The search covers the head of the article, which extends from its title to
 * its first paragraphs, and the blocks after its last paragraph: an author box,
 * or a line "Text: …". The blocks before the title are searched only if the
 * head of the article has no names.
 */
#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "cuter/article/author/byline.h"
#include "cuter/article/date/published.h"
#include "cuter/features/features.h"

/* Largest size of a block that is searched for a line such as "May 4 | By …".
 */
#define BYLINE_LINE_BYTES 400
/* Largest size of a line with a date before the byline. */
#define DATED_BYTES       120
#define BYLINE_NAME_BYTES 160 /* largest size of an element with names */
/* Number of blocks before the title that are searched. */
#define LOOK_BEFORE_TITLE 12
/* Largest number of blocks after the title that are searched. */
#define LOOK_AFTER_TITLE 30
/* Number of blocks at the start of the text that are searched, because a byline
 * may have been classified as text. */
#define LOOK_INTO_TEXT 8
/* Largest size of a byline that was classified as text. */
#define CHOSEN_BYTES 160
/* Number of blocks after the text that are searched. */
#define LOOK_AFTER_TEXT 12
/* Number of ancestors of a text node whose attributes are read. */
#define ANCESTORS_MAX   5
#define AUTHOR_DISTANCE 8  /* maximum distance between authors, in blocks */
#define LABEL_BYTES     40 /* largest size of a label such as "Author" */
#define DESK_WORDS      4  /* maximum number of words in a desk's name */
#define LEAVES          16 /* maximum text nodes that are read in a block */
/* Largest size of an element with an author's initials. */
#define INITIALS_BYTES 24
#define CACHE_SLOTS    64 /* number of elements in the cache */

/* Prefixes of words in class and itemprop that denote authors. */
static const char *const author_words[] = { "author", "autor", "auteur",
	"byline", "contributor", "creator", "forfatter", "journalist",
	"redakteur", "skribent", "verfasser", "writer", "vcard" };
/* Prefixes of words that denote other things in author boxes. */
static const char *const other_words[] = { "avatar", "bio", "biography",
	"caption", "credit", "date", "datetime", "desc", "description", "email",
	"follow", "image", "img", "job", "more", "news", "photo", "position",
	"posts", "published", "related", "role", "share", "social", "tagline",
	"time", "title", "twitter", "updated" };
/* Paths of pages about authors. */
static const char *const author_paths[] = { "/author/", "/authors/", "/autor/",
	"/autoren/", "/autores/", "/auteur/", "/auteurs/", "/autore/",
	"/byline/", "/by/", "/staff/", "/staff-author/", "/contributor/",
	"/contributors/", "/people/", "/person/", "/personen/", "/profile/",
	"/profil/", "/producers/", "/reporter/", "/journalist/",
	"/journalists/", "/journaliste/", "/writers/", "/writer/",
	"/redaktion/", "/redakteure/", "/team/", "/editors/", "/user/",
	"/users/", "/member/", "/columnists/", "/about/staff/", "/penulis/",
	"/yazar/", "/yazarlar/", "/kirjoittaja/", "/skribent/", "/forfatter/",
	"?_author=", "searchtype=author" };

struct search {
	struct page *page;
	struct slice language;
	struct names *lists;
	struct slice *line;
	bool is_tail;
	/* for each source: block of the first name that was added */
	uint32_t first[BYLINE_COUNT];
	/* Cache of the sources of elements. Neighbouring texts have most of
	 * their ancestors in common. */
	struct {
		uint32_t node; /* TREE_ROOT: the slot is empty */
		enum byline_source source;
	} known[CACHE_SLOTS];
};

#define NEVER (MARK_HIDDEN | MARK_COMMENTS | MARK_ADVERTISEMENT)

static bool
byline_page_is_skipped(const struct search *s, uint32_t node)
{
	uint32_t marks = s->page->marks[node];

	if (marks & NEVER)
		return true;
	return s->is_tail && marks & MARK_NAVIGATION;
}

/* True if a list of names continues with the text after a link. */
static bool
byline_page_continues_names(const struct search *s, struct slice text)
{
	struct slice spaced = arena_format(
	    s->page->arena, " %.*s ", SLICE_ARG(slice_sub(text, 0, 8)));

	return name_joint(text, s->language) > 0 ||
	       name_joint(spaced, s->language) > 0 ||
	       (text.len > 0 && strchr(",;(", text.p[0]) != NULL);
}

/* Returns the visible text of the nodes [from, to). Writes a bar after each
 * link and each line break, unless a list of names continues there. */
static struct slice
byline_page_visible_text(const struct search *s, uint32_t from, uint32_t to)
{
	const struct tree *t = &s->page->tree;
	uint32_t link = TREE_NOWHERE;
	bool breaks = false;
	struct buf out;
	struct slice text;

	buf_init_with(&out, BYLINE_LINE_BYTES * 4, s->page->arena->allocator);
	for (uint32_t i = from; i < to; i++) {
		uint32_t now;
		struct slice leaf = slice_trim(t->nodes[i].text);

		if (t->nodes[i].tag == TAG_BR ||
		    (i > from && tag_is(t->nodes[i].tag, TAG_IS_BLOCK)))
			breaks = out.len > 0;
		if (t->nodes[i].tag != TAG_TEXT || leaf.len == 0 ||
		    s->page->marks[i] & MARK_HIDDEN)
			continue;
		now = s->page->marks[i] & MARK_LINK ? tree_up_to(t, i, TAG_A)
						    : TREE_NOWHERE;
		if ((breaks || (link != TREE_NOWHERE && link != now)) &&
		    !byline_page_continues_names(s, leaf))
			buf_append_string(&out, " |");
		breaks = false;
		if (out.len > 0 && leaf.p[0] != ',' && leaf.p[0] != ';')
			buf_append_char(&out, ' ');
		buf_append_slice(&out, leaf);
		link = now;
	}
	text =
	    article_line_from_buf(s->page->arena, &out, BYLINE_LINE_BYTES * 4);
	while (text.len > 0 && strchr("([|", text.p[0]) != NULL)
		text = slice_sub(text, 1, text.len);
	return text;
}

/* Adds the names to the list of the source, unless the list has names from a
 * distant block. In the blocks after the text, the source is BYLINE_TAIL.
 * Returns true if a name was added. */
static bool
byline_page_add_names(struct search *s, enum byline_source source,
    uint32_t block, struct slice text, enum name_place place)
{
	struct names *list;
	size_t before;

	if (s->is_tail)
		source = BYLINE_TAIL;
	list = &s->lists[source];
	before = list->n;
	if (before > 0 && block > s->first[source] + AUTHOR_DISTANCE)
		return false;
	names_add(s->page->arena, text, s->language, place, list);
	if (before == 0 && list->n > 0)
		s->first[source] = block;
	return list->n > before;
}

/* ---- "By …" lines ---- */

/* Words before the author of a line that begins with its date: "Pubblicato il 4
 * maggio da Ada Field". Elsewhere, they are parts of names. */
static const char *const after_date_leaders[] = { "da", "od", "pela", "pelo",
	"przez" };

static bool
byline_page_leads_after_date(struct slice text, struct slice *ret_rest)
{
	struct slice rest = text, word;

	if (name_may_lead(text) && name_leader(text, ret_rest))
		return true;
	if (!name_next_word(&rest, &word) ||
	    !name_is_in(
		word, after_date_leaders, ARRAY_LENGTH(after_date_leaders)))
		return false;
	*ret_rest = slice_trim(rest);
	return ret_rest->len > 0;
}

/* True if the text may be a line with a leader after a date. */
static bool
byline_page_may_have_date(struct slice text)
{
	bool has_digit = false;

	if (text.len > DATED_BYTES)
		return false;
	for (size_t i = 0; i < text.len; i++) {
		struct slice rest = slice_sub(text, i, text.len), names;

		has_digit |= ascii_is_digit(text.p[i]);
		if (has_digit && text.p[i] == ' ' &&
		    (name_may_lead(rest) ||
			byline_page_leads_after_date(rest, &names)))
			return true;
	}
	return false;
}

/* Returns the leader and the names after a date in one text, "by Ada Field" of
 * "Posted on May 4, 2026 by Ada Field"; empty if the text is not such a line.
 */
static struct slice
byline_page_after_date(const struct search *s, struct slice text)
{
	size_t at = slice_find_char(text, ' ', 0);
	enum date_order order;

	if (!byline_page_may_have_date(text))
		return SLICE_NONE;
	order = published_order(s->page->input->url, s->language);
	for (; at != SLICE_NOT_FOUND; at = slice_find_char(text, ' ', at + 1)) {
		struct slice date = slice_sub(text, 0, at), rest;
		struct slice names = slice_sub(text, at + 1, text.len);
		unsigned flags;
		int64_t day;

		if (byline_page_leads_after_date(names, &rest) &&
		    published_is_date_line(date, SLICE_NONE) &&
		    published_find(date, order, &day, &flags))
			return names;
	}
	return SLICE_NONE;
}

/* Reads a line in which a text node begins with a leader, "May 4 | By …", or
 * has a leader after a date. */
static void
byline_page_read_line(struct search *s, uint32_t i)
{
	const struct page *page = s->page;
	const struct block *b = &page->blocks[i];
	unsigned leaves = 0;

	if (b->bytes > BYLINE_LINE_BYTES || s->lists[BYLINE_LINE].n > 0 ||
	    (b->reason == REASON_CHOSEN && b->bytes > CHOSEN_BYTES))
		return;
	for (uint32_t k = b->first; k < b->end && leaves < LEAVES; k++) {
		struct slice line, rest, leaf = page->tree.nodes[k].text;

		if (page->tree.nodes[k].tag != TAG_TEXT ||
		    page->marks[k] & NEVER)
			continue;
		/* Navigation after the text mostly belongs to other articles
		 * and is skipped. However, a label such as "Author" is read
		 * there, because a table about this article may contain it:
		 * "Author | Ada Field". */
		if (byline_page_is_skipped(s, k) &&
		    !name_is_label(
			article_line(page->arena, leaf, LABEL_BYTES)))
			continue;
		leaves++;
		if (!name_may_lead(leaf) && !byline_page_may_have_date(leaf))
			continue;
		line = byline_page_visible_text(s, k, b->end);
		/* A line of editors is skipped here; byline_reporter.c reads
		 * it. */
		if (name_is_editor_label(line))
			continue;
		if (!name_leader(line, &rest)) {
			line = byline_page_after_date(s, line);
			if (!byline_page_leads_after_date(line, &rest))
				continue;
		}
		if (byline_page_add_names(
			s, BYLINE_LINE, i, rest, NAME_LEADER)) {
			if (!s->is_tail)
				*s->line = line;
			return;
		}
	}
}

/* Reads the name from the block after a block that consists of "Written by". */
static void
byline_page_read_label(struct search *s, uint32_t i)
{
	const struct page *page = s->page;
	const struct block *b = &page->blocks[i], *next = b + 1;
	struct slice text;

	if (i + 1 >= page->n_blocks || b->bytes > 40 ||
	    next->bytes > BYLINE_NAME_BYTES ||
	    byline_page_is_skipped(s, next->first))
		return;
	text = byline_page_visible_text(s, b->first, b->end);
	if (!name_is_label(text) || name_is_editor_label(text))
		return;
	(void)byline_page_add_names(s, BYLINE_LINE, i + 1,
	    byline_page_visible_text(s, next->first, next->end), NAME_LEADER);
}

/* Reads a line after the text that consists of a desk's name: "The News Desk".
 */
static void
byline_page_read_desk(struct search *s, uint32_t i)
{
	const struct page *page = s->page;
	const struct block *b = &page->blocks[i];
	struct slice text;

	if (i < page->last_text || b->bytes > LABEL_BYTES ||
	    b->words > DESK_WORDS || b->link_bytes > 0 ||
	    byline_page_is_skipped(s, b->first) || s->lists[BYLINE_TAIL].n > 0)
		return;
	text = page_block_text(page, b);
	if (name_is_desk(text))
		names_add(page->arena, text, s->language, NAME_LEADER,
		    &s->lists[BYLINE_TAIL]);
}

/* ---- elements ---- */

static bool
byline_page_word_begins(struct slice word, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (word.len > 0 && (word.p[0] | 0x20) == list[i][0] &&
		    slice_starts_nocase(word, slice_of(list[i])))
			return true;
	return false;
}

static bool
byline_page_word_is(struct slice word, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (word.len > 0 && (word.p[0] | 0x20) == list[i][0] &&
		    slice_equal_nocase(word, slice_of(list[i])))
			return true;
	return false;
}

/* Reads the next word of "post-AuthorName author_name" at *at. Returns false at
 * the end. */
static bool
byline_page_next_word(struct slice class, size_t *at, struct slice *ret_word)
{
	size_t from = *at, i;

	while (from < class.len && !ascii_is_letter(class.p[from]))
		from++;
	i = from;
	while (i < class.len && ascii_is_letter(class.p[i]) &&
	       (i == from || class.p[i] >= 'a' || class.p[i - 1] < 'a'))
		i++;
	*at = i;
	*ret_word = slice_sub(class, from, i);
	return i > from;
}

/* True if a word of a class denotes authors, and no word denotes other parts of
 * author boxes. Few classes have a word that denotes authors. */
static bool
byline_page_denotes_authors(struct slice class)
{
	bool author = false;
	size_t at = 0;
	struct slice word;

	while (!author && byline_page_next_word(class, &at, &word))
		author = byline_page_word_begins(
		    word, author_words, ARRAY_LENGTH(author_words));
	for (at = 0; author && byline_page_next_word(class, &at, &word);)
		author = !byline_page_word_is(
		    word, other_words, ARRAY_LENGTH(other_words));
	return author;
}

static bool
byline_page_has_word(struct slice list, const char *word)
{
	struct slice part;

	while (slice_next(&list, ' ', &part))
		if (slice_equal_nocase(part, slice_of(word)))
			return true;
	return false;
}

static bool
byline_page_links_to_author(struct slice href)
{
	struct slice head = slice_sub(href, 0, 256);
	/* low five bits of each path's second byte, as a set */
	uint32_t seconds = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(author_paths); i++)
		seconds |= 1u << (author_paths[i][1] & 31);
	for (size_t at = 0; at + 1 < head.len; at++) {
		if (!(seconds >> (head.p[at + 1] & 31) & 1))
			continue;
		if (head.p[at] != '/' && head.p[at] != '?' &&
		    (head.p[at] | 0x20) != 's')
			continue;
		for (size_t i = 0; i < ARRAY_LENGTH(author_paths); i++)
			if ((author_paths[i][1] | 0x20) ==
				(head.p[at + 1] | 0x20) &&
			    slice_starts_nocase(slice_sub(head, at, head.len),
				slice_of(author_paths[i])))
				return true;
	}
	return false;
}

/* Returns the source that an element's attributes denote, or BYLINE_COUNT if
 * they denote no source. */
static enum byline_source
byline_page_source_of(const struct page *page, uint32_t node)
{
	const struct tree *t = &page->tree;
	struct slice prop;

	if (t->nodes[node].record == TREE_NOWHERE)
		return BYLINE_COUNT;
	prop = tree_attr(t, node, ATTR_ITEMPROP);
	if (byline_page_has_word(prop, "author") ||
	    byline_page_has_word(prop, "creator") ||
	    slice_ends_nocase(prop, SLICE(":author")) ||
	    byline_page_has_word(tree_attr(t, node, ATTR_REL), "author"))
		return BYLINE_ELEMENT;
	if (t->nodes[node].tag == TAG_A &&
	    byline_page_links_to_author(tree_attr(t, node, ATTR_HREF)))
		return BYLINE_LINK;
	if (byline_page_denotes_authors(tree_attr(t, node, ATTR_CLASS)))
		return BYLINE_CLASS;
	return BYLINE_COUNT;
}

bool
byline_denotes_author(const struct page *page, uint32_t node)
{
	return byline_page_source_of(page, node) != BYLINE_COUNT;
}

static enum byline_source
byline_page_ask_element(struct search *s, uint32_t node)
{
	size_t at = node % CACHE_SLOTS;

	if (s->known[at].node != node) {
		s->known[at].node = node;
		s->known[at].source = byline_page_source_of(s->page, node);
	}
	return s->known[at].source;
}

/* Adds the names in an element. If the markup declares the element as the
 * author and no name is found, adds its text as a whole if the text is short:
 * initials such as "ed/abc". */
static bool
byline_page_read_element(struct search *s, enum byline_source source,
    uint32_t block, uint32_t node, enum name_place place)
{
	struct slice text =
	    byline_page_visible_text(s, node, s->page->tree.nodes[node].end);

	if (byline_page_add_names(s, source, block, text, place))
		return true;
	return source == BYLINE_ELEMENT && text.len <= INITIALS_BYTES &&
	       s->lists[s->is_tail ? BYLINE_TAIL : source].n == 0 &&
	       byline_page_add_names(s, source, block, text, NAME_FIELD);
}

/* Reads the names in the ancestors of each text of a block, the innermost
 * ancestor first. */
static void
byline_page_read_elements(struct search *s, uint32_t i)
{
	const struct page *page = s->page;
	const struct tree *t = &page->tree;
	const struct block *b = &page->blocks[i];
	uint32_t done = 0; /* end of the last element that was read */

	for (uint32_t k = b->first; k < b->end; k++) {
		uint32_t node = t->nodes[k].parent;

		if (t->nodes[k].tag != TAG_TEXT || k < done ||
		    page->marks[k] & NEVER)
			continue;
		for (unsigned up = 0; up < ANCESTORS_MAX && node != TREE_ROOT &&
				      node != TREE_NOWHERE &&
				      page->bytes[node] <= BYLINE_NAME_BYTES;
		     up++, node = t->nodes[node].parent) {
			enum byline_source source =
			    byline_page_ask_element(s, node);
			enum name_place place =
			    source == BYLINE_CLASS ? NAME_NEARBY : NAME_LEADER;

			if (source == BYLINE_COUNT ||
			    (source != BYLINE_ELEMENT &&
				byline_page_is_skipped(s, k)))
				continue;
			if (byline_page_read_element(s, source, i, node, place))
				done = t->nodes[node].end;
			break;
		}
	}
}

/* ---- regions ---- */

static void
byline_page_read_blocks(struct search *s, uint32_t from, uint32_t to)
{
	const struct page *page = s->page;

	for (uint32_t i = from; i < to && i < page->n_blocks; i++) {
		if (page->blocks[i].marks & MARK_HIDDEN ||
		    i == page->title_block)
			continue;
		byline_page_read_line(s, i);
		byline_page_read_label(s, i);
		byline_page_read_elements(s, i);
		byline_page_read_desk(s, i);
	}
}

static bool
byline_page_has_no_names(const struct search *s)
{
	for (size_t i = 0; i < BYLINE_COUNT; i++)
		if (s->lists[i].n > 0 && i != BYLINE_JSON_LD &&
		    i != BYLINE_META && i != BYLINE_FIELD)
			return false;
	return true;
}

void
byline_read_page(struct page *page, const struct cuter_article *a,
    struct names lists[BYLINE_COUNT], struct slice *ret_line)
{
	struct search s = { .page = page,
		.language = a->language,
		.lists = lists,
		.line = ret_line };
	uint32_t title = page->title_block, text = page->first_text;
	uint32_t behind = title != PAGE_NO_BLOCK ? title + 1 : 0, end;

	*ret_line = SLICE_NONE;
	if (title == PAGE_NO_BLOCK && text != PAGE_NO_BLOCK)
		behind =
		    text > LOOK_BEFORE_TITLE ? text - LOOK_BEFORE_TITLE : 0;
	end = behind + LOOK_AFTER_TITLE;
	if (text != PAGE_NO_BLOCK && text >= behind &&
	    text + LOOK_INTO_TEXT < end)
		end = text + LOOK_INTO_TEXT;
	byline_page_read_blocks(&s, behind, end);
	if (byline_page_has_no_names(&s) && title != PAGE_NO_BLOCK)
		byline_page_read_blocks(&s,
		    title > LOOK_BEFORE_TITLE ? title - LOOK_BEFORE_TITLE : 0,
		    title);
	if (page->last_text != PAGE_NO_BLOCK && page->last_text >= end) {
		s.is_tail = true;
		byline_page_read_blocks(
		    &s, page->last_text, page->last_text + 1 + LOOK_AFTER_TEXT);
	}
}
