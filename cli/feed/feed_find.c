/*
 * feed_find.c -- finds the feed for an address or a name; see feed_find.h.
 */
#include "cli/feed/feed_find.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cli/help/near_text.h"
#include "url/feed_url.h"
#include "url/url.h"

#define FORM_ARENA_BYTES  (16 * LIMIT_URL_BYTES)
#define FORMS_ARENA_BYTES (512 * MIB) /* enough for LIMIT_FEEDS feeds */

char *
feed_form(const char *url)
{
	struct arena arena;
	struct slice form;
	jmp_buf exhausted;
	char *volatile ret = NULL;

	arena_init(&arena, FORM_ARENA_BYTES);
	if (setjmp(exhausted) == 0) {
		arena.exhausted = &exhausted;
		if (feed_url_form(&arena, slice_of(url), &form))
			ret = strndup(form.p, form.len);
	}
	arena_release(&arena);
	return ret;
}

/* ---- addresses that are not in normal form ---- */

struct feed_forms_walk {
	struct feed_forms *forms;
	struct arena scratch;
	struct err *e;
};

static int
feed_find_add_form(
    struct feed_forms *forms, struct slice form, struct slice url)
{
	struct slice *kept = arena_alloc(&forms->arena, sizeof(*kept));

	*kept = arena_copy(&forms->arena, url);
	return table_put(&forms->urls, arena_copy(&forms->arena, form), kept);
}

/* Catches the longjmp() of an exhausted arena, because it must not jump over
 * functions of the store. */
static int
feed_find_visit_form(const struct feed_row *row, void *arg)
{
	struct feed_forms_walk *walk = arg;
	struct slice form;
	jmp_buf exhausted;
	volatile int rc = 0;

	if (setjmp(exhausted) != 0)
		return err_set(walk->e, ERR_MEMORY, "out of memory");
	walk->forms->arena.exhausted = walk->scratch.exhausted = &exhausted;
	arena_clear(&walk->scratch);
	if (feed_url_form(&walk->scratch, row->url, &form) &&
	    !slice_equal(form, row->url) &&
	    feed_find_add_form(walk->forms, form, row->url) != 0)
		rc = err_set(walk->e, ERR_MEMORY, "out of memory");
	return rc;
}

int
feed_forms_load(struct feed_forms *forms, struct store *store, struct err *e)
{
	struct feed_forms_walk walk = { .forms = forms, .e = e };
	int rc;

	arena_init(&forms->arena, FORMS_ARENA_BYTES);
	table_init(&forms->urls);
	arena_init(&walk.scratch, FORM_ARENA_BYTES);
	rc = store_feed_list_schedule(store, feed_find_visit_form, &walk, e);
	arena_release(&walk.scratch);
	return rc;
}

void
feed_forms_release(struct feed_forms *forms)
{
	table_release(&forms->urls);
	arena_release(&forms->arena);
}

struct slice
feed_forms_get(const struct feed_forms *forms, struct slice form)
{
	const struct slice *url = table_get(&forms->urls, form);

	return url != NULL ? *url : form;
}

/* ---- finding a feed ---- */

static int
feed_find_old_form(
    struct store *store, struct slice form, int64_t *ret_id, struct err *e)
{
	struct feed_forms forms;
	int rc = feed_forms_load(&forms, store, e);

	if (rc == 0)
		rc = store_feed_find(
		    store, feed_forms_get(&forms, form), ret_id, e);
	feed_forms_release(&forms);
	return rc;
}

int
feed_find(struct store *store, const char *url, int64_t *ret_id, struct err *e)
{
	int rc = store_feed_find(store, slice_of(url), ret_id, e);
	char *form;

	if (rc != ERR_NOT_FOUND || (form = feed_form(url)) == NULL)
		return rc;
	rc = store_feed_find(store, slice_of(form), ret_id, e);
	if (rc == ERR_NOT_FOUND)
		rc = feed_find_old_form(store, slice_of(form), ret_id, e);
	free(form);
	return rc;
}

/* ---- suggesting a similar feed ---- */

struct feed_guess {
	struct near_text near;
	/* part of an address to search for; SLICE_NONE: do not search */
	struct slice part;
	struct buf holds; /* the first address that contains the part */
};

static void
feed_find_guess_by_title(
    struct feed_guess *guess, const struct feed_row *row, struct slice title)
{
	size_t before = guess->near.distance;

	near_text_try(&guess->near, title);
	if (guess->near.distance == before)
		return;
	/* If a title is similar, the address of its feed is suggested, because
	 * titles are not unique. */
	buf_clear(&guess->near.best);
	buf_append_slice(&guess->near.best, row->url);
}

static int
feed_find_visit_guess(const struct feed_row *row, void *arg)
{
	struct feed_guess *guess = arg;

	near_text_try(&guess->near, row->url);
	feed_find_guess_by_title(guess, row, row->title);
	feed_find_guess_by_title(guess, row, row->given_title);
	if (guess->part.len > 0 && guess->holds.len == 0 &&
	    slice_find_nocase(row->url, guess->part, 0) != SLICE_NOT_FOUND)
		buf_append_slice(&guess->holds, row->url);
	return 0;
}

/* Returns the part of `text` to search in addresses: the host without
 * "www." if `text` is a URL, else the whole text. */
static struct slice
feed_find_guess_part(struct slice text)
{
	size_t at = slice_find(text, SLICE("://"), 0);

	if (at == SLICE_NOT_FOUND)
		return text;
	text = slice_sub(text, at + 3, text.len);
	text = slice_sub(text, 0, slice_find_char(text, '/', 0));
	return slice_starts_nocase(text, SLICE("www."))
		   ? slice_sub(text, 4, text.len)
		   : text;
}

int
feed_find_complain(struct cli *cli, struct store *store, const char *text)
{
	struct feed_guess guess = { .part =
					feed_find_guess_part(slice_of(text)) };
	bool is_url = strstr(text, "://") != NULL;
	struct err e = ERR_INIT;
	struct slice meant;

	near_text_init(&guess.near, slice_of(text));
	buf_init(&guess.holds, LIMIT_URL_BYTES * 4);
	store_feed_list(store, feed_find_visit_guess, &guess, &e);
	meant = near_text_best(&guess.near);
	if (meant.len == 0 && guess.holds.len > 0)
		meant = buf_slice(&guess.holds);
	if (meant.len > 0)
		cli_fail(cli, "%s %s; did you mean %.*s?",
		    is_url ? "not subscribed to" : "no feed is called", text,
		    SLICE_ARG(meant));
	else
		cli_fail(cli, "%s %s (`gleaner feed list` shows the feeds)",
		    is_url ? "not subscribed to" : "no feed is called", text);
	buf_release(&guess.holds);
	near_text_release(&guess.near);
	return CLI_FAILED;
}
