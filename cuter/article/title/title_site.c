/*
 * title_site.c -- removes the site's name and the section from a title.
 *
 * In:  "Headline - Section | The Example", "The Example: Headline"; the site's
 * name as the page declares it; the page's address.
 * Out: "Headline".
 *
 * A title is split at separators, from its end.  A part is removed if it is the
 * site's name: most of its words are those of the declared name, or the part
 * occurs in the address.
 */
#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "cuter/article/title/title.h"
#include "cuter/features/features.h"

/* Least share of words that a part and the site's name have in common. */
#define SITE_NAME_SIMILARITY 0.6
/* Largest size of an address in which the site's name is searched. */
#define ADDRESS_BYTES 80
#define NAME_BYTES    64 /* largest size of a name without spaces */
/* A last part is the site's name if the parts before it are longer by at least
 * this factor. */
#define LONGER_TITLE 3
/* Least number of words of a headline before or after the site's name and a
 * colon. */
#define REST_WORDS 3
/* Largest number of words of a name that are searched in the host. */
#define HOST_WORDS 6

/* Separators inside of a title.  If wants_site is set, the separator is also
 * punctuation, so it only separates a part that is the site's name. */
static const struct {
	const char *text;
	bool wants_site;
} separators[] = {
	{ " | ", false },
	{ " - ", false },
	{ " \xE2\x80\x93 ", false },
	{ " \xE2\x80\x94 ", false },
	{ " :: ", false },
	{ " \xC2\xBB ", false },
	{ " \xC2\xAB ", false },
	{ " \xC2\xB7 ", false },
	{ " \xE2\x80\xA2 ", false },
	{ " / ", false },
	{ "| ", false },
	{ "\xEF\xBD\x9C", false },
	{ " -- ", false },
	{ ": ", true },
	{ ", ", true },
	{ "|", true },
	{ "_", true },
	{ "--", true },
	{ "\xEF\xBC\x9A", true },
};

/* Splits a title at its last separator of one kind. */
static bool
title_site_split_last(struct slice title, bool wants_site,
    struct slice *ret_left, struct slice *ret_right)
{
	size_t cut = 0, behind = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(separators); i++) {
		struct slice separator = slice_of(separators[i].text);
		size_t at = 0;

		if (separators[i].wants_site != wants_site)
			continue;
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

/* Writes the part without spaces, as it would be in an address. A part of less
 * than three bytes is ignored. */
static struct slice
title_site_without_spaces(struct slice part, char out[NAME_BYTES])
{
	size_t n = 0;

	for (size_t i = 0; i < part.len && n < NAME_BYTES; i++)
		if ((unsigned char)part.p[i] > ' ')
			out[n++] = part.p[i];
	return n < 3 ? SLICE_NONE : (struct slice){ out, n };
}

static bool
title_site_is_name(const struct cuter_article *a, struct slice part)
{
	struct words of_part, of_site;

	words_read(&of_part, part);
	words_read(&of_site, a->site_name);
	return of_site.n > 0 &&
	       words_overlap(&of_part, &of_site) >= SITE_NAME_SIMILARITY;
}

/* Returns the host of the page's address. */
static struct slice
title_site_host(const struct page *page)
{
	struct slice url = slice_sub(page->input->url, 0, 256);
	size_t from = slice_find(url, SLICE("://"), 0);

	if (from == SLICE_NOT_FOUND)
		return SLICE_NONE;
	url = slice_sub(url, from + 3, url.len);
	return slice_sub(url, 0, slice_find_char(url, '/', 0));
}

/* True if the part has two or more words and the host contains each of them:
 * "Example Tyres" of tyres.example.org. */
static bool
title_site_is_in_host(const struct page *page, struct slice part)
{
	struct slice host = title_site_host(page), word;
	size_t n = 0;

	while (slice_next(&part, ' ', &word)) {
		if (word.len == 0)
			continue;
		if (++n > HOST_WORDS || word.len < 3 ||
		    slice_find_nocase(host, word, 0) == SLICE_NOT_FOUND)
			return false;
	}
	return n >= 2;
}

bool
title_names_site(
    const struct page *page, const struct cuter_article *a, struct slice part)
{
	char out[NAME_BYTES];
	struct slice name = title_site_without_spaces(part, out);

	return title_site_is_name(a, part) ||
	       title_site_is_in_host(page, part) ||
	       (name.len > 0 && slice_find_nocase(slice_sub(page->input->url, 0,
						      ADDRESS_BYTES),
				    name, 0) != SLICE_NOT_FOUND);
}

/* True if a part before the title is the site's name. The host must contain the
 * part, or the part must equal a whole folder of the address. A search in the
 * whole address would find the first words of the headline at its end. */
static bool
title_site_starts_title(
    const struct page *page, const struct cuter_article *a, struct slice part)
{
	char out[NAME_BYTES];
	struct slice name = title_site_without_spaces(part, out), folder;
	struct slice url = slice_sub(page->input->url, 0, ADDRESS_BYTES);
	size_t host = slice_find(url, SLICE("://"), 0);
	bool is_host = true;

	if (title_site_is_name(a, part))
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

/* True if a part has exactly the words of the site's declared name, or equals
 * the host. Punctuation separates only such a part from a title: "Headline: The
 * Example". */
static bool
title_site_is_whole_name(
    const struct page *page, const struct cuter_article *a, struct slice part)
{
	struct words of_part, of_site;
	char out[NAME_BYTES];
	struct slice name = title_site_without_spaces(part, out);

	words_read(&of_part, part);
	words_read(&of_site, a->site_name);
	if (of_part.n == 0)
		return false;
	return (of_site.n > 0 && words_overlap(&of_part, &of_site) == 1.0) ||
	       (name.len > 0 &&
		   slice_equal_nocase(name, title_site_host(page)));
}

/* Removes the site's name after or before punctuation; false if there is none.
 */
static bool
title_site_cut_punctuated(
    const struct page *page, const struct cuter_article *a, struct slice *title)
{
	struct slice left, right;

	if (title_site_split_last(*title, true, &left, &right) &&
	    words_count(left) >= REST_WORDS &&
	    title_site_is_whole_name(page, a, right)) {
		*title = left;
		return true;
	}
	for (size_t i = 0; i < ARRAY_LENGTH(separators); i++) {
		struct slice separator = slice_of(separators[i].text);
		size_t at = slice_find(*title, separator, 0);

		if (!separators[i].wants_site || at == SLICE_NOT_FOUND)
			continue;
		right = slice_trim(
		    slice_sub(*title, at + separator.len, title->len));
		if (words_count(right) >= REST_WORDS &&
		    title_site_is_whole_name(
			page, a, slice_sub(*title, 0, at))) {
			*title = right;
			return true;
		}
	}
	return false;
}

struct slice
title_without_site(const struct page *page, const struct cuter_article *a,
    struct slice title, bool is_title_element)
{
	struct slice left, right;

	title = article_line(page->arena, title, LIMIT_TITLE_BYTES);
	while (title_site_cut_punctuated(page, a, &title))
		continue;
	while (title_site_split_last(title, false, &left, &right)) {
		struct words words;

		words_read(&words, left);
		if (title_names_site(page, a, right) && words.n > 0) {
			title = left;
			continue;
		}
		if (title_site_starts_title(page, a, left) &&
		    slice_find(left, SLICE(" | "), 0) == SLICE_NOT_FOUND)
			return right;
		/* <title> ends with a name or section. The part before it is
		 * kept if it is the longer part and has enough words for a
		 * sentence. */
		if (!is_title_element || words.n < 4 || left.len < right.len)
			break;
		title = left;
	}
	return title;
}

bool
title_ends_title_element(const struct page *page, struct slice text)
{
	struct slice title =
	    article_line(page->arena, page->head->title, LIMIT_TITLE_BYTES);

	if (title.len < (1 + LONGER_TITLE) * text.len ||
	    !slice_ends_nocase(title, text))
		return false;
	title = slice_sub(title, 0, title.len - text.len);
	for (size_t i = 0; i < ARRAY_LENGTH(separators); i++)
		if (slice_ends(title, slice_of(separators[i].text)))
			return true;
	return false;
}
