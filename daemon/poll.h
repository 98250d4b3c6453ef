/*
 * poll.h -- one poll of a feed while it is under way: poll.c fetches and reads,
 * poll_notice.c follows a feed that says it has moved, poll_keep.c keeps what
 * came of it.
 */
#ifndef DAEMON_POLL_H
#define DAEMON_POLL_H

#include "daemon/cadence.h"
#include "daemon/hub.h"

#define POLL_WHY_BYTES 256

struct poll {
	struct hub *hub;
	struct subscription *feed;
	/* what the response said, owned */
	char *url, *etag, *last_modified, *content_type;
	enum fetch_result result;
	long status;
	bool permanent, busy, challenged; /* 429 or 503; cf-mitigated */
	bool silent;                      /* no server was reached */
	bool excused;                     /* since the network is down */
	int64_t bytes, elapsed_ms, fresh_s, retry_after_s;
	int64_t server_at; /* its Date, or DATE_NONE */
	int body_fd, tries;
	/* what was read */
	uint64_t body_hash; /* 0: not made */
	struct buf frame; /* a reply, as it will be read on the store's side */
	struct feed summary;     /* of it: format, complete, ttl, n_entries */
	struct feed_hints hints; /* of it; known where it is complete */
	bool has_hints;
	char outcome[32], why[POLL_WHY_BYTES];
	bool failed, keep_validators;
	/* how the next poll is decided; on the store's thread while it keeps */
	struct cadence_input cadence;
	struct cadence_history history_before, history;
	int64_t feed_last_poll_at, shift_s; /* of the clock, at that time */
	unsigned char history_bytes[CADENCE_HISTORY_BYTES];
	struct cadence_decision decision;
	struct buf terms;
	/* what is kept */
	struct poll_keep keep;
	struct poll_kept kept, kept_before; /* by the slices before */
	char *moved_url;
	/* where its document says that it has moved to, and whether there is a
	 * feed: then the poll is of that one (poll_notice.c) */
	struct errand notice; /* waits for that host */
	char *notice_url;
	bool has_moved;
};

void poll_free(struct poll *);
/* The daemon stops: as if the feed had not been asked. */
void poll_drop(struct poll *);
/* What a worker read, or a 304, as what the poll comes to. */
void poll_take_feed(struct poll *, const struct reply *);
void poll_take_unchanged(struct poll *);
/* Looks at the address to which a document says that the feed has moved; false:
 * there is nothing to look at. */
bool poll_follow_notice(struct poll *, struct slice to);
/* Decides the next poll and puts all of it into one transaction; frees the
 * poll when that is done. */
void poll_keep(struct poll *);

#endif
