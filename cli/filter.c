/*
 * filter.c -- article filters: the options shared by `articles` and `search`.
 */
#include "cli/filter.h"

#include "cli/filter_check.h"

const char *const filter_statuses[] = { "queued", "done", "feed_only", "failed",
	"gone", NULL };

const struct option_row filter_options[] = { FILTER_OPTIONS, { 0 } };

static struct filter_names
filter_names_of(const struct filter_values *values)
{
	return (struct filter_names){
		.feed = values->feed, .tag = values->tag, .lang = values->lang
	};
}

int
filter_check_values(struct cli *cli, const struct filter_values *values)
{
	struct filter_names names = filter_names_of(values);

	return filter_check_form(cli, &names);
}

int
filter_fill(struct cli *cli, struct store *store,
    const struct filter_values *values, struct buf *feed,
    struct article_filter *ret)
{
	struct filter_names names = filter_names_of(values);
	int code = filter_check(cli, store, &names, feed);

	*ret = (struct article_filter){
		.feed = feed->len > 0 ? buf_slice(feed) : SLICE_NONE,
		.tag = slice_of(values->tag),
		.lang = slice_of(values->lang),
		.since_at = values->since_at,
		.until_at = values->until_at,
		.min_confidence = values->min_confidence,
		.one_per_cluster = values->one_per_cluster,
		.limit = (size_t)cli->limit,
	};
	if (values->status >= 0)
		ret->status = slice_of(filter_statuses[values->status]);
	return code;
}
