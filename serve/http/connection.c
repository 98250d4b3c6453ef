/*
 * connection.c -- connects libmicrohttpd with the pool.
 *
 * The normal case: libmicrohttpd reads the head of a request and the body of a
 * POST.  The request is checked, its connection is suspended, and its job is
 * given to the pool.  A thread of the pool writes the response and resumes the
 * connection.  Then libmicrohttpd sends the response.  All functions but the
 * last four run in the thread of libmicrohttpd.
 *
 * libmicrohttpd itself refuses some requests (a malformed head, a head of more
 * than LIMIT_SERVE_HEAD).  These responses have no body.
 */
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "serve/http/access.h"
#include "serve/http/fields.h"
#include "serve/http/server.h"

/* ---- jobs ---- */

/* The first callback of a request.  `uri`: the target as it was sent. */
static void *
connection_begin_job(
    void *arg, const char *uri, struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(
	    connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	struct job *job = calloc(1, sizeof(*job));

	(void)arg;
	if (job == NULL || info == NULL || info->socket_context == NULL) {
		free(job);
		return NULL;
	}
	job->target_bytes = strlen(uri);
	job->target = malloc(job->target_bytes * 2 + 1);
	if (job->target == NULL) {
		free(job);
		return NULL;
	}
	memcpy(job->target, uri, job->target_bytes);
	job->peer = info->socket_context;
	job->connection = connection;
	job->began_ms = clock_monotonic_ms();
	buf_init(&job->body, LIMIT_SERVE_BODY);
	serve_response_init(&job->response);
	return job;
}

static void
connection_end_job(void *arg, struct MHD_Connection *connection, void **place,
    enum MHD_RequestTerminationCode why)
{
	struct server *server = arg;
	struct job *job = *place;

	(void)connection;
	(void)why;
	if (job == NULL)
		return;
	server->unsent_bytes -= job->unsent_bytes;
	peers_set_phase(
	    &server->peers, job->peer, PEER_KEEP, clock_monotonic_ms());
	buf_release(&job->body);
	serve_response_release(&job->response);
	free(job->target);
	free(job);
	*place = NULL;
}

/* ---- the head ---- */

static enum MHD_Result
connection_read_field(void *arg, enum MHD_ValueKind kind, const char *name,
    size_t name_bytes, const char *value, size_t value_bytes)
{
	struct slice text = { value, value_bytes };

	(void)kind;
	fields_take(arg, (struct slice){ name, name_bytes },
	    value != NULL ? text : SLICE(""));
	return MHD_YES;
}

static enum serve_method
connection_method(const char *method)
{
	if (strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0)
		return SERVE_GET;
	return strcmp(method, "POST") == 0 ? SERVE_POST : SERVE_METHOD_OTHER;
}

static const char *
connection_allow(unsigned methods)
{
	if (methods == SERVE_POST)
		return "POST";
	return methods == SERVE_GET ? "GET, HEAD" : "GET, HEAD, POST";
}

/* Parses the target.  Returns false after writing a problem. */
static bool
connection_read_target(struct job *job)
{
	int status;

	if (job->target_bytes > LIMIT_SERVE_TARGET) {
		job->request.path = SLICE("/");
		serve_problem(&job->response, 414,
		    "path and query have more than %lld KiB",
		    (long long)(LIMIT_SERVE_TARGET / KIB));
		return false;
	}
	status = serve_request_parse_target(job->target, job->target_bytes,
	    job->target + job->target_bytes, &job->request);
	if (status == 0)
		return true;
	job->request.path = SLICE("/");
	serve_problem(&job->response, status,
	    "the target of the request is not a path and a query in "
	    "percent-encoded UTF-8");
	return false;
}

/* Parses the head.  Returns false after writing a problem. */
static bool
connection_read_head(struct job *job, const char *method)
{
	struct fields fields = { .request = &job->request };
	const char *why;
	int status;

	job->request.method = connection_method(method);
	job->request.is_head = strcmp(method, "HEAD") == 0;
	MHD_get_connection_values_n(
	    job->connection, MHD_HEADER_KIND, connection_read_field, &fields);
	if (!connection_read_target(job))
		return false;
	status = fields_check(&fields, &why);
	if (status == 0)
		return true;
	/* It is not certain where the request ends, so the connection is
	 * closed. */
	job->must_close = true;
	serve_problem(&job->response, status, "%s", why);
	return false;
}

/* Limits the rate of a token.  Returns false after writing a problem. */
static bool
connection_count(const struct server *server, struct job *job)
{
	int64_t wait_s = 0;

	if (server->settings->tokens != NULL)
		wait_s = serve_tokens_count(server->settings->tokens,
		    job->request.authorization, clock_monotonic_ms());
	if (wait_s == 0)
		return true;
	serve_problem(&job->response, 429,
	    "too many requests with this token; at most %d a second",
	    LIMIT_SERVE_RATE);
	job->response.retry_after_s = wait_s;
	return false;
}

/* Finds the route and checks the access.  Returns false after writing a
 * problem.  Access is checked first, so that a client without access does not
 * learn which paths exist. */
static bool
connection_check(const struct server *server, struct job *job)
{
	const struct access_peer peer = {
		.remote = (const struct sockaddr *)&job->peer->remote,
		.local = (const struct sockaddr *)&job->peer->local,
	};
	unsigned methods = SERVE_GET;
	const char *why = "";
	int found = serve_route_find(job->request.method, job->request.path,
	    &job->route, &job->name, &job->id, &methods);
	int status =
	    access_check(&job->request, &peer, server->settings->tokens,
		found == 0 ? job->route->scope
			   : SERVE_SCOPE_READ | SERVE_SCOPE_CONSUME,
		&why);

	if (status != 0) {
		serve_problem(&job->response, status, "%s", why);
		return false;
	}
	if (!connection_count(server, job))
		return false;
	if (found == 404)
		serve_problem(&job->response, 404, "there is no such page");
	if (found == 405) {
		serve_problem(&job->response, 405,
		    "this path does not support the method");
		job->response.allow = connection_allow(methods);
	}
	return found == 0;
}

/* ---- the response ---- */

/* Replaces a large body if too many bodies wait for clients that read slowly.
 */
static void
connection_limit_body(const struct server *server, struct job *job)
{
	size_t bytes = job->response.body.len;

	if (bytes <= LIMIT_SERVE_SMALL || job->response.status == 304 ||
	    server->unsent_bytes + bytes <= LIMIT_SERVE_UNSENT)
		return;
	serve_response_clear(&job->response);
	serve_problem(&job->response, 503,
	    "too many large responses wait for slow clients");
	job->response.retry_after_s = 10;
	serve_response_finish(&job->response, &job->request);
}

/* Gives the response to libmicrohttpd. */
static enum MHD_Result
connection_send(struct server *server, struct job *job)
{
	struct serve_response *response = &job->response;
	struct MHD_Response *http;
	enum MHD_Result result = MHD_NO;
	size_t length;

	connection_limit_body(server, job);
	length = response->body.len;
	job->unsent_bytes = length;
	server->unsent_bytes += length;

	peers_set_phase(
	    &server->peers, job->peer, PEER_SEND, clock_monotonic_ms());
	if (length > 0)
		http = MHD_create_response_from_buffer(
		    length, buf_detach(&response->body), MHD_RESPMEM_MUST_FREE);
	else
		http = MHD_create_response_from_buffer(
		    0, NULL, MHD_RESPMEM_PERSISTENT);
	if (http == NULL)
		return MHD_NO;
	if (headers_add(http, response) &&
	    ((!server->stops && !job->must_close) ||
		MHD_add_response_header(http, "Connection", "close") ==
		    MHD_YES))
		result = MHD_queue_response(
		    job->connection, (unsigned)response->status, http);
	MHD_destroy_response(http);
	return result;
}

static enum MHD_Result
connection_refuse(struct server *server, struct job *job)
{
	serve_response_finish(&job->response, &job->request);
	return connection_send(server, job);
}

static enum MHD_Result
connection_refuse_busy(struct server *server, struct job *job)
{
	serve_problem(&job->response, 503,
	    server->stops ? "the server is shutting down"
			  : "too many requests wait");
	job->response.retry_after_s = 1;
	return connection_refuse(server, job);
}

/* Called when the whole request was read.  The connection is suspended first,
 * because the pool may resume it at once. */
static enum MHD_Result
connection_enqueue(struct server *server, struct job *job)
{
	job->request.body = buf_slice(&job->body);
	if (server->stops)
		return connection_refuse_busy(server, job);
	peers_set_phase(
	    &server->peers, job->peer, PEER_BUSY, clock_monotonic_ms());
	MHD_suspend_connection(job->connection);
	if (pool_put(server->pool, job))
		return MHD_YES;
	serve_problem(&job->response, 503, "too many requests wait");
	job->response.retry_after_s = 1;
	serve_response_finish(&job->response, &job->request);
	connection_done(job, server);
	return MHD_YES;
}

static void
connection_take_body(struct job *job, struct slice part)
{
	buf_append_slice(&job->body, part);
	job->is_refused = buf_failed(&job->body);
	if (job->is_refused)
		serve_problem(&job->response, 413,
		    "the body has more than %lld KiB",
		    (long long)(LIMIT_SERVE_BODY / KIB));
}

/* Called with the head, with each part of the body, at the end of the request,
 * and after the connection was resumed. */
static enum MHD_Result
connection_handle(void *arg, struct MHD_Connection *connection, const char *url,
    const char *method, const char *version, const char *upload,
    size_t *upload_bytes, void **place)
{
	struct server *server = arg;
	struct job *job = *place;

	(void)connection;
	(void)url;
	(void)version;
	if (job == NULL)
		return MHD_NO;
	if (job->state == JOB_DONE)
		return connection_send(server, job);
	if (!job->is_checked) {
		job->is_checked = true;
		job->is_refused = !connection_read_head(job, method) ||
				  !connection_check(server, job);
		/* A refused request with a body is answered before its body is
		 * read, and the connection is closed. After a refused request
		 * without a body, the connection can be used again. */
		if (job->is_refused &&
		    (job->must_close || job->request.method != SERVE_GET))
			return connection_refuse(server, job);
		return MHD_YES;
	}
	if (*upload_bytes == 0 && job->is_refused)
		return connection_refuse(server, job);
	if (*upload_bytes == 0)
		return connection_enqueue(server, job);
	/* libmicrohttpd accepts a response only before or after the body. */
	if (!job->is_refused)
		connection_take_body(
		    job, (struct slice){ upload, *upload_bytes });
	*upload_bytes = 0;
	return MHD_YES;
}

/* ---- connections ---- */

static void
connection_notify(void *arg, struct MHD_Connection *connection,
    void **socket_context, enum MHD_ConnectionNotificationCode code)
{
	struct server *server = arg;
	const union MHD_ConnectionInfo *info;

	if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
		peers_remove(&server->peers, *socket_context);
		*socket_context = NULL;
		return;
	}
	info = MHD_get_connection_info(
	    connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	*socket_context = info == NULL
			      ? NULL
			      : peers_add(&server->peers, info->connect_fd,
				    clock_monotonic_ms());
}

struct MHD_Daemon *
connection_start_http(struct server *server, int listen_fd)
{
	return MHD_start_daemon(
	    MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL,
	    NULL, connection_handle, server, MHD_OPTION_LISTEN_SOCKET,
	    listen_fd, MHD_OPTION_CONNECTION_LIMIT,
	    (unsigned)LIMIT_SERVE_CLIENTS, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
	    (unsigned)LIMIT_SERVE_PEER, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
	    (size_t)LIMIT_SERVE_HEAD, MHD_OPTION_CONNECTION_TIMEOUT,
	    (unsigned)(LIMIT_SERVE_KEEP_MS / 1000),
	    MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_URI_LOG_CALLBACK,
	    connection_begin_job, server, MHD_OPTION_NOTIFY_COMPLETED,
	    connection_end_job, server, MHD_OPTION_NOTIFY_CONNECTION,
	    connection_notify, server, MHD_OPTION_END);
}

/* ---- called by other threads ---- */

void
connection_done(struct job *job, void *arg)
{
	(void)arg;
	job->state = JOB_DONE;
	MHD_resume_connection(job->connection);
}

void
connection_leave(struct job *job, void *arg)
{
	serve_response_clear(&job->response);
	serve_problem(&job->response, 503, "the server is shutting down");
	job->response.retry_after_s = 1;
	serve_response_finish(&job->response, &job->request);
	connection_done(job, arg);
}

void
connection_wait(struct job *job, void *arg)
{
	const struct server *server = arg;

	if (!watch_add(server->watch, job))
		connection_leave(job, arg);
}

void
connection_wake(struct job *job, void *arg)
{
	const struct server *server = arg;

	if (!pool_put(server->pool, job))
		connection_leave(job, arg);
}
