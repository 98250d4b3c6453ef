/*
 * page_rules.c -- see page_rules.h.
 *
 * An expression can need more time than the worker has.  The page is then read
 * again without rules, and the failure is stored with the name of the file.
 */
#include "daemon/page/page_rules.h"

#include <stdio.h>
#include <stdlib.h>

#include "config/config.h"
#include "crawler/access.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/page/page.h"

struct slice
page_rules_begin(struct page *page, const char *url)
{
	const struct config_rules *rules;

	if (page->is_home_page || page->rules_why[0] != '\0')
		return SLICE_NONE;
	rules = access_rules(page->hub->access, url);
	page_rules_release(page);
	if (rules == NULL)
		return SLICE_NONE;
	page->rules_path = hub_copy(slice_of(rules->path));
	page->rules_digest = rules->digest;
	return (struct slice){ rules->text, rules->bytes };
}

bool
page_rules_give_up(struct page *page, const char *why)
{
	if (page->rules_path == NULL || page->rules_why[0] != '\0')
		return false;
	log_event(LOG_WARNING, "rules", LOG_TEXT("url", page->url),
	    LOG_TEXT("file", page->rules_path), LOG_TEXT("why", why));
	snprintf(page->rules_why, sizeof(page->rules_why), "%s", why);
	return true;
}

void
page_rules_store(struct page *page)
{
	if (page->rules_path == NULL)
		return;
	page->update.rules = (struct article_rules){
		.path = slice_of(page->rules_path),
		.digest = page->rules_digest,
		.why = slice_of(page->rules_why),
	};
}

void
page_rules_release(struct page *page)
{
	free(page->rules_path);
	page->rules_path = NULL;
	page->rules_digest = 0;
}
