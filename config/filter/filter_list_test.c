/*
 * filter_list_test.c -- the key `filters`: actions, places of faults, the
 * shared list.
 */
#include <stdlib.h>

#include "base/array.h"
#include "base/limits/limits_filter.h"
#include "config/config.h"
#include "config/filter/filter_rule.h"
#include "config/testing.h"
#include "tests/lib/tap.h"

static struct config *
filter_list_test_read_text(const char *text, struct buf *faults)
{
	struct config *config = NULL;
	struct err e = ERR_INIT;

	config_read("f", slice_of(text), &config, faults, &e);
	return config;
}

static const struct {
	const char *then, *expected;
} actions[] = {
	{ "block", "block" },
	{ "no-fetch", "no-fetch" },
	{ "{ tag: flood }", "tag flood" },
	{ "{ tag: [flood, 'high water'] }", "tag flood, tag high water" },
	{ "{ tag: near, keep-days: 7, priority: -3 }",
	    "tag near, priority -3, keep-days 7" },
	{ "[no-fetch, { tag: short }, { notify-consumer: desk }]",
	    "no-fetch, tag short, notify-consumer desk" },
	{ "{ notify-consumer: [desk, mail] }",
	    "notify-consumer desk, notify-consumer mail" },
	{ "[block]", "block" },
};

static void
filter_list_test_check_actions(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(actions); i++) {
		struct config *config;
		struct buf faults, text, got;

		buf_init(&faults, MIB);
		buf_init(&text, MIB);
		buf_init(&got, MIB);
		buf_printf(&text,
		    "filters:\n  - { if: 'title ~ /x/i', then: %s }\n",
		    actions[i].then);
		config = filter_list_test_read_text(text.p, &faults);
		if (ok(config != NULL && filter_set_count(config->filters) == 1,
			"then: %s is read", actions[i].then)) {
			const struct filter_rule *rule =
			    filter_set_at(config->filters, 0);

			filter_actions_write(&got, &rule->actions);
			is_slice(buf_slice(&got), slice_of(actions[i].expected),
			    "the filter has the expected actions");
			is_text(slice_of(rule->text), "title ~ /x/i",
			    "the filter has the expected expression");
			ok(rule->line == 2 &&
				filter_set_find(config->filters,
				    SLICE("title ~ /x/i")) == rule,
			    "the filter has its line, and is found by its "
			    "text");
		}
		config_free(config);
		buf_release(&faults);
		buf_release(&text);
		buf_release(&got);
	}
}

static const struct {
	const char *text, *faults;
} faulty[] = {
	{ "filters: block\n", "f:1:10: filters: \"block\", expected a list of "
			      "filters, such as [{ if: 'title ~ /word/i', "
			      "then: block }]\n" },
	{ "filters: [block]\n",
	    "f:1:11: filters: a filter without `if`, expected { if: 'title ~ "
	    "/word/i', then: block }\n" },
	{ "filters: [{ if: has url }]\n",
	    "f:1:11: filters: a filter without `then`, expected { if: 'title ~ "
	    "/word/i', then: block }\n" },
	{ "filters: [{ if: has urls, then: block }]\n",
	    "f:1:21: filters: unexpected `urls`, expected title, url, author, "
	    "feed, feed_tag, lang, category, keyword, text, word_count or "
	    "published_at\n" },
	{ "filters: [{ if: 'has urls', then: block }]\n",
	    "f:1:22: filters: unexpected `urls`, expected title, url, author, "
	    "feed, feed_tag, lang, category, keyword, text, word_count or "
	    "published_at\n" },
	{ "filters:\n  - if: |\n      has url and\n      word_count ~ /1/\n"
	  "    then: block\n",
	    "f:2:9: filters: line 2, column 14 of the expression: word_count "
	    "is not a text, so that ~ cannot search it; expected =, !=, <, "
	    "<=, > or >=\n" },
	{ "filters: [{ if: 'title ~ /(/', then: block }]\n",
	    "f:1:28: filters: regular expression: missing closing "
	    "parenthesis\n" },
	{ "filters: [{ if: has url, then: drop }]\n",
	    "f:1:32: filters: then: unknown action \"drop\", expected block, "
	    "no-fetch, or { tag: … }, { priority: … }, { keep-days: … }, { "
	    "notify-consumer: … }\n" },
	{ "filters: [{ if: has url, then: { tags: x } }]\n",
	    "f:1:34: filters: then: unknown action \"tags\", expected block, "
	    "no-fetch, or { tag: … }, { priority: … }, { keep-days: … }, { "
	    "notify-consumer: … }\n" },
	{ "filters: [{ if: has url, then: {} }]\n",
	    "f:1:32: filters: then: no action, expected block, no-fetch, or { "
	    "tag: … }, { priority: … }, { keep-days: … }, { "
	    "notify-consumer: … }\n" },
	{ "filters: [{ if: has url, then: { priority: 10 } }]\n",
	    "f:1:44: filters: priority: expected a whole number from -9 to "
	    "9\n" },
	{ "filters: [{ if: has url, then: { keep-days: 0 } }]\n",
	    "f:1:45: filters: keep-days: expected a whole number from 1 to "
	    "36500\n" },
	{ "filters: [{ if: has url, then: { tag: '' } }]\n",
	    "f:1:39: filters: expected a name of 1 to 100 bytes\n" },
	{ "filters: [{ when: has url, then: block }]\n",
	    "f:1:13: filters: unknown key \"when\", expected if or then\n" },
	{ "filters: [{ if: has url, if: has url, then: block }]\n",
	    "f:1:26: key \"if\" is given twice, expected once (first "
	    "in line 1)\n" },
};

static void
filter_list_test_check_faults(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(faulty); i++) {
		struct buf faults;
		struct config *config;

		buf_init(&faults, MIB);
		config = filter_list_test_read_text(faulty[i].text, &faults);
		is_slice(buf_slice(&faults), slice_of(faulty[i].faults),
		    "a faulty filter is refused with its place");
		config_free(config);
		buf_release(&faults);
	}
}

#define NO_EFFECT                                                              \
	" has no effect, because the expression cannot be true before the "    \
	"page is fetched, expected a field that is known then, such as "       \
	"title\n"

/* Actions that take effect only before the fetch. */
static const struct {
	const char *text, *warning;
} early[] = {
	{ "{ if: word_count < 50, then: no-fetch }", "no-fetch" NO_EFFECT },
	{ "{ if: 'text ~ /x/ or has lang', then: { priority: 2 } }",
	    "priority" NO_EFFECT },
	{ "{ if: word_count < 50 and not has author, then: [no-fetch, { tag: "
	  "a }] }",
	    "no-fetch" NO_EFFECT },
	{ "{ if: not (has title or has keyword), then: no-fetch }",
	    "no-fetch" NO_EFFECT },
	{ "{ if: title = x or word_count < 50, then: no-fetch }", NULL },
	{ "{ if: not (title = x and word_count < 50), then: no-fetch }", NULL },
	{ "{ if: has published_at, then: { priority: 2 } }", NULL },
	{ "{ if: word_count < 50, then: block }", NULL },
	{ "{ if: word_count < 50, then: { tag: a, keep-days: 3 } }", NULL },
};

static void
filter_list_test_check_early(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(early); i++) {
		struct buf faults, text, expected;
		struct config *config;

		buf_init(&faults, MIB);
		buf_init(&text, MIB);
		buf_init(&expected, MIB);
		buf_printf(&text, "filters: [%s]\n", early[i].text);
		if (early[i].warning != NULL)
			buf_printf(&expected, "f:1:11: warning: filters: %s",
			    early[i].warning);
		config = filter_list_test_read_text(text.p, &faults);
		ok(config != NULL, "%s is read", early[i].text);
		is_slice(buf_slice(&faults), buf_slice(&expected),
		    "an action without effect has a warning");
		config_free(config);
		buf_release(&faults);
		buf_release(&text);
		buf_release(&expected);
	}
}

static void
filter_list_test_check_sharing(void)
{
	struct buf faults;
	struct filter_set *set;
	struct config *config;

	buf_init(&faults, MIB);
	config = filter_list_test_read_text(
	    "filters: [{ if: has url, then: block }]\n", &faults);
	set = filter_set_ref(config->filters);
	config_free(config);
	ok(filter_set_count(set) == 1 && filter_set_at(set, 0)->actions.blocks,
	    "a reference outlives the configuration");
	filter_set_unref(set);
	config = filter_list_test_read_text("filters:\n", &faults);
	is_int((int64_t)filter_set_count(config->filters), 0,
	    "an empty list is not a fault");
	config_free(config);
	ok(filter_set_count(NULL) == 0, "no list has no filters");
	filter_set_unref(NULL);
	buf_release(&faults);
}

static void
filter_list_test_check_number(void)
{
	struct buf text, faults;
	struct config *config;

	buf_init(&text, MIB);
	buf_init(&faults, MIB);
	buf_append_string(&text, "filters:\n");
	for (int i = 0; i <= LIMIT_FILTERS; i++)
		buf_printf(
		    &text, "- { if: word_count = %d, then: block }\n", i);
	config = filter_list_test_read_text(text.p, &faults);
	ok(config == NULL &&
		strstr(faults.p, "too many filters, expected at most 1000") !=
		    NULL,
	    "too many filters are refused");
	config_free(config);
	buf_release(&text);
	buf_release(&faults);
}

int
main(void)
{
	filter_list_test_check_actions();
	filter_list_test_check_faults();
	filter_list_test_check_early();
	filter_list_test_check_sharing();
	filter_list_test_check_number();
	return done_testing();
}
