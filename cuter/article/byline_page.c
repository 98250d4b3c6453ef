/*
 * byline_page.c -- who wrote it, as the page shows it.
 *
 * In:  the blocks about the title and behind the text; classes, rel, itemprop,
 *      addresses of links.
 * Out: a list of names of each witness.
 *
 * Looked at is the head of the article, from some blocks before its title to
 * its first paragraphs, and the blocks behind its last: a box about the
 * author, or "Text: …".  What stands behind the title goes before what stands
 * before it.
 */
#include "config/limits.h"
#include "cuter/article/byline.h"
#include "cuter/features/features.h"

#define LINE_BYTES   400 /* of a block that holds a byline among dates */
#define NAME_BYTES   160 /* of an element that holds names */
#define LOOK_BEFORE  12  /* blocks before the title */
#define LOOK_BEHIND  30  /* blocks behind it, where no text begins */
#define LOOK_INTO    8   /* blocks of the text: some are the byline */
#define CHOSEN_BYTES 160 /* of those that were taken for text */
#define LOOK_AFTER   12  /* blocks behind the text */
#define CLIMB        5   /* elements around a text that may say so */
#define NEAR_FIRST   8   /* blocks between authors of one article */
#define LABEL_BYTES  40  /* "Author" */
#define LEAVES       16  /* of one line */
#define KNOWN        64  /* elements that were asked last */

/* What class or itemprop words begin with that are said of authors. */
static const char *const author_words[] = { "author", "autor", "auteur",
	"byline", "contributor", "creator", "forfatter", "journalist",
	"redakteur", "skribent", "verfasser", "writer", "vcard" };
/* … and of what else stands in their boxes. */
static const char *const other_words[] = { "avatar", "bio", "biography",
	"caption", "credit", "date", "datetime", "desc", "description", "email",
	"follow", "image", "img", "job", "more", "news", "photo", "position",
	"posts", "published", "related", "role", "share", "social", "tagline",
	"time", "title", "twitter", "updated" };
/* In the address of a page about an author. */
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

#define N(table) (sizeof(table) / sizeof((table)[0]))

struct search {
	struct page *page;
	struct slice language;
	struct names *lists;
	struct slice *line;
	bool is_tail;
	uint32_t first[WITNESS_COUNT]; /* block of the first name; or none */
	struct {
		uint32_t node; /* the root: none yet */
		enum witness witness;
	} known[KNOWN]; /* texts have most of what is around them in common */
};

#define NEVER (MARK_HIDDEN | MARK_COMMENTS | MARK_ADVERTISEMENT)

static bool
is_skipped(const struct search *s, uint32_t node)
{
	uint32_t marks = s->page->marks[node];

	if (marks & NEVER)
		return true;
	return s->is_tail && marks & MARK_NAVIGATION;
}

/* Does what follows a link go on with names? */
static bool
goes_on(const struct search *s, struct slice text)
{
	struct slice spaced = arena_format(
	    s->page->arena, " %.*s ", SLICE_ARG(slice_sub(text, 0, 8)));

	return name_joint(text, s->language) > 0 ||
	       name_joint(spaced, s->language) > 0 ||
	       (text.len > 0 && strchr(",;(", text.p[0]) != NULL);
}

/* The visible text of [from, to), a bar behind each link that is not followed
 * by more names. */
static struct slice
shown(const struct search *s, uint32_t from, uint32_t to)
{
	const struct tree *t = &s->page->tree;
	uint32_t link = TREE_NOWHERE;
	bool breaks = false;
	struct buf out;
	struct slice text;

	buf_init(&out, LINE_BYTES * 4);
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
		    !goes_on(s, leaf))
			buf_append_string(&out, " |");
		breaks = false;
		if (out.len > 0 && leaf.p[0] != ',' && leaf.p[0] != ';')
			buf_append_char(&out, ' ');
		buf_append_slice(&out, leaf);
		link = now;
	}
	text = article_line_of(s->page->arena, &out, LINE_BYTES * 4);
	while (text.len > 0 && strchr("([|", text.p[0]) != NULL)
		text = slice_sub(text, 1, text.len);
	return text;
}

/* The names go to the witness's list, unless it has some from afar. */
static bool
give(struct search *s, enum witness witness, uint32_t block, struct slice text,
    enum name_place place)
{
	struct names *list;
	size_t before;

	if (s->is_tail)
		witness = WITNESS_TAIL;
	list = &s->lists[witness];
	before = list->n;
	if (before > 0 && block > s->first[witness] + NEAR_FIRST)
		return false;
	names_add(s->page->arena, text, s->language, place, list);
	if (before == 0 && list->n > 0)
		s->first[witness] = block;
	return list->n > before;
}

/* ------------------------------------------------------------ "By …" lines */

/* A line that begins with a leader at any of its leaves: "May 4 | By …". */
static void
read_line(struct search *s, uint32_t i)
{
	const struct page *page = s->page;
	const struct block *b = &page->blocks[i];
	unsigned leaves = 0;

	if (b->bytes > LINE_BYTES || s->lists[WITNESS_LINE].n > 0 ||
	    (b->reason == REASON_CHOSEN && b->bytes > CHOSEN_BYTES))
		return;
	for (uint32_t k = b->first; k < b->end && leaves < LEAVES; k++) {
		struct slice line, rest;

		if (page->tree.nodes[k].tag != TAG_TEXT ||
		    page->marks[k] & NEVER)
			continue;
		/* Lists of links are other stories', but for a table about the
		 * article: "Author | Ada Field". */
		if (is_skipped(s, k) &&
		    !name_is_label(article_line(
			page->arena, page->tree.nodes[k].text, LABEL_BYTES)))
			continue;
		leaves++;
		if (!name_may_lead(page->tree.nodes[k].text))
			continue;
		line = shown(s, k, b->end);
		if (!name_leader(line, &rest))
			continue;
		if (give(s, WITNESS_LINE, i, rest, NAME_LEADER)) {
			if (!s->is_tail)
				*s->line = line;
			return;
		}
	}
}

/* "Written by" alone, and the name in the next block. */
static void
read_label(struct search *s, uint32_t i)
{
	const struct page *page = s->page;
	const struct block *b = &page->blocks[i], *next = b + 1;

	if (i + 1 >= page->n_blocks || b->bytes > 40 ||
	    next->bytes > NAME_BYTES || is_skipped(s, next->first) ||
	    !name_is_label(shown(s, b->first, b->end)))
		return;
	(void)give(s, WITNESS_LINE, i + 1, shown(s, next->first, next->end),
	    NAME_LEADER);
}

/* ---------------------------------------------------------------- elements */

static bool
word_begins(struct slice word, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (word.len > 0 && (word.p[0] | 0x20) == list[i][0] &&
		    slice_starts_nocase(word, slice_of(list[i])))
			return true;
	return false;
}

static bool
word_is(struct slice word, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (word.len > 0 && (word.p[0] | 0x20) == list[i][0] &&
		    slice_equal_nocase(word, slice_of(list[i])))
			return true;
	return false;
}

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* "post-AuthorName author_name": does a word of it speak of authors, and none
 * of what else stands in their boxes? */
static bool
speaks_of_authors(struct slice class)
{
	bool author = false;
	size_t i = 0;

	while (i < class.len) {
		size_t from = i;
		struct slice word;

		while (i < class.len && is_letter(class.p[i]) &&
		       (i == from || class.p[i] >= 'a' || class.p[i - 1] < 'a'))
			i++;
		word = slice_sub(class, from, i);
		if (word_is(word, other_words, N(other_words)))
			return false;
		author |= word_begins(word, author_words, N(author_words));
		if (i == from)
			i++;
	}
	return author;
}

static bool
has_word(struct slice list, const char *word)
{
	struct slice part;

	while (slice_next(&list, ' ', &part))
		if (slice_equal_nocase(part, slice_of(word)))
			return true;
	return false;
}

static bool
leads_to_author(struct slice href)
{
	struct slice head = slice_sub(href, 0, 256);

	for (size_t at = 0; at + 1 < head.len; at++) {
		if (strchr("/?", head.p[at]) == NULL &&
		    (head.p[at] | 0x20) != 's')
			continue;
		for (size_t i = 0; i < N(author_paths); i++)
			if ((author_paths[i][1] | 0x20) ==
				(head.p[at + 1] | 0x20) &&
			    slice_starts_nocase(slice_sub(head, at, head.len),
				slice_of(author_paths[i])))
				return true;
	}
	return false;
}

/* What an element says of its text; WITNESS_COUNT: nothing. */
static enum witness
witness_of(const struct page *page, uint32_t node)
{
	const struct tree *t = &page->tree;
	struct slice prop;

	if (t->nodes[node].record == TREE_NOWHERE)
		return WITNESS_COUNT;
	prop = tree_attr(t, node, ATTR_ITEMPROP);
	if (has_word(prop, "author") || has_word(prop, "creator") ||
	    slice_ends_nocase(prop, SLICE(":author")) ||
	    has_word(tree_attr(t, node, ATTR_REL), "author"))
		return WITNESS_ELEMENT;
	if (t->nodes[node].tag == TAG_A &&
	    leads_to_author(tree_attr(t, node, ATTR_HREF)))
		return WITNESS_LINK;
	if (speaks_of_authors(tree_attr(t, node, ATTR_CLASS)))
		return WITNESS_CLASS;
	return WITNESS_COUNT;
}

static enum witness
ask(struct search *s, uint32_t node)
{
	size_t at = node % KNOWN;

	if (s->known[at].node != node) {
		s->known[at].node = node;
		s->known[at].witness = witness_of(s->page, node);
	}
	return s->known[at].witness;
}

/* Around each text of the block, inwards out. */
static void
read_elements(struct search *s, uint32_t i)
{
	const struct page *page = s->page;
	const struct tree *t = &page->tree;
	const struct block *b = &page->blocks[i];
	uint32_t done = 0; /* nodes before are read */

	for (uint32_t k = b->first; k < b->end; k++) {
		uint32_t node = t->nodes[k].parent;

		if (t->nodes[k].tag != TAG_TEXT || k < done ||
		    page->marks[k] & NEVER)
			continue;
		for (unsigned up = 0;
		     up < CLIMB && node != TREE_ROOT && node != TREE_NOWHERE &&
		     page->bytes[node] <= NAME_BYTES;
		     up++, node = t->nodes[node].parent) {
			enum witness witness = ask(s, node);
			enum name_place place = witness == WITNESS_CLASS
						    ? NAME_NEARBY
						    : NAME_LEADER;

			if (witness == WITNESS_COUNT ||
			    (witness != WITNESS_ELEMENT && is_skipped(s, k)))
				continue;
			if (give(s, witness, i,
				shown(s, node, t->nodes[node].end), place))
				done = t->nodes[node].end;
			break;
		}
	}
}

/* ----------------------------------------------------------------- regions */

static void
read_blocks(struct search *s, uint32_t from, uint32_t to)
{
	const struct page *page = s->page;

	for (uint32_t i = from; i < to && i < page->n_blocks; i++) {
		if (page->blocks[i].marks & MARK_HIDDEN ||
		    i == page->title_block)
			continue;
		read_line(s, i);
		read_label(s, i);
		read_elements(s, i);
	}
}

static bool
has_none(const struct search *s)
{
	for (size_t i = 0; i < WITNESS_COUNT; i++)
		if (s->lists[i].n > 0 && i != WITNESS_JSON_LD &&
		    i != WITNESS_META && i != WITNESS_FIELD)
			return false;
	return true;
}

void
byline_read_page(struct page *page, const struct cuter_article *a,
    struct names lists[WITNESS_COUNT], struct slice *ret_line)
{
	struct search s = { .page = page,
		.language = a->language,
		.lists = lists,
		.line = ret_line };
	uint32_t title = page->title_block, text = page->first_text;
	uint32_t behind = title != PAGE_NO_BLOCK ? title + 1 : 0, end;

	*ret_line = SLICE_NONE;
	if (title == PAGE_NO_BLOCK && text != PAGE_NO_BLOCK)
		behind = text > LOOK_BEFORE ? text - LOOK_BEFORE : 0;
	end = behind + LOOK_BEHIND;
	if (text != PAGE_NO_BLOCK && text >= behind && text + LOOK_INTO < end)
		end = text + LOOK_INTO;
	read_blocks(&s, behind, end);
	if (has_none(&s) && title != PAGE_NO_BLOCK)
		read_blocks(
		    &s, title > LOOK_BEFORE ? title - LOOK_BEFORE : 0, title);
	if (page->last_text != PAGE_NO_BLOCK && page->last_text >= end) {
		s.is_tail = true;
		read_blocks(
		    &s, page->last_text, page->last_text + 1 + LOOK_AFTER);
	}
}
