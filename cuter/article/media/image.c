/*
 * image.c -- finds the article's images and players, and their captions.
 *
 * "any nodes that are nested into c1 nodes and include multimedia are
 * characterized as c2 nodes" (Adam, Bouras, Poulopoulos, CUTER, section III).
 * "If an image has no caption, it is a non-article image" (Agarwal, Chheda,
 * Shah, Narvekar, Proposed Method): only the lead image needs no caption. A
 * credit counts as a caption.
 *
 * In:  the classes; og:image and JSON-LD for the lead image.
 * Out: article->media in document order, each address once; page->media_nodes
 * in parallel (TREE_NOWHERE: only in the head).
 */
#include "base/array.h"
#include "base/limits.h"
#include "cuter/article/media/media.h"
#include "cuter/features/features.h"
#include "cuter/tree/markup.h"
#include "url/url.h"

#define ICON_PIXELS   64 /* largest width or height of an icon */
#define CAPTION_BYTES 1000
/* Number of bytes of the article's text that are compared with captions. */
#define ENTITY_BYTES (12 * KIB)

/* Weights of the parts of an image's relevance. The paper ranks by similarity
 * alone and gives no weights: these values are of Gleaner. */
#define IN_ARTICLE     0.3
#define IS_SIMILAR     0.6 /* factor of the similarity of caption and article */
#define IS_LARGE       0.1
#define IS_ADVERTISING 0.25 /* factor for a caption of an advertisement */
#define LARGE_PIXELS   300

static const char *const kinds[] = { "image", "video", "audio" };

const char *
cuter_media_kind_name(enum cuter_media_kind kind)
{
	return (size_t)kind < ARRAY_LENGTH(kinds) ? kinds[kind] : "";
}

static uint32_t
image_pixels(const struct page *page, uint32_t node, enum attr attr)
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
image_is_known(const struct cuter_article *a, struct slice url)
{
	for (size_t i = 0; i < a->n_media; i++)
		if (slice_equal(a->media[i].url, url))
			return true;
	return false;
}

static bool
image_resolve(const struct page *page, struct slice from, struct slice *ret)
{
	return !markup_is_placeholder(from) &&
	       url_resolve(page->arena, page->base_url, from, ret);
}

static enum cuter_media_kind
image_kind_of(const struct page *page, uint32_t node, struct slice url)
{
	static const char *const audio[] = { "soundcloud.com", "spotify.com",
		"omny.fm", "megaphone.fm", "podcasts.apple.com" };

	switch (page->tree.nodes[node].tag) {
	case TAG_IMG:
		return CUTER_IMAGE;
	case TAG_AUDIO:
		return CUTER_AUDIO;
	default:
		for (size_t i = 0; i < ARRAY_LENGTH(audio); i++)
			if (slice_find(url, slice_of(audio[i]), 0) !=
			    SLICE_NOT_FOUND)
				return CUTER_AUDIO;
		return CUTER_VIDEO;
	}
}

static void
image_add(struct page *page, struct cuter_article *a, uint32_t node,
    struct cuter_media m)
{
	if (a->n_media >= LIMIT_ARTICLE_LIST || image_is_known(a, m.url))
		return;
	if (a->media == NULL) {
		a->media = arena_array_uninit(
		    page->arena, LIMIT_ARTICLE_LIST, sizeof(*a->media));
		page->media_nodes = arena_array_uninit(page->arena,
		    LIMIT_ARTICLE_LIST, sizeof(*page->media_nodes));
	}
	page->media_nodes[a->n_media] = node;
	a->media[a->n_media++] = m;
}

/* The entities of the article, and those of the caption or alt text that is
 * compared with it; allocated once per page. */
struct entity_sets {
	struct entities article, words;
};

/* Reads the entities of the article's title and text. */
static struct entity_sets *
image_read_entities(const struct page *page, const struct cuter_article *a)
{
	struct entity_sets *c = arena_alloc(page->arena, sizeof(*c));
	struct entities *e = &c->article;
	size_t bytes = 0;

	e->skips_first = e->is_first = true;
	entities_add(e, a->title);
	for (uint32_t i = 0; i < page->n_blocks && bytes < ENTITY_BYTES; i++) {
		const struct block *b = &page->blocks[i];

		if (b->reason != REASON_CHOSEN)
			continue;
		e->is_first = true;
		for (uint32_t k = b->first; k < b->end; k++)
			entities_add(e, page->tree.nodes[k].text);
		bytes += b->bytes;
	}
	return c;
}

static bool
image_is_advertising(const struct cuter_media *m)
{
	return caption_is_advertising(m->caption) ||
	       caption_is_advertising(m->alt);
}

/* Returns the relevance of an image inside of the article. It increases with
 * the similarity of caption and article. */
static double
image_relevance(const struct cuter_media *m, struct entity_sets *c)
{
	struct slice words = m->caption.len > 0 ? m->caption : m->alt;
	double worth = IN_ARTICLE;

	if (words.len > 0) {
		memset(&c->words, 0, sizeof(c->words));
		entities_add(&c->words, words);
		worth +=
		    IS_SIMILAR * entities_similarity(&c->words, &c->article);
	}
	if (m->width >= LARGE_PIXELS)
		worth += IS_LARGE;
	if (image_is_advertising(m))
		worth *= IS_ADVERTISING;
	return worth;
}

static bool
image_is_icon(const struct cuter_media *m)
{
	return (m->width > 0 && m->width <= ICON_PIXELS) ||
	       (m->height > 0 && m->height <= ICON_PIXELS);
}

/* True if the image has a caption or a credit of its own. */
static bool
image_is_explained(const struct cuter_media *m)
{
	return m->caption.len > 0 || m->credit.len > 0;
}

/* Fills m. Returns false if the picture does not belong to the article. */
static bool
image_read_image(const struct page *page, uint32_t node, struct cuter_media *m)
{
	m->width = image_pixels(page, node, ATTR_WIDTH);
	m->height = image_pixels(page, node, ATTR_HEIGHT);
	if (image_is_icon(m) || media_is_junk(page, node, m->url))
		return false;
	m->alt = article_line(
	    page->arena, tree_attr(&page->tree, node, ATTR_ALT), CAPTION_BYTES);
	media_find_caption(page, node, m);
	return image_is_explained(m) || !media_is_teaser(page, node, m);
}

static void
image_read_player(const struct page *page, uint32_t node, struct cuter_media *m)
{
	m->width = image_pixels(page, node, ATTR_WIDTH);
	m->height = image_pixels(page, node, ATTR_HEIGHT);
	m->alt = article_line(page->arena,
	    tree_attr(&page->tree, node, ATTR_TITLE), CAPTION_BYTES);
	media_find_caption(page, node, m);
}

static void
image_add_node(struct page *page, struct cuter_article *a, uint32_t node,
    struct entity_sets *sets)
{
	struct cuter_media m = { 0 };

	/* This test precedes the costly search around the image. */
	if (!image_resolve(
		page, tree_attr(&page->tree, node, ATTR_SRC), &m.url) ||
	    image_is_known(a, m.url))
		return;
	m.kind = image_kind_of(page, node, m.url);
	if (m.kind != CUTER_IMAGE)
		image_read_player(page, node, &m);
	else if (!image_read_image(page, node, &m))
		return;
	m.relevance = image_relevance(&m, sets);
	image_add(page, a, node, m);
}

/* Returns the first picture that is before the end of the text's first block
 * and has a caption or is in a figure. */
static struct cuter_media *
image_find_head(const struct page *page, const struct cuter_article *a)
{
	uint32_t text = page->first_text != PAGE_NO_BLOCK
			    ? page->blocks[page->first_text].end
			    : 0;

	for (size_t i = 0; i < a->n_media; i++) {
		uint32_t node = page->media_nodes[i];

		if (a->media[i].kind != CUTER_IMAGE || node == TREE_NOWHERE)
			continue;
		if (node > text)
			break;
		if ((image_is_explained(&a->media[i]) ||
			page->marks[node] & MARK_FIGURE) &&
		    !image_is_advertising(&a->media[i]))
			return &a->media[i];
	}
	return NULL;
}

static void
image_mark_as_lead(struct cuter_media *m)
{
	m->is_lead = true;
	m->relevance = 1.0;
}

static void
image_mark_known(struct cuter_article *a, struct slice url)
{
	for (size_t i = 0; i < a->n_media; i++)
		if (slice_equal(a->media[i].url, url))
			image_mark_as_lead(&a->media[i]);
}

/* Adds the picture for social networks (og:image) as the lead if it is on the
 * page outside of the article's area: above the title, or in a separate box. */
static bool
image_find_outside(struct page *page, struct cuter_article *a, struct slice url)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = 1; i < t->n; i++) {
		struct cuter_media m = { .kind = CUTER_IMAGE };
		struct slice src;

		if (t->nodes[i].tag != TAG_IMG ||
		    page->marks[i] & MARK_ADVERTISEMENT)
			continue;
		src = tree_attr(t, i, ATTR_SRC);
		if ((!media_same_picture(src, url) &&
			!media_may_be_crop(src, url)) ||
		    !image_resolve(page, src, &m.url) ||
		    !image_read_image(page, i, &m))
			continue;
		image_add(page, a, i, m);
		image_mark_known(a, m.url);
		return true;
	}
	return false;
}

/* Marks the lead image: the picture that the page declares (og:image,
 * twitter:image, JSON-LD), else the picture at the head of the article. If the
 * declared picture is not in the article, the picture at the head is assumed to
 * be another crop of it. */
static void
image_mark_lead(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct slice address = page_head_meta(page->head, "og:image"), url;
	struct cuter_media *head_image = image_find_head(page, a);

	if (!image_resolve(page, address, &url) &&
	    !image_resolve(
		page, page_head_meta(page->head, "twitter:image"), &url) &&
	    !image_resolve(page, ld->image, &url)) {
		if (head_image != NULL)
			image_mark_as_lead(head_image);
		return;
	}
	for (size_t i = 0; i < a->n_media; i++)
		if (a->media[i].kind == CUTER_IMAGE &&
		    media_same_picture(a->media[i].url, url)) {
			image_mark_as_lead(&a->media[i]);
			return;
		}
	if (head_image != NULL) {
		image_mark_as_lead(head_image);
		return;
	}
	if (!media_is_junk_url(url) && !image_find_outside(page, a, url))
		image_add(page, a, TREE_NOWHERE,
		    (struct cuter_media){ .kind = CUTER_IMAGE,
			.is_lead = true,
			.url = url,
			.relevance = 0.9 });
}

/* Removes the images that have no caption and are not the lead: "if an image
 * has no caption, it is a non-article image". */
static void
image_drop_unexplained(struct page *page, struct cuter_article *a)
{
	size_t n = 0;

	for (size_t i = 0; i < a->n_media; i++) {
		const struct cuter_media *m = &a->media[i];

		if (m->kind == CUTER_IMAGE && !m->is_lead &&
		    !image_is_explained(m))
			continue;
		a->media[n] = *m;
		page->media_nodes[n++] = page->media_nodes[i];
	}
	a->n_media = n;
}

void
article_media(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	const struct tree *t = &page->tree;
	struct entity_sets *sets = NULL;

	for (uint32_t i = 1; i < t->n && a->n_media < LIMIT_ARTICLE_LIST; i++) {
		if (page->classes[i] != CUTER_MULTIMEDIA ||
		    !tag_is(t->nodes[i].tag, TAG_IS_MEDIA))
			continue;
		if (sets == NULL)
			sets = image_read_entities(page, a);
		image_add_node(page, a, i, sets);
	}
	if (page->first_text != PAGE_NO_BLOCK || ld->is_article)
		image_mark_lead(page, ld, a);
	image_drop_unexplained(page, a);
}
