/*
 * filter.c -- article filters: the options shared by `articles` and `search`.
 */
#include "cli/filter.h"

#include "cli/filter_check.h"

#define VALUE(member) offsetof(struct filter_values, member)

/* The names of article_status_name() in their order, as option choices. */
static const char *const statuses[] = { "queued", "done", "feed_only", "failed",
	"gone", NULL };

const struct option_row filter_options[] = {
	{ .name = "feed",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(feed),
	    .value = "FEED",
	    .help = "a feed's URL, or a part of its title" },
	{ .name = "since",
	    .kind = OPTION_TIME,
	    .offset = VALUE(since_at),
	    .value = "TIME",
	    .help = "2026-11-20, 2026-11-20T17:48:18Z, or 2h, 7d back" },
	{ .name = "until",
	    .kind = OPTION_TIME,
	    .offset = VALUE(until_at),
	    .value = "TIME",
	    .help = "as for --since; a date means local midnight" },
	{ .name = "tag",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(tag),
	    .value = "TAG",
	    .help = "of the article or its feed" },
	{ .name = "lang",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(lang),
	    .value = "LANG",
	    .help = "en, pt-BR …" },
	{ .name = "status",
	    .kind = OPTION_CHOICE,
	    .offset = VALUE(status),
	    .value = "STATUS",
	    .choices = statuses,
	    .help = "the state of the article" },
	{ .name = "min-confidence",
	    .kind = OPTION_SHARE,
	    .offset = VALUE(min_confidence),
	    .value = "N",
	    .help = "0 to 1: least confidence of the text" },
	{ .name = "one-per-cluster",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(one_per_cluster),
	    .help = "of duplicates on several sites, only the first" },
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

static struct filter_names
filter_names_of(const struct filter_values *values)
{
	return (struct filter_names){ values->feed, values->tag, values->lang };
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
		ret->status = slice_of(statuses[values->status]);
	return code;
}
