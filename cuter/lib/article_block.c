/*
 * article_block.c -- copies an article into one allocation.
 *
 * The copy is made twice by the same code: first without memory, to count the
 * bytes, then into a block of that size.
 */
#include "cuter/lib/article_block.h"

#include <stdalign.h>

#define BLOCK_ALIGN alignof(max_align_t)

/* The block that is being filled, and the number of bytes in use. `base` is
 * NULL while bytes are counted. */
struct packer {
	char *base;
	size_t used_bytes;
};

static void *
article_block_take(struct packer *p, size_t bytes, size_t align)
{
	size_t at = (p->used_bytes + align - 1) & ~(align - 1);

	p->used_bytes = at + bytes;
	return p->base != NULL ? p->base + at : NULL;
}

static struct slice
article_block_text(struct packer *p, struct slice s)
{
	char *copy;

	if (s.p == NULL)
		return SLICE_NONE;
	copy = article_block_take(p, s.len + 1, 1);
	if (copy == NULL)
		return s;
	memcpy(copy, s.p, s.len);
	copy[s.len] = '\0';
	return (struct slice){ copy, s.len };
}

/* Reserves space for an array and returns a copy of the array in it; NULL if n
 * is 0. While bytes are counted, returns the original, so that the caller can
 * visit the elements. */
static void *
article_block_array(struct packer *p, void *from, size_t n, size_t size_bytes)
{
	void *copy;

	if (n == 0)
		return NULL;
	copy = article_block_take(p, n * size_bytes, BLOCK_ALIGN);
	if (copy == NULL)
		return from;
	return memcpy(copy, from, n * size_bytes);
}

static struct slice *
article_block_texts(struct packer *p, struct slice *from, size_t n)
{
	struct slice *copy = article_block_array(p, from, n, sizeof(*from));

	for (size_t i = 0; i < n; i++) {
		struct slice text = article_block_text(p, from[i]);

		if (p->base != NULL)
			copy[i] = text;
	}
	return copy;
}

static void
article_block_media(struct packer *p, struct cuter_article *a)
{
	struct cuter_media *copy =
	    article_block_array(p, a->media, a->n_media, sizeof(*a->media));

	for (size_t i = 0; i < a->n_media; i++) {
		struct cuter_media media = a->media[i];

		media.url = article_block_text(p, media.url);
		media.alt = article_block_text(p, media.alt);
		media.caption = article_block_text(p, media.caption);
		media.credit = article_block_text(p, media.credit);
		if (p->base != NULL)
			copy[i] = media;
	}
	a->media = copy;
}

/* The element and the reason of a node are constants of the program and are not
 * copied. */
static void
article_block_nodes(struct packer *p, struct cuter_article *a)
{
	struct cuter_node *copy =
	    article_block_array(p, a->nodes, a->n_nodes, sizeof(*a->nodes));

	for (size_t i = 0; i < a->n_nodes; i++) {
		struct cuter_node node = a->nodes[i];

		node.text = article_block_text(p, node.text);
		node.url = article_block_text(p, node.url);
		if (p->base != NULL)
			copy[i] = node;
	}
	a->nodes = copy;
}

static void
article_block_fill(struct packer *p, const struct cuter_article *from,
    struct slice explanation, struct article_block *ret)
{
	struct cuter_article *a = &ret->article;
	struct slice *const texts[] = { &a->title, &a->lead, &a->byline,
		&a->language, &a->canonical_url, &a->site_name, &a->section,
		&a->publisher, &a->license, &a->body, &a->body_html, &a->usage,
		&a->next_part, &a->variant_url };

	*a = *from;
	/* These members have no accessor and are not copied. */
	a->declared_language = a->detected_language = SLICE_NONE;
	a->evidence = NULL;
	a->n_evidence = 0;
	a->site_seen = a->refresh_url = SLICE_NONE;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		*texts[i] = article_block_text(p, *texts[i]);
	a->authors = article_block_texts(p, a->authors, a->n_authors);
	a->tags = article_block_texts(p, a->tags, a->n_tags);
	a->feeds = article_block_texts(p, a->feeds, a->n_feeds);
	article_block_media(p, a);
	article_block_nodes(p, a);
	ret->explanation = article_block_text(p, explanation);
}

struct article_block *
article_block_new(const struct allocator *allocator,
    const struct cuter_article *from, struct slice explanation)
{
	struct packer packer = { 0 };
	struct article_block counted, *block;

	article_block_take(&packer, sizeof(*block), BLOCK_ALIGN);
	article_block_fill(&packer, from, explanation, &counted);
	block = allocator->allocate(allocator->context, packer.used_bytes);
	if (block == NULL)
		return NULL;
	packer = (struct packer){ .base = (char *)block };
	article_block_take(&packer, sizeof(*block), BLOCK_ALIGN);
	article_block_fill(&packer, from, explanation, block);
	block->allocator = *allocator;
	return block;
}

void
article_block_free(struct article_block *block)
{
	struct allocator allocator;

	if (block == NULL)
		return;
	allocator = block->allocator;
	allocator.release(allocator.context, block);
}
