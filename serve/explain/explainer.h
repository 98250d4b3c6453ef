/*
 * explainer.h -- a process that explains stored pages: it shows the class of
 * each of their nodes (explainer.c).
 *
 * A stored page is untrusted, so it is read in a sandbox (worker/reader).  The
 * sandbox of gleaner-serve forbids new processes.  The explainer is therefore
 * forked before that sandbox is entered and before secrets are read.  It starts
 * a reader for each page, and transfers bytes without parsing them.  It ends
 * when gleaner-serve ends.
 */
#ifndef SERVE_EXPLAIN_EXPLAINER_H
#define SERVE_EXPLAIN_EXPLAINER_H

#include "base/buf.h"
#include "base/err.h"
#include "cuter/cuter.h"

struct explainer;

/* Forks the process.  No thread may run yet. *ret is owned; explainer_stop()
 * frees it.  ERR_IO: no process could be started. */
int explainer_start(struct explainer **ret, struct err *e);
/* Ends the process and frees the struct.  NULL is allowed. */
void explainer_stop(struct explainer *);
/* Appends the explanation of a page as a complete HTML document to *ret.  The
 * members bytes, content_type, url, hint_title, hint_summary and now_at of the
 * input are used.  Takes some milliseconds, and at most LIMIT_WORKER_WALL_MS.
 * May be called by several threads.  ERR_LIMIT: another page is being
 * explained.  ERR_LIBRARY: the page cannot be explained; e contains the
 * reason.  ERR_IO: the process has ended. */
int explainer_ask(struct explainer *, const struct cuter_input *,
    struct buf *ret, struct err *e);

#endif
