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
#include "base/text/utf8.h"
#include "cuter/article/title/title.h"
#include "cuter/features/features.h"

/* Least share of words that a part and the site's name have in common. */
#define SITE_NAME_SIMILARITY 0.6
/* The site's name is searched in this number of bytes at the start of an
 * address. */
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

/* Chinese and Japanese titles have no spaces around separators. Least number of
 * characters of the headline before a publisher's name, and before a section.
 */
#define UNSPACED_REST    6
#define UNSPACED_SECTION 6  /* maximum characters of a section */
#define UNSPACED_NAME    20 /* maximum characters of a publisher's name */

/* Ends of the names of publishers. The first two are also recognised after a
 * space. */
static const char *const publishers[] = {
	"\xE7\xBD\x91",             /* net */
	"\xE7\xB6\xB2",             /* net, traditional */
	"\xE7\xBD\x91\xE7\xAB\x99", /* web site */
	"\xE7\xB6\xB2\xE7\xAB\x99", /* traditional */
	"\xE9\xA2\x91\xE9\x81\x93", /* channel */
	"\xE9\xA0\xBB\xE9\x81\x93", /* traditional */
	"\xE6\x96\xB0\xE9\x97\xBB", /* news */
	"\xE6\x96\xB0\xE8\x81\x9E", /* traditional */
	"\xE8\xB5\x84\xE8\xAE\xAF", /* information */
	"\xE8\xB3\x87\xE8\xA8\x8A", /* traditional */
	"\xE8\xB4\xA2\xE7\xBB\x8F", /* finance */
	"\xE8\xB2\xA1\xE7\xB6\x93", /* traditional */
	"\xE6\x97\xA5\xE6\x8A\xA5", /* daily */
	"\xE6\x97\xA5\xE5\xA0\xB1", /* traditional */
	"\xE6\x99\x9A\xE6\x8A\xA5", /* evening paper */
	"\xE6\x99\x9A\xE5\xA0\xB1", /* traditional */
	"\xE6\x97\xB6\xE6\x8A\xA5", /* times */
	"\xE6\x99\x82\xE5\xA0\xB1", /* traditional */
	"\xE6\x99\xA8\xE6\x8A\xA5", /* morning paper */
	"\xE6\x99\xA8\xE5\xA0\xB1", /* traditional */
	"\xE6\x97\xA9\xE6\x8A\xA5", /* morning paper */
	"\xE6\x97\xA9\xE5\xA0\xB1", /* traditional */
	"\xE5\x95\x86\xE6\x8A\xA5", /* business paper */
	"\xE5\x95\x86\xE5\xA0\xB1", /* traditional */
	"\xE5\x91\xA8\xE5\x88\x8A", /* weekly */
	"\xE9\x80\xB1\xE5\x88\x8A", /* traditional */
	"\xE8\xAE\xBA\xE5\x9D\x9B", /* forum */
	"\xE8\xAB\x96\xE5\xA3\x87", /* traditional */
	"\xE7\xA4\xBE\xE5\x8C\xBA", /* community */
	"\xE7\xA4\xBE\xE5\x8D\x80", /* traditional */
	"\xE5\x8D\x9A\xE5\xAE\xA2", /* blog */
	"\xE5\x9C\xA8\xE7\xBA\xBF", /* online */
	"\xE9\x96\x80\xE6\x88\xB6", /* portal, traditional */
	"\xE9\x97\xA8\xE6\x88\xB7", /* portal */
	"\xE3\x83\x8B\xE3\x83\xA5\xE3\x83\xBC\xE3\x82\xB9", /* news, Japanese */
	"\xE6\x96\xB0\xE8\x81\x9E\xE7\xA4\xBE", /* newspaper, Japanese */
};
#define ENDS_AFTER_SPACE 2

static const char *const tight_separators[] = { "_", "--", "-", "|",
	"\xEF\xBC\x8D", "\xEF\xBD\x9C", " " };

/* Splits a title at its last separator. Only separators whose wants_site equals
 * the argument are searched. Returns false if there is none. */
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
 * whole address would find the first words of the headline at the end of the
 * address. */
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

/* Returns the number of characters that belong to scripts without spaces. */
static size_t
title_site_unspaced(struct slice text)
{
	size_t at = 0, n = 0;
	uint32_t rune;

	while (at < text.len) {
		at += utf8_decode(text.p + at, text.len - at, &rune);
		n += rune_is_unspaced(rune);
	}
	return n;
}

static bool
title_site_is_publisher(struct slice part, bool after_space)
{
	size_t n = after_space ? ENDS_AFTER_SPACE : ARRAY_LENGTH(publishers);
	size_t characters = title_site_unspaced(part);

	if (characters < 2 || characters > UNSPACED_NAME)
		return false;
	for (size_t i = 0; i < n; i++)
		if (slice_ends(part, slice_of(publishers[i])))
			return true;
	return false;
}

/* Splits a title at the last occurrence of a separator, which may be repeated.
 * Returns false if fewer than UNSPACED_REST characters remain before the
 * separator. */
static bool
title_site_split_tight(struct slice title, struct slice separator,
    struct slice *ret_left, struct slice *ret_right)
{
	size_t at = title.len;

	while (at > 0 && !slice_ends(slice_sub(title, 0, at), separator))
		at--;
	*ret_right = slice_trim(slice_sub(title, at, title.len));
	*ret_left = slice_sub(title, 0, at);
	while (slice_ends(*ret_left, separator))
		ret_left->len -= separator.len;
	*ret_left = slice_trim(*ret_left);
	return at > 0 && title_site_unspaced(*ret_left) >= UNSPACED_REST;
}

/* Removes the publisher's name from the end of a title without spaces, and the
 * sections before it. */
static void
title_site_cut_publisher(struct slice *title)
{
	struct slice left, right, separator;

	for (size_t i = 0; i < ARRAY_LENGTH(tight_separators); i++) {
		separator = slice_of(tight_separators[i]);
		if (!title_site_split_tight(*title, separator, &left, &right) ||
		    !title_site_is_publisher(right, separator.p[0] == ' '))
			continue;
		*title = left;
		while (
		    separator.p[0] != ' ' &&
		    title_site_split_tight(*title, separator, &left, &right) &&
		    title_site_unspaced(right) <= UNSPACED_SECTION)
			*title = left;
		return;
	}
}

struct slice
title_without_site(const struct page *page, const struct cuter_article *a,
    struct slice title, bool is_title_element)
{
	struct slice left, right;

	title = article_line(page->arena, title, LIMIT_TITLE_BYTES);
	while (title_site_cut_punctuated(page, a, &title))
		continue;
	title_site_cut_publisher(&title);
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
		/* <title> mostly ends with a name or a section. This last part
		 * is removed if the part before it is at least as long and has
		 * enough words for a sentence. */
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
