/*
 * accessors.c -- the accessors of articles and media (cuter/lib/cuter.h).
 */
#include "cuter/lib/article_block.h"

static const char *
accessors_text(struct slice s, size_t *ret_len)
{
	if (ret_len != NULL)
		*ret_len = s.len;
	return s.p;
}

/* An element of a list, NULL after its end. */
static const char *
accessors_element(const struct slice *list, size_t n, size_t i, size_t *ret_len)
{
	return accessors_text(i < n ? list[i] : SLICE_NONE, ret_len);
}

#define ARTICLE_TEXT(name, member)                                             \
	const char *cuter_article_##name(                                      \
	    const struct cuter_article *a, size_t *ret_len)                    \
	{                                                                      \
		return accessors_text(a->member, ret_len);                     \
	}

ARTICLE_TEXT(title, title)
ARTICLE_TEXT(lead, lead)
ARTICLE_TEXT(byline, byline)
ARTICLE_TEXT(body, body)
ARTICLE_TEXT(body_html, body_html)
ARTICLE_TEXT(language, language)
ARTICLE_TEXT(canonical_url, canonical_url)
ARTICLE_TEXT(site_name, site_name)
ARTICLE_TEXT(section, section)
ARTICLE_TEXT(publisher, publisher)
ARTICLE_TEXT(license, license)
ARTICLE_TEXT(usage, usage)
ARTICLE_TEXT(next_url, next_part)
ARTICLE_TEXT(variant_url, variant_url)

const char *
cuter_article_explanation(const struct cuter_article *a, size_t *ret_len)
{
	const struct article_block *block =
	    (const struct article_block *)(const void *)a;

	return accessors_text(block->explanation, ret_len);
}

#define ARTICLE_LIST(name, member)                                             \
	size_t cuter_article_##name##_count(const struct cuter_article *a)     \
	{                                                                      \
		return a->n_##member;                                          \
	}                                                                      \
	const char *cuter_article_##name(                                      \
	    const struct cuter_article *a, size_t i, size_t *ret_len)          \
	{                                                                      \
		return accessors_element(                                      \
		    a->member, a->n_##member, i, ret_len);                     \
	}

ARTICLE_LIST(author, authors)
ARTICLE_LIST(tag, tags)
ARTICLE_LIST(feed, feeds)

static int
accessors_date(int64_t at, int zone, int64_t *ret_at, int *ret_zone)
{
	if (at == DATE_NONE)
		return 0;
	*ret_at = at;
	if (ret_zone != NULL)
		*ret_zone = zone;
	return 1;
}

int
cuter_article_published(
    const struct cuter_article *a, int64_t *ret_at, int *ret_zone)
{
	return accessors_date(
	    a->published_at, a->published_zone, ret_at, ret_zone);
}

int
cuter_article_modified(
    const struct cuter_article *a, int64_t *ret_at, int *ret_zone)
{
	return accessors_date(
	    a->modified_at, a->modified_zone, ret_at, ret_zone);
}

#define ARTICLE_VALUE(type, name)                                              \
	type cuter_article_##name(const struct cuter_article *a)               \
	{                                                                      \
		return a->name;                                                \
	}

ARTICLE_VALUE(double, confidence)
ARTICLE_VALUE(uint32_t, word_count)
ARTICLE_VALUE(unsigned, flags)
ARTICLE_VALUE(enum cuter_page_class, page_class)
ARTICLE_VALUE(enum cuter_origin, origin)
ARTICLE_VALUE(enum cuter_access, access)

enum cuter_source
cuter_article_field_source(const struct cuter_article *a,
    enum cuter_field field, double *ret_confidence)
{
	struct cuter_origin_of from = { CUTER_SOURCE_NONE, 0 };

	if ((size_t)field < CUTER_FIELD_COUNT)
		from = a->fields[field];
	if (ret_confidence != NULL)
		*ret_confidence = from.confidence;
	return from.source;
}

uint32_t
cuter_article_class_count(const struct cuter_article *a, enum cuter_class class)
{
	return (size_t) class < CUTER_CLASS_COUNT ? a->class_count[class] : 0;
}

const struct cuter_media *
cuter_article_media_next(
    const struct cuter_article *a, const struct cuter_media *previous)
{
	size_t i = previous != NULL ? (size_t)(previous - a->media) + 1 : 0;

	return i < a->n_media ? &a->media[i] : NULL;
}

#define MEDIA_TEXT(name)                                                       \
	const char *cuter_media_##name(                                        \
	    const struct cuter_media *m, size_t *ret_len)                      \
	{                                                                      \
		return accessors_text(m->name, ret_len);                       \
	}
#define MEDIA_VALUE(type, name, member)                                        \
	type cuter_media_##name(const struct cuter_media *m)                   \
	{                                                                      \
		return m->member;                                              \
	}

MEDIA_TEXT(url)
MEDIA_TEXT(alt)
MEDIA_TEXT(caption)
MEDIA_TEXT(credit)
MEDIA_VALUE(enum cuter_media_kind, get_kind, kind)
MEDIA_VALUE(int, is_lead, is_lead)
MEDIA_VALUE(uint32_t, width, width)
MEDIA_VALUE(uint32_t, height, height)
MEDIA_VALUE(double, relevance, relevance)
