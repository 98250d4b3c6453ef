/*
 * fetch_request.c -- sets the options and headers of a request.
 *
 * In:  the request or the redirect.
 * Out: a libcurl handle that is ready to run.
 *
 * Validators are sent to the URL that sent them. They are sent unchanged as
 * header lines, because CURLOPT_TIMECONDITION would rewrite them. The
 * operator's headers for a feed are sent to the feed's own origin only, and not
 * after a redirect to another origin (docs/etiquette.md, rows E1 to E4, E32,
 * E33). The headers in `sites` are looked up for each request of the chain.
 * Neither Referer, nor netrc, nor settings of the environment are used
 * (docs/threat-rows.md, rows S7, S9). The cookies are those that this chain of
 * redirects has set (row S17: fetch_cookies.c), or those of the site's jar
 * (fetch_jar.h).
 */
#include <sys/socket.h>

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits/limits_rules.h"
#include "base/text/ascii.h"
#include "config/config.h"
#include "crawler/access.h"
#include "crawler/address.h"
#include "crawler/fetch/fetch_parts.h"

static const char *const accepts[] = {
	[FETCH_FEED] = "Accept: application/rss+xml, application/atom+xml, "
		       "application/feed+json, application/xml;q=0.9, "
		       "text/xml;q=0.9, */*;q=0.5",
	[FETCH_PAGE] = "Accept: text/html,application/xhtml+xml,*/*;q=0.5",
	[FETCH_HUB] = "Accept: */*",
	[FETCH_ROBOTS] = "Accept: text/plain,*/*;q=0.5",
};

/* True if the text is not empty and has no line end. */
static bool
fetch_request_is_value(const char *value)
{
	return value != NULL && value[0] != '\0' &&
	       strpbrk(value, "\r\n") == NULL;
}

/* True for a token (RFC 9110, 5.6.2). */
static bool
fetch_request_is_token(const char *name)
{
	static const char others[] = "!#$%&'*+-.^_`|~";

	if (name == NULL || name[0] == '\0')
		return false;
	for (const char *p = name; *p != '\0'; p++)
		if (!ascii_is_alnum(*p) && strchr(others, *p) == NULL)
			return false;
	return true;
}

/* The codings that fetch_decode.c can decode. */
static const char accept_encoding[] = "Accept-Encoding: deflate, gzip, br, "
				      "zstd";

static const char form_type[] =
    "Content-Type: application/x-www-form-urlencoded";

/* Returns false only if there is no memory. */
static bool
fetch_request_append_text(struct curl_slist **list, const char *line)
{
	struct curl_slist *longer = curl_slist_append(*list, line);

	if (longer == NULL)
		return false;
	*list = longer;
	return true;
}

/* Returns false only if there is no memory. */
static bool
fetch_request_append_line(
    struct curl_slist **list, const char *name, const char *value)
{
	size_t size = strlen(name) + strlen(value) + 3;
	char *line = malloc(size);
	bool fine;

	if (line == NULL)
		return false;
	snprintf(line, size, "%s: %s", name, value);
	fine = fetch_request_append_text(list, line);
	free(line);
	return fine;
}

/* The ETag "*" is not sent, because "If-None-Match: *" asks for a 304 whatever
 * the document is (RFC 9110, section 13.1.2). */
static bool
fetch_request_copy_validator(char **ret, const char *value)
{
	if (!fetch_request_is_value(value) || strcmp(value, "*") == 0 ||
	    strlen(value) > LIMIT_VALIDATOR_BYTES)
		return true;
	*ret = strdup(value);
	return *ret != NULL;
}

bool
fetch_request_copy(struct fetch *fetch, const struct fetch_request *request)
{
	fetch->kind = request->kind;
	fetch->timeout_ms = request->timeout_ms;
	if (!fetch_request_copy_validator(&fetch->etag, request->etag) ||
	    !fetch_request_copy_validator(
		&fetch->last_modified, request->last_modified))
		return false;
	if (request->validators_url != NULL) {
		fetch->validators_url = strdup(request->validators_url);
		if (fetch->validators_url == NULL)
			return false;
	}
	if (request->form != NULL) {
		fetch->form = strdup(request->form);
		if (fetch->form == NULL)
			return false;
	}
	for (size_t i = 0; i < request->n_headers; i++) {
		const struct fetch_header *header = &request->headers[i];

		if (fetch_request_is_token(header->name) &&
		    fetch_request_is_value(header->value) &&
		    !fetch_request_append_line(
			&fetch->own, header->name, header->value))
			return false;
	}
	return true;
}

/* The callback CURLOPT_OPENSOCKETFUNCTION. libcurl calls it directly before a
 * connect, with the final address (docs/threat-rows.md, rows S1 to S4). */
static curl_socket_t
fetch_request_open_socket(
    void *arg, curlsocktype purpose, struct curl_sockaddr *address)
{
	struct fetch_guard *guard = &((struct fetch *)arg)->guard;
	curl_socket_t ret;

	(void)purpose;
	if (!guard->allow_private && address_is_private(&address->addr)) {
		guard->refused++;
		if (getnameinfo(&address->addr, address->addrlen,
			guard->address, sizeof(guard->address), NULL, 0,
			NI_NUMERICHOST) != 0)
			guard->address[0] = '\0';
		return CURL_SOCKET_BAD;
	}
	ret = socket(address->family, address->socktype | SOCK_CLOEXEC,
	    address->protocol);
	if (ret >= 0)
		guard->opened++;
	else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS ||
		 errno == ENOMEM)
		guard->is_short = true;
	return ret;
}

/* The callback CURLOPT_PREREQFUNCTION. libcurl calls it before it sends a
 * request, also if the connection was opened for another request. Such a
 * request opens no socket, so fetch_request_open_socket() is not called. */
static int
fetch_request_check_peer(
    void *arg, char *peer, char *local, int peer_port, int local_port)
{
	struct fetch_guard *guard = &((struct fetch *)arg)->guard;
	bool is_private = true;

	(void)local;
	(void)peer_port;
	(void)local_port;
	/* libcurl repeats a request if the server has closed a connection that
	 * was used before.  fetch_redirect_ask_again() repeats it later. */
	if (guard->is_asked) {
		guard->is_repeated = true;
		return CURL_PREREQFUNC_ABORT;
	}
	guard->is_asked = true;
	if (guard->allow_private ||
	    (address_read_text(peer, &is_private) && !is_private))
		return CURL_PREREQFUNC_OK;
	/* libcurl does not know the address if the server has already closed
	 * the connection. A new socket was checked when it was opened. */
	if (peer[0] == '\0' && guard->opened > 0)
		return CURL_PREREQFUNC_OK;
	guard->opened = 0;
	guard->refused++;
	snprintf(guard->address, sizeof(guard->address), "%s", peer);
	return CURL_PREREQFUNC_ABORT;
}

/* Sets the checks of the address. The connection of a local request is closed
 * after the request, so that no other request finds it in libcurl's pool. */
static int
fetch_request_set_guard(CURL *easy, struct fetch *fetch)
{
	int bad = 0;

	bad |= curl_easy_setopt(
	    easy, CURLOPT_OPENSOCKETFUNCTION, fetch_request_open_socket);
	bad |= curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, fetch);
	bad |= curl_easy_setopt(
	    easy, CURLOPT_PREREQFUNCTION, fetch_request_check_peer);
	bad |= curl_easy_setopt(easy, CURLOPT_PREREQDATA, fetch);
	bad |= curl_easy_setopt(
	    easy, CURLOPT_FORBID_REUSE, fetch->is_local ? 1L : 0L);
	return bad;
}

/* Sets the allowed protocols, the checks of TLS, the least speed and the size
 * of the buffer. */
static int
fetch_request_set_bounds(CURL *easy)
{
	int bad = 0;

	bad |= curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
	bad |=
	    curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
	/* redirects are followed by fetch.c */
	bad |= curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
	bad |= curl_easy_setopt(easy, CURLOPT_HTTP09_ALLOWED, 0L);
	bad |= curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
	bad |= curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
	bad |= curl_easy_setopt(
	    easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	bad |= curl_easy_setopt(
	    easy, CURLOPT_LOW_SPEED_LIMIT, (long)LIMIT_SLOW_BYTES_S);
	bad |= curl_easy_setopt(
	    easy, CURLOPT_BUFFERSIZE, (long)FETCH_BUFFER_BYTES);
	bad |= curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	/* do not wait for a resolver that does not return
	 * (docs/threat-rows.md, row S24) */
	bad |= curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
	return bad;
}

/* User agent and proxy are set for each request (fetch_site.c). Nothing is
 * taken from the environment of the process. */
static int
fetch_request_set_protocol(CURL *easy)
{
	int bad = 0;

	bad |= curl_easy_setopt(
	    easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
	bad |= curl_easy_setopt(easy, CURLOPT_NOPROXY, "");
	bad |= curl_easy_setopt(
	    easy, CURLOPT_HEADEROPT, (long)CURLHEADER_SEPARATE);
	bad |= curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
	bad |= curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	return bad;
}

bool
fetch_request_options(struct fetch *fetch)
{
	CURL *easy = fetch->easy;
	int bad = fetch_request_set_bounds(easy) |
		  fetch_request_set_protocol(easy) |
		  fetch_request_set_guard(easy, fetch);

	if (fetch->form != NULL) {
		bad |= curl_easy_setopt(
		    easy, CURLOPT_POSTFIELDSIZE, (long)strlen(fetch->form));
		bad |= curl_easy_setopt(easy, CURLOPT_POSTFIELDS, fetch->form);
	}
	bad |= curl_easy_setopt(easy, CURLOPT_PRIVATE, fetch);
	bad |= curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, fetch->curl_text);
	return bad == 0 && fetch_cookies_enable(easy);
}

static bool
fetch_request_is_named(const char *line, const char *name)
{
	struct slice prefix = slice_of(name);

	return slice_starts_nocase(slice_of(line), prefix) &&
	       line[prefix.len] == ':';
}

/* Returns the value of a header in a list, NULL if it is not in the list. */
static const char *
fetch_request_value_in(const struct curl_slist *list, const char *name)
{
	for (; list != NULL; list = list->next)
		if (fetch_request_is_named(list->data, name))
			return list->data + strlen(name) + strlen(": ");
	return NULL;
}

/* Appends headers that are not in the list yet. Returns false only if there is
 * no memory. */
static bool
fetch_request_append_new(
    struct curl_slist **list, const struct config_header *headers, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct config_header *header = &headers[i];

		if (fetch_request_is_token(header->name) &&
		    fetch_request_is_value(header->value) &&
		    fetch_request_value_in(*list, header->name) == NULL &&
		    !fetch_request_append_line(
			list, header->name, header->value))
			return false;
	}
	return true;
}

/* Appends the headers of the site that are not in the list yet. Headers of the
 * site's rules are sent for pages only; the key `user_agent` replaces their
 * User-Agent. Returns false only if there is no memory. */
static bool
fetch_request_append_site(const struct fetch *fetch, struct curl_slist **list,
    const struct config_site *site)
{
	const struct config_rules *rules = NULL;
	struct config_header headers[LIMIT_RULES_HEADERS];
	size_t n = 0;

	if (fetch->kind == FETCH_PAGE && site->n_rule_files > 0)
		rules = access_rules(
		    fetch->fetcher->access, fetch->urls[fetch->n_urls - 1]);
	for (size_t i = 0; rules != NULL && i < rules->n_headers; i++)
		if (site->user_agent == NULL ||
		    strcasecmp(rules->headers[i].name, "user-agent") != 0)
			headers[n++] = rules->headers[i];
	return fetch_request_append_new(list, site->headers, site->n_headers) &&
	       fetch_request_append_new(list, headers, n);
}

/* Collects the headers of the operator for the next request: those of the feed
 * at its own origin, and those of the site to which the request goes. */
static bool
fetch_request_collect(struct fetch *fetch, const struct config_site *site,
    struct curl_slist **ret)
{
	struct curl_slist *own = fetch->left_origin ? NULL : fetch->own;

	for (; own != NULL; own = own->next)
		if (!fetch_request_append_text(ret, own->data))
			return false;
	return site == NULL || !fetch_site_gives_headers(fetch, site) ||
	       fetch_request_append_site(fetch, ret, site);
}

/* True if the validators may be sent: the request goes to the URL whose
 * response contained them or, if this URL is not known, to the first origin. */
static bool
fetch_request_is_validators_place(const struct fetch *fetch)
{
	if (fetch->validators_url == NULL)
		return !fetch->left_origin;
	return strcmp(fetch->urls[fetch->n_urls - 1], fetch->validators_url) ==
	       0;
}

static bool
fetch_request_set_validators(struct fetch *fetch)
{
	bool fine = true;

	fetch->conditional = false;
	if (!fetch_request_is_validators_place(fetch))
		return true;
	if (fetch->etag != NULL)
		fine = fetch_request_append_line(
		    &fetch->sent, "If-None-Match", fetch->etag);
	if (fetch->last_modified != NULL)
		fine = fine && fetch_request_append_line(&fetch->sent,
				   "If-Modified-Since", fetch->last_modified);
	fetch->conditional =
	    fetch->etag != NULL || fetch->last_modified != NULL;
	return fine;
}

/* Sets the header lines of the next request.  `given`: the headers of the
 * operator. */
static bool
fetch_request_set_headers(struct fetch *fetch, const struct curl_slist *given)
{
	bool fine = true;

	curl_slist_free_all(fetch->sent);
	fetch->sent = NULL;
	if (fetch_request_value_in(given, "Accept") == NULL)
		fine = fetch_request_append_text(
		    &fetch->sent, accepts[fetch->kind]);
	/* fetch_decode.c decodes the body, not libcurl */
	if (fetch_request_value_in(given, "Accept-Encoding") == NULL)
		fine = fine &&
		       fetch_request_append_text(&fetch->sent, accept_encoding);
	fine = fine && fetch_request_set_validators(fetch);
	if (fetch->form != NULL)
		fine =
		    fine && fetch_request_append_text(&fetch->sent, form_type);
	for (; given != NULL && fine; given = given->next)
		if (!fetch_request_is_named(given->data, "Cookie"))
			fine = fetch_request_append_text(
			    &fetch->sent, given->data);
	return fine;
}

/* Sets everything that depends on the host of the request. libcurl merges the
 * operator's Cookie header with the cookies of the chain or the site into one
 * header, because RFC 6265, 5.4, does not allow two. */
static bool
fetch_request_set_identity(struct fetch *fetch)
{
	const struct config_site *site = fetch_site_of(fetch);
	bool own_cookie = !fetch->left_origin &&
			  fetch_request_value_in(fetch->own, "Cookie") != NULL;
	struct curl_slist *given = NULL;
	bool fine = fetch_request_collect(fetch, site, &given) &&
		    fetch_request_set_headers(fetch, given) &&
		    fetch_site_set(fetch, site, own_cookie) &&
		    curl_easy_setopt(fetch->easy, CURLOPT_COOKIE,
			fetch_request_value_in(given, "Cookie")) == CURLE_OK;

	curl_slist_free_all(given);
	return fine;
}

void
fetch_request_limit_speed(struct fetch *fetch)
{
	if (!fetch->is_local)
		curl_easy_setopt(fetch->easy, CURLOPT_LOW_SPEED_TIME,
		    (long)fetch->fetcher->slow_s);
}

bool
fetch_request_set_url(struct fetch *fetch, int64_t left_ms)
{
	CURL *easy = fetch->easy;
	int at = fetch->n_urls - 1;
	int64_t connect_ms =
	    left_ms < LIMIT_CONNECT_MS ? left_ms : LIMIT_CONNECT_MS;
	int bad = 0;

	if (!fetch_request_set_identity(fetch))
		return false;
	fetch->cookies_before[at] = fetch_cookies_state(easy);
	fetch->was_tls |=
	    slice_starts(slice_of(fetch->urls[at]), SLICE("https:"));
	bad |= curl_easy_setopt(easy, CURLOPT_URL, fetch->urls[at]);
	bad |= curl_easy_setopt(easy, CURLOPT_HTTPHEADER, fetch->sent);
	bad |= curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)left_ms);
	bad |= curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, 0L);
	bad |=
	    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)connect_ms);
	return bad == 0;
}
