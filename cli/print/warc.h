/*
 * warc.h -- writes pages as WARC 1.1 (ISO 28500:2017), one gzip member per
 * record.
 */
#ifndef CLI_PRINT_WARC_H
#define CLI_PRINT_WARC_H

#include "base/buf.h"
#include "base/table.h"
#include "store/store.h"

/* Maximum size of a record: a page, its headers, and gzip's overhead. */
#define WARC_MAX_BYTES (2 * (LIMIT_RAW_BYTES + 1 * MIB))

#define WARC_DIGEST_BYTES 32 /* SHA-256 */
#define WARC_ID_BYTES     48 /* "<urn:uuid:…>" and a NUL */
/* Largest number of bodies whose first record is stored, so that a repeated
 * body is recognised. Each needs 300 bytes of memory. */
#define WARC_MOST_ORIGINALS 200000

/* The first record of a body. */
struct warc_original {
	unsigned char digest[WARC_DIGEST_BYTES];
	char id[WARC_ID_BYTES];
	int64_t at;
	char *uri; /* owned */
};

/* The state of one WARC file. */
struct warc {
	char info_id[WARC_ID_BYTES]; /* id of the first record */
	struct table originals;      /* key: digest of a body; value: struct
					warc_original, owned */
	size_t n_originals;
};

void warc_init(struct warc *ret);
void warc_release(struct warc *);
/* Appends the first record of a file: program, operator and policy. contact:
 * the `contact` of the configuration, or NULL. Returns 0 or a negative code. */
int warc_info(struct warc *, struct buf *out, const char *contact,
    int64_t now_at, struct err *e);
/* Appends a page as a response record, or as a revisit record if a page with
 * the same body was appended before. */
int warc_response(
    struct warc *, struct buf *out, const struct page_row *, struct err *e);

#endif
