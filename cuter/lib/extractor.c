/*
 * extractor.c -- the functions of libcuter that make extractors and articles
 * (cuter/lib/cuter.h).
 *
 * In:  the bytes of a page, options.
 * Out: an article in one allocation (article_block.h).
 * Errors: enum cuter_status. The texts of struct err are not passed on, because
 * the status has the same meaning.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "cuter/lib/article_block.h"

/* The size of struct cuter_extract_options in version 0.1. */
#define FIRST_OPTIONS_BYTES                                                    \
	(offsetof(struct cuter_extract_options, flags) + sizeof(unsigned))
#define KNOWN_FLAGS                                                            \
	(CUTER_EXTRACT_NODES | CUTER_EXTRACT_EXPLANATION |                     \
	    CUTER_EXTRACT_NO_LEAD)

struct cuter_extractor {
	struct allocator allocator;
	struct cuter *cuter;
};

const char *
cuter_version(void)
{
	return CUTER_VERSION;
}

unsigned
cuter_version_number(void)
{
	return CUTER_VERSION_NUMBER;
}

const char *
cuter_status_text(int status)
{
	switch (status) {
	case CUTER_OK:
		return "success";
	case CUTER_ERROR_MEMORY:
		return "out of memory";
	case CUTER_ERROR_LIMIT:
		return "the page exceeds the memory limit";
	case CUTER_ERROR_ARGUMENT:
		return "invalid argument";
	default:
		return "";
	}
}

static void *
extractor_malloc(void *context, size_t bytes)
{
	(void)context;
	return malloc(bytes);
}

static void *
extractor_realloc(void *context, void *old, size_t bytes)
{
	(void)context;
	return realloc(old, bytes);
}

static void
extractor_release(void *context, void *old)
{
	(void)context;
	free(old);
}

/* Returns false if a function of the caller's allocator is missing. */
static bool
extractor_choose_allocator(
    const struct cuter_allocator *chosen, struct allocator *ret)
{
	if (chosen == NULL) {
		*ret = (struct allocator){ NULL, extractor_malloc,
			extractor_realloc, extractor_release };
		return true;
	}
	*ret = (struct allocator){ chosen->context, chosen->allocate,
		chosen->reallocate, chosen->release };
	return chosen->allocate != NULL && chosen->reallocate != NULL &&
	       chosen->release != NULL;
}

int
cuter_extractor_new(
    const struct cuter_allocator *chosen, struct cuter_extractor **ret)
{
	struct allocator allocator;
	struct cuter_extractor *x;

	*ret = NULL;
	if (!extractor_choose_allocator(chosen, &allocator))
		return CUTER_ERROR_ARGUMENT;
	x = allocator_allocate(&allocator, sizeof(*x));
	if (x == NULL)
		return CUTER_ERROR_MEMORY;
	x->allocator = allocator;
	if (cuter_new_with(&x->allocator, &x->cuter, NULL) != 0) {
		allocator_release(&allocator, x);
		return CUTER_ERROR_MEMORY;
	}
	*ret = x;
	return CUTER_OK;
}

void
cuter_extractor_free(struct cuter_extractor *x)
{
	struct allocator allocator;

	if (x == NULL)
		return;
	cuter_free(x->cuter);
	allocator = x->allocator;
	allocator_release(&allocator, x);
}

/* Copies the members that the caller's version of the struct has; the others
 * are zero. Returns false if the caller sets members or flags that this version
 * does not know. */
static bool
extractor_read_options(const struct cuter_extract_options *given,
    struct cuter_extract_options *ret)
{
	const unsigned char *bytes = (const unsigned char *)given;

	*ret = (struct cuter_extract_options)CUTER_EXTRACT_OPTIONS_INIT;
	if (given == NULL)
		return true;
	if (given->size < FIRST_OPTIONS_BYTES)
		return false;
	for (size_t i = sizeof(*ret); i < given->size; i++)
		if (bytes[i] != 0)
			return false;
	memcpy(ret, given,
	    given->size < sizeof(*ret) ? given->size : sizeof(*ret));
	return (ret->flags & ~(unsigned)KNOWN_FLAGS) == 0;
}

/* Replaces the texts of the caller that are not UTF-8, because texts of the
 * article may be copies of them. */
static int
extractor_repair_input(struct arena *arena, struct cuter_input *in)
{
	struct slice *texts[] = { &in->content_type, &in->url, &in->first_url,
		&in->hint_title, &in->hint_summary };
	jmp_buf exhausted;

	arena->exhausted = &exhausted;
	if (setjmp(exhausted) != 0)
		return arena->no_memory ? CUTER_ERROR_MEMORY
					: CUTER_ERROR_LIMIT;
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		*texts[i] = utf8_repair(arena, *texts[i]);
	return CUTER_OK;
}

static int
extractor_cut(struct cuter_extractor *x, const struct cuter_input *in,
    unsigned flags, struct buf *explanation, struct article_block **ret)
{
	const struct cuter_options options = {
		.no_lead = (flags & CUTER_EXTRACT_NO_LEAD) != 0,
		.nodes = (flags & CUTER_EXTRACT_NODES) != 0,
		.explain = (flags & CUTER_EXTRACT_EXPLANATION) != 0
			       ? explanation
			       : NULL,
	};
	struct cuter_article article;
	int rc = cuter_cut(x->cuter, in, &options, &article, NULL);

	if (rc != 0)
		return rc == ERR_LIMIT ? CUTER_ERROR_LIMIT : CUTER_ERROR_MEMORY;
	if (explanation->no_memory)
		return CUTER_ERROR_MEMORY;
	if (buf_failed(explanation))
		return CUTER_ERROR_LIMIT;
	*ret = article_block_new(&x->allocator, &article,
	    options.explain != NULL ? buf_slice(explanation) : SLICE_NONE);
	return *ret != NULL ? CUTER_OK : CUTER_ERROR_MEMORY;
}

int
cuter_extract(struct cuter_extractor *x, const void *html, size_t n,
    const struct cuter_extract_options *given, struct cuter_article **ret)
{
	struct cuter_extract_options options;
	struct article_block *block = NULL;
	struct cuter_input in;
	struct buf explanation;
	struct arena arena;
	int rc;

	*ret = NULL;
	if (!extractor_read_options(given, &options))
		return CUTER_ERROR_ARGUMENT;
	in = (struct cuter_input){
		.bytes = { n > 0 ? html : "", n },
		.content_type = slice_of(options.content_type),
		.url = slice_of(options.url),
		.first_url = slice_of(options.first_url),
		.hint_title = slice_of(options.title),
		.hint_summary = slice_of(options.summary),
		.now_at = options.now_at,
	};
	buf_init_with(&explanation, LIMIT_REPLY_BYTES, &x->allocator);
	arena_init_with(&arena, LIMIT_PAGE_ARENA, &x->allocator);
	rc = extractor_repair_input(&arena, &in);
	if (rc == CUTER_OK)
		rc = extractor_cut(x, &in, options.flags, &explanation, &block);
	arena_release(&arena);
	buf_release(&explanation);
	if (rc == CUTER_OK)
		*ret = &block->article;
	return rc;
}

void
cuter_article_free(struct cuter_article *article)
{
	article_block_free((struct article_block *)(void *)article);
}
