/*
 * page_text.c -- converts the extractor's result to the rows of an article.
 */
#include "store/page/page_text.h"

#include "base/limits.h"
#include "store/enrich/enrich_state.h"
#include "store/search/text.h"

/* Minimum confidence of the detected language. With this value 3 of 1731
 * languages were wrong. */
#define SURE_LANGUAGE 0.9

static struct slice
page_text_node_classes(struct arena *arena, const struct cuter_article *article)
{
	struct slice text = SLICE_NONE;

	for (int i = 0; i < CUTER_CLASS_COUNT; i++)
		text = arena_format(arena, "%.*s%s%s %u", SLICE_ARG(text),
		    i > 0 ? " " : "", cuter_class_name((enum cuter_class)i),
		    article->class_count[i]);
	return text;
}

static int64_t
page_text_date_first(int64_t a, int64_t b)
{
	return a != DATE_NONE ? a : b;
}

static struct slice
page_text_fields_of(struct arena *arena, const struct cuter_article *article)
{
	struct slice fields = SLICE_NONE;
	struct buf out;
	bool no_memory;

	buf_init(&out, LIMIT_FIELDS_BYTES);
	cuter_fields_write(article, &out);
	if (!buf_failed(&out))
		fields = arena_copy(arena, buf_slice(&out));
	no_memory = out.no_memory;
	buf_release(&out);
	if (no_memory)
		arena_give_up(arena);
	return fields;
}

struct article_text
page_text(struct store *s, const struct cuter_article *article,
    const struct article_state *old)
{
	/* Text from embedded data counts as text of the page; a flag records
	 * the difference. */
	enum cuter_origin origin = article->origin == CUTER_ORIGIN_STATE
				       ? CUTER_ORIGIN_PAGE
				       : article->origin;
	static const struct article_state nothing = { .published_at = DATE_NONE,
		.modified_at = DATE_NONE };
	char flags[64];

	if (old->is_lent)
		old = &nothing;

	cuter_flags_text(article->flags, flags);
	return (struct article_text){
		.title = text_first(article->title, old->title),
		.lead = article->lead,
		.byline = article->byline,
		.lang = text_first(article->language, old->lang),
		.body = article->body,
		.body_html = article->body_html,
		.canonical_url = article->canonical_url,
		.origin = slice_of(cuter_origin_name(origin)),
		.flags = arena_format(&s->scratch, "%s", flags),
		.page_class =
		    slice_of(cuter_page_class_name(article->page_class)),
		.node_classes = page_text_node_classes(&s->scratch, article),
		.published_at = page_text_date_first(
		    article->published_at, old->published_at),
		.modified_at = page_text_date_first(
		    article->modified_at, old->modified_at),
		.word_count = article->word_count,
		.confidence = article->confidence,
		.section = article->section,
		.publisher = article->publisher,
		.license = article->license,
		.access = slice_of(cuter_access_name(article->access)),
		.fields = page_text_fields_of(&s->scratch, article),
		.published_zone =
		    article->published_at == DATE_NONE ||
			    article->published_zone == CUTER_ZONE_NONE
			? DATE_NONE
			: article->published_zone,
	};
}

struct article_text
page_text_without_body(
    const struct article_text *text, const struct article_state *old)
{
	return (struct article_text){ .lang = old->lang,
		.flags = text->flags,
		.page_class = text->page_class,
		.node_classes = text->node_classes,
		.published_at = old->published_at,
		.modified_at = old->modified_at };
}

static int
page_text_set_media(struct store *s, int64_t id,
    const struct cuter_article *article, struct err *e)
{
	struct media_item *items =
	    arena_array(&s->scratch, article->n_media + 1, sizeof(*items));

	for (size_t i = 0; i < article->n_media; i++) {
		const struct cuter_media *m = &article->media[i];

		items[i] = (struct media_item){
			.kind = slice_of(cuter_media_kind_name(m->kind)),
			.url = m->url,
			.alt = m->alt,
			.caption = m->caption,
			.credit = m->credit,
			.role = m->is_lead ? SLICE("lead") : SLICE("inline"),
			.width = m->width,
			.height = m->height,
			.relevance = m->relevance,
		};
	}
	return article_set_media(s, id, items, article->n_media, e);
}

int
page_set_lists(struct store *s, const struct article_state *old,
    const struct cuter_article *article, struct err *e)
{
	int rc = 0;

	if (article->n_authors > 0 || old->is_lent)
		rc = article_set_authors(
		    s, old->id, article->authors, article->n_authors, e);
	if (rc == 0 && (article->n_tags > 0 || old->is_lent))
		rc = article_set_tags(
		    s, old->id, article->tags, article->n_tags, e);
	if (rc == 0 && (article->n_media > 0 || old->is_lent))
		rc = page_text_set_media(s, old->id, article, e);
	return rc;
}

static struct query
page_text_query_languages(struct store *s, int64_t id)
{
	struct query q = query_of(s, SQL_article_feed_language);

	query_int(&q, ":id", id);
	return q;
}

void
page_languages_ahead(struct store *s, int64_t id)
{
	struct query q = page_text_query_languages(s, id);

	query_ahead(&q);
}

int
page_compare_language(struct store *s, int64_t id,
    const struct cuter_article *article, struct article_text *text,
    struct err *e)
{
	bool unlike = false, alike = false;
	struct query q;
	int rc;

	if (article->detected_confidence < SURE_LANGUAGE)
		return 0;
	q = page_text_query_languages(s, id);
	while ((rc = query_step(&q, e)) > 0) {
		struct slice declared =
		    enrich_language_tag(&s->scratch, query_column_text(&q, 0));

		alike |=
		    cuter_same_language(declared, article->detected_language);
		unlike |= declared.len > 0;
	}
	query_end(&q);
	if (rc == 0 && unlike && !alike) {
		char flags[64];

		text->flags = arena_format(&s->scratch, "%s",
		    cuter_flags_text(
			article->flags | CUTER_FLAG_LANGUAGE, flags));
	}
	return rc;
}

struct slice
page_usage(struct store *s, const struct article_update *k)
{
	struct slice of_page =
	    k->article != NULL ? k->article->usage : SLICE_NONE;

	if (k->robots.len == 0 || of_page.len == 0)
		return text_first(k->robots, of_page);
	return arena_format(&s->scratch, "%.*s\n%.*s", SLICE_ARG(k->robots),
	    SLICE_ARG(of_page));
}
