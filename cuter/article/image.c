/*
 * image.c -- the article's images and players, with captions.
 *
 * "any nodes that are nested into c1 nodes and include multimedia are
 * characterized as c2 nodes" (seed 002, section III).
 *
 * In:  the classes; og:image and JSON-LD for the lead image.
 * Out: article->media in document order, one entry an address;
 *      page->media_nodes beside it (TREE_NOWHERE: known from the head only).
 */
#include "config/limits.h"
#include "crawler/url.h"
#include "cuter/article/article.h"
#include "cuter/features/features.h"

#define ICON_PIXELS   64 /* and below: an ornament */
#define CAPTION_BYTES 1000
#define CAPTION_NODES 40 /* how far behind its image one looks for it */

static const char *const kinds[] = { "image", "video", "audio" };

const char *
cuter_media_kind_name(enum cuter_media_kind kind)
{
	return kinds[kind];
}

static uint32_t
pixels(const struct page *page, uint32_t node, enum attr attr)
{
	struct slice value = slice_trim(tree_attr(&page->tree, node, attr));
	int64_t number;

	if (slice_ends_nocase(value, SLICE("px")))
		value.len -= 2;
	if (!slice_to_int64(value, &number) || number < 0 || number > 100000)
		return 0;
	return (uint32_t)number;
}

static bool
is_known(const struct cuter_article *a, struct slice url)
{
	for (size_t i = 0; i < a->n_media; i++)
		if (slice_equal(a->media[i].url, url))
			return true;
	return false;
}

static bool
resolve(const struct page *page, struct slice from, struct slice *ret)
{
	return from.len > 0 &&
	       url_resolve(page->arena, page->base_url, from, ret);
}

/* The text of the node's blocks, in a line. */
static struct slice
text_of(const struct page *page, uint32_t node)
{
	const struct block whole = { .first = node,
		.end = page->tree.nodes[node].end };

	if (page->bytes[node] == 0 || page->bytes[node] > CAPTION_BYTES)
		return SLICE_NONE;
	return article_line(
	    page->arena, page_block_text(page, &whole), CAPTION_BYTES);
}

static bool has_credit_word(struct slice class)
{
	return slice_find_nocase(class, SLICE("credit"), 0) !=
		   SLICE_NOT_FOUND ||
	       slice_find_nocase(class, SLICE("copyright"), 0) !=
		   SLICE_NOT_FOUND;
}

/* The caption: inside the <figure> around it, else the next node that is
 * marked as one.  A part of it that calls itself a credit is told apart. */
static void
find_caption(const struct page *page, uint32_t node, struct cuter_media *m)
{
	const struct tree *t = &page->tree;
	uint32_t figure = tree_up_to(t, node, TAG_FIGURE), from = node + 1;
	uint32_t to = node + CAPTION_NODES;

	if (figure != TREE_NOWHERE) {
		from = figure + 1;
		to = t->nodes[figure].end;
	}
	for (uint32_t i = from; i < to && i < t->n; i++) {
		bool own = page->marks[i] & MARK_CAPTION &&
			   !(page->marks[t->nodes[i].parent] & MARK_CAPTION);

		if (figure == TREE_NOWHERE &&
		    tag_is(t->nodes[i].tag, TAG_IS_MEDIA))
			break;
		if (m->caption.p != NULL && m->credit.p == NULL &&
		    has_credit_word(tree_attr(t, i, ATTR_CLASS)))
			m->credit = text_of(page, i);
		if (own && m->caption.p == NULL)
			m->caption = text_of(page, i);
	}
	if (m->caption.p == NULL && figure != TREE_NOWHERE)
		m->caption = text_of(page, figure);
}

static enum cuter_media_kind
kind_of(const struct page *page, uint32_t node, struct slice url)
{
	static const char *const audio[] = { "soundcloud.com", "spotify.com",
		"omny.fm", "megaphone.fm", "podcasts.apple.com" };

	switch (page->tree.nodes[node].tag) {
	case TAG_IMG:
		return CUTER_IMAGE;
	case TAG_AUDIO:
		return CUTER_AUDIO;
	default:
		for (size_t i = 0; i < sizeof(audio) / sizeof(audio[0]); i++)
			if (slice_find(url, slice_of(audio[i]), 0) !=
			    SLICE_NOT_FOUND)
				return CUTER_AUDIO;
		return CUTER_VIDEO;
	}
}

static void
add(struct page *page, struct cuter_article *a, uint32_t node,
    struct cuter_media m)
{
	if (a->n_media >= LIMIT_ARTICLE_LIST || is_known(a, m.url))
		return;
	if (a->media == NULL) {
		a->media = arena_array(
		    page->arena, LIMIT_ARTICLE_LIST, sizeof(*a->media));
		page->media_nodes = arena_array(page->arena, LIMIT_ARTICLE_LIST,
		    sizeof(*page->media_nodes));
	}
	page->media_nodes[a->n_media] = node;
	a->media[a->n_media++] = m;
}

static void
add_node(struct page *page, struct cuter_article *a, uint32_t node)
{
	const struct tree *t = &page->tree;
	struct cuter_media m = { 0 };

	if (!resolve(page, tree_attr(t, node, ATTR_SRC), &m.url))
		return;
	m.kind = kind_of(page, node, m.url);
	m.width = pixels(page, node, ATTR_WIDTH);
	m.height = pixels(page, node, ATTR_HEIGHT);
	if (m.kind == CUTER_IMAGE &&
	    ((m.width > 0 && m.width <= ICON_PIXELS) ||
		(m.height > 0 && m.height <= ICON_PIXELS)))
		return;
	m.alt = article_line(page->arena,
	    tree_attr(t, node, m.kind == CUTER_IMAGE ? ATTR_ALT : ATTR_TITLE),
	    CAPTION_BYTES);
	find_caption(page, node, &m);
	m.relevance = 0.5 + (m.caption.len > 0 ? 0.2 : 0) +
		      (m.width >= 300 ? 0.1 : 0) +
		      (page->marks[node] & MARK_FIGURE ? 0.1 : 0);
	add(page, a, node, m);
}

/* Two addresses of one picture differ in what is asked of the server. */
static struct slice
file_name(struct slice url)
{
	size_t end = 0, start;

	while (end < url.len && url.p[end] != '?')
		end++;
	start = end;
	while (start > 0 && url.p[start - 1] != '/')
		start--;
	return slice_sub(url, start, end);
}

/* What the page shows where it is shared: the lead, inline or not. */
static void
mark_lead(struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct slice said = page_head_meta(page->head, "og:image"), url;

	if (!resolve(page, said, &url) &&
	    !resolve(page, page_head_meta(page->head, "twitter:image"), &url) &&
	    !resolve(page, ld->image, &url))
		return;
	for (size_t i = 0; i < a->n_media; i++)
		if (a->media[i].kind == CUTER_IMAGE &&
		    slice_equal(file_name(a->media[i].url), file_name(url))) {
			a->media[i].is_lead = true;
			a->media[i].relevance = 1.0;
			return;
		}
	add(page, a, TREE_NOWHERE,
	    (struct cuter_media){ .kind = CUTER_IMAGE,
		.is_lead = true,
		.url = url,
		.relevance = 0.9 });
}

void
article_media(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = 1; i < t->n; i++)
		if (page->classes[i] == CUTER_MULTIMEDIA &&
		    tag_is(t->nodes[i].tag, TAG_IS_MEDIA))
			add_node(page, a, i);
	if (page->first_text != PAGE_NO_BLOCK || ld->is_article)
		mark_lead(page, ld, a);
}
