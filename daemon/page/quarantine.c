/*
 * quarantine.c -- stores which documents crash workers.
 *
 * Normal case: a worker crashes on a document, and the hash of the document is
 * recorded in memory and in the database. The database may also get the bytes
 * of the document. When a document with these bytes is fetched again, its owner
 * calls quarantine_levels() first. If the store refuses the row, the document
 * is known only until the daemon ends.
 *
 * The known documents are in an array that is searched by size, so that a
 * document of another size is not hashed. The hash is SHA-256. With a weaker
 * hash, an attacker could construct a document with the hash of another page,
 * which would then be parsed at a lower fallback level.
 */
#include "daemon/page/quarantine.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "config/config.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/writer/store_thread.h"

#define SHA256_TEXT 65 /* size of a hash in hexadecimal, with NUL */

struct known {
	char hash[SHA256_TEXT];
	enum job_kind kind;
	int64_t bytes;
	int fallback_levels;
};

struct quarantine {
	struct hub *hub;
	struct known known[LIMIT_CRASHER_ROWS];
	size_t n, next; /* next: index of the oldest row, which is replaced if
			   the array is full */
};

/* ---- known documents ---- */

static struct known *
quarantine_find(struct quarantine *q, enum job_kind kind, const char *hash)
{
	for (size_t i = 0; i < q->n; i++)
		if (q->known[i].kind == kind &&
		    strcmp(q->known[i].hash, hash) == 0)
			return &q->known[i];
	return NULL;
}

static void
quarantine_remember(struct quarantine *q, const struct known *known)
{
	struct known *there = quarantine_find(q, known->kind, known->hash);

	if (there != NULL) {
		if (there->fallback_levels < known->fallback_levels)
			there->fallback_levels = known->fallback_levels;
	} else if (q->n < LIMIT_CRASHER_ROWS) {
		q->known[q->n++] = *known;
	} else {
		q->known[q->next] = *known;
		q->next = (q->next + 1) % LIMIT_CRASHER_ROWS;
	}
}

/* Ignores rows of other versions of Gleaner, because this version may be able
 * to parse their documents. */
static int
quarantine_take_row(const struct crasher_row *row, void *arg)
{
	struct known known = { .bytes = row->bytes,
		.fallback_levels = (int)row->fallback_levels };

	if (!slice_equal(row->version, SLICE(GLEANER_VERSION)) ||
	    row->hash.len != SHA256_TEXT - 1)
		return 0;
	memcpy(known.hash, row->hash.p, row->hash.len);
	if (job_kind_find(row->kind, &known.kind))
		quarantine_remember(arg, &known);
	return 0;
}

int
quarantine_new(struct hub *hub, struct store *store, struct quarantine **ret,
    struct err *e)
{
	struct quarantine *q = calloc(1, sizeof(*q));

	if (q == NULL)
		return err_set(
		    e, ERR_MEMORY, "no memory for the list of crashers");
	q->hub = hub;
	*ret = q;
	return store_crasher_each(store, quarantine_take_row, q, e);
}

void
quarantine_free(struct quarantine *q)
{
	free(q);
}

/* ---- bytes ---- */

static int64_t
quarantine_size_of(int fd)
{
	struct stat st;

	return fd >= 0 && fstat(fd, &st) == 0 ? (int64_t)st.st_size : 0;
}

/* Maps the bytes; empty on failure. quarantine_unmap() unmaps them. */
static struct slice
quarantine_map(int fd)
{
	int64_t bytes = quarantine_size_of(fd);
	void *p = bytes > 0
		      ? mmap(NULL, (size_t)bytes, PROT_READ, MAP_PRIVATE, fd, 0)
		      : MAP_FAILED;

	return p == MAP_FAILED ? SLICE_NONE
			       : (struct slice){ p, (size_t)bytes };
}

static void
quarantine_unmap(struct slice body)
{
	union {
		const char *p;
		void *mapped;
	} at = { .p = body.p };

	if (body.p != NULL)
		munmap(at.mapped, body.len);
}

static bool
quarantine_hash_of(int fd, char ret[SHA256_TEXT])
{
	unsigned char digest[EVP_MAX_MD_SIZE];
	unsigned n = 0;
	struct slice body = quarantine_map(fd);
	int is_hashed;

	if (body.p == NULL)
		return false;
	is_hashed =
	    EVP_Digest(body.p, body.len, digest, &n, EVP_sha256(), NULL);
	quarantine_unmap(body);
	if (is_hashed != 1 || 2 * n + 1 != SHA256_TEXT)
		return false;
	for (unsigned i = 0; i < n; i++)
		snprintf(ret + 2 * i, 3, "%02x", digest[i]);
	return true;
}

int
quarantine_levels(struct quarantine *q, enum job_kind kind, int body_fd)
{
	int64_t bytes = q->n > 0 ? quarantine_size_of(body_fd) : 0;
	char hash[SHA256_TEXT];
	const struct known *known = NULL;

	for (size_t i = 0; i < q->n && known == NULL; i++)
		if (q->known[i].bytes == bytes && q->known[i].kind == kind)
			known = &q->known[i];
	if (known == NULL || !quarantine_hash_of(body_fd, hash))
		return 0;
	known = quarantine_find(q, kind, hash);
	return known != NULL ? known->fallback_levels : 0;
}

/* ---- crashes ---- */

struct noting {
	struct known known;
	char *url, *content_type;
	char why[ERR_TEXT_BYTES];
	int body_fd; /* -1: the bytes are not stored */
	int64_t at;
};

static int
quarantine_note_run(struct store *store, void *arg, struct err *e)
{
	const struct noting *noting = arg;
	const struct crasher_row row = {
		.hash = slice_of(noting->known.hash),
		.kind = slice_of(job_kind_name(noting->known.kind)),
		.bytes = noting->known.bytes,
		.fallback_levels = noting->known.fallback_levels,
		.url = slice_of(noting->url),
		.content_type = slice_of(noting->content_type),
		.why = slice_of(noting->why),
		.version = SLICE(GLEANER_VERSION),
	};
	struct slice body = noting->known.bytes <= LIMIT_CRASHER_BYTES
				? quarantine_map(noting->body_fd)
				: SLICE_NONE;
	int rc = store_crasher_put(store, &row, body, noting->at, e);

	quarantine_unmap(body);
	return rc;
}

static void
quarantine_note_done(void *arg, int rc, const struct err *e)
{
	struct noting *noting = arg;

	if (rc != 0)
		log_event(LOG_WARNING, "crasher-not-kept",
		    LOG_TEXT("url", noting->url), LOG_TEXT("why", e->text));
	if (noting->body_fd >= 0)
		close(noting->body_fd);
	free(noting->url);
	free(noting->content_type);
	free(noting);
}

/* The bytes are stored if the operator stores pages and the document has at
 * most LIMIT_CRASHER_BYTES. A document with which a worker reached a limit
 * (WORKER_FAILED) is also recorded, because it would reach the limit again. */
void
quarantine_note(struct quarantine *q, const struct quarantine_case *death)
{
	struct noting *noting;

	if (death->cause != WORKER_CAUSE_DOCUMENT ||
	    (noting = calloc(1, sizeof(*noting))) == NULL)
		return;
	noting->at = hub_now();
	noting->known.kind = death->kind;
	noting->known.fallback_levels = death->fallback_levels;
	noting->known.bytes = quarantine_size_of(death->body_fd);
	noting->url = strdup(death->url != NULL ? death->url : "");
	noting->content_type =
	    death->content_type != NULL ? strdup(death->content_type) : NULL;
	noting->body_fd =
	    q->hub->config->articles.raw_keep ? dup(death->body_fd) : -1;
	snprintf(noting->why, sizeof(noting->why), "%s: %s",
	    worker_result_name(death->result), death->why);
	if (noting->url == NULL ||
	    !quarantine_hash_of(death->body_fd, noting->known.hash)) {
		quarantine_note_done(noting, 0, NULL);
		return;
	}
	quarantine_remember(q, &noting->known);
	log_event(LOG_WARNING, "crasher",
	    LOG_TEXT("kind", job_kind_name(death->kind)),
	    LOG_TEXT("url", noting->url),
	    LOG_INT("fallback_levels", death->fallback_levels),
	    LOG_TEXT("why", noting->why), LOG_TEXT("hash", noting->known.hash));
	store_post(q->hub->store, 1, quarantine_note_run, quarantine_note_done,
	    noting);
}
