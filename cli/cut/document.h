/*
 * document.h -- reads an external document from a file as raw bytes.
 */
#ifndef CLI_CUT_DOCUMENT_H
#define CLI_CUT_DOCUMENT_H

#include "base/buf.h"
#include "base/err.h"

/* Reads a file, or standard input if `path` is "-", into `out`, which is
 * cleared first. Returns ERR_LIMIT if `out` is too small. wait_ms: longest
 * total wait for a pipe (-1: no limit). The document is not unpacked or parsed:
 * only sandboxed processes do that. */
int document_read(
    const char *path, int wait_ms, struct buf *out, struct err *e);

#endif
