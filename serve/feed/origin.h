/*
 * origin.h -- the address under which a client reaches this server.
 */
#ifndef SERVE_FEED_ORIGIN_H
#define SERVE_FEED_ORIGIN_H

#include "base/buf.h"
#include "serve/request.h"
#include "serve/settings.h"

/* Appends a URL such as "http://127.0.0.1:7416": the scheme that a proxy states
 * in X-Forwarded-Proto, else http, and the Host of the request. If Host is
 * absent or has characters that an address cannot have, the listening address
 * is used. */
void origin_put(struct buf *out, const struct serve_request *,
    const struct serve_settings *);

#endif
