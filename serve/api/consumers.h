/*
 * consumers.h -- consumers of the change log, as the API uses them. The
 * database is read by this process and written by the daemon (consumers.c).
 *
 * The functions return 0; 1 after writing a problem response; or a negative
 * code.  503 with Retry-After: no daemon runs, or it does not answer.
 */
#ifndef SERVE_API_CONSUMERS_H
#define SERVE_API_CONSUMERS_H

#include "serve/route.h"
#include "store/change/leases.h"

/* Checks that the token of the request has this scope.  Returns false after
 * writing a problem response (403). */
bool consumers_check_scope(struct serve_exchange *, enum serve_scope);
/* Checks the name of a consumer, and that the token of the request has the
 * scope consume.  Returns false after writing a problem response (400, 403). */
bool consumers_check(struct serve_exchange *, struct slice name);
/* Reads the cursor of a consumer, and creates the consumer if it does not
 * exist. takes_leases false: 409 if other readers have leases of this
 * consumer. */
int consumers_open(struct serve_exchange *, struct slice name,
    bool takes_leases, int64_t *ret_seq, struct err *e);
/* Takes a lease of changes (store_lease_take()). */
int consumers_take(struct serve_exchange *, const struct lease_request *,
    struct lease *ret, struct err *e);
/* Gives the changes of a lease after `seq` back (store_lease_give_back()).  A
 * failure is not reported: these changes are then given to a reader again when
 * the lease has expired. */
void consumers_give_back(
    struct serve_exchange *, struct slice name, int64_t seq, int64_t lease_id);
/* Returns 0 if this server's connection sees all changes of the lease, which
 * was taken through the daemon.  If it does not, as on a standby of PostgreSQL
 * that is behind, gives the lease back; 503.  A batch without visible changes
 * would otherwise look like one whose articles were deleted. */
int consumers_check_lease(struct serve_exchange *, struct slice name,
    const struct lease *, struct err *e);
/* Acknowledges changes (store_lease_ack()). 404: no such consumer. 400: `seq`
 * is greater than the newest change, or was not given to a reader. 409: the
 * lease has expired, and `seq` is leased to another reader. */
int consumers_ack(struct serve_exchange *, struct slice name, int64_t seq,
    int64_t lease_id, struct err *e);

#endif
