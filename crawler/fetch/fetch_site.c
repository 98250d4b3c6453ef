/*
 * fetch_site.c -- applies the settings of `sites` in the configuration to a
 * request.
 *
 * In:  the URL of the next request of a chain of redirects.
 * Out: the entry for this URL, and libcurl's options for it: user agent, proxy,
 *      client certificate, cookies.
 * For each request of a chain, the entry is found by the URL of this request,
 * and every option is set again. No setting of one host is therefore sent to
 * the next host (docs/access.md, "Redirects").
 */
#include "config/config.h"
#include "crawler/access.h"
#include "crawler/fetch/fetch_parts.h"

static const char *
fetch_site_url(const struct fetch *fetch)
{
	return fetch->urls[fetch->n_urls - 1];
}

static bool
fetch_site_is_tls(const char *url)
{
	return slice_starts(slice_of(url), SLICE("https:"));
}

const struct config_site *
fetch_site_of(const struct fetch *fetch)
{
	return fetch->is_local
		   ? NULL
		   : access_find(fetch->fetcher->access, fetch_site_url(fetch));
}

const char *
fetch_site_proxy(const struct fetch *fetch, const char *url)
{
	const struct fetcher *fetcher = fetch->fetcher;
	const struct config_site *site;

	if (fetch->is_local)
		return "";
	site = access_find(fetcher->access, url);
	return site != NULL && site->proxy != NULL ? site->proxy
						   : fetcher->proxy;
}

bool
fetch_site_gives_headers(
    const struct fetch *fetch, const struct config_site *site)
{
	return site != NULL && fetch->kind != FETCH_ROBOTS &&
	       fetch->kind != FETCH_HUB &&
	       (!fetch->was_tls || fetch_site_is_tls(fetch_site_url(fetch)));
}

/* If the site has no certificate, the certificate of an earlier request is
 * removed. libcurl does not reuse a connection that was made with another
 * certificate. */
static int
fetch_site_set_certificate(CURL *easy, const struct config_site *site)
{
	const char *file = site != NULL ? site->client_certificate : NULL;
	const char *key = NULL, *password = NULL;
	int bad = 0;

	if (file != NULL) {
		key = site->client_key != NULL ? site->client_key : file;
		password = site->client_key_password;
	}
	bad |= curl_easy_setopt(easy, CURLOPT_SSLCERT, file);
	bad |= curl_easy_setopt(easy, CURLOPT_SSLKEY, key);
	bad |= curl_easy_setopt(easy, CURLOPT_KEYPASSWD, password);
	return bad;
}

static bool
fetch_site_set_cookies(
    struct fetch *fetch, const struct config_site *site, bool own_cookie)
{
	struct fetch_jar *jar = NULL;

	if (site != NULL && site->cookies != NULL && !own_cookie &&
	    fetch_site_gives_headers(fetch, site)) {
		jar = fetch_jars_get(&fetch->fetcher->jars, site);
		if (jar == NULL)
			return false;
	}
	return fetch_cookies_use(&fetch->cookies, fetch->easy, jar);
}

bool
fetch_site_set(
    struct fetch *fetch, const struct config_site *site, bool own_cookie)
{
	const struct fetcher *fetcher = fetch->fetcher;
	int bad = 0;

	bad |= curl_easy_setopt(fetch->easy, CURLOPT_USERAGENT,
	    site != NULL && site->user_agent != NULL ? site->user_agent
						     : fetcher->user_agent);
	bad |= curl_easy_setopt(fetch->easy, CURLOPT_PROXY,
	    fetch_site_proxy(fetch, fetch_site_url(fetch)));
	/* A feed of another site may name any URL as its hub. */
	bad |= fetch_site_set_certificate(
	    fetch->easy, fetch->kind == FETCH_HUB ? NULL : site);
	return bad == 0 && fetch_site_set_cookies(fetch, site, own_cookie);
}
