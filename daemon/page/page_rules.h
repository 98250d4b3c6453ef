/*
 * page_rules.h -- the rules of `sites` that apply to a page (docs/rules.md).
 */
#ifndef DAEMON_PAGE_PAGE_RULES_H
#define DAEMON_PAGE_PAGE_RULES_H

#include "base/slice.h"

struct page;

/* Returns the text of the rules for the page with this address, and records the
 * file of the rules in the page.  SLICE_NONE: no rules apply, or they have
 * failed.  Borrowed from the configuration. */
struct slice page_rules_begin(struct page *, const char *url);

/* Called when a worker that had the rules failed: the page is read without
 * rules from now on.  Returns false if the worker had no rules. */
bool page_rules_give_up(struct page *, const char *why);

/* Copies the file's name, its digest and the failure to page->update. */
void page_rules_store(struct page *);
void page_rules_release(struct page *);

#endif
