/*
 * usage.c -- statements of a page about the use of its text.
 *
 * In:  the page's <meta> elements, JSON-LD.
 * Out: article->usage, one statement per line, in the order of the table:
 *	meta robots: noarchive, noai
 *	meta tdm-reservation: 1
 *	isAccessibleForFree: false
 *
 * The statements are only recorded for the users of the text; nothing depends
 * on them here.  The daemon puts the statements of HTTP headers before these.
 * Source: TDM Reservation Protocol, section 5; schema.org; the robots meta
 * element.
 */
#include "base/array.h"
#include "cuter/article/article.h"

/* Largest size of a statement in bytes; enough for the address of a policy. */
#define STATEMENT_BYTES 256
/* Largest number of statements of one kind; one for all robots and some for
 * single robots. */
#define STATEMENTS_OF_ONE 8

static const char *const usage_metas[] = { "robots", "gleaner",
	"tdm-reservation", "tdm-policy" };

/* Writes a line. Bytes that are not printable ASCII are replaced by '?'. */
static void
usage_put_line(
    struct buf *out, const char *kind, const char *name, struct slice said)
{
	if (out->len > 0)
		buf_append_char(out, '\n');
	buf_printf(out, "%s%s: ", kind, name);
	for (size_t i = 0; i < said.len; i++)
		buf_append_char(out,
		    said.p[i] >= ' ' && said.p[i] <= '~' ? said.p[i] : '?');
}

static void
usage_put_metas(const struct page *page, const char *name, struct buf *out)
{
	int n = 0;

	for (size_t i = 0; i < page->head->n_metas && n < STATEMENTS_OF_ONE;
	     i++) {
		const struct page_meta *meta = &page->head->metas[i];
		struct slice said;

		if (!slice_equal_nocase(meta->key, slice_of(name)))
			continue;
		said =
		    article_line(page->arena, meta->content, STATEMENT_BYTES);
		if (said.len == 0)
			continue;
		usage_put_line(out, "meta ", name, said);
		n++;
	}
}

void
article_usage(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct buf out;
	bool no_memory;

	buf_init_with(&out, CUTER_USAGE_BYTES, page->arena->allocator);
	for (size_t i = 0; i < ARRAY_LENGTH(usage_metas); i++)
		usage_put_metas(page, usage_metas[i], &out);
	if (ld->not_free || ld->is_free)
		usage_put_line(&out, "", "isAccessibleForFree",
		    ld->not_free ? SLICE("false") : SLICE("true"));
	if (!buf_failed(&out) && out.len > 0)
		a->usage =
		    (struct slice){ arena_string(page->arena, buf_slice(&out)),
			    out.len };
	no_memory = out.no_memory;
	buf_release(&out);
	if (no_memory)
		arena_give_up(page->arena);
}
