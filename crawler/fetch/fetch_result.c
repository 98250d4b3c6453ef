/*
 * fetch_result.c -- maps the end of a transfer to a result.
 *
 * In:  libcurl's code, and how much of head and body was received.
 * Out: a fetch_result and one line that explains it.
 */
#include <sys/mman.h>

#include <stdio.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/date/date.h"
#include "base/text/utf8.h"
#include "crawler/fetch/fetch_parts.h"

static const char *const names[FETCH_RESULT_COUNT] = {
	[FETCH_OK] = "ok",
	[FETCH_TRUNCATED] = "truncated",
	[FETCH_TOO_LARGE] = "too-large",
	[FETCH_TIMEOUT] = "timeout",
	[FETCH_DNS] = "dns",
	[FETCH_CONNECT] = "connect",
	[FETCH_TLS] = "tls",
	[FETCH_FORBIDDEN] = "forbidden",
	[FETCH_REDIRECTS] = "redirects",
	[FETCH_PROTOCOL] = "protocol",
	[FETCH_DISALLOWED] = "disallowed",
	[FETCH_POSTPONED] = "postponed",
	[FETCH_CANCELLED] = "cancelled",
};

const char *
fetch_result_name(enum fetch_result result)
{
	return (unsigned)result < FETCH_RESULT_COUNT ? names[result]
						     : "unknown";
}

/* `before`: the result if the head of the response was not complete.  `begun`:
 * the result if it was complete.  Codes that are not in the table give
 * FETCH_PROTOCOL and FETCH_TRUNCATED. */
static const struct {
	CURLcode code;
	enum fetch_result before, begun;
} codes[] = {
	{ CURLE_URL_MALFORMAT, FETCH_FORBIDDEN, FETCH_FORBIDDEN },
	{ CURLE_COULDNT_RESOLVE_PROXY, FETCH_DNS, FETCH_DNS },
	{ CURLE_COULDNT_RESOLVE_HOST, FETCH_DNS, FETCH_DNS },
	{ CURLE_COULDNT_CONNECT, FETCH_CONNECT, FETCH_CONNECT },
	{ CURLE_PROXY, FETCH_CONNECT, FETCH_CONNECT },
	{ CURLE_GOT_NOTHING, FETCH_CONNECT, FETCH_TRUNCATED },
	{ CURLE_SEND_ERROR, FETCH_CONNECT, FETCH_TRUNCATED },
	{ CURLE_RECV_ERROR, FETCH_CONNECT, FETCH_TRUNCATED },
	{ CURLE_OPERATION_TIMEDOUT, FETCH_TIMEOUT, FETCH_TIMEOUT },
	/* libcurl also reports this code for a header line over 100 KB */
	{ CURLE_OUT_OF_MEMORY, FETCH_TOO_LARGE, FETCH_TRUNCATED },
	{ CURLE_FILESIZE_EXCEEDED, FETCH_TOO_LARGE, FETCH_TOO_LARGE },
	{ CURLE_SSL_CONNECT_ERROR, FETCH_TLS, FETCH_TLS },
	{ CURLE_PEER_FAILED_VERIFICATION, FETCH_TLS, FETCH_TLS },
	{ CURLE_SSL_ENGINE_NOTFOUND, FETCH_TLS, FETCH_TLS },
	{ CURLE_SSL_ENGINE_SETFAILED, FETCH_TLS, FETCH_TLS },
	{ CURLE_SSL_ENGINE_INITFAILED, FETCH_TLS, FETCH_TLS },
	{ CURLE_SSL_CERTPROBLEM, FETCH_TLS, FETCH_TLS },
	{ CURLE_SSL_CIPHER, FETCH_TLS, FETCH_TLS },
	{ CURLE_SSL_SHUTDOWN_FAILED, FETCH_TLS, FETCH_TRUNCATED },
	{ CURLE_SSL_CACERT_BADFILE, FETCH_TLS, FETCH_TLS },
	{ CURLE_SSL_CRL_BADFILE, FETCH_TLS, FETCH_TLS },
	{ CURLE_SSL_ISSUER_ERROR, FETCH_TLS, FETCH_TLS },
	{ CURLE_SSL_PINNEDPUBKEYNOTMATCH, FETCH_TLS, FETCH_TLS },
	{ CURLE_SSL_INVALIDCERTSTATUS, FETCH_TLS, FETCH_TLS },
	{ CURLE_SSL_CLIENTCERT, FETCH_TLS, FETCH_TLS },
};

/* With TLS 1.3 the server reads the client's certificate after the handshake of
 * the client has ended (RFC 8446, section 4.4.2.4).  libcurl
 * then reports an alert, such as "certificate required", as a failed read. */
static bool
fetch_result_is_alert(CURLcode code, const struct fetch *fetch)
{
	return (code == CURLE_RECV_ERROR || code == CURLE_SEND_ERROR) &&
	       strstr(fetch->curl_text, "SSL routines") != NULL;
}

/* True if libcurl could not start the thread in which it looks up a name.  That
 * is a limit of this machine, so that nothing is known about the name. */
static bool
fetch_result_lacks_thread(CURLcode code, const struct fetch *fetch)
{
	return (code == CURLE_COULDNT_RESOLVE_HOST ||
		   code == CURLE_COULDNT_RESOLVE_PROXY) &&
	       strstr(fetch->curl_text, "thread failed to start") != NULL;
}

/* Returns whether the transfer failed because no descriptor was free. The
 * resolver and the TLS library do not report the reason why they cannot open a
 * file or a socket. Therefore the function tries to create a descriptor. */
static bool
fetch_result_is_short(enum fetch_result result, const struct fetch *fetch)
{
	int fd;

	if (result == FETCH_CONNECT)
		return fetch->guard.is_short;
	if (result != FETCH_DNS && result != FETCH_TLS)
		return false;
	fd = memfd_create("gleaner-probe", MFD_CLOEXEC);
	if (fd < 0)
		return true;
	close(fd);
	return false;
}

/* Returns the result by the table `codes`. */
static enum fetch_result
fetch_result_by_code(CURLcode code, bool begun)
{
	for (size_t i = 0; i < ARRAY_LENGTH(codes); i++)
		if (codes[i].code == code)
			return begun ? codes[i].begun : codes[i].before;
	return begun ? FETCH_TRUNCATED : FETCH_PROTOCOL;
}

enum fetch_result
fetch_result_of(CURLcode code, const struct fetch *fetch)
{
	bool begun = fetch->headers.complete;
	enum fetch_result result;

	if (code ==
	    CURLE_OK) /* libcurl reports no error for an incomplete head */
		return begun ? FETCH_OK : FETCH_TRUNCATED;
	if ((code == CURLE_COULDNT_CONNECT ||
		code == CURLE_ABORTED_BY_CALLBACK) &&
	    fetch->guard.refused > 0 && fetch->guard.opened == 0)
		return FETCH_FORBIDDEN;
	if (code == CURLE_ABORTED_BY_CALLBACK && fetch->guard.is_repeated)
		return FETCH_CONNECT;
	/* no address was tried yet, so the name resolution was too slow */
	if (code == CURLE_OPERATION_TIMEDOUT &&
	    slice_starts(slice_of(fetch->curl_text), SLICE("Resolving")))
		return FETCH_DNS;
	if (fetch_result_lacks_thread(code, fetch))
		return FETCH_POSTPONED;
	if (!begun && fetch_result_is_alert(code, fetch))
		return FETCH_TLS;
	/* the coding is invalid from its first byte */
	if (code == CURLE_BAD_CONTENT_ENCODING && fetch->body.bytes == 0)
		return FETCH_PROTOCOL;
	result = fetch_result_by_code(code, begun);
	return !begun && fetch_result_is_short(result, fetch) ? FETCH_POSTPONED
							      : result;
}

void
fetch_set_why(struct fetch *fetch, const char *format, ...)
{
	char text[2 * FETCH_WHY_BYTES];
	struct slice s;
	va_list ap;
	bool valid;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	s = slice_trim(utf8_prefix(slice_of(text), FETCH_WHY_BYTES - 1));
	valid = utf8_valid(s);
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.p[i];

		fetch->why[i] = c < 0x20 || c == 0x7f || (c >= 0x80 && !valid)
				    ? '?'
				    : (char)c;
	}
	fetch->why[s.len] = '\0';
}

void
fetch_explain(struct fetch *fetch, CURLcode code, enum fetch_result result)
{
	if (result == FETCH_FORBIDDEN && fetch->guard.refused > 0)
		fetch_set_why(fetch,
		    "address %s is private; host.allow_private: true in the "
		    "configuration permits it",
		    fetch->guard.address);
	else if (result == FETCH_POSTPONED &&
		 !fetch_result_lacks_thread(code, fetch))
		fetch_set_why(fetch, "no descriptor is free");
	else if (code == CURLE_OK)
		fetch_set_why(
		    fetch, "the header of the response is incomplete");
	else
		fetch_set_why(fetch, "%s%s",
		    fetch->curl_text[0] != '\0' ? fetch->curl_text
						: curl_easy_strerror(code),
		    fetch->was_upgraded
			? "; the redirect is to http: fetch.allow_downgrade: "
			  "true permits it"
			: "");
}

struct freshness_input
response_freshness(const struct response *r, int64_t now)
{
	return (struct freshness_input){
		.cache_control = r->cache_control,
		.age = r->age,
		.date = r->date,
		.expires = r->expires,
		.now = now,
	};
}

int64_t
response_date(const struct response *r)
{
	int64_t at;

	return date_parse_http(slice_trim(slice_of(r->date)), &at) ? at
								   : DATE_NONE;
}

void
fetch_note_sent(struct fetch *fetch)
{
	curl_off_t sent_us = 0, total_us = 0;

	curl_easy_getinfo(fetch->easy, CURLINFO_PRETRANSFER_TIME_T, &sent_us);
	curl_easy_getinfo(fetch->easy, CURLINFO_TOTAL_TIME_T, &total_us);
	/* 0: the connection failed, and nothing was sent. */
	fetch->was_sent = sent_us > 0;
	if (fetch->was_sent)
		fetch->sent_ms =
		    clock_monotonic_ms() - (total_us - sent_us) / 1000;
}

int64_t
fetch_sent_ms(const struct fetch *fetch)
{
	return fetch->sent_ms;
}
