/*
 * fetch_cookies.c -- cookies of one chain of redirects.
 *
 * Some servers set a cookie, redirect to the same address, and redirect again
 * until the client sends the cookie. So each transfer has its own cookie jar.
 * The jar is libcurl's jar in memory. It is empty at the start of the transfer,
 * is kept over all redirects (also to other hosts and back), and is freed with
 * the handle of the transfer. No cookie reaches another transfer or the next
 * poll (docs/threat-rows.md, row S17), because no handle is used for two
 * transfers.
 *
 * Exception: a site with `cookies` in the configuration has a jar of its own
 * (fetch_jar.h). While a request goes to such a site, the handle uses only this
 * jar. The cookies of the chain are stored in the meantime, and are used again
 * after a redirect to another site.
 *
 * libcurl sends a cookie only to hosts that its domain allows (RFC 6265, 5.1.3
 * and 5.3, with the public suffix list). libcurl also limits the jar: 50
 * cookies per response, 4 KiB per name and value, 8 KiB and 150 cookies per
 * request. A chain has at most LIMIT_REDIRECTS + 1 responses.
 */
#include "crawler/fetch/fetch_parts.h"

/* The index of the field `expires` of a cookie in Netscape's format: domain,
 * subdomains, path, secure, expires, name, value. */
#define EXPIRES_FIELD 4

bool
fetch_cookies_enable(CURL *easy)
{
	return curl_easy_setopt(easy, CURLOPT_COOKIEFILE, "") == CURLE_OK;
}

bool
fetch_cookies_use(
    struct fetch_cookies *cookies, CURL *easy, struct fetch_jar *jar)
{
	struct fetch_jar *before = cookies->jar;
	bool good;

	if (jar == before) {
		fetch_jar_unref(jar);
		return true;
	}
	cookies->jar = jar;
	/* libcurl drops a handle's own cookies when a jar is attached. */
	if (cookies->chain == NULL)
		cookies->chain = fetch_jar_of_handle(easy);
	good = cookies->chain != NULL &&
	       fetch_jar_attach(jar != NULL ? jar : cookies->chain, easy);
	fetch_jar_unref(before);
	return good;
}

void
fetch_cookies_received(struct fetch_cookies *cookies, CURL *easy)
{
	if (cookies->jar != NULL)
		fetch_jar_clean(cookies->jar, easy);
}

void
fetch_cookies_release(struct fetch_cookies *cookies)
{
	fetch_jar_unref(cookies->jar);
	fetch_jar_unref(cookies->chain);
	*cookies = (struct fetch_cookies){ 0 };
}

/* Returns the FNV-1a hash of a cookie without its expiry time, which changes
 * every second with "Max-Age=60". */
static uint64_t
fetch_cookies_hash(const char *line)
{
	uint64_t hash = UINT64_C(0xCBF29CE484222325);
	int field = 0;

	for (const char *p = line; *p != '\0'; p++) {
		if (*p == '\t')
			field++;
		if (field == EXPIRES_FIELD)
			continue;
		hash = (hash ^ (unsigned char)*p) * UINT64_C(0x100000001B3);
	}
	return hash;
}

/* The hashes are added, because the order of libcurl's list has no meaning. */
uint64_t
fetch_cookies_state(CURL *easy)
{
	struct curl_slist *lines = NULL;
	uint64_t state = 0;

	if (curl_easy_getinfo(easy, CURLINFO_COOKIELIST, &lines) != CURLE_OK)
		return 0;
	for (const struct curl_slist *line = lines; line != NULL;
	     line = line->next)
		state += fetch_cookies_hash(line->data);
	curl_slist_free_all(lines);
	return state;
}
