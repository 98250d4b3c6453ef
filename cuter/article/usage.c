/*
 * usage.c -- what a page says about the use of its text.
 *
 * In:  the page's <meta>s, JSON-LD.
 * Out: article->usage, one statement a line, in the order of the table:
 *	meta robots: noarchive, noai
 *	meta tdm-reservation: 1
 *	isAccessibleForFree: false
 *
 * Nothing of it is acted on here: it is recorded for whoever uses the text
 * (etiquette E42; TDM Reservation Protocol, section 5; schema.org).  Headers
 * say the same things; the daemon puts them before these.
 */
#include "cuter/article/article.h"

#define STATEMENT_BYTES   256 /* a policy's address */
#define STATEMENTS_OF_ONE 8   /* a page says each once, or for a few robots */

static const char *const usage_metas[] = { "robots", "gleaner",
	"tdm-reservation", "tdm-policy" };

/* In letters that every reader can show. */
static void
put_line(struct buf *out, const char *kind, const char *name, struct slice said)
{
	if (out->len > 0)
		buf_append_char(out, '\n');
	buf_printf(out, "%s%s: ", kind, name);
	for (size_t i = 0; i < said.len; i++)
		buf_append_char(out,
		    said.p[i] >= ' ' && said.p[i] <= '~' ? said.p[i] : '?');
}

static void
put_metas(const struct page *page, const char *name, struct buf *out)
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
		put_line(out, "meta ", name, said);
		n++;
	}
}

void
article_usage(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct buf out;
	bool no_memory;

	buf_init(&out, CUTER_USAGE_BYTES);
	for (size_t i = 0; i < sizeof(usage_metas) / sizeof(usage_metas[0]);
	     i++)
		put_metas(page, usage_metas[i], &out);
	if (ld->not_free || ld->is_free)
		put_line(&out, "", "isAccessibleForFree",
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
