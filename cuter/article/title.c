/*
 * title.c -- the headline.
 *
 * The feed's title if the page confirms it; else the visible <h1>,
 * distinguished from the site's name and other headings by means of the head;
 * else the head's title without the site's name, in the order JSON-LD,
 * og:title, <title>.
 */
#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/article/article.h"
#include "cuter/features/features.h"

#define SITE_NAME_SIMILARITY                                                   \
	0.6 /* least share of words that a part of the title and the site's    \
	       name have in common */
#define HEADING_SIMILARITY                                                     \
	0.2 /* least share of words that a heading and the head's title have   \
	       in common */
#define MARKED_BONUS  0.3 /* bonus for a heading marked as headline */
#define SURELY        0.7
#define FEW_WORDS     4   /* shorter headings may have no word in common */
#define HEADING_BYTES 600 /* bytes of a headline with its kicker */
#define HEADINGS      16  /* <h1> elements of a page that are examined */

static const char *const separators[] = { " | ", " - ", " \xE2\x80\x93 ",
	" \xE2\x80\x94 ", " :: ", " \xC2\xBB ", " \xC2\xAB ", " \xC2\xB7 ",
	" \xE2\x80\xA2 ", " / ", "| ", "\xEF\xBD\x9C" };

/* Splits a title at its last separator. */
static bool
title_split_last(
    struct slice title, struct slice *ret_left, struct slice *ret_right)
{
	size_t cut = 0, behind = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(separators); i++) {
		struct slice separator = slice_of(separators[i]);
		size_t at = 0;

		while ((at = slice_find(title, separator, at)) !=
		       SLICE_NOT_FOUND) {
			if (at >= cut) {
				cut = at;
				behind = at + separator.len;
			}
			at++;
		}
	}
	*ret_left = slice_trim(slice_sub(title, 0, cut));
	*ret_right = slice_trim(slice_sub(title, behind, title.len));
	return cut > 0;
}

/* Writes the part without spaces, as in an address; a part under three bytes is
 * ignored. */
static struct slice
title_without_spaces(struct slice part, char out[64])
{
	size_t n = 0;

	for (size_t i = 0; i < part.len && n < 64; i++)
		if ((unsigned char)part.p[i] > ' ')
			out[n++] = part.p[i];
	return n < 3 ? SLICE_NONE : (struct slice){ out, n };
}

static bool
title_is_site_name(const struct cuter_article *a, struct slice part)
{
	struct words of_part, of_site;

	words_read(&of_part, part);
	words_read(&of_site, a->site_name);
	return of_site.n > 0 &&
	       words_overlap(&of_part, &of_site) >= SITE_NAME_SIMILARITY;
}

/* True if the part is the site's name, as declared or as in its address. */
static bool
title_names_site(
    const struct page *page, const struct cuter_article *a, struct slice part)
{
	char out[64];
	struct slice name = title_without_spaces(part, out);

	return title_is_site_name(a, part) ||
	       (name.len > 0 &&
		   slice_find_nocase(slice_sub(page->input->url, 0, 80), name,
		       0) != SLICE_NOT_FOUND);
}

/* A part before the title must equal the host or a whole folder, because an
 * address ends with the first words of the headline. */
static bool
title_starts_with_site(
    const struct page *page, const struct cuter_article *a, struct slice part)
{
	char out[64];
	struct slice name = title_without_spaces(part, out), folder;
	struct slice url = slice_sub(page->input->url, 0, 80);
	size_t host = slice_find(url, SLICE("://"), 0);
	bool is_host = true;

	if (title_is_site_name(a, part))
		return true;
	if (name.len == 0 || host == SLICE_NOT_FOUND)
		return false;
	url = slice_sub(url, host + 3, url.len);
	while (slice_next(&url, '/', &folder)) {
		if (is_host
			? slice_find_nocase(folder, name, 0) != SLICE_NOT_FOUND
			: slice_equal_nocase(
			      slice_sub(
				  folder, 0, slice_find_char(folder, '.', 0)),
			      name))
			return true;
		is_host = false;
	}
	return false;
}

static struct slice
title_without_site(const struct page *page, const struct cuter_article *a,
    struct slice title, bool is_title_element)
{
	struct slice left, right;

	title = article_line(page->arena, title, LIMIT_TITLE_BYTES);
	while (title_split_last(title, &left, &right)) {
		struct words words;

		words_read(&words, left);
		if (title_names_site(page, a, right) && words.n > 0) {
			title = left;
			continue;
		}
		if (title_starts_with_site(page, a, left) &&
		    slice_find(left, SLICE(" | "), 0) == SLICE_NOT_FOUND)
			return right;
		/* <title> ends with a name or section: keeps the longer part if
		 * it may be a sentence */
		if (!is_title_element || words.n < 4 || left.len < right.len)
			break;
		title = left;
	}
	return title;
}

/* ---- the headline ---- */

/* Classes of texts above a headline in the same heading. */
static const char *const kicker_words[] = { "kicker", "topline", "overline",
	"dachzeile", "roofline", "spitzmarke", "eyebrow", "overtitle",
	"supertitle", "sr-only", "visually-hidden", "screen-reader" };

static bool
title_is_kicker(const struct page *page, uint32_t leaf, uint32_t heading)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = t->nodes[leaf].parent; i != heading;
	     i = t->nodes[i].parent)
		for (size_t k = 0; k < ARRAY_LENGTH(kicker_words); k++)
			if (slice_find_nocase(tree_attr(t, i, ATTR_CLASS),
				slice_of(kicker_words[k]),
				0) != SLICE_NOT_FOUND)
				return true;
	return false;
}

/* True if two runs of text are separated only by layout, on lines of their own.
 */
static bool
title_is_apart(struct slice before, struct slice next)
{
	unsigned char last;

	if (before.len == 0 || next.len == 0)
		return false;
	last = (unsigned char)before.p[before.len - 1];
	if (last == ':' || last == '!' || last == '?')
		return true;
	return ascii_is_lower(last) && ascii_is_upper(next.p[0]);
}

/* Returns the visible text of a heading, with or without its kicker, as one
 * line. */
static struct slice
title_heading_text(const struct page *page, uint32_t heading, bool with_kicker)
{
	const struct tree *t = &page->tree;
	struct buf out;

	buf_init(&out, HEADING_BYTES);
	for (uint32_t i = heading + 1; i < t->nodes[heading].end; i++) {
		if (t->nodes[i].tag == TAG_BR ||
		    tag_is(t->nodes[i].tag, TAG_IS_BLOCK))
			buf_append_char(&out, ' ');
		if (t->nodes[i].tag != TAG_TEXT ||
		    page->marks[i] & MARK_HIDDEN ||
		    (!with_kicker && title_is_kicker(page, i, heading)))
			continue;
		if (title_is_apart(buf_slice(&out), t->nodes[i].text))
			buf_append_char(&out, ' ');
		buf_append_slice(&out, t->nodes[i].text);
	}
	return article_line_from_buf(page->arena, &out, HEADING_BYTES);
}

/* The titles in the head, for recognising the headline. */
struct head_titles {
	struct slice texts[4];
	size_t n;
};

static void
title_read_head(
    const struct page *page, const struct json_ld *ld, struct head_titles *head)
{
	const struct slice titles[] = { ld->headline,
		page_head_meta(page->head, "og:title"),
		page_head_meta(page->head, "twitter:title"),
		page->head->title };

	head->n = 0;
	for (size_t i = 0; i < ARRAY_LENGTH(titles); i++)
		if (titles[i].len > 0)
			head->texts[head->n++] = titles[i];
}

/* Returns the greatest share of the heading's words in one of them. */
static double
title_agreement(const struct head_titles *head, struct slice text)
{
	struct words of_text, of_claim;
	double best = 0;

	words_read(&of_text, text);
	for (size_t i = 0; i < head->n; i++) {
		double covered;

		words_read(&of_claim, head->texts[i]);
		covered = words_covered(&of_text, &of_claim) / 2 +
			  words_overlap(&of_text, &of_claim) / 2;
		if (covered > best)
			best = covered;
	}
	return best;
}

static bool
title_same_words(struct slice a, struct slice b)
{
	struct words of_a, of_b;

	words_read(&of_a, a);
	words_read(&of_b, b);
	return of_a.n > 0 && words_overlap(&of_a, &of_b) == 1.0;
}

/* Returns a heading in the wording of the head if that has the same words:
 * "Kicker: headline", with a colon that the page shows by layout only. */
static struct slice
title_in_head_wording(const struct page *page, const struct cuter_article *a,
    const struct head_titles *head, uint32_t heading)
{
	struct slice whole = title_heading_text(page, heading, true);
	struct slice bare = title_heading_text(page, heading, false);

	for (size_t i = 0; i < head->n; i++) {
		struct slice claim =
		    title_without_site(page, a, head->texts[i], false);

		if (title_same_words(claim, bare))
			return bare;
		if (title_same_words(claim, whole))
			return claim;
	}
	return bare;
}

/* True if the heading links to the site's home page, like a logo. */
static bool
title_leads_home(const struct page *page, uint32_t heading)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = heading + 1; i < t->nodes[heading].end; i++) {
		struct slice href = slice_trim(tree_attr(t, i, ATTR_HREF));
		size_t host = slice_find(href, SLICE("://"), 0);

		if (t->nodes[i].tag != TAG_A)
			continue;
		if (host != SLICE_NOT_FOUND)
			href = slice_sub(href,
			    slice_find_char(href, '/', host + 3), href.len);
		return href.len <= 1;
	}
	return tree_up_to(t, heading, TAG_A) != TREE_NOWHERE &&
	       slice_equal(
		   tree_attr(t, tree_up_to(t, heading, TAG_A), ATTR_HREF),
		   SLICE("/"));
}

/* The last item of a breadcrumb is often an <h1>, too. */
static bool
title_is_crumb(const struct page *page, uint32_t heading)
{
	const struct tree *t = &page->tree;

	if (tree_up_to(t, heading, TAG_LI) != TREE_NOWHERE)
		return true;
	for (unsigned up = 0; up < 4 && heading != TREE_ROOT; up++) {
		if (slice_find_nocase(tree_attr(t, heading, ATTR_CLASS),
			SLICE("breadcrumb"), 0) != SLICE_NOT_FOUND)
			return true;
		heading = t->nodes[heading].parent;
	}
	return false;
}

/* True for a heading with itemprop=headline. */
static bool
title_is_marked(const struct tree *t, uint32_t node)
{
	struct slice list, word;

	if (!tag_is(t->nodes[node].tag, TAG_IS_HEADING))
		return false;
	list = tree_attr(t, node, ATTR_ITEMPROP);
	while (slice_next(&list, ' ', &word))
		if (slice_equal(word, SLICE("headline")))
			return true;
	return false;
}

/* Of several <h1> elements, the one that the head's titles match; a single one
 * if it is before the text, even if the head has another title, because it is
 * what readers see. */
static struct slice
title_headline(const struct page *page, const struct head_titles *head,
    struct cuter_article *a)
{
	const struct tree *t = &page->tree;
	struct slice best = SLICE_NONE;
	double best_worth = 0;
	uint32_t text = page->first_text != PAGE_NO_BLOCK
			    ? page->blocks[page->first_text].first
			    : TREE_NOWHERE;
	unsigned seen = 0;

	for (uint32_t i = 1; i < t->n && seen < HEADINGS; i++) {
		struct slice line;
		struct words words;
		double worth;

		if ((t->nodes[i].tag != TAG_H1 && !title_is_marked(t, i)) ||
		    page->marks[i] & (MARK_HIDDEN | MARK_COMMENTS) ||
		    page->bytes[i] == 0 || page->bytes[i] > HEADING_BYTES)
			continue;
		seen++;
		line = title_in_head_wording(page, a, head, i);
		words_read(&words, line);
		if (words.n_total < 2 || title_names_site(page, a, line) ||
		    title_leads_home(page, i) || title_is_crumb(page, i))
			continue;
		worth = title_agreement(head, line);
		if (worth < HEADING_SIMILARITY && head->n > 0 &&
		    (i > text || words.n_total < FEW_WORDS))
			continue;
		worth += (i < text ? HEADING_SIMILARITY : 0) +
			 (title_is_marked(t, i) ? MARKED_BONUS : 0);
		if (worth > best_worth) {
			best_worth = worth;
			best = line;
		}
	}
	return best;
}

/* Returns the block that matches the head's title if it is a heading. */
static struct slice
title_heading(const struct page *page, const struct head_titles *head,
    const struct cuter_article *a)
{
	uint32_t node = TREE_NOWHERE;
	struct slice line;

	if (page->title_block != PAGE_NO_BLOCK)
		node = page->blocks[page->title_block].node;
	if (node == TREE_NOWHERE ||
	    !tag_is(page->tree.nodes[node].tag, TAG_IS_HEADING) ||
	    page->bytes[node] > HEADING_BYTES || title_is_crumb(page, node))
		return SLICE_NONE;
	line = title_in_head_wording(page, a, head, node);
	return title_agreement(head, line) >= SURELY ? line : SLICE_NONE;
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

/* How often a title of such a source is right, if the feed has none; measured
 * on the development corpora (897 pages). */
#define IS_CONFIRMED 0.99 /* feed and page agree; an estimate */
static const double trust[CUTER_SOURCE_COUNT] = {
	[CUTER_SOURCE_HEADING] = 0.88,
	[CUTER_SOURCE_JSON_LD] = 0.77,
	[CUTER_SOURCE_META] = 0.79,
	[CUTER_SOURCE_TITLE] = 0.57,
	[CUTER_SOURCE_FEED] = 0.5, /* nothing on the page is similar */
};

void
article_title(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct slice og = page_head_meta(page->head, "og:title");
	struct head_titles head;
	bool confirmed = title_is_confirmed(page);
	struct slice title = SLICE_NONE;
	enum cuter_source source;

	if (page->has_hint_title && !confirmed)
		a->flags |= CUTER_FLAG_NO_TITLE;
	title_read_head(page, ld, &head);
	if (confirmed)
		title = page->input->hint_title;
	else
		title = title_headline(page, &head, a);
	source = confirmed ? CUTER_SOURCE_FEED : CUTER_SOURCE_HEADING;
	if (title.len == 0)
		title = title_heading(page, &head, a);
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
