/*
 * cut_enrich.c -- summary and keywords of a cut article; see cut.h.
 */
#include "cli/cut/cut.h"
#include "enrich/enrich.h"

#define KEYWORDS 10

void
cut_enrich(struct enricher *enricher, const struct cuter_article *article,
    size_t sentences, struct enrichment *ret)
{
	const struct enrich_input in = { .title = article->title,
		.body = article->body,
		.language = article->language };
	const struct enrich_options options = { .keywords = KEYWORDS,
		.sentences = sentences };
	struct err e = ERR_INIT;

	if (enrich_text(enricher, &in, &options, ret, &e) != 0)
		*ret = (struct enrichment){ 0 };
}

void
cut_write_enrichment(struct json_writer *w, const struct enrichment *found)
{
	json_write_text_or_null(w, "extract", found->summary);
	json_write_array(w, "keywords");
	for (size_t i = 0; i < found->n_keywords; i++)
		json_write_text(w, NULL, found->keywords[i].term);
	json_write_end_array(w);
}
