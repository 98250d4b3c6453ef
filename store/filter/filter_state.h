/*
 * filter_state.h -- internal to store/: filters while entries and articles are
 * written.
 *
 * filter_state.c evaluates the filters, filter_subject.c collects the known
 * fields of an article, filter_entry.c decides about entries, filter_article.c
 * about articles, filter_count.c counts.
 *
 * The functions that return int return 0, or a negative code: ERR_MEMORY or an
 * error of the database.
 */
#ifndef STORE_FILTER_FILTER_STATE_H
#define STORE_FILTER_FILTER_STATE_H

#include "base/limits/limits_filter.h"
#include "config/filter/filter_rule.h"
#include "store/article/article_state.h"
#include "store/filter/filters.h"
#include "store/sqlite/statement.h"

struct feed_item;

/* One event of a filter in the present transaction. */
struct filter_tally {
	uint32_t rule;
	bool is_limited; /* the filter reached a limit; false: it was true for
			    an article */
};

struct filter_state {
	struct filter_set *set;
	struct filter_matcher *matcher;
	bool *was_true;  /* was_true[i]: rule i was true since
			    filter_state_begin() */
	uint32_t *order; /* indices of the rules, sorted by their texts */
	struct filter_tally *tallies; /* their number is in struct deferred */
	size_t tallies_cap;
	int64_t tallied_at;
	int64_t (*counts)[2]; /* for each rule, the counts of both values of
				 filter_tally.is_limited; used while counts are
				 written */
};

/* The decision of the filters on an article.  Texts are borrowed from the
 * rules. */
struct filter_verdict {
	const struct filter_rule *blocker; /* NULL: not blocked */
	bool skips_fetch;
	int priority;
	int64_t keep_days;
	struct slice tags[LIMIT_FILTER_LABELS];
	size_t n_tags;
	struct slice consumers[LIMIT_FILTER_NOTICES];
	size_t n_consumers;
};

void filter_state_free(struct filter_state *);
/* Must be called before the filters are evaluated on an article. */
void filter_state_begin(struct filter_state *);
/* Evaluates all filters up to the first one that blocks, and adds their actions
 * to the verdict, which is initialised with zeros.  Limits that were reached
 * are counted. */
int filter_state_judge(struct store *, const struct filter_subject *,
    struct filter_verdict *, struct err *e);

/* ---- known fields (filter_subject.c) ---- */

/* Sets the fields feed and feed_tag.  Their texts are in s->scratch. */
int filter_subject_of_feed(
    struct store *, int64_t feed_id, struct filter_subject *, struct err *e);
/* Sets author, keyword and category from the rows of an article. */
int filter_subject_of_lists(
    struct store *, int64_t article_id, struct filter_subject *, struct err *e);
/* Sets keyword from an enrichment that is not stored yet. */
void filter_subject_of_keywords(
    struct store *, const struct enrichment *, struct filter_subject *);
/* Sets category from bits 1 << index (config/profile/category.h). */
void filter_subject_of_categories(
    struct store *, uint32_t found, struct filter_subject *);
/* Sets the fields that a text has: title, text, lang, word_count and
 * published_at. */
void filter_subject_of_text(
    struct store *, const struct article_text *, struct filter_subject *);
/* Sets one field to a text, which is borrowed.  A text that is not valid UTF-8
 * counts as absent. */
void filter_subject_put(struct store *, struct filter_subject *,
    enum filter_field, struct slice text);

/* ---- entries (filter_entry.c) ---- */

/* Evaluates the filters on an item of a feed.  is_whole: the text of the item
 * is the text of the article, because no page is fetched.  entitled: the feed
 * is entitled for the page.  Without filters *ret is empty. */
int filter_judge_item(struct store *, const struct feed_item *,
    struct slice url, bool is_whole, bool entitled, struct filter_verdict *ret,
    struct err *e);
/* Records that the filter blocks the entry, and counts it. */
int filter_block_entry(struct store *, int64_t entry_id,
    const struct filter_rule *, int64_t now, struct err *e);
/* Evaluates the filters on a stored entry that its feed has changed, and stores
 * whether the entry is blocked.  *ret_was: the entry was blocked before.
 * ret_verdict->blocker: the filter that blocks the entry now; NULL: it is not
 * blocked.  If the filter that blocked the entry needs a field that only the
 * page has, the entry stays blocked. */
int filter_judge_changed(struct store *, const struct feed_item *,
    int64_t entry_id, const struct article_state *, bool entitled,
    bool *ret_was, struct filter_verdict *ret_verdict, struct err *e);

/* ---- articles (filter_article.c) ---- */

/* True if filters block the article. */
bool filter_is_blocked(const struct article_state *);
/* Returns the value of article.status_why for an article that the rule blocks.
 * The text is in s->scratch. */
struct slice filter_why(struct store *, const struct filter_rule *);
/* Blocks an article whose entries are all blocked.  If it was published, it is
 * withdrawn. */
int filter_block_article(struct store *, const struct article_state *,
    struct slice why, int64_t now, struct err *e);
/* Blocks the article if filters block all of its entries. */
int filter_block_if_all(struct store *, const struct article_state *,
    int64_t now, bool *ret_is_blocked, struct err *e);
/* Evaluates the filters on an article before its text is stored.  *ret_why: the
 * reason, if the article must be blocked and get no text; absent: it is not
 * blocked.  is_final false: the page will be fetched, and its fields are not
 * known yet. */
int filter_judge_article(struct store *, const struct article_state *,
    const struct article_text *, bool is_final, int64_t now,
    struct filter_verdict *ret, struct slice *ret_why, struct err *e);
/* Writes tags, keep-days and consumers of a published article. */
int filter_act(struct store *, int64_t article_id, bool had_text,
    const struct filter_verdict *, struct err *e);
/* Writes the priority of an article that waits for its page. */
int filter_act_before_fetch(struct store *, int64_t article_id,
    const struct filter_verdict *, struct err *e);

/* ---- counts (filter_count.c) ---- */

/* Counts an event of a rule.  The count is written at the end of the
 * transaction. */
int filter_count_note(
    struct store *, size_t rule, bool is_limited, int64_t at, struct err *e);
/* Counts all rules that were true since filter_state_begin(). */
int filter_count_true(struct store *, int64_t at, struct err *e);
/* Counts one rule. */
int filter_count_rule(
    struct store *, const struct filter_rule *, int64_t at, struct err *e);
/* Writes the counts of this transaction. */
int filter_count_write(struct store *, struct err *e);

#endif
