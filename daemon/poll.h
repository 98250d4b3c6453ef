/*
 * poll.h -- one poll of a feed while it is under way: poll.c fetches and reads,
 * poll_keep.c keeps what came of it.
 */
#ifndef DAEMON_POLL_H
#define DAEMON_POLL_H

#include "daemon/cadence.h"
#include "daemon/hub.h"

#define POLL_WHY_BYTES 256

struct poll {
	struct errand errand;
	struct hub *hub;
	struct subscription *feed;
	/* what the response said, owned */
	char *url, *etag, *last_modified, *content_type;
	enum fetch_result result;
	long status;
	bool permanent, busy, challenged; /* 429 or 503; cf-mitigated */
	int64_t bytes, elapsed_ms, fresh_s, retry_after_s;
	int body_fd, tries;
	/* what was read */
	struct buf frame; /* a reply, as it will be read on the store's side */
	struct feed summary;     /* of it: format, complete, ttl, n_entries */
	struct feed_hints hints; /* of it; known where it is complete */
	bool has_hints;
	char outcome[32], why[POLL_WHY_BYTES];
	bool failed, keep_validators;
	/* what is kept */
	struct poll_keep keep;
	struct poll_kept kept;
	int64_t interval_s;
	enum cadence_term term;
	char *moved_url;
};

void poll_free(struct poll *);
/* Decides the next poll and puts all of it into one transaction; frees the
 * poll when that is done. */
void poll_keep(struct poll *);

#endif
