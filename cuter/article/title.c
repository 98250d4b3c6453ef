/*
 * title.c -- the headline.
 *
 * The feed's title where the page confirms it; else the <h1> that the reader
 * sees, told from the site's name and other headings by what the head says;
 * else what the head says, in the order JSON-LD, og:title, <title>, less the
 * name of the site.
 */
#include "base/utf8.h"
#include "config/limits.h"
#include "cuter/article/article.h"
#include "cuter/features/features.h"

#define NAME_AGREES   0.6 /* of a part's words and the site's name's */
#define AGREES        0.2 /* of a heading's words and the head's title's */
#define MARKED        0.3 /* worth of its own word that it is one */
#define SURELY        0.7
#define FEW_WORDS     4   /* a heading of fewer that it does not speak of */
#define HEADING_BYTES 600 /* of a headline with its kicker */
#define HEADINGS      16  /* <h1>s of one page that are looked at */

static const char *const separators[] = { " | ", " - ", " \xE2\x80\x93 ",
	" \xE2\x80\x94 ", " :: ", " \xC2\xBB ", " \xC2\xAB ", " \xC2\xB7 ",
	" \xE2\x80\xA2 ", " / ", "| ", "\xEF\xBD\x9C" };

/* The last separator, with what stands before and behind it. */
static bool
split(struct slice title, struct slice *ret_left, struct slice *ret_right)
{
	size_t cut = 0, behind = 0;

	for (size_t i = 0; i < sizeof(separators) / sizeof(separators[0]);
	     i++) {
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

/* Without spaces, as it would stand in an address; of fewer than three bytes
 * nothing is known. */
static struct slice
joined(struct slice part, char out[64])
{
	size_t n = 0;

	for (size_t i = 0; i < part.len && n < 64; i++)
		if ((unsigned char)part.p[i] > ' ')
			out[n++] = part.p[i];
	return n < 3 ? SLICE_NONE : (struct slice){ out, n };
}

static bool
is_site_name(const struct cuter_article *a, struct slice part)
{
	struct words of_part, of_site;

	words_read(&of_part, part);
	words_read(&of_site, a->site_name);
	return of_site.n > 0 &&
	       words_overlap(&of_part, &of_site) >= NAME_AGREES;
}

/* Is that part the site's name, in its own words or within its address? */
static bool
names_site(
    const struct page *page, const struct cuter_article *a, struct slice part)
{
	char out[64];
	struct slice name = joined(part, out);

	return is_site_name(a, part) ||
	       (name.len > 0 &&
		   slice_find_nocase(slice_sub(page->input->url, 0, 80), name,
		       0) != SLICE_NOT_FOUND);
}

/* Before a title only as its host or a whole folder: an address ends with the
 * words that the headline begins with. */
static bool
leads_as_site(
    const struct page *page, const struct cuter_article *a, struct slice part)
{
	char out[64];
	struct slice name = joined(part, out), folder;
	struct slice url = slice_sub(page->input->url, 0, 80);
	size_t host = slice_find(url, SLICE("://"), 0);
	bool is_host = true;

	if (is_site_name(a, part))
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
less_site(const struct page *page, const struct cuter_article *a,
    struct slice title, bool is_title_element)
{
	struct slice left, right;

	title = article_line(page->arena, title, LIMIT_TITLE_BYTES);
	while (split(title, &left, &right)) {
		struct words words;

		words_read(&words, left);
		if (names_site(page, a, right) && words.n > 0) {
			title = left;
			continue;
		}
		if (leads_as_site(page, a, left) &&
		    slice_find(left, SLICE(" | "), 0) == SLICE_NOT_FOUND)
			return right;
		/* <title> ends with some name or section: the longer part,
		 * if it could be a sentence. */
		if (!is_title_element || words.n < 4 || left.len < right.len)
			break;
		title = left;
	}
	return title;
}

/* ------------------------------------------------------------- the headline */

/* What stands over a headline in the same heading. */
static const char *const kicker_words[] = { "kicker", "topline", "overline",
	"dachzeile", "roofline", "spitzmarke", "eyebrow", "overtitle",
	"supertitle", "sr-only", "visually-hidden", "screen-reader" };

static bool
is_kicker(const struct page *page, uint32_t leaf, uint32_t heading)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = t->nodes[leaf].parent; i != heading;
	     i = t->nodes[i].parent)
		for (size_t k = 0;
		     k < sizeof(kicker_words) / sizeof(kicker_words[0]); k++)
			if (slice_find_nocase(tree_attr(t, i, ATTR_CLASS),
				slice_of(kicker_words[k]),
				0) != SLICE_NOT_FOUND)
				return true;
	return false;
}

/* Are two runs of text parted by paint alone, a line of its own for each? */
static bool
is_apart(struct slice before, struct slice next)
{
	unsigned char last;

	if (before.len == 0 || next.len == 0)
		return false;
	last = (unsigned char)before.p[before.len - 1];
	if (last == ':' || last == '!' || last == '?')
		return true;
	return last >= 'a' && last <= 'z' && next.p[0] >= 'A' &&
	       next.p[0] <= 'Z';
}

/* What is seen of a heading, with its kicker or without, in a line. */
static struct slice
heading_text(const struct page *page, uint32_t heading, bool with_kicker)
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
		    (!with_kicker && is_kicker(page, i, heading)))
			continue;
		if (is_apart(buf_slice(&out), t->nodes[i].text))
			buf_append_char(&out, ' ');
		buf_append_slice(&out, t->nodes[i].text);
	}
	return article_line_of(page->arena, &out, HEADING_BYTES);
}

/* What the head calls the page, by which a heading is known. */
struct claims {
	struct slice texts[4];
	size_t n;
};

static void
claims_read(
    const struct page *page, const struct json_ld *ld, struct claims *claims)
{
	const struct slice said[] = { ld->headline,
		page_head_meta(page->head, "og:title"),
		page_head_meta(page->head, "twitter:title"),
		page->head->title };

	claims->n = 0;
	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++)
		if (said[i].len > 0)
			claims->texts[claims->n++] = said[i];
}

/* The greatest share of its words that a claim has. */
static double
agreement(const struct claims *claims, struct slice text)
{
	struct words of_text, of_claim;
	double best = 0;

	words_read(&of_text, text);
	for (size_t i = 0; i < claims->n; i++) {
		double covered;

		words_read(&of_claim, claims->texts[i]);
		covered = words_covered(&of_text, &of_claim) / 2 +
			  words_overlap(&of_text, &of_claim) / 2;
		if (covered > best)
			best = covered;
	}
	return best;
}

static bool
same_words(struct slice a, struct slice b)
{
	struct words of_a, of_b;

	words_read(&of_a, a);
	words_read(&of_b, b);
	return of_a.n > 0 && words_overlap(&of_a, &of_b) == 1.0;
}

/* A heading's words as the head has them, where it does: "Kicker: headline",
 * with the colon that the page only paints. */
static struct slice
worded(const struct page *page, const struct cuter_article *a,
    const struct claims *claims, uint32_t heading)
{
	struct slice whole = heading_text(page, heading, true);
	struct slice bare = heading_text(page, heading, false);

	for (size_t i = 0; i < claims->n; i++) {
		struct slice claim =
		    less_site(page, a, claims->texts[i], false);

		if (same_words(claim, bare))
			return bare;
		if (same_words(claim, whole))
			return claim;
	}
	return bare;
}

/* Does it lead to the site's first page, as a logo does? */
static bool
leads_home(const struct page *page, uint32_t heading)
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

/* The last crumb of a path is often an <h1>, too. */
static bool
is_crumb(const struct page *page, uint32_t heading)
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

/* A heading that says by itemprop that it is the headline. */
static bool
is_marked(const struct tree *t, uint32_t node)
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

/* Of the <h1>s the one that the head speaks of; the only one, where it stands
 * before the text, even if the head calls the page otherwise: it is what the
 * reader sees. */
static struct slice
headline(const struct page *page, const struct claims *claims,
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

		if ((t->nodes[i].tag != TAG_H1 && !is_marked(t, i)) ||
		    page->marks[i] & (MARK_HIDDEN | MARK_COMMENTS) ||
		    page->bytes[i] == 0 || page->bytes[i] > HEADING_BYTES)
			continue;
		seen++;
		line = worded(page, a, claims, i);
		words_read(&words, line);
		if (words.n_total < 2 || names_site(page, a, line) ||
		    leads_home(page, i) || is_crumb(page, i))
			continue;
		worth = agreement(claims, line);
		if (worth < AGREES && claims->n > 0 &&
		    (i > text || words.n_total < FEW_WORDS))
			continue;
		worth +=
		    (i < text ? AGREES : 0) + (is_marked(t, i) ? MARKED : 0);
		if (worth > best_worth) {
			best_worth = worth;
			best = line;
		}
	}
	return best;
}

/* The block that was found by the head's title, where it is a heading. */
static struct slice
title_heading(const struct page *page, const struct claims *claims,
    const struct cuter_article *a)
{
	uint32_t node = TREE_NOWHERE;
	struct slice line;

	if (page->title_block != PAGE_NO_BLOCK)
		node = page->blocks[page->title_block].node;
	if (node == TREE_NOWHERE ||
	    !tag_is(page->tree.nodes[node].tag, TAG_IS_HEADING) ||
	    page->bytes[node] > HEADING_BYTES || is_crumb(page, node))
		return SLICE_NONE;
	line = worded(page, a, claims, node);
	return agreement(claims, line) >= SURELY ? line : SLICE_NONE;
}

static bool
is_confirmed(const struct page *page)
{
	struct words hint, said;

	if (!page->has_hint_title)
		return false;
	if (page->title_block != PAGE_NO_BLOCK) {
		words_read(&hint, page->input->hint_title);
		words_read(&said,
		    page_block_text(page, &page->blocks[page->title_block]));
		if (words_overlap(&hint, &said) > 0.5)
			return true;
	}
	words_read(&hint, page->input->hint_title);
	words_read(&said, page->head->title);
	if (hint.n > 0 && words_covered(&hint, &said) > 0.8)
		return true;
	words_read(&said, page_head_meta(page->head, "og:title"));
	return hint.n > 0 && words_covered(&hint, &said) > 0.8;
}

/* How often a title of such a source is right, where the feed gave none:
 * counted on the development corpora (897 pages). */
#define IS_CONFIRMED 0.99 /* feed and page say the same; by hand */
static const double trust[CUTER_SOURCE_COUNT] = {
	[CUTER_SOURCE_HEADING] = 0.88,
	[CUTER_SOURCE_JSON_LD] = 0.77,
	[CUTER_SOURCE_META] = 0.79,
	[CUTER_SOURCE_TITLE] = 0.57,
	[CUTER_SOURCE_FEED] = 0.5, /* nothing on the page is like it */
};

void
article_title(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct slice og = page_head_meta(page->head, "og:title");
	struct claims claims;
	bool confirmed = is_confirmed(page);
	struct slice title = SLICE_NONE;
	enum cuter_source source;

	if (page->has_hint_title && !confirmed)
		a->flags |= CUTER_FLAG_NO_TITLE;
	claims_read(page, ld, &claims);
	if (confirmed)
		title = page->input->hint_title;
	else
		title = headline(page, &claims, a);
	source = confirmed ? CUTER_SOURCE_FEED : CUTER_SOURCE_HEADING;
	if (title.len == 0)
		title = title_heading(page, &claims, a);
	if (title.len == 0 && ld->headline.len > 0) {
		title = less_site(page, a, ld->headline, false);
		source = CUTER_SOURCE_JSON_LD;
	}
	if (title.len == 0 && og.len > 0) {
		title = less_site(page, a, og, false);
		source = CUTER_SOURCE_META;
	}
	if (title.len == 0) {
		title = less_site(page, a, page->head->title, true);
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
