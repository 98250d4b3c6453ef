/*
 * title.c -- the headline.
 *
 * The feed's title where the page confirms it; else what the page says, in the
 * order JSON-LD, og:title, <h1>, <title>, less the name of the site.
 */
#include "base/utf8.h"
#include "config/limits.h"
#include "cuter/article/article.h"
#include "cuter/features/features.h"

#define NAME_AGREES 0.6 /* of a part's words and the site's name's */

static const char *const separators[] = { " | ", " - ", " \xE2\x80\x93 ",
	" \xE2\x80\x94 ", " :: ", " \xC2\xBB ", " \xC2\xAB ", " \xC2\xB7 ",
	" \xE2\x80\xA2 ", " / " };

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

/* Is that part the site's name, in its own words or as its host? */
static bool
names_site(
    const struct page *page, const struct cuter_article *a, struct slice part)
{
	struct words of_part, of_site;
	char folded[64];
	size_t n = 0;

	words_read(&of_part, part);
	words_read(&of_site, a->site_name);
	if (of_site.n > 0 && words_overlap(&of_part, &of_site) >= NAME_AGREES)
		return true;
	for (size_t i = 0; i < part.len && n < sizeof(folded); i++)
		if ((unsigned char)part.p[i] > ' ')
			folded[n++] = part.p[i];
	return n >= 3 && slice_find_nocase(slice_sub(page->input->url, 0, 80),
			     (struct slice){ folded, n }, 0) != SLICE_NOT_FOUND;
}

static struct slice
less_site(const struct page *page, const struct cuter_article *a,
    struct slice title, bool is_title_element)
{
	struct slice left, right;

	while (split(title, &left, &right)) {
		struct words words;

		words_read(&words, left);
		if (names_site(page, a, right) && words.n > 0) {
			title = left;
			continue;
		}
		if (names_site(page, a, left) &&
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

static struct slice
first_heading(const struct page *page)
{
	struct slice found = SLICE_NONE;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		uint32_t h1 = tree_up_to(&page->tree, b->node, TAG_H1);

		if (h1 == TREE_NOWHERE || b->marks & MARK_HIDDEN)
			continue;
		if (found.p != NULL)
			return SLICE_NONE; /* of several none is the title */
		found = page_block_text(page, b);
	}
	return found;
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

void
article_title(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct slice og = page_head_meta(page->head, "og:title");
	bool confirmed = is_confirmed(page);
	struct slice title = SLICE_NONE;

	if (page->has_hint_title && !confirmed)
		a->flags |= CUTER_FLAG_NO_TITLE;
	if (confirmed)
		title = page->input->hint_title;
	else if (ld->headline.len > 0)
		title = less_site(page, a, ld->headline, false);
	else if (og.len > 0)
		title = less_site(page, a, og, false);
	if (title.len == 0)
		title = first_heading(page);
	if (title.len == 0)
		title = less_site(page, a, page->head->title, true);
	if (title.len == 0)
		title = page->input->hint_title;
	a->title = article_line(page->arena, title, LIMIT_TITLE_BYTES);
}
