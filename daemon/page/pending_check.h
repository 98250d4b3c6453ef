/*
 * pending_check.h -- finds the pages in memory that no active feed announces
 * any more.
 */
#ifndef DAEMON_PAGE_PENDING_CHECK_H
#define DAEMON_PAGE_PENDING_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hub;

/* Called on the loop. `ids` are the n ids of the check, borrowed;
 * is_wanted[i] is false if the page of ids[i] must not be requested. After an
 * error of the store, n is 0. */
typedef void pending_check_done(
    struct hub *, const int64_t *ids, const bool *is_wanted, size_t n);

/* Posts an operation that reads the rows of the n articles `ids`, which are
 * taken over and freed. Negative ids (home pages) are not read, and are not
 * wanted. O(n). */
void pending_check_start(
    struct hub *, int64_t *ids, size_t n, pending_check_done *done);

#endif
