/*
 * image_junk.c -- what is shown within an article and is no picture of it.
 *
 * Known by the words of its address and of the classes around it, by its
 * size, and by where it leads: a picture inside a link to another page that
 * has no caption is a teaser.
 */
#include "cuter/article/media.h"
#include "cuter/tree/tag.h"

#define SMALL_PIXELS 160 /* a thumbnail in both directions */
#define CLIMB        3
#define ASIDE_PIXELS 200 /* a thumbnail, where no words explain it */
#define ASIDE_CLIMB  4
#define WIDE_PIXELS  600 /* of a teaser that is none */
#define ALIKE_BYTES  30  /* with which two cuts of a picture begin */
#define CUT_BYTES    20  /* and what tells them apart */
#define ASIDE_NODES  80  /* between a teaser's picture and its words */
#define TEASER_NODES 500 /* of its box that are looked at for a link */

#define N(table) (sizeof(table) / sizeof((table)[0]))

/* Whole words of an address … */
static const char *const url_words[] = { "advert", "advertisement", "adserver",
	"author", "authors", "autor", "autoren", "autorenbild", "avatar",
	"avatars", "badge", "button", "emoji", "emoticon", "favicon",
	"gravatar", "headshot", "icon", "icons", "logo", "logos", "newsletter",
	"newsletters", "pixel", "placeholder", "profiles", "smiley", "spacer",
	"sprite", "tracking", "userphoto" };
/* … and of the classes of a picture and what is around it. */
static const char *const class_words[] = { "author", "authors", "autor",
	"avatar", "badge", "byline", "emoji", "favicon", "gravatar", "headshot",
	"icon", "logo", "newsletter", "smiley", "wpsmiley" };

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool
has_word(struct slice s, const char *const *words, size_t n)
{
	size_t i = 0;

	while (i < s.len) {
		size_t from = i;

		/* "appIcon" is two words, "ICON" one. */
		while (i < s.len && is_letter(s.p[i]) &&
		       (i == from || s.p[i] >= 'a' || s.p[i - 1] < 'a'))
			i++;
		for (size_t k = 0; i > from && k < n; k++)
			if (slice_equal_nocase(
				slice_sub(s, from, i), slice_of(words[k])))
				return true;
		if (i == from)
			i++;
	}
	return false;
}

/* "-200x200.jpg", "/100x67/": the greatest of the two; 0 if it says none. */
static int
size_in(struct slice url)
{
	for (size_t at = slice_find_char(url, 'x', 1); at != SLICE_NOT_FOUND;
	     at = slice_find_char(url, 'x', at + 1)) {
		size_t from = at, to = at + 1;
		int64_t width, height;

		while (from > 0 && url.p[from - 1] >= '0' &&
		       url.p[from - 1] <= '9')
			from--;
		while (to < url.len && url.p[to] >= '0' && url.p[to] <= '9')
			to++;
		if (at - from < 2 || at - from > 4 || to - at < 3 ||
		    to - at > 5 || is_letter(url.p[from > 0 ? from - 1 : 0]) ||
		    (to < url.len && is_letter(url.p[to])))
			continue;
		if (slice_to_int64(slice_sub(url, from, at), &width) &&
		    slice_to_int64(slice_sub(url, at + 1, to), &height))
			return (int)(width > height ? width : height);
	}
	return 0;
}

/* The path: a host may be called icon.example. */
static struct slice
path_of(struct slice url)
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
	struct slice path = path_of(url);
	int pixels;

	path = slice_sub(path, 0, slice_find_char(path, '?', 0));
	pixels = size_in(path);
	return slice_ends_nocase(path, SLICE(".svg")) ||
	       has_word(path, url_words, N(url_words)) ||
	       (pixels > 0 && pixels <= SMALL_PIXELS);
}

static bool
has_ending(struct slice href)
{
	static const char *const endings[] = { ".jpg", ".jpeg", ".png", ".webp",
		".gif", ".avif" };

	for (size_t i = 0; i < N(endings); i++)
		if (slice_find_nocase(href, slice_of(endings[i]), 0) !=
		    SLICE_NOT_FOUND)
			return true;
	return false;
}

/* Does it lead to another page, and not to itself enlarged? */
static bool
is_teaser(const struct page *page, uint32_t node)
{
	uint32_t link = tree_up_to(&page->tree, node, TAG_A);
	struct slice href;

	if (link == TREE_NOWHERE)
		return false;
	href = tree_attr(&page->tree, link, ATTR_HREF);
	return href.len > 1 && href.p[0] != '#' && !has_ending(href) &&
	       slice_find_nocase(href, SLICE("javascript:"), 0) != 0 &&
	       page->bytes[link] > 0;
}

/* By the classes of what it is or stands in; "image--has-icon" has one, and is
 * none. */
static bool
is_called_junk(struct slice classes)
{
	static const char *const having[] = { "has" };
	struct slice class;

	while (slice_next(&classes, ' ', &class))
		if (has_word(class, class_words, N(class_words)) &&
		    !has_word(class, having, N(having)))
			return true;
	return false;
}

bool
media_is_junk(const struct page *page, uint32_t node, struct slice url)
{
	const struct tree *t = &page->tree;
	uint32_t around = node;

	if (media_is_junk_url(url) || is_teaser(page, node))
		return true;
	for (unsigned up = 0; up < CLIMB && around != TREE_ROOT; up++) {
		if (is_called_junk(tree_attr(t, around, ATTR_CLASS)))
			return true;
		around = t->nodes[around].parent;
		/* Beyond a figure stands the article. */
		if (t->nodes[around].tag == TAG_FIGURE ||
		    page->bytes[around] > 200)
			break;
	}
	return false;
}

/* ------------------------------------------------------- without a caption
 */

/* The number that is asked for by that name; -1: none. */
static int64_t
asked(struct slice url, struct slice key)
{
	for (size_t at = slice_find(url, key, 1); at != SLICE_NOT_FOUND;
	     at = slice_find(url, key, at + 1)) {
		size_t from = at + key.len, to = from;
		int64_t number;

		if (strchr("?&", url.p[at - 1]) == NULL)
			continue; /* "view=" */
		while (to < url.len && url.p[to] >= '0' && url.p[to] <= '9')
			to++;
		if (slice_to_int64(slice_sub(url, from, to), &number))
			return number;
	}
	return -1;
}

/* "?width=144", "&w=320": what was asked of the server; 0 if nothing. */
static int64_t
asked_width(struct slice url)
{
	int64_t width = asked(url, SLICE("width="));

	if (width < 0)
		width = asked(url, SLICE("w="));
	return width > 0 ? width : 0;
}

/* Does another link, that has words, lead where the picture's leads? */
static bool
has_twin_link(const struct page *page, uint32_t link)
{
	const struct tree *t = &page->tree;
	struct slice href = tree_attr(t, link, ATTR_HREF);
	uint32_t from = link > ASIDE_NODES ? link - ASIDE_NODES : 1;

	if (href.len < 2 || href.p[0] == '#' || has_ending(href))
		return false;
	for (uint32_t i = from; i < t->n && i < link + ASIDE_NODES; i++)
		if (i != link && t->nodes[i].tag == TAG_A &&
		    page->bytes[i] > 0 &&
		    slice_equal(tree_attr(t, i, ATTR_HREF), href))
			return true;
	return false;
}

/* The outermost box about it that is called a teaser; TREE_NOWHERE. */
static uint32_t
teaser_around(const struct page *page, uint32_t node)
{
	static const char *const words[] = { "teaser", "teaserimage", "preview",
		"related" };
	const struct tree *t = &page->tree;
	uint32_t box = TREE_NOWHERE;

	for (unsigned up = 0; up < ASIDE_CLIMB && node != TREE_ROOT; up++) {
		if (has_word(tree_attr(t, node, ATTR_CLASS), words, N(words)))
			box = node;
		node = t->nodes[node].parent;
		if (page->bytes[node] > 400)
			break;
	}
	return box;
}

/* A wide one that leads nowhere is the article's, whatever its box is called:
 * some call so what their own front page shows of it. */
static bool
is_in_teaser(const struct page *page, uint32_t node, uint32_t width)
{
	uint32_t box = teaser_around(page, node), end;

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
media_is_aside(
    const struct page *page, uint32_t node, const struct cuter_media *m)
{
	uint32_t link = tree_up_to(&page->tree, node, TAG_A);
	int64_t width = asked_width(m->url);

	if (width == 0 || (m->width > 0 && m->width < width))
		width = m->width;
	return (width > 0 && width <= ASIDE_PIXELS) ||
	       is_in_teaser(page, node, m->width) ||
	       (link != TREE_NOWHERE && has_twin_link(page, link));
}

/* ---------------------------------------------------------- the same picture
 */

static bool
is_word(char c)
{
	return is_letter(c) || (c >= '0' && c <= '9');
}

/* A part of an address that can be a picture's own: long, with figures, and
 * no date. */
static bool
is_own(struct slice part)
{
	size_t digits = 0;

	for (size_t i = 0; i < part.len; i++)
		digits += part.p[i] >= '0' && part.p[i] <= '9';
	if (digits == part.len)
		return part.len >= 6 &&
		       !(part.len == 8 && slice_starts(part, SLICE("20")));
	return part.len >= 8 && digits >= 2;
}

static bool
next_part(struct slice *rest, struct slice *ret_part)
{
	size_t n = 0;

	while (rest->len > 0 && !is_word(rest->p[0]))
		*rest = slice_sub(*rest, 1, rest->len);
	while (n < rest->len && is_word(rest->p[n]))
		n++;
	*ret_part = slice_sub(*rest, 0, n);
	*rest = slice_sub(*rest, n, rest->len);
	return n > 0;
}

/* The name of the file, less its ending and what is asked of the server. */
static struct slice
file_name(struct slice url)
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

/* "/x/02.jpeg?w=1200" and "/x/02.jpeg?w=600", but not "/image?id=1". */
static bool
is_same_file(struct slice a, struct slice b)
{
	a = slice_sub(path_of(a), 0, slice_find_char(path_of(a), '?', 0));
	b = slice_sub(path_of(b), 0, slice_find_char(path_of(b), '?', 0));
	return has_ending(a) && slice_equal(a, b);
}

/* "/image?id=1": what is asked for is the picture, not "image". */
static bool
is_asked_for(struct slice url)
{
	size_t mark = slice_find_char(url, '?', 0);

	return mark != SLICE_NOT_FOUND && !has_ending(slice_sub(url, 0, mark));
}

bool
media_same_picture(struct slice a, struct slice b)
{
	struct slice of_a = slice_sub(path_of(a), 0, 512), part, other;

	if (slice_equal(a, b) || is_same_file(a, b) ||
	    (file_name(a).len > 4 && !is_asked_for(a) &&
		slice_equal(file_name(a), file_name(b))))
		return true;
	while (next_part(&of_a, &part)) {
		struct slice of_b = slice_sub(path_of(b), 0, 512);

		if (!is_own(part))
			continue;
		while (next_part(&of_b, &other))
			if (slice_equal(part, other))
				return true;
	}
	return false;
}

/* Behind what both begin with is no number: "bridge-1", "bridge-2" are two. */
bool
media_may_be_a_cut(struct slice a, struct slice b)
{
	size_t n = 0;

	a = file_name(a);
	b = file_name(b);
	while (n < a.len && n < b.len && a.p[n] == b.p[n])
		n++;
	return n >= ALIKE_BYTES && n < a.len && n < b.len &&
	       a.len - n <= CUT_BYTES && b.len - n <= CUT_BYTES &&
	       (is_letter(a.p[n]) || is_letter(b.p[n]));
}
