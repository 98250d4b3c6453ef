/*
 * filter_check.c -- see filter_check.h.
 */
#include "cli/filter_check.h"

#include <string.h>

#include "base/limits.h"
#include "base/text/ascii.h"
#include "cli/feed/feed_find.h"
#include "cli/help/near_text.h"
#include "config/config.h"
#include "config/filter/filter_rule.h"

/* All 183 codes of ISO 639-1. A code of this list is accepted even if no
 * article has the language. */
static const char languages[] =
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce "
    "ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr "
    "fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is "
    "it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln "
    "lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv "
    "ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk "
    "sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw "
    "ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu ";

/* ---- the form of a language ---- */

/* Checks the form of BCP 47, section 2.1: a language of 2 to 8 letters, then
 * subtags of 1 to 8 letters and digits. */
static bool
filter_check_is_language(struct slice text)
{
	struct slice part;
	bool is_first = true;

	while (slice_next(&text, '-', &part)) {
		if (part.len < (is_first ? 2 : 1) || part.len > 8)
			return false;
		for (size_t i = 0; i < part.len; i++) {
			char c = part.p[i];

			if (is_first ? !ascii_is_letter(c) : !ascii_is_alnum(c))
				return false;
		}
		is_first = false;
	}
	return !is_first;
}

int
filter_check_form(struct cli *cli, const struct filter_names *names)
{
	if (names->lang != NULL &&
	    !filter_check_is_language(slice_of(names->lang)))
		return cli_usage(cli,
		    "--lang takes a language such as en or pt-BR, not \"%s\"",
		    names->lang);
	return CLI_GO_ON;
}

/* Returns true if the language, without region and script, is in the list. */
static bool
filter_check_is_listed(struct slice lang)
{
	char code[4] = "xx ";

	lang = slice_sub(lang, 0, slice_find_char(lang, '-', 0));
	if (lang.len != 2)
		return false;
	code[0] = ascii_lower(lang.p[0]);
	code[1] = ascii_lower(lang.p[1]);
	return strstr(languages, code) != NULL;
}

/* ---- values that exist in the database ---- */

static int
filter_check_take_url(const struct feed_row *row, void *url)
{
	buf_append_slice(url, row->url);
	return 0;
}

/* If `feed` as it was given matches a feed in the store, *ret_feed is `feed`.
 * Otherwise feed_find() looks for another spelling of an address, and *ret_feed
 * is the stored address. */
static int
filter_check_feed(struct cli *cli, struct store *store, const char *feed,
    struct buf *ret_feed)
{
	struct err e = ERR_INIT;
	bool is_known = false;
	int64_t id;
	int rc = store_known_feed(store, slice_of(feed), &is_known, &e);

	if (rc == 0 && is_known) {
		buf_append_string(ret_feed, feed);
		return CLI_OK;
	}
	if (rc == 0)
		rc = feed_find(store, feed, &id, &e);
	if (rc == 0)
		rc = store_feed_get(
		    store, id, filter_check_take_url, ret_feed, &e);
	if (rc == ERR_NOT_FOUND)
		return feed_find_complain(cli, store, feed);
	return rc == 0 ? CLI_OK : cli_fail_err(cli, &e);
}

static int
filter_check_try(struct slice candidate, void *near)
{
	near_text_try(near, candidate);
	return 0;
}

/* Prints for example: no article and no feed has the tag "tehc"; did you mean
 * "tech"? */
static int
filter_check_complain(struct cli *cli, struct store *store, const char *what,
    const char *word,
    int (*list)(
	struct store *, int (*)(struct slice, void *), void *, struct err *))
{
	struct err e = ERR_INIT;
	struct near_text near;
	struct slice meant;

	near_text_init(&near, slice_of(word));
	list(store, filter_check_try, &near, &e);
	meant = near_text_best(&near);
	if (meant.len > 0)
		cli_fail(cli, "%s \"%s\"; did you mean \"%.*s\"?", what, word,
		    SLICE_ARG(meant));
	else
		cli_fail(cli, "%s \"%s\"", what, word);
	near_text_release(&near);
	return CLI_FAILED;
}

static int
filter_check_tag(struct cli *cli, struct store *store, const char *tag)
{
	struct err e = ERR_INIT;
	bool is_known = false;

	if (store_known_tag(store, slice_of(tag), &is_known, &e) != 0)
		return cli_fail_err(cli, &e);
	return is_known ? CLI_OK
			: filter_check_complain(cli, store,
			      "no article and no feed has the tag", tag,
			      store_tag_list);
}

static int
filter_check_language(struct cli *cli, struct store *store, const char *lang)
{
	struct err e = ERR_INIT;
	bool is_known = false;

	if (filter_check_is_listed(slice_of(lang)))
		return CLI_OK;
	if (store_known_language(store, slice_of(lang), &is_known, &e) != 0)
		return cli_fail_err(cli, &e);
	return is_known ? CLI_OK
			: filter_check_complain(cli, store,
			      "no article is in the language", lang,
			      store_language_list);
}

/* Returns true if a filter of the configuration has the action notify-consumer
 * with this consumer. */
static bool
filter_check_notifies(const struct filter_set *set, const char *consumer)
{
	for (size_t i = 0; i < filter_set_count(set); i++) {
		const struct filter_words *names =
		    &filter_set_at(set, i)->actions.consumers;

		for (size_t k = 0; k < names->n; k++)
			if (strcmp(names->items[k], consumer) == 0)
				return true;
	}
	return false;
}

static int
filter_check_notified(
    struct cli *cli, struct store *store, const char *consumer)
{
	struct err e = ERR_INIT;
	bool is_known = false;

	if (cli->config != NULL &&
	    filter_check_notifies(cli->config->filters, consumer))
		return CLI_OK;
	if (store_known_notified(store, slice_of(consumer), &is_known, &e) != 0)
		return cli_fail_err(cli, &e);
	return is_known ? CLI_OK
			: cli_fail(cli,
			      "no filter marks articles for the consumer "
			      "\"%s\"; expected a filter with { "
			      "notify-consumer: %s }",
			      consumer, consumer);
}

int
filter_check(struct cli *cli, struct store *store,
    const struct filter_names *names, struct buf *ret_feed)
{
	int code = CLI_OK;

	buf_clear(ret_feed);
	if (names->feed != NULL)
		code = filter_check_feed(cli, store, names->feed, ret_feed);
	if (code == CLI_OK && names->tag != NULL)
		code = filter_check_tag(cli, store, names->tag);
	if (code == CLI_OK && names->lang != NULL)
		code = filter_check_language(cli, store, names->lang);
	if (code == CLI_OK && names->notified != NULL)
		code = filter_check_notified(cli, store, names->notified);
	if (code == CLI_OK && buf_failed(ret_feed))
		code = cli_fail(cli, "out of memory");
	return code;
}
