/*
 * document.h -- the bytes of a file that is somebody's document, as they are.
 */
#ifndef CLI_DOCUMENT_H
#define CLI_DOCUMENT_H

#include "base/buf.h"
#include "base/err.h"

/* A file, or "-" for standard input, into out, which is cleared first; ERR_LIMIT
 * where it has no room.  wait_ms: how long a pipe may keep us waiting in all
 * (-1: for ever).  Nothing is unpacked or looked at: that is for whoever is
 * walled in. */
int document_read(
    const char *path, int wait_ms, struct buf *out, struct err *e);

#endif
