/*
 * nats_receiver.c -- publishes changes to a JetStream stream.
 *
 * The normal case: a message is published with a reply subject. The server
 * stores the message and answers on this subject, and the change is
 * acknowledged. Many messages are in flight; answers come in any order. Failure
 * modes: no connection, no stream has the subject, the stream is full, no
 * answer for LIMIT_PUSH_ANSWER_MS, a change that is longer than the server
 * accepts. After each failure the answers to the messages in flight are awaited
 * for a short time. The connection is then closed, and all messages without an
 * answer are sent again over a new connection.
 *
 * libnats must not reconnect by itself: it would send new messages before those
 * that the old connection has lost. Within one connection the server stores
 * messages in the order in which they were sent.
 *
 * Nats-Msg-Id is "STORE-SEQ". The server drops a message whose id it has stored
 * within the stream's duplicate window (2 minutes, if not set).
 *
 * Source: docs.nats.io, "JetStream wire API reference", section "Publish
 * acknowledgements".
 */
#include "push/nats/nats_receiver.h"

#include <sys/mman.h>

#include <jansson.h>
#include <nats/nats.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"
#include "push/target.h"

#define PORT_DEFAULT  4222
#define CONNECT_MS    4000 /* short enough that SIGTERM ends the push in time */
#define FLUSH_MS      2000
/* After a failure the receiver still reads the answers that arrive: it stops if
 * no answer has arrived for SETTLE_MS, and after SETTLE_MOST_MS in any case.
 * SIGTERM then ends the push in time. */
#define SETTLE_MS      1000
#define SETTLE_MOST_MS 2000
#define ID_HEADER     "Nats-Msg-Id"
#define CREDENTIALS   "-----BEGIN NATS USER JWT-----"
#define SUBJECT_BYTES 256
#define SERVERS_MAX   16
#define PATH_BYTES    32

struct nats_push {
	struct push *push;
	struct push_target target;
	const char *secret; /* borrowed; NULL: none */
	int credentials_fd; /* -1: the secret is not a file of credentials */
	char credentials[PATH_BYTES]; /* path of credentials_fd */
	bool is_encrypted;
	const char *urls[SERVERS_MAX]; /* owned */
	int n_urls;
	natsConnection *connection; /* NULL: it is created for the next message
				     */
	natsSubscription *answers;
	char *inbox;     /* subject prefix of answers: INBOX.SEQ */
	bool has_unsent; /* messages wait in the library's buffer */
	size_t n_in_flight; /* messages without an answer */
};

/* ---- the answer ---- */

enum nats_answer
nats_read_answer(const char *data, size_t n, char ret_why[NATS_WHY_BYTES])
{
	json_t *json = n > 0 ? json_loadb(data, n, 0, NULL) : NULL;
	const json_t *error = json_object_get(json, "error");
	const char *why =
	    json_string_value(json_object_get(error, "description"));
	enum nats_answer answer = NATS_ANSWER_REFUSED;

	if (n == 0)
		answer = NATS_ANSWER_NO_STREAM;
	else if (error == NULL && json_is_integer(json_object_get(json, "seq")))
		answer = NATS_ANSWER_STORED;
	snprintf(ret_why, NATS_WHY_BYTES, "%s",
	    why != NULL ? why
			: "the answer is not an acknowledgement of JetStream");
	json_decref(json);
	return answer;
}

/* Returns the seq at the end of the answer's subject; -1: there is none. */
static int64_t
nats_receiver_seq_of(const struct nats_push *nats, const char *subject)
{
	size_t n = strlen(nats->inbox);
	int64_t seq = -1;

	if (strncmp(subject, nats->inbox, n) == 0 && subject[n] == '.' &&
	    slice_to_int64(slice_of(subject + n + 1), &seq))
		return seq;
	return -1;
}

/* Reads an answer and records that a message was stored. *ret_seq: the change;
 * -1: the answer belongs to no change. */
static enum nats_answer
nats_receiver_read(struct nats_push *nats, natsMsg *answer, int64_t *ret_seq,
    char ret_why[NATS_WHY_BYTES])
{
	enum nats_answer kind = nats_read_answer(natsMsg_GetData(answer),
	    (size_t)natsMsg_GetDataLength(answer), ret_why);

	*ret_seq = nats_receiver_seq_of(nats, natsMsg_GetSubject(answer));
	natsMsg_Destroy(answer);
	if (*ret_seq < 0)
		return NATS_ANSWER_STORED;
	if (nats->n_in_flight > 0)
		nats->n_in_flight--;
	if (kind == NATS_ANSWER_STORED)
		push_acknowledged(nats->push, *ret_seq);
	return kind;
}

/* Reads the answers to the messages in flight after a failure, so that messages
 * that were stored are not sent again. */
static void
nats_receiver_settle(struct nats_push *nats)
{
	char why[NATS_WHY_BYTES];
	natsMsg *answer = NULL;
	int64_t seq, until_ms;

	if (nats->connection == NULL)
		return;
	if (nats->has_unsent)
		natsConnection_FlushTimeout(nats->connection, FLUSH_MS);
	until_ms = clock_monotonic_ms() + SETTLE_MOST_MS;
	while (nats->n_in_flight > 0 && clock_monotonic_ms() < until_ms &&
	       natsSubscription_NextMsg(&answer, nats->answers, SETTLE_MS) ==
		   NATS_OK)
		nats_receiver_read(nats, answer, &seq, why);
}

static void
nats_receiver_tell_no_stream(struct nats_push *nats)
{
	nats_receiver_settle(nats);
	push_failed(nats->push, -1,
	    "no stream has the subject %s; create one in JetStream",
	    nats->target.name);
}

/* Handles an answer. Returns false if the message was not stored; push_failed()
 * was then called. */
static bool
nats_receiver_take_answer(struct nats_push *nats, natsMsg *answer)
{
	char why[NATS_WHY_BYTES];
	int64_t seq;
	enum nats_answer kind = nats_receiver_read(nats, answer, &seq, why);

	if (kind == NATS_ANSWER_NO_STREAM) {
		nats_receiver_tell_no_stream(nats);
	} else if (kind == NATS_ANSWER_REFUSED) {
		nats_receiver_settle(nats);
		push_failed(nats->push, -1,
		    "the stream refuses change %lld: %s", (long long)seq, why);
	}
	return kind == NATS_ANSWER_STORED;
}

/* ---- the connection ---- */

static void
nats_receiver_disconnect(void *arg)
{
	struct nats_push *nats = arg;

	natsSubscription_Destroy(nats->answers);
	natsConnection_Destroy(nats->connection);
	free(nats->inbox);
	nats->answers = NULL;
	nats->connection = NULL;
	nats->inbox = NULL;
	nats->has_unsent = false;
	nats->n_in_flight = 0;
}

/* The secret is the content of a file of credentials (a JWT and its key),
 * "USER:PASSWORD" or a token. */
static natsStatus
nats_receiver_set_secret(const struct nats_push *nats, natsOptions *options)
{
	struct slice text = slice_trim(slice_of(nats->secret));
	size_t colon = slice_find_char(text, ':', 0);
	bool has_colon = colon != SLICE_NOT_FOUND;
	char *user, *password = NULL;
	natsStatus status;

	if (nats->credentials[0] != '\0')
		return natsOptions_SetUserCredentialsFromFiles(
		    options, nats->credentials, NULL);
	user = strndup(text.p, has_colon ? colon : text.len);
	if (has_colon)
		password = strndup(text.p + colon + 1, text.len - colon - 1);
	if (user == NULL || (has_colon && password == NULL))
		status = NATS_NO_MEMORY;
	else if (has_colon)
		status = natsOptions_SetUserInfo(options, user, password);
	else
		status = natsOptions_SetToken(options, user);
	free(user);
	free(password);
	return status;
}

static natsStatus
nats_receiver_set_user(const struct nats_push *nats, natsOptions *options)
{
	const struct push_target *target = &nats->target;

	if (nats->secret != NULL)
		return nats_receiver_set_secret(nats, options);
	if (target->password != NULL)
		return natsOptions_SetUserInfo(
		    options, target->user, target->password);
	if (target->user != NULL)
		return natsOptions_SetToken(options, target->user);
	return NATS_OK;
}

static natsStatus
nats_receiver_set_options(struct nats_push *nats, natsOptions *options)
{
	natsStatus status =
	    natsOptions_SetServers(options, nats->urls, nats->n_urls);

	if (status == NATS_OK)
		status = natsOptions_SetAllowReconnect(options, false);
	if (status == NATS_OK)
		status = natsOptions_SetTimeout(options, CONNECT_MS);
	if (status == NATS_OK)
		status = natsOptions_SetName(options, "gleaner-push");
	if (status == NATS_OK && nats->is_encrypted)
		status = natsOptions_SetSecure(options, true);
	return status == NATS_OK ? nats_receiver_set_user(nats, options)
				 : status;
}

static natsStatus
nats_receiver_subscribe(struct nats_push *nats)
{
	char subject[SUBJECT_BYTES];
	natsInbox *inbox = NULL;
	natsStatus status = natsInbox_Create(&inbox);

	if (status != NATS_OK)
		return status;
	nats->inbox = strdup(inbox);
	natsInbox_Destroy(inbox);
	if (nats->inbox == NULL)
		return NATS_NO_MEMORY;
	snprintf(subject, sizeof(subject), "%s.*", nats->inbox);
	status = natsConnection_SubscribeSync(
	    &nats->answers, nats->connection, subject);
	if (status == NATS_OK)
		status =
		    natsSubscription_SetPendingLimits(nats->answers, -1, -1);
	return status;
}

/* The last error of the library is not shown, because it may name the user. */
static const char *
nats_receiver_fault(natsStatus status)
{
	return status == NATS_SSL_ERROR
		   ? "the TLS connection failed: the certificate of the server "
		     "is not valid for its host, or no known authority signed "
		     "it (SSL_CERT_FILE)"
		   : natsStatus_GetText(status);
}

static bool
nats_receiver_connect(struct nats_push *nats)
{
	natsOptions *options = NULL;
	natsStatus status = natsOptions_Create(&options);

	if (status == NATS_OK)
		status = nats_receiver_set_options(nats, options);
	if (status == NATS_OK)
		status = natsConnection_Connect(&nats->connection, options);
	if (status == NATS_OK)
		status = nats_receiver_subscribe(nats);
	natsOptions_Destroy(options);
	if (status != NATS_OK)
		push_failed(nats->push, -1, "connecting: %s",
		    nats_receiver_fault(status));
	return status == NATS_OK;
}

/* ---- messages ---- */

static natsStatus
nats_receiver_publish(
    struct nats_push *nats, const struct push_message *message)
{
	char reply[SUBJECT_BYTES], id[PUSH_ID_BYTES];
	natsMsg *out = NULL;
	natsStatus status;

	snprintf(reply, sizeof(reply), "%s.%lld", nats->inbox,
	    (long long)message->seq);
	push_message_id(nats->push, message->seq, id);
	status = natsMsg_Create(&out, nats->target.name, reply, message->line.p,
	    (int)message->line.len);
	if (status == NATS_OK)
		status = natsMsgHeader_Set(out, ID_HEADER, id);
	if (status == NATS_OK)
		status = natsConnection_PublishMsg(nats->connection, out);
	natsMsg_Destroy(out);
	return status;
}

/* Reports that a message could not be published. */
static void
nats_receiver_fail(struct nats_push *nats, const struct push_message *message,
    natsStatus status)
{
	long long most =
	    (long long)natsConnection_GetMaxPayload(nats->connection);

	nats_receiver_settle(nats);
	if (status == NATS_MAX_PAYLOAD)
		push_failed(nats->push, -1,
		    "change %lld (article %lld) has %zu bytes, the server "
		    "accepts %lld",
		    (long long)message->seq, (long long)message->article_id,
		    message->line.len, most);
	else
		push_failed(nats->push, -1, "publishing: %s",
		    natsStatus_GetText(status));
}

static bool
nats_receiver_send(void *arg, const struct push_message *message)
{
	struct nats_push *nats = arg;
	natsStatus status;

	if (nats->connection == NULL && !nats_receiver_connect(nats))
		return false;
	status = nats_receiver_publish(nats, message);
	nats->has_unsent = true;
	if (status == NATS_OK)
		nats->n_in_flight++;
	else
		nats_receiver_fail(nats, message, status);
	return status == NATS_OK;
}

/* Waits for an answer, and handles all answers that have arrived. If one of
 * them is an error, push_failed() closes the connection. */
static void
nats_receiver_wait(void *arg, int timeout_ms)
{
	struct nats_push *nats = arg;
	natsMsg *answer = NULL;
	natsStatus status = NATS_OK;

	if (nats->connection == NULL) {
		poll(NULL, 0, timeout_ms);
		return;
	}
	if (nats->has_unsent)
		status =
		    natsConnection_FlushTimeout(nats->connection, FLUSH_MS);
	nats->has_unsent = false;
	if (status == NATS_OK)
		status = natsSubscription_NextMsg(
		    &answer, nats->answers, timeout_ms > 0 ? timeout_ms : 1);
	while (status == NATS_OK && nats_receiver_take_answer(nats, answer))
		status = natsSubscription_NextMsg(&answer, nats->answers, 1);
	if (nats->connection == NULL || status == NATS_OK)
		return;
	if (status == NATS_NO_RESPONDERS)
		nats_receiver_tell_no_stream(nats);
	else if (status != NATS_TIMEOUT ||
		 natsConnection_IsClosed(nats->connection))
		push_failed(nats->push, -1, "the connection was lost: %s",
		    natsStatus_GetText(status));
}

/* ---- open and close ---- */

static void
nats_receiver_close(void *arg)
{
	struct nats_push *nats = arg;

	nats_receiver_disconnect(nats);
	push_target_release(&nats->target);
	for (int i = 0; i < nats->n_urls; i++)
		free((void *)(uintptr_t)nats->urls[i]);
	if (nats->credentials_fd >= 0)
		close(nats->credentials_fd);
	free(nats);
	nats_CloseAndWait(1000);
}

/* Converts "a:1,b:2" to the list "nats://a:1", "nats://b:2". */
static int
nats_receiver_set_urls(struct nats_push *nats, struct err *e)
{
	struct slice rest = slice_of(nats->target.hosts), host;
	char *url;

	while (slice_next(&rest, ',', &host)) {
		if (nats->n_urls == SERVERS_MAX)
			return err_set(e, ERR_USAGE,
			    "the target has more than %d hosts", SERVERS_MAX);
		if (asprintf(&url, "nats://%.*s", SLICE_ARG(host)) < 0)
			return err_set(e, ERR_MEMORY, "out of memory");
		nats->urls[nats->n_urls++] = url;
	}
	return 0;
}

/* Copies the file of credentials into a file without a name, because libnats
 * accepts credentials only as a path, and the original may be readable only at
 * the start. */
static int
nats_receiver_keep_credentials(struct nats_push *nats, struct err *e)
{
	struct slice text = slice_of(nats->secret);

	if (slice_find(text, SLICE(CREDENTIALS), 0) == SLICE_NOT_FOUND)
		return 0;
	nats->credentials_fd = memfd_create("credentials", MFD_CLOEXEC);
	if (nats->credentials_fd < 0 ||
	    write(nats->credentials_fd, text.p, text.len) != (ssize_t)text.len)
		return err_errno(e, "credentials");
	snprintf(nats->credentials, sizeof(nats->credentials),
	    "/proc/self/fd/%d", nats->credentials_fd);
	return 0;
}

static int
nats_receiver_check_subject(const char *subject, struct err *e)
{
	if (strlen(subject) < SUBJECT_BYTES &&
	    strpbrk(subject, " \t*>") == NULL)
		return 0;
	return err_set(e, ERR_USAGE,
	    "the subject must have no space, tab, * or >, and fewer than "
	    "%d bytes",
	    SUBJECT_BYTES);
}

static int
nats_receiver_open(const struct push_settings *settings, struct push *push,
    void **ret_receiver, struct err *e)
{
	struct nats_push *nats = calloc(1, sizeof(*nats));
	int rc;

	if (nats == NULL)
		return err_set(e, ERR_MEMORY, "out of memory");
	nats->push = push;
	nats->credentials_fd = -1;
	nats->secret = settings->secret;
	nats->is_encrypted =
	    slice_starts_nocase(slice_of(settings->target), SLICE("tls://"));
	rc = push_target_parse(settings->target,
	    nats->is_encrypted ? "tls://" : "nats://", PORT_DEFAULT,
	    &nats->target, e);
	if (rc == 0)
		rc = nats_receiver_check_subject(nats->target.name, e);
	if (rc == 0)
		rc = nats_receiver_set_urls(nats, e);
	if (rc == 0 && nats->secret != NULL)
		rc = nats_receiver_keep_credentials(nats, e);
	if (rc == 0 && nats_Open(-1) != NATS_OK)
		rc = err_set(e, ERR_LIBRARY, "libnats cannot be initialised");
	if (rc == 0)
		*ret_receiver = nats;
	else
		nats_receiver_close(nats);
	return rc;
}

const struct push_receiver nats_receiver = {
	.open = nats_receiver_open,
	.send = nats_receiver_send,
	.wait = nats_receiver_wait,
	.abandon = nats_receiver_disconnect,
	.close = nats_receiver_close,
	.answer_ms = LIMIT_PUSH_ANSWER_MS,
};
