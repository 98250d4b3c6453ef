/*
 * article_check.h -- checks the invariants of every extracted article: texts
 * are UTF-8 and within their limits, addresses are http or https, and there is
 * no script.
 */
#ifndef TESTS_LIB_ARTICLE_CHECK_H
#define TESTS_LIB_ARTICLE_CHECK_H

#include <stdlib.h>

#include "base/limits.h"
#include "base/text/utf8.h"
#include "cuter/article/html_check.h"
#include "cuter/cuter.h"

static inline void
check_text(struct slice text, size_t max_bytes)
{
	if (text.len > max_bytes || !utf8_valid(text))
		abort();
}

static inline void
check_url(struct slice url)
{
	check_text(url, LIMIT_URL_BYTES);
	if (url.len > 0 && !slice_starts(url, SLICE("http://")) &&
	    !slice_starts(url, SLICE("https://")))
		abort();
}

static inline void
check_article(const struct cuter_article *a)
{
	check_text(a->title, LIMIT_TITLE_BYTES);
	check_text(a->lead, LIMIT_TITLE_BYTES);
	check_text(a->byline, LIMIT_FIELD_BYTES);
	check_text(a->language, 8);
	check_text(a->site_name, 256);
	check_text(a->body, LIMIT_ARTICLE_BYTES);
	check_text(a->body_html, 2 * LIMIT_ARTICLE_BYTES);
	check_url(a->canonical_url);
	if (a->n_authors > LIMIT_ARTICLE_LIST ||
	    a->n_tags > LIMIT_ARTICLE_LIST || a->n_media > LIMIT_ARTICLE_LIST)
		abort();
	for (size_t i = 0; i < a->n_authors; i++)
		check_text(a->authors[i], 256);
	for (size_t i = 0; i < a->n_tags; i++)
		check_text(a->tags[i], 256);
	for (size_t i = 0; i < a->n_media; i++) {
		if (a->media[i].url.len == 0)
			abort();
		check_url(a->media[i].url);
		check_text(a->media[i].alt, LIMIT_TITLE_BYTES);
		check_text(a->media[i].caption, LIMIT_TITLE_BYTES);
	}
	if (!(a->confidence >= 0 && a->confidence <= 1))
		abort();
	if (!article_html_check(a->body_html))
		abort();
}

#endif
