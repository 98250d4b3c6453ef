/*
 * image_junk.c -- recognises pictures inside an article that do not belong to
 * it.
 *
 * The criteria are the words in the address of the picture and in the classes
 * around it, its size, and its link. A picture without a caption inside a link
 * to another page is a teaser.
 */
#include "base/array.h"
#include "base/text/ascii.h"
#include "cuter/article/media/media.h"
#include "cuter/tree/tag.h"

#define SMALL_PIXELS 160 /* largest side of a thumbnail in pixels */
#define CLIMB        3
/* Largest width of a thumbnail without a caption. */
#define UNEXPLAINED_PIXELS 200
#define ASIDE_CLIMB        4
#define WIDE_PIXELS        600 /* wider pictures are not teasers */
/* Least length of the common prefix of the file names of two crops. */
#define COMMON_PREFIX_BYTES 30
/* Largest length of the difference between the file names of two crops. */
#define CROP_SUFFIX_BYTES 20
/* Largest number of nodes between a teaser's picture and its text. */
#define TEASER_TEXT_NODES 80
/* Number of nodes of a teaser's box that are searched for a link. */
#define TEASER_NODES 500

/* Whole words in the address of a picture that does not belong to an article.
 */
static const char *const url_words[] = { "advert", "advertisement", "adserver",
	"author", "authors", "autor", "autoren", "autorenbild", "avatar",
	"avatars", "badge", "button", "emoji", "emoticon", "favicon",
	"gravatar", "headshot", "icon", "icons", "logo", "logos", "newsletter",
	"newsletters", "pixel", "placeholder", "profiles", "smiley", "spacer",
	"sprite", "tracking", "userphoto" };
/* Whole words in the class of a picture that does not belong to an article, or
 * in the classes of its ancestors. */
static const char *const class_words[] = { "author", "authors", "autor",
	"avatar", "badge", "byline", "emoji", "favicon", "gravatar", "headshot",
	"icon", "logo", "newsletter", "smiley", "wpsmiley" };

static bool
image_junk_has_word(struct slice s, const char *const *words, size_t n)
{
	size_t i = 0;

	while (i < s.len) {
		size_t from = i;

		/* "appIcon" is read as two words, "ICON" as one. */
		while (i < s.len && ascii_is_letter(s.p[i]) &&
		       (i == from || s.p[i] >= 'a' || s.p[i - 1] < 'a'))
			i++;
		for (size_t k = 0; i > from && k < n; k++)
			if (words[k][0] == (s.p[from] | 0x20) &&
			    slice_equal_nocase(
				slice_sub(s, from, i), slice_of(words[k])))
				return true;
		if (i == from)
			i++;
	}
	return false;
}

/* Returns the larger side of the size in an address, 200 for "-200x200.jpg" and
 * 100 for "/100x67/"; 0 if there is no size. */
static int
image_junk_size_in(struct slice url)
{
	for (size_t at = slice_find_char(url, 'x', 1); at != SLICE_NOT_FOUND;
	     at = slice_find_char(url, 'x', at + 1)) {
		size_t from = at, to = at + 1;
		int64_t width, height;

		while (from > 0 && ascii_is_digit(url.p[from - 1]))
			from--;
		while (to < url.len && ascii_is_digit(url.p[to]))
			to++;
		if (at - from < 2 || at - from > 4 || to - at < 3 ||
		    to - at > 5 ||
		    ascii_is_letter(url.p[from > 0 ? from - 1 : 0]) ||
		    (to < url.len && ascii_is_letter(url.p[to])))
			continue;
		if (slice_to_int64(slice_sub(url, from, at), &width) &&
		    slice_to_int64(slice_sub(url, at + 1, to), &height))
			return (int)(width > height ? width : height);
	}
	return 0;
}

/* Returns the path of a URL. The host is left out, because its name may contain
 * one of the words: icon.example. */
static struct slice
image_junk_path_of(struct slice url)
{
	size_t host = slice_find(url, SLICE("://"), 0);
	size_t path;

	if (host == SLICE_NOT_FOUND)
		return url;
	path = slice_find_char(url, '/', host + 3);
	return path == SLICE_NOT_FOUND ? SLICE_NONE
				       : slice_sub(url, path, url.len);
}

bool
media_is_junk_url(struct slice url)
{
	struct slice path = image_junk_path_of(url);
	int pixels;

	path = slice_sub(path, 0, slice_find_char(path, '?', 0));
	pixels = image_junk_size_in(path);
	return slice_ends_nocase(path, SLICE(".svg")) ||
	       image_junk_has_word(path, url_words, ARRAY_LENGTH(url_words)) ||
	       (pixels > 0 && pixels <= SMALL_PIXELS);
}

bool
media_is_file(struct slice href)
{
	static const char *const endings[] = { ".jpg", ".jpeg", ".png", ".webp",
		".gif", ".avif" };

	for (size_t i = 0; i < ARRAY_LENGTH(endings); i++)
		if (slice_find_nocase(href, slice_of(endings[i]), 0) !=
		    SLICE_NOT_FOUND)
			return true;
	return false;
}

/* True if the picture is in a link that has text and leads to another page, not
 * to a larger version of the picture. */
static bool
image_junk_is_teaser(const struct page *page, uint32_t node)
{
	uint32_t link = tree_up_to(&page->tree, node, TAG_A);
	struct slice href;

	if (link == TREE_NOWHERE)
		return false;
	href = tree_attr(&page->tree, link, ATTR_HREF);
	return href.len > 1 && href.p[0] != '#' && !media_is_file(href) &&
	       slice_find_nocase(href, SLICE("javascript:"), 0) != 0 &&
	       page->bytes[link] > 0;
}

/* True if the classes of an element name junk. "image--has-icon" does not: it
 * describes a picture that has an icon. */
static bool
image_junk_has_junk_class(struct slice classes)
{
	static const char *const having[] = { "has" };
	struct slice class;

	while (slice_next(&classes, ' ', &class))
		if (image_junk_has_word(
			class, class_words, ARRAY_LENGTH(class_words)) &&
		    !image_junk_has_word(class, having, ARRAY_LENGTH(having)))
			return true;
	return false;
}

bool
media_is_junk(const struct page *page, uint32_t node, struct slice url)
{
	const struct tree *t = &page->tree;
	uint32_t around = node;

	if (media_is_junk_url(url) || image_junk_is_teaser(page, node))
		return true;
	for (unsigned up = 0; up < CLIMB && around != TREE_ROOT; up++) {
		if (image_junk_has_junk_class(tree_attr(t, around, ATTR_CLASS)))
			return true;
		around = t->nodes[around].parent;
		/* An element outside of the figure contains the article, so its
		 * classes do not describe the picture. */
		if (t->nodes[around].tag == TAG_FIGURE ||
		    page->bytes[around] > 200)
			break;
	}
	return false;
}

/* ---- without a caption ---- */

/* Returns the numeric parameter `key` of a query; -1 if there is none. */
static int64_t
image_junk_query_number(struct slice url, struct slice key)
{
	for (size_t at = slice_find(url, key, 1); at != SLICE_NOT_FOUND;
	     at = slice_find(url, key, at + 1)) {
		size_t from = at + key.len, to = from;
		int64_t number;

		if (strchr("?&", url.p[at - 1]) == NULL)
			/* the key is the end of a longer key: "view=" */
			continue;
		while (to < url.len && ascii_is_digit(url.p[to]))
			to++;
		if (slice_to_int64(slice_sub(url, from, to), &number))
			return number;
	}
	return -1;
}

/* Returns the width that the query requests ("?width=144", "&w=320"); 0 if
 * there is none. */
static int64_t
image_junk_query_width(struct slice url)
{
	int64_t width = image_junk_query_number(url, SLICE("width="));

	if (width < 0)
		width = image_junk_query_number(url, SLICE("w="));
	return width > 0 ? width : 0;
}

/* True if another link near the picture's link has text and the same target. */
static bool
image_junk_has_same_link(const struct page *page, uint32_t link)
{
	const struct tree *t = &page->tree;
	struct slice href = tree_attr(t, link, ATTR_HREF);
	uint32_t from = link > TEASER_TEXT_NODES ? link - TEASER_TEXT_NODES : 1;

	if (href.len < 2 || href.p[0] == '#' || media_is_file(href))
		return false;
	for (uint32_t i = from; i < t->n && i < link + TEASER_TEXT_NODES; i++)
		if (i != link && t->nodes[i].tag == TAG_A &&
		    page->bytes[i] > 0 &&
		    slice_equal(tree_attr(t, i, ATTR_HREF), href))
			return true;
	return false;
}

/* Returns the outermost ancestor whose class denotes a teaser, or TREE_NOWHERE.
 */
static uint32_t
image_junk_teaser_around(const struct page *page, uint32_t node)
{
	static const char *const words[] = { "teaser", "teaserimage", "preview",
		"related" };
	const struct tree *t = &page->tree;
	uint32_t box = TREE_NOWHERE;

	for (unsigned up = 0; up < ASIDE_CLIMB && node != TREE_ROOT; up++) {
		if (image_junk_has_word(tree_attr(t, node, ATTR_CLASS), words,
			ARRAY_LENGTH(words)))
			box = node;
		node = t->nodes[node].parent;
		if (page->bytes[node] > 400)
			break;
	}
	return box;
}

/* True if the picture is in a box with a teaser class. A wide picture in a box
 * without links belongs to the article: some sites use such classes for the
 * article's own picture. */
static bool
image_junk_is_in_teaser(const struct page *page, uint32_t node, uint32_t width)
{
	uint32_t box = image_junk_teaser_around(page, node), end;

	if (box == TREE_NOWHERE)
		return false;
	if (width < WIDE_PIXELS ||
	    tree_up_to(&page->tree, node, TAG_A) != TREE_NOWHERE)
		return true;
	end = page->tree.nodes[box].end;
	for (uint32_t i = box; i < end && i < box + TEASER_NODES; i++)
		if (page->tree.nodes[i].tag == TAG_A)
			return true;
	return false;
}

bool
media_is_teaser(
    const struct page *page, uint32_t node, const struct cuter_media *m)
{
	uint32_t link = tree_up_to(&page->tree, node, TAG_A);
	int64_t width = image_junk_query_width(m->url);

	if (width == 0 || (m->width > 0 && m->width < width))
		width = m->width;
	return (width > 0 && width <= UNEXPLAINED_PIXELS) ||
	       image_junk_is_in_teaser(page, node, m->width) ||
	       (link != TREE_NOWHERE && image_junk_has_same_link(page, link));
}

/* ---- the same picture ---- */

static bool
image_junk_is_word(char c)
{
	return ascii_is_alnum(c);
}

/* True for a part of an address that identifies a picture: long, with digits,
 * and not a date. */
static bool
image_junk_is_identifying(struct slice part)
{
	size_t digits = 0;

	for (size_t i = 0; i < part.len; i++)
		digits += ascii_is_digit(part.p[i]);
	if (digits == part.len)
		return part.len >= 6 &&
		       !(part.len == 8 && slice_starts(part, SLICE("20")));
	return part.len >= 8 && digits >= 2;
}

static bool
image_junk_next_part(struct slice *rest, struct slice *ret_part)
{
	size_t n = 0;

	while (rest->len > 0 && !image_junk_is_word(rest->p[0]))
		*rest = slice_sub(*rest, 1, rest->len);
	while (n < rest->len && image_junk_is_word(rest->p[n]))
		n++;
	*ret_part = slice_sub(*rest, 0, n);
	*rest = slice_sub(*rest, n, rest->len);
	return n > 0;
}

/* Returns the name of the file without extension and query. */
static struct slice
image_junk_file_name(struct slice url)
{
	size_t end, start;

	url = slice_sub(url, 0, slice_find_char(url, '?', 0));
	end = start = url.len;
	while (start > 0 && url.p[start - 1] != '/')
		start--;
	while (end > start && url.p[end - 1] != '.')
		end--;
	return slice_sub(url, start, end > start ? end - 1 : url.len);
}

/* True for "/x/02.jpeg?w=1200" and "/x/02.jpeg?w=600", not for "/image?id=1".
 */
static bool
image_junk_is_same_file(struct slice a, struct slice b)
{
	a = slice_sub(image_junk_path_of(a), 0,
	    slice_find_char(image_junk_path_of(a), '?', 0));
	b = slice_sub(image_junk_path_of(b), 0,
	    slice_find_char(image_junk_path_of(b), '?', 0));
	return media_is_file(a) && slice_equal(a, b);
}

/* True for "/image?id=1": the picture is identified by the query and not by
 * "image". */
static bool
image_junk_query_is_name(struct slice url)
{
	size_t mark = slice_find_char(url, '?', 0);

	return mark != SLICE_NOT_FOUND &&
	       !media_is_file(slice_sub(url, 0, mark));
}

bool
media_same_picture(struct slice a, struct slice b)
{
	struct slice of_a = slice_sub(image_junk_path_of(a), 0, 512), part,
		     other;

	if (slice_equal(a, b) || image_junk_is_same_file(a, b) ||
	    (image_junk_file_name(a).len > 4 && !image_junk_query_is_name(a) &&
		slice_equal(image_junk_file_name(a), image_junk_file_name(b))))
		return true;
	while (image_junk_next_part(&of_a, &part)) {
		struct slice of_b = slice_sub(image_junk_path_of(b), 0, 512);

		if (!image_junk_is_identifying(part))
			continue;
		while (image_junk_next_part(&of_b, &other))
			if (slice_equal(part, other))
				return true;
	}
	return false;
}

/* Two file names are those of crops only if they differ at the end and the
 * difference begins with a letter. "bridge-1" and "bridge-2" are two pictures.
 */
bool
media_may_be_crop(struct slice a, struct slice b)
{
	size_t n = 0;

	a = image_junk_file_name(a);
	b = image_junk_file_name(b);
	while (n < a.len && n < b.len && a.p[n] == b.p[n])
		n++;
	return n >= COMMON_PREFIX_BYTES && n < a.len && n < b.len &&
	       a.len - n <= CROP_SUFFIX_BYTES &&
	       b.len - n <= CROP_SUFFIX_BYTES &&
	       (ascii_is_letter(a.p[n]) || ascii_is_letter(b.p[n]));
}
