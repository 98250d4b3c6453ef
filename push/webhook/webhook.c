/*
 * webhook.c -- delivers changes by HTTP POST, one after the other.
 *
 * The normal case: the receiver answers the POST with 2xx, and the change is
 * acknowledged. Failure modes: the connection fails, there is no answer for
 * LIMIT_PUSH_ANSWER_MS, the status is not 2xx (a redirect is not followed).
 * After such a failure the request is sent again; after 429 and 503 it is not
 * sent before the time in Retry-After. Only the status 410 ends the push.
 *
 * The status is used when the head of the answer is complete. An incomplete,
 * too long or too slow body does not change the result.
 *
 * Only one request is sent at a time, because HTTP/1.1 requests on several
 * connections can arrive in any order.
 *
 * Unencrypted requests are sent to loopback addresses only. The address of the
 * socket is checked, not the name. If the name resolves to another address
 * later, the request is therefore still refused (DNS rebinding).
 *
 * Source: standardwebhooks.com, "Spec"; RFC 9110, sections 10.2.3 and 15.
 */
#include "push/webhook/webhook.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <curl/curl.h>

#include "base/clock.h"
#include "base/limits.h"
#include "crawler/fetch/freshness.h"
#include "push/webhook/signature.h"

#define HEADER_BYTES 2048

#define STATUS_OK                200
#define STATUS_UNAUTHORIZED      401
#define STATUS_FORBIDDEN         403
#define STATUS_GONE              410
#define STATUS_TOO_LARGE         413
#define STATUS_TOO_MANY_REQUESTS 429
#define STATUS_UNAVAILABLE       503

struct webhook {
	struct push *push;
	CURLM *multi;
	CURL *easy;
	struct curl_slist *headers; /* headers of the request in progress */
	/* If keys.n is 0, requests are not signed. */
	struct signature_keys keys;
	const struct push_message *message; /* message of the request in
					       progress; NULL: none */
	size_t answer_bytes, header_bytes;
	int64_t head_ms; /* time at which the head of the answer was complete;
			    0: it is not complete */
	bool may_only_loop; /* the target is http, so only loopback addresses
			       are allowed */
};

/* ---- loopback ---- */

/* 127.0.0.0/8 */
static bool
webhook_is_loopback_v4(struct in_addr address)
{
	return ntohl(address.s_addr) >> 24 == 127;
}

static bool
webhook_is_loopback(const struct sockaddr *address)
{
	const void *any = address;
	const struct sockaddr_in *v4 = any;
	const struct sockaddr_in6 *v6 = any;

	if (address->sa_family == AF_INET)
		return webhook_is_loopback_v4(v4->sin_addr);
	return address->sa_family == AF_INET6 &&
	       IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr);
}

/* Returns true if the host is localhost or a loopback address. `host`: in the
 * form that libcurl writes: lower case, IPv4 in four parts, IPv6 in brackets.
 */
static bool
webhook_names_loopback(const char *host)
{
	struct in_addr v4;

	return strcmp(host, "localhost") == 0 || strcmp(host, "[::1]") == 0 ||
	       (inet_pton(AF_INET, host, &v4) == 1 &&
		   webhook_is_loopback_v4(v4));
}

/* The callback CURLOPT_OPENSOCKETFUNCTION, which checks the address of the
 * connection. */
static curl_socket_t
webhook_open_socket(
    void *arg, curlsocktype purpose, struct curl_sockaddr *address)
{
	const struct webhook *webhook = arg;

	(void)purpose;
	if (webhook->may_only_loop && !webhook_is_loopback(&address->addr)) {
		errno = EACCES;
		return CURL_SOCKET_BAD;
	}
	return socket(address->family, address->socktype | SOCK_CLOEXEC,
	    address->protocol);
}

/* ---- the target ---- */

static int
webhook_check_url(CURLU *url, const char *target, struct err *e)
{
	char *scheme = NULL, *host = NULL;
	CURLUcode code = curl_url_set(url, CURLUPART_URL, target, 0);
	int rc = 0;

	if (code == CURLUE_OK)
		code = curl_url_get(url, CURLUPART_SCHEME, &scheme, 0);
	if (code == CURLUE_OK)
		code = curl_url_get(url, CURLUPART_HOST, &host, 0);
	if (code != CURLUE_OK)
		rc = err_set(e, ERR_USAGE, "the target is not a URL: %s",
		    curl_url_strerror(code));
	else if (strcmp(scheme, "https") != 0 && strcmp(scheme, "http") != 0)
		rc = err_set(
		    e, ERR_USAGE, "the target must begin with https://");
	else if (strcmp(scheme, "http") == 0 && !webhook_names_loopback(host))
		rc = err_set(e, ERR_USAGE,
		    "http://%s is not a loopback address, and articles and "
		    "passwords would be sent unencrypted; use https://",
		    host);
	curl_free(scheme);
	curl_free(host);
	return rc;
}

int
webhook_check_target(const char *target, struct err *e)
{
	CURLU *url;
	int rc;

	if (strlen(target) > LIMIT_URL_BYTES)
		return err_set(e, ERR_USAGE,
		    "the URL of the target has more than %d bytes",
		    LIMIT_URL_BYTES);
	url = curl_url();
	if (url == NULL)
		return err_set(e, ERR_MEMORY, "out of memory");
	rc = webhook_check_url(url, target, e);
	curl_url_cleanup(url);
	return rc;
}

/* ---- the answer ---- */

/* The body of a response is not used. It is read, so that the connection can be
 * used again. If it is longer than LIMIT_PUSH_ANSWER_BYTES, the transfer is
 * ended. */
static size_t
webhook_on_body(char *bytes, size_t size, size_t n, void *arg)
{
	struct webhook *webhook = arg;

	(void)bytes;
	webhook->answer_bytes += size * n;
	return webhook->answer_bytes <= LIMIT_PUSH_ANSWER_BYTES ? size * n : 0;
}

/* An empty line ends a head. The head of an interim answer (1xx) is followed by
 * another head. The end of the head is the first one of a final answer, because
 * a body in chunks may have trailers. */
static size_t
webhook_on_header(char *bytes, size_t size, size_t n, void *arg)
{
	struct webhook *webhook = arg;
	struct slice line = { bytes, size * n };
	long status = 0;

	webhook->header_bytes += line.len;
	if (webhook->header_bytes > LIMIT_HEADERS_BYTES)
		return 0;
	curl_easy_getinfo(webhook->easy, CURLINFO_RESPONSE_CODE, &status);
	if (webhook->head_ms == 0 && status >= STATUS_OK &&
	    slice_trim(line).len == 0)
		webhook->head_ms = clock_monotonic_ms();
	return line.len;
}

static int64_t
webhook_retry_after_s(CURL *easy, long status)
{
	struct curl_header *header;

	if ((status != STATUS_TOO_MANY_REQUESTS &&
		status != STATUS_UNAVAILABLE) ||
	    curl_easy_header(
		easy, "Retry-After", 0, CURLH_HEADER, -1, &header) != CURLHE_OK)
		return -1;
	return retry_after_s(
	    header->value, (int64_t)time(NULL), LIMIT_PUSH_RETRY_AFTER_S);
}

static const char *
webhook_advice(long status)
{
	if (status >= 300 && status < 400)
		return " (redirects are not followed; change the target)";
	if (status == STATUS_UNAUTHORIZED || status == STATUS_FORBIDDEN)
		return " (the receiver refuses the credentials or the "
		       "signature)";
	return "";
}

/* The status is used as soon as the head is complete. Otherwise a receiver
 * whose body never ends would get the same change for ever, although it has
 * stored the change. */
static bool
webhook_was_answered(const struct webhook *webhook, CURLcode code)
{
	return code == CURLE_OK || webhook->head_ms != 0;
}

/* Returns true if the head is complete, but the body is not, after
 * LIMIT_PUSH_ANSWER_BODY_MS. */
static bool
webhook_is_slow(const struct webhook *webhook)
{
	return webhook->head_ms != 0 &&
	       clock_monotonic_ms() - webhook->head_ms >=
		   LIMIT_PUSH_ANSWER_BODY_MS;
}

static void
webhook_judge(
    struct webhook *webhook, const struct push_message *message, CURLcode code)
{
	int64_t retry_s;
	long status = 0;

	if (code == CURLE_PEER_FAILED_VERIFICATION) {
		push_failed(webhook->push, -1,
		    "the certificate of the server is not valid, or no trusted "
		    "authority has signed it (SSL_CERT_FILE)");
		return;
	}
	curl_easy_getinfo(webhook->easy, CURLINFO_RESPONSE_CODE, &status);
	retry_s = webhook_retry_after_s(webhook->easy, status);
	if (!webhook_was_answered(webhook, code)) {
		push_failed(
		    webhook->push, retry_s, "%s", curl_easy_strerror(code));
		return;
	}
	if (status >= 200 && status < 300)
		push_acknowledged(webhook->push, message->seq);
	else if (status == STATUS_GONE)
		push_gone(webhook->push,
		    "the receiver refuses further changes (410 Gone)");
	else if (status == STATUS_TOO_LARGE)
		push_failed(webhook->push, retry_s,
		    "HTTP status %ld: change %lld (article %lld) has %zu "
		    "bytes, more than the receiver accepts",
		    status, (long long)message->seq,
		    (long long)message->article_id, message->line.len);
	else
		push_failed(webhook->push, retry_s, "HTTP status %ld%s", status,
		    webhook_advice(status));
}

/* ---- the request ---- */

static void
webhook_end_request(struct webhook *webhook)
{
	if (webhook->message != NULL)
		curl_multi_remove_handle(webhook->multi, webhook->easy);
	curl_slist_free_all(webhook->headers);
	webhook->headers = NULL;
	webhook->message = NULL;
}

static bool
webhook_add_header(struct webhook *webhook, const char *name, const char *value)
{
	char line[HEADER_BYTES];
	struct curl_slist *longer;

	snprintf(line, sizeof(line), "%s%s", name, value);
	longer = curl_slist_append(webhook->headers, line);
	if (longer != NULL)
		webhook->headers = longer;
	return longer != NULL;
}

static bool
webhook_add_signature(
    struct webhook *webhook, const char *id, int64_t now, struct slice body)
{
	struct buf value;
	bool is_done;

	if (webhook->keys.n == 0)
		return true;
	buf_init(&value, HEADER_BYTES / 2);
	is_done =
	    signature_write(&webhook->keys, id, now, body, &value, NULL) == 0 &&
	    !buf_failed(&value) &&
	    webhook_add_header(webhook, "webhook-signature: ", value.p);
	buf_release(&value);
	return is_done;
}

/* The timestamp is the time of this attempt. The id is that of the change. */
static bool
webhook_add_headers(struct webhook *webhook, const struct push_message *message)
{
	char id[PUSH_ID_BYTES], timestamp[SLICE_INT64_BYTES + 1];
	int64_t now = (int64_t)time(NULL);

	push_message_id(webhook->push, message->seq, id);
	snprintf(timestamp, sizeof(timestamp), "%lld", (long long)now);
	return webhook_add_header(
		   webhook, "Content-Type: ", "application/json") &&
	       webhook_add_header(webhook, "Expect:", "") &&
	       webhook_add_header(webhook, "webhook-id: ", id) &&
	       webhook_add_header(webhook, "webhook-timestamp: ", timestamp) &&
	       webhook_add_signature(webhook, id, now, message->line);
}

static bool
webhook_send(void *arg, const struct push_message *message)
{
	struct webhook *webhook = arg;
	CURL *easy = webhook->easy;
	bool is_ready = webhook_add_headers(webhook, message);

	webhook->answer_bytes = webhook->header_bytes = 0;
	webhook->head_ms = 0;
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, webhook->headers);
	curl_easy_setopt(easy, CURLOPT_POSTFIELDS, message->line.p);
	curl_easy_setopt(
	    easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)message->line.len);
	if (is_ready &&
	    curl_multi_add_handle(webhook->multi, easy) == CURLM_OK) {
		webhook->message = message;
		return true;
	}
	push_failed(webhook->push, -1, "out of memory");
	return false;
}

static void
webhook_wait(void *arg, int timeout_ms)
{
	struct webhook *webhook = arg;
	const struct push_message *message;
	CURLcode code = CURLE_OK;
	CURLMsg *event;
	int running = 0, n;
	bool is_done = false;

	if (webhook->message == NULL) {
		poll(NULL, 0, timeout_ms);
		return;
	}
	curl_multi_perform(webhook->multi, &running);
	if (running > 0 && curl_multi_poll(webhook->multi, NULL, 0, timeout_ms,
			       NULL) == CURLM_OK)
		curl_multi_perform(webhook->multi, &running);
	while ((event = curl_multi_info_read(webhook->multi, &n)) != NULL)
		if (event->msg == CURLMSG_DONE) {
			code = event->data.result;
			is_done = true;
		}
	if (!is_done && !webhook_is_slow(webhook))
		return;
	message = webhook->message;
	curl_multi_remove_handle(webhook->multi, webhook->easy);
	webhook->message = NULL;
	webhook_judge(webhook, message, code);
	webhook_end_request(webhook);
}

static void
webhook_abandon(void *arg)
{
	webhook_end_request(arg);
}

/* ---- open and close ---- */

static void
webhook_set_options(struct webhook *webhook, const char *target)
{
	CURL *easy = webhook->easy;
	const char *authorities = getenv("SSL_CERT_FILE");

	curl_easy_setopt(easy, CURLOPT_URL, target);
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR,
	    webhook->may_only_loop ? "http" : "https");
	/* No proxy may be used, because it would resolve the name again. */
	if (webhook->may_only_loop)
		curl_easy_setopt(easy, CURLOPT_PROXY, "");
	/* The program curl reads this variable, too, but libcurl does not. */
	if (authorities != NULL && authorities[0] != '\0')
		curl_easy_setopt(easy, CURLOPT_CAINFO, authorities);
	curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(easy, CURLOPT_POST, 1L);
	curl_easy_setopt(
	    easy, CURLOPT_USERAGENT, "gleaner-push/" GLEANER_VERSION);
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	/* Do not wait for a resolver thread whose DNS server does not answer:
	 * the cursor is moved meanwhile. */
	curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
	curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)LIMIT_PUSH_ANSWER_MS);
	curl_easy_setopt(
	    easy, CURLOPT_CONNECTTIMEOUT_MS, (long)LIMIT_CONNECT_MS);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, webhook_on_body);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, webhook);
	curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
	curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, webhook_on_header);
	curl_easy_setopt(easy, CURLOPT_HEADERDATA, webhook);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, webhook_open_socket);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, webhook);
}

static void
webhook_close(void *arg)
{
	struct webhook *webhook = arg;

	webhook_end_request(webhook);
	curl_easy_cleanup(webhook->easy);
	curl_multi_cleanup(webhook->multi);
	explicit_bzero(&webhook->keys, sizeof(webhook->keys));
	free(webhook);
}

static int
webhook_open_curl(struct webhook *webhook, const char *target, struct err *e)
{
	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK ||
	    (webhook->multi = curl_multi_init()) == NULL ||
	    (webhook->easy = curl_easy_init()) == NULL)
		return err_set(e, ERR_LIBRARY, "libcurl cannot be initialised");
	webhook->may_only_loop =
	    slice_starts_nocase(slice_of(target), SLICE("http:"));
	webhook_set_options(webhook, target);
	return 0;
}

static int
webhook_open(const struct push_settings *settings, struct push *push,
    void **ret_receiver, struct err *e)
{
	struct webhook *webhook;
	int rc = webhook_check_target(settings->target, e);

	if (rc != 0)
		return rc;
	webhook = calloc(1, sizeof(*webhook));
	if (webhook == NULL)
		return err_set(e, ERR_MEMORY, "out of memory");
	webhook->push = push;
	if (settings->secret != NULL)
		rc = signature_read_keys(settings->secret, &webhook->keys, e);
	if (rc == 0)
		rc = webhook_open_curl(webhook, settings->target, e);
	if (rc == 0 && webhook->keys.is_short)
		fprintf(stderr, "gleaner push: warning: a key of the secret "
				"has less than 24 bytes\n");
	if (rc == 0)
		*ret_receiver = webhook;
	else
		webhook_close(webhook);
	return rc;
}

const struct push_receiver webhook_receiver = {
	.open = webhook_open,
	.send = webhook_send,
	.wait = webhook_wait,
	.abandon = webhook_abandon,
	.close = webhook_close,
	.most_in_flight = 1,
};
