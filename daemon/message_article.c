/*
 * message_article.c -- struct cuter_article, every member in the order of
 * cuter/cuter.h.
 */
#include "config/limits.h"
#include "daemon/message_parts.h"

#define ZONE_BIAS         65536 /* a negative number has no wire form */
#define ZONE_MOST         (15 * 60)
#define MEDIA_LEAST_BYTES (2 + 4 * 4 + 2 * 4 + 8)

/* Markup takes its share; more than this is no small and clean HTML, and
 * cutting would leave it broken. */
#define BODY_HTML_BYTES (2 * LIMIT_ARTICLE_BYTES)

#define LANGUAGE_BYTES  8 /* of a code of two or three letters */
#define SITE_SEEN_BYTES (16 * LIMIT_SITE_SEEN)

/* A flag that cuter.h learns must be added: message_test.c looks. */
#define FLAGS_KNOWN                                                            \
	(CUTER_FLAG_STUB | CUTER_FLAG_TRUNCATED | CUTER_FLAG_PAYWALL |         \
	    CUTER_FLAG_CONSENT | CUTER_FLAG_NO_TITLE | CUTER_FLAG_JSON_BODY |  \
	    CUTER_FLAG_LANGUAGE)

/* ---- media ---- */

static void
put_media(struct buf *b, const struct cuter_article *article)
{
	size_t n = message_put_count(b, article->n_media, LIMIT_ARTICLE_LIST);

	for (size_t i = 0; i < n; i++) {
		const struct cuter_media *media = &article->media[i];

		wire_put_u8(b, (uint8_t)media->kind);
		wire_put_u8(b, media->is_lead);
		wire_put_slice(b, media->url);
		wire_put_slice(b, media->alt);
		wire_put_slice(b, media->caption);
		wire_put_slice(b, media->credit);
		wire_put_u32(b, media->width);
		wire_put_u32(b, media->height);
		message_put_share(b, media->relevance);
	}
}

static void
read_one_media(struct wire_reader *r, struct cuter_media *ret)
{
	ret->kind =
	    (enum cuter_media_kind)message_read_enum(r, CUTER_AUDIO + 1);
	ret->is_lead = message_read_bool(r);
	ret->url = message_read_url(r);
	ret->alt = message_read_text(r, LIMIT_TITLE_BYTES);
	ret->caption = message_read_text(r, LIMIT_TITLE_BYTES);
	ret->credit = message_read_text(r, LIMIT_TITLE_BYTES);
	ret->width = wire_read_u32(r);
	ret->height = wire_read_u32(r);
	ret->relevance = message_read_share(r);
}

/* A picture without an address that may be fetched is none. */
static void
read_media(
    struct wire_reader *r, struct arena *arena, struct cuter_article *ret)
{
	size_t n = wire_read_count(r, LIMIT_ARTICLE_LIST, MEDIA_LEAST_BYTES);

	if (n > 0)
		ret->media = arena_array(arena, n, sizeof(*ret->media));
	for (size_t i = 0; i < n; i++) {
		struct cuter_media media;

		read_one_media(r, &media);
		if (media.url.p != NULL)
			ret->media[ret->n_media++] = media;
	}
}

/* ---- the article ---- */

/* Minutes east of UTC; what no place on earth has is none. */
static void
put_zone(struct buf *b, int zone)
{
	wire_put_u32(b, (uint32_t)(zone + ZONE_BIAS));
}

static int
read_zone(struct wire_reader *r)
{
	uint32_t biased = wire_read_u32(r);
	int zone =
	    biased <= 2 * ZONE_BIAS ? (int)biased - ZONE_BIAS : CUTER_ZONE_NONE;

	return zone >= -ZONE_MOST && zone <= ZONE_MOST ? zone : CUTER_ZONE_NONE;
}

/* ---- who said what ---- */

static void
put_fields(struct buf *b, const struct cuter_article *article)
{
	for (size_t i = 0; i < CUTER_FIELD_COUNT; i++) {
		wire_put_u8(b, (uint8_t)article->fields[i].source);
		message_put_share(b, article->fields[i].confidence);
	}
	wire_put_slice(b, article->declared_language);
	wire_put_slice(b, article->detected_language);
	message_put_share(b, article->detected_confidence);
}

static void
read_fields(struct wire_reader *r, struct cuter_article *ret)
{
	for (size_t i = 0; i < CUTER_FIELD_COUNT; i++) {
		ret->fields[i].source =
		    (enum cuter_source)message_read_enum(r, CUTER_SOURCE_COUNT);
		ret->fields[i].confidence = message_read_share(r);
	}
	ret->declared_language = message_read_text(r, LANGUAGE_BYTES);
	ret->detected_language = message_read_text(r, LANGUAGE_BYTES);
	ret->detected_confidence = message_read_share(r);
}

void
message_put_article(struct buf *b, const struct cuter_article *article)
{
	wire_put_slice(b, article->title);
	wire_put_slice(b, article->lead);
	wire_put_slice(b, article->byline);
	wire_put_slice(b, article->language);
	wire_put_slice(b, article->canonical_url);
	wire_put_slice(b, article->site_name);
	wire_put_slice(b, article->section);
	wire_put_slice(b, article->publisher);
	wire_put_slice(b, article->license);
	wire_put_u8(b, (uint8_t)article->access);
	wire_put_slice(b, article->body);
	wire_put_slice(b, article->body_html);
	wire_put_slice(b, article->usage);
	message_put_texts(
	    b, article->authors, article->n_authors, LIMIT_ARTICLE_LIST);
	message_put_texts(
	    b, article->tags, article->n_tags, LIMIT_ARTICLE_LIST);
	put_media(b, article);
	message_put_date(b, article->published_at);
	message_put_date(b, article->modified_at);
	put_zone(b, article->published_zone);
	put_zone(b, article->modified_zone);
	message_put_share(b, article->confidence);
	wire_put_u32(b, article->flags);
	wire_put_u8(b, (uint8_t)article->page_class);
	wire_put_u8(b, (uint8_t)article->origin);
	wire_put_u8(b, (uint8_t)article->parser);
	wire_put_u32(b, article->word_count);
	for (size_t i = 0; i < CUTER_CLASS_COUNT; i++)
		wire_put_u32(b, article->class_count[i]);
	wire_put_slice(b, article->next_part);
	wire_put_slice(b, article->twin);
	wire_put_slice(b, article->site_seen);
	put_fields(b, article);
}

static struct slice
read_body_html(struct wire_reader *r)
{
	struct slice html = wire_read_text(r);

	return html.len <= BODY_HTML_BYTES ? html : SLICE_NONE;
}

/* What it means is for the store to check: cuter/site/seen.c. */
static struct slice
read_site_seen(struct wire_reader *r)
{
	struct slice seen = wire_read_bytes(r);

	return seen.len <= SITE_SEEN_BYTES ? seen : SLICE_NONE;
}

void
message_read_article(
    struct wire_reader *r, struct arena *arena, struct cuter_article *ret)
{
	ret->title = message_read_text(r, LIMIT_TITLE_BYTES);
	ret->lead = message_read_text(r, LIMIT_ARTICLE_BYTES);
	ret->byline = message_read_text(r, LIMIT_TITLE_BYTES);
	ret->language = message_read_text(r, LIMIT_TITLE_BYTES);
	ret->canonical_url = message_read_url(r);
	ret->site_name = message_read_text(r, LIMIT_TITLE_BYTES);
	ret->section = message_read_text(r, LIMIT_TITLE_BYTES);
	ret->publisher = message_read_text(r, LIMIT_TITLE_BYTES);
	ret->license = message_read_text(r, LIMIT_TITLE_BYTES);
	ret->access =
	    (enum cuter_access)message_read_enum(r, CUTER_ACCESS_COUNT);
	ret->body = message_read_text(r, LIMIT_ARTICLE_BYTES);
	ret->body_html = read_body_html(r);
	ret->usage = message_read_text(r, CUTER_USAGE_BYTES);
	ret->authors = message_read_texts(
	    r, arena, LIMIT_ARTICLE_LIST, LIMIT_TITLE_BYTES, &ret->n_authors);
	ret->tags = message_read_texts(
	    r, arena, LIMIT_ARTICLE_LIST, LIMIT_TITLE_BYTES, &ret->n_tags);
	read_media(r, arena, ret);
	ret->published_at = message_read_date(r);
	ret->modified_at = message_read_date(r);
	ret->published_zone = read_zone(r);
	ret->modified_zone = read_zone(r);
	ret->confidence = message_read_share(r);
	ret->flags = wire_read_u32(r) & FLAGS_KNOWN;
	ret->page_class =
	    (enum cuter_page_class)message_read_enum(r, CUTER_PAGE_CLASS_COUNT);
	ret->origin =
	    (enum cuter_origin)message_read_enum(r, CUTER_ORIGIN_COUNT);
	ret->parser =
	    (enum cuter_parser)message_read_enum(r, CUTER_PARSER_COUNT);
	ret->word_count = wire_read_u32(r);
	for (size_t i = 0; i < CUTER_CLASS_COUNT; i++)
		ret->class_count[i] = wire_read_u32(r);
	ret->next_part = message_read_url(r);
	ret->twin = message_read_url(r);
	ret->site_seen = read_site_seen(r);
	read_fields(r, ret);
}
