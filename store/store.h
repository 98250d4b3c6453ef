/*
 * store.h -- the interface of store/.  database.h opens a database and runs
 * transactions.  Each other header declares the rows of one subject.  A header
 * of store/ must not include this header.
 *
 * Guarantees (each has a test):
 *  - The entries of a poll are committed in the same transaction as the state
 *    of the feed (validators, next poll).
 *  - A pending article is stored as a row before its page is requested.
 *  - A change has a seq that is never used again, and is committed together
 *    with its article.
 *
 * A function with the parameter `struct err *e` returns 0, or a negative code
 * of base/err.h; *e then has the reason.  The comment of the function
 * names other return values, and codes that a caller must distinguish.
 *
 * Texts of rows are struct slice, UTF-8; SLICE_NONE is NULL in SQL.  Rows
 * that a visitor gets are borrowed for the visit.  If a visitor returns a
 * value other than 0, the iteration ends and returns that value.
 *
 * A struct store is used by one thread at a time.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/arena.h"
#include "base/date/date.h"
#include "base/err.h"
#include "store/article/articles.h"
#include "store/article/known.h"
#include "store/change/leases.h"
#include "store/clock.h"
#include "store/database.h"
#include "store/enrich/enrichments.h"
#include "store/feed/feeds.h"
#include "store/feed/linked_document.h"
#include "store/feed/polls.h"
#include "store/feed/sites.h"
#include "store/websub/websub.h"
#include "store/filter/filters.h"
#include "store/maintenance.h"
#include "store/page/pages.h"
#include "store/profile/profiles.h"
#include "store/search/passage/passages.h"
#include "store/search/search.h"
#include "store/trend/trends.h"

#endif
