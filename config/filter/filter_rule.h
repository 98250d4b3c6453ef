/*
 * filter_rule.h -- a rule (an expression with its actions), and the list of all
 * rules.
 *
 * The list is not changed after it was read, and threads share it by
 * references: the configuration has one, and each open database has one.
 */
#ifndef CONFIG_FILTER_FILTER_RULE_H
#define CONFIG_FILTER_FILTER_RULE_H

#include "base/buf.h"
#include "config/filter/filter.h"

struct filter_words {
	char **items; /* owned */
	size_t n;
};

/* The actions for an article for which the expression is true. */
struct filter_actions {
	bool blocks;       /* neither fetched nor delivered */
	bool skips_fetch;  /* the text of the feed is the article */
	int priority;      /* -9 to 9; 0: not changed */
	int64_t keep_days; /* 0: `retain.articles` applies */
	struct filter_words tags, consumers;
};

struct filter_rule {
	struct filter *filter;
	char *text; /* the canonical expression; owned */
	struct filter_actions actions;
	char *file; /* owned; NULL: not from a file */
	int line;
};

struct filter_set;

/* Returns an empty list with one reference; NULL: no memory. */
struct filter_set *filter_set_new(void);
/* Adds a rule and takes ownership of its members, also on failure.  Must not be
 * called after the list was shared.  Returns false if there is no memory. */
bool filter_set_add(struct filter_set *, struct filter_rule *);
/* Returns the list with one more reference. */
struct filter_set *filter_set_ref(struct filter_set *);
/* Gives a reference back; the last one frees the list.  NULL is allowed. */
void filter_set_unref(struct filter_set *);
/* Returns the number of rules; 0 for NULL. */
size_t filter_set_count(const struct filter_set *);
/* Returns rule i, counted from 0; i must be less than filter_set_count().
 * Borrowed from the list. */
const struct filter_rule *filter_set_at(const struct filter_set *, size_t i);
/* Returns the first rule whose canonical expression is `text`, or NULL. */
const struct filter_rule *filter_set_find(
    const struct filter_set *, struct slice text);

/* Frees the members of the rule. */
void filter_rule_release(struct filter_rule *);
/* Appends the actions as text: "block", or "tag flood, keep-days 7".  The text
 * is shown to users, and is a part of the key of the stored counts. */
void filter_actions_write(struct buf *, const struct filter_actions *);

#endif
