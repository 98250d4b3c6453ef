/*
 * feeds.c -- functions shared by the commands for subscriptions.
 */
#include "cli/feed/feeds.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cli/feed/feed_find.h"
#include "control/control_client.h"
#include "url/url.h"

void
feeds_changed(struct cli *cli)
{
	const char *path = cli_control_path(cli);
	struct err e = ERR_INIT;
	int rc;

	if (path == NULL)
		return;
	rc = control_request(path, "feeds-changed", &e);
	if (rc != 0 && rc != ERR_NOT_FOUND)
		cli_note(cli,
		    "the change is stored, but the daemon was not notified: %s",
		    e.text);
}

/* Returns true if `url` lacks its scheme: "example.org/feed" instead of
 * "https://example.org/feed". */
static bool
feeds_lacks_scheme(const char *url)
{
	char whole[LIMIT_URL_BYTES];
	int n;

	if (strstr(url, "://") != NULL || strchr(url, '.') == NULL)
		return false;
	n = snprintf(whole, sizeof whole, "https://%s", url);
	return n > 0 && (size_t)n < sizeof whole &&
	       url_fetchable(slice_of(whole));
}

bool
feed_url_check(struct cli *cli, const char *url)
{
	char *form = feed_form(url);

	free(form);
	if (form != NULL)
		return true;
	if (strlen(url) > LIMIT_URL_BYTES)
		cli_fail(cli, "a URL has more than %d bytes: %.60s…",
		    LIMIT_URL_BYTES, url);
	else if (feeds_lacks_scheme(url))
		cli_fail(cli,
		    "\"%s\" does not begin with http:// or https://; did you "
		    "mean https://%s?",
		    url, url);
	else
		cli_fail(cli,
		    "\"%s\" is not a URL that can be fetched, expected "
		    "https://HOST/PATH or http://HOST/PATH without a user "
		    "name and without the port of another protocol, such as "
		    "25",
		    url);
	return false;
}

static int
feeds_change_one(struct cli *cli, struct store *store, const char *url,
    const char *done_word, feed_change *change)
{
	struct err e = ERR_INIT;
	struct buf line;
	int64_t id;
	int rc = feed_find(store, url, &id, &e);

	if (rc == ERR_NOT_FOUND)
		return feed_find_complain(cli, store, url);
	if (rc == 0)
		rc = change(cli, store, id, &e);
	if (rc != 0)
		return cli_fail_err(cli, &e);
	buf_init(&line, 64 * KIB);
	buf_printf(&line, "%s ", done_word);
	text_clean(&line, slice_of(url));
	buf_append_char(&line, '\n');
	cli_write(cli, &line);
	buf_release(&line);
	return CLI_OK;
}

int
feeds_change(struct cli *cli, int n, char **urls, const char *done_word,
    feed_change *change)
{
	struct store *store;
	int code = cli_store_open(cli, CLI_WRITE, &store), failed = 0;

	if (code != CLI_OK)
		return code;
	for (int i = 0; i < n; i++)
		if (feeds_change_one(cli, store, urls[i], done_word, change) !=
		    CLI_OK)
			failed++;
	store_close(store);
	if (failed < n)
		feeds_changed(cli);
	return cli_finish(cli, failed > 0 ? CLI_FAILED : CLI_OK);
}
