/*
 * byline.c -- who wrote it.
 *
 * In:  JSON-LD, metas, rel=author, itemprop=author, blocks that are marked as
 *      bylines.
 * Out: article->authors, article->byline.
 *
 * Names are names: what holds an address, a digit or a sentence is none.
 */
#include "base/utf8.h"
#include "cuter/article/article.h"
#include "cuter/features/features.h"

#define NAME_MAX_BYTES   80
#define NAME_MAX_WORDS   6
#define BYLINE_MAX_BYTES 160

static const char *const author_metas[] = { "author", "article:author",
	"parsely-author", "sailthru.author", "dc.creator", "DC.creator",
	"dcterms.creator", "byl", "article:author_name", "og:article:author",
	"twitter:data1" };

/* What stands before a name, with the space behind it. */
static const char *const leaders[] = { "by ", "von ", "par ", "por ", "di ",
	"text: ", "text by ", "written by ", "door ", "af ", "av ",
	"autor: ", "author: ", "author ", "posted by ", "story by " };

static const char *const joints[] = { ", ", " and ", " und ", " & ", " et ",
	" y ", " e ", " og ", " och ", "; ", " | ", " \xC2\xB7 ", " i ",
	" with " };

static bool
has_letter(struct slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.p[i] >= 0x80 ||
		    ((s.p[i] | 0x20) >= 'a' && (s.p[i] | 0x20) <= 'z'))
			return true;
	return false;
}

static bool
is_name(struct slice s)
{
	static const char forbidden[] = "@/0123456789<>{}[]|=_?!";

	if (s.len < 2 || s.len > NAME_MAX_BYTES || !has_letter(s) ||
	    words_count(s) > NAME_MAX_WORDS)
		return false;
	for (size_t i = 0; i < s.len; i++)
		if (strchr(forbidden, s.p[i]) != NULL)
			return false;
	return true;
}

static struct slice
less_leader(struct slice s)
{
	for (size_t i = 0; i < sizeof(leaders) / sizeof(leaders[0]); i++)
		if (slice_starts_nocase(s, slice_of(leaders[i])))
			return slice_trim(
			    slice_sub(s, strlen(leaders[i]), s.len));
	return s;
}

static void
add_name(const struct page *page, struct cuter_article *a, struct slice name)
{
	name = less_leader(slice_trim(name));
	while (name.len > 0 && strchr(" ,.;:-", name.p[name.len - 1]) != NULL)
		name.len--;
	if (is_name(name))
		article_list_add(page->arena, &a->authors, &a->n_authors, name);
}

/* One name, or several joined by commas and words. */
static void
add_names(const struct page *page, struct cuter_article *a, struct slice names)
{
	struct slice rest = less_leader(slice_trim(names));

	while (rest.len > 0) {
		size_t cut = rest.len, behind = rest.len;

		for (size_t i = 0; i < sizeof(joints) / sizeof(joints[0]);
		     i++) {
			size_t at =
			    slice_find_nocase(rest, slice_of(joints[i]), 0);

			if (at < cut) {
				cut = at;
				behind = at + strlen(joints[i]);
			}
		}
		add_name(page, a, slice_sub(rest, 0, cut));
		rest = slice_sub(rest, behind, rest.len);
	}
}

static void
from_metas(const struct page *page, struct cuter_article *a)
{
	for (size_t k = 0; k < sizeof(author_metas) / sizeof(author_metas[0]) &&
			   a->n_authors == 0;
	     k++)
		for (size_t i = 0; i < page->head->n_metas; i++)
			if (slice_equal_nocase(page->head->metas[i].key,
				slice_of(author_metas[k])))
				add_names(page, a,
				    article_line(page->arena,
					page->head->metas[i].content, 256));
}

/* All text of a node in a line. */
static struct slice
node_text(const struct page *page, uint32_t node)
{
	const struct block whole = { .first = node,
		.end = page->tree.nodes[node].end };

	if (page->bytes[node] == 0 || page->bytes[node] > BYLINE_MAX_BYTES)
		return SLICE_NONE;
	return page_block_text(page, &whole);
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

/* Elements that say so, in the article's own surroundings. */
static void
from_elements(const struct page *page, struct cuter_article *a)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = 1; i < t->n; i++) {
		if (page->marks[i] & (MARK_COMMENTS | MARK_HIDDEN))
			continue;
		if (has_word(tree_attr(t, i, ATTR_REL), "author") ||
		    has_word(tree_attr(t, i, ATTR_ITEMPROP), "author"))
			add_names(page, a, node_text(page, i));
		if (a->n_authors > 8)
			break;
	}
}

/* A short block near the title that is marked as a byline, or begins as one. */
static uint32_t
find_byline(const struct page *page)
{
	uint32_t from =
	    page->title_block != PAGE_NO_BLOCK ? page->title_block : 0;

	for (uint32_t i = from; i < page->n_blocks && i < from + 40; i++) {
		const struct block *b = &page->blocks[i];
		struct slice text;

		if (b->bytes > BYLINE_MAX_BYTES || b->marks & MARK_HIDDEN ||
		    b->reason == REASON_CHOSEN)
			continue;
		text = page_block_text(page, b);
		if (less_leader(text).len != text.len && b->words <= 12 &&
		    (b->marks & MARK_BYLINE || b->reason != REASON_NAVIGATION))
			return i;
	}
	return PAGE_NO_BLOCK;
}

static void
join_names(const struct page *page, struct cuter_article *a)
{
	size_t len = 0, n = 0;
	char *text;

	for (size_t i = 0; i < a->n_authors; i++)
		len += a->authors[i].len + 2;
	text = arena_alloc(page->arena, len + 1);
	for (size_t i = 0; i < a->n_authors; i++) {
		if (n > 0) {
			memcpy(text + n, ", ", 2);
			n += 2;
		}
		memcpy(text + n, a->authors[i].p, a->authors[i].len);
		n += a->authors[i].len;
	}
	a->byline = (struct slice){ text, n };
}

void
article_authors(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	uint32_t byline = find_byline(page);

	for (size_t i = 0; i < ld->n_authors; i++)
		add_names(page, a, ld->authors[i]);
	if (a->n_authors == 0)
		from_metas(page, a);
	if (a->n_authors == 0)
		from_elements(page, a);
	if (byline != PAGE_NO_BLOCK) {
		a->byline = page_block_text(page, &page->blocks[byline]);
		if (a->n_authors == 0)
			add_names(page, a, a->byline);
	}
	if (a->byline.len == 0 && a->n_authors > 0)
		join_names(page, a);
}
