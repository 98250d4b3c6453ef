/*
 * fetch_jar.c -- see fetch_jar.h.
 *
 * All transfers of one fetcher run on one thread, so the share objects need no
 * locks.
 */
#include "crawler/fetch/fetch_jar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "config/config.h"
#include "config/site/cookie_file.h"
#include "crawler/access.h"

struct fetch_jar {
	CURLSH *share;
	char *key; /* NULL: the cookies of one chain, without a site */
	struct config_site site; /* a copy of the site's members host,
				    whole_domain and cookies; owned */
	int n_refs;
};

/* ---- one jar ---- */

static void
fetch_jar_free(struct fetch_jar *jar)
{
	if (jar->share != NULL)
		curl_share_cleanup(jar->share);
	free(jar->key);
	config_site_release(&jar->site);
	free(jar);
}

void
fetch_jar_unref(struct fetch_jar *jar)
{
	if (jar != NULL && --jar->n_refs == 0)
		fetch_jar_free(jar);
}

bool
fetch_jar_attach(struct fetch_jar *jar, CURL *easy)
{
	return curl_easy_setopt(easy, CURLOPT_SHARE,
		   jar != NULL ? jar->share : NULL) == CURLE_OK;
}

/* Returns a handle that uses the jar.  Cookies are loaded with a new handle,
 * because libcurl ignores cookies of a handle after 50 cookies in one response.
 * NULL: no memory. */
static CURL *
fetch_jar_open(struct fetch_jar *jar)
{
	CURL *easy = curl_easy_init();

	if (easy != NULL && !fetch_jar_attach(jar, easy)) {
		curl_easy_cleanup(easy);
		easy = NULL;
	}
	return easy;
}

/* Loads a line of Netscape's format.  False: no memory. */
static bool
fetch_jar_load(CURL *easy, const char *line)
{
	return curl_easy_setopt(easy, CURLOPT_COOKIELIST, line) !=
	       CURLE_OUT_OF_MEMORY;
}

/* Loads the cookies of the site's file.  False: no memory. */
static bool
fetch_jar_load_file(const struct fetch_jar *jar, CURL *easy)
{
	struct slice rest = slice_of(jar->site.cookies), line;
	bool good = true;

	while (good && slice_next(&rest, '\n', &line)) {
		char *copy = strndup(line.p, line.len);

		good = copy != NULL &&
		       (line.len == 0 || fetch_jar_load(easy, copy));
		if (copy != NULL)
			explicit_bzero(copy, line.len);
		free(copy);
	}
	return good;
}

/* Loads the cookies of the site's file and the given cookies into a new jar. */
static bool
fetch_jar_fill(struct fetch_jar *jar, const struct curl_slist *lines)
{
	CURL *easy = fetch_jar_open(jar);
	bool good = easy != NULL && fetch_jar_load_file(jar, easy);

	for (; good && lines != NULL; lines = lines->next)
		good = fetch_jar_load(easy, lines->data);
	if (easy != NULL)
		curl_easy_cleanup(easy);
	return good;
}

/* Creates a jar without cookies, with one reference. */
static struct fetch_jar *
fetch_jar_create(void)
{
	struct fetch_jar *jar = calloc(1, sizeof(*jar));

	if (jar == NULL)
		return NULL;
	jar->n_refs = 1;
	jar->share = curl_share_init();
	if (jar->share == NULL || curl_share_setopt(jar->share, CURLSHOPT_SHARE,
				      CURL_LOCK_DATA_COOKIE) != CURLSHE_OK) {
		fetch_jar_free(jar);
		return NULL;
	}
	return jar;
}

struct fetch_jar *
fetch_jar_of_handle(CURL *easy)
{
	struct fetch_jar *jar = fetch_jar_create();
	struct curl_slist *lines = NULL;
	bool good = jar != NULL && curl_easy_getinfo(easy, CURLINFO_COOKIELIST,
				       &lines) == CURLE_OK;

	good = good && fetch_jar_fill(jar, lines);
	curl_slist_free_all(lines);
	if (!good && jar != NULL)
		fetch_jar_free(jar);
	return good ? jar : NULL;
}

static struct fetch_jar *
fetch_jar_new(const struct config_site *site, const char *key)
{
	struct fetch_jar *jar = fetch_jar_create();

	if (jar == NULL)
		return NULL;
	jar->key = strdup(key);
	jar->site.host = strdup(site->host);
	jar->site.whole_domain = site->whole_domain;
	jar->site.cookies = strdup(site->cookies);
	if (jar->key == NULL || jar->site.host == NULL ||
	    jar->site.cookies == NULL || !fetch_jar_fill(jar, NULL)) {
		fetch_jar_free(jar);
		return NULL;
	}
	return jar;
}

/* ---- cookies that do not belong to the site ---- */

/* True if the cookie, in Netscape's format, belongs to the site. */
static bool
fetch_jar_owns(const struct fetch_jar *jar, const char *line)
{
	struct cookie_file_report report;
	struct buf out;

	buf_init(&out, CURL_MAX_HTTP_HEADER);
	cookie_file_read(slice_of(line), &jar->site, &out, &report);
	buf_release(&out);
	return report.n_cookies == 1;
}

/* Replaces all cookies of the jar. If `keeps` is true, the lines that belong to
 * the site are loaded, else the cookies of the site's file. */
static void
fetch_jar_replace(
    struct fetch_jar *jar, const struct curl_slist *lines, bool keeps)
{
	CURL *easy = fetch_jar_open(jar);

	if (easy == NULL)
		return;
	curl_easy_setopt(easy, CURLOPT_COOKIELIST, "ALL");
	if (!keeps)
		fetch_jar_load_file(jar, easy);
	for (; keeps && lines != NULL; lines = lines->next)
		if (fetch_jar_owns(jar, lines->data))
			fetch_jar_load(easy, lines->data);
	curl_easy_cleanup(easy);
}

void
fetch_jar_clean(struct fetch_jar *jar, CURL *easy)
{
	struct curl_slist *lines = NULL;
	size_t n = 0, n_foreign = 0;

	if (curl_easy_getinfo(easy, CURLINFO_COOKIELIST, &lines) != CURLE_OK)
		return;
	for (const struct curl_slist *line = lines; line; line = line->next) {
		n++;
		n_foreign += !fetch_jar_owns(jar, line->data);
	}
	if (n_foreign > 0 || n > LIMIT_SITE_COOKIES)
		fetch_jar_replace(jar, lines, n <= LIMIT_SITE_COOKIES);
	curl_slist_free_all(lines);
}

/* ---- all jars ---- */

void
fetch_jars_init(struct fetch_jars *jars)
{
	table_init(&jars->by_key);
}

static void
fetch_jar_list_drop(struct fetch_jars *jars, struct fetch_jar *jar)
{
	table_remove(&jars->by_key, slice_of(jar->key));
	fetch_jar_unref(jar);
}

static struct fetch_jar *
fetch_jar_list_next(const struct fetch_jars *jars, size_t *at)
{
	struct slice key;
	void *jar;

	return table_next(&jars->by_key, at, &key, &jar) ? jar : NULL;
}

void
fetch_jars_release(struct fetch_jars *jars)
{
	struct fetch_jar *jar;
	size_t at = 0;

	while ((jar = fetch_jar_list_next(jars, &at)) != NULL)
		fetch_jar_list_drop(jars, jar);
	table_release(&jars->by_key);
}

void
fetch_jars_keep(struct fetch_jars *jars, const struct access *access)
{
	struct fetch_jar *jar;
	size_t at = 0;

	while ((jar = fetch_jar_list_next(jars, &at)) != NULL) {
		const struct config_site *site =
		    access_get(access, slice_of(jar->key));

		if (site == NULL || site->cookies == NULL ||
		    strcmp(site->cookies, jar->site.cookies) != 0)
			fetch_jar_list_drop(jars, jar);
	}
}

struct fetch_jar *
fetch_jars_get(struct fetch_jars *jars, const struct config_site *site)
{
	char key[ACCESS_KEY_BYTES];
	struct fetch_jar *jar;

	access_key(site, key);
	jar = table_get(&jars->by_key, slice_of(key));
	if (jar == NULL) {
		jar = fetch_jar_new(site, key);
		if (jar == NULL)
			return NULL;
		if (table_put(&jars->by_key, slice_of(jar->key), jar) != 0) {
			fetch_jar_free(jar);
			return NULL;
		}
	}
	jar->n_refs++;
	return jar;
}
