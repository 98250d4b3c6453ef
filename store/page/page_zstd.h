/*
 * page_zstd.h -- internal to store/ and to threads that prepare pages for it:
 * compression of pages by zstd, with or without a prefix (as in `zstd
 * --patch-from`).
 *
 * A struct page_zstd keeps the contexts and the output buffer for the next
 * page, because allocating them costs as much as compressing a small page.  One
 * thread at a time may use it.
 */
#ifndef STORE_PAGE_PAGE_ZSTD_H
#define STORE_PAGE_PAGE_ZSTD_H

#include "base/err.h"
#include "base/slice.h"

struct page_zstd {
	struct ZSTD_CCtx_s *compress;   /* NULL: not used yet */
	struct ZSTD_DCtx_s *decompress; /* NULL: not used yet */
	char *out;
	size_t out_bytes;
};

/* Compression level of stored pages.  Level 3 takes 1.5 times as long as level
 * 2, and its results are 4 % smaller.  At level 1, the results with a prefix
 * are 29 % larger than at level 2 (docs/performance.md). */
#define PAGE_ZSTD_LEVEL 2

/* Empties the struct; the contexts are allocated at the first use. */
void page_zstd_init(struct page_zstd *);
void page_zstd_release(struct page_zstd *);
/* Compresses raw.  The prefix, which must not overlap raw, may be SLICE_NONE.
 * *ret is owned by the caller (malloc).  Returns 0 or a negative code, mostly
 * ERR_MEMORY.  Takes about 2 ms for a megabyte. */
int page_zstd_deflate(struct page_zstd *, struct slice raw, struct slice prefix,
    struct slice *ret, struct err *e);
/* Writes the result of compressing a page of raw_bytes bytes with itself as the
 * prefix: one match for each block (RFC 8878, section 3.1.1).  raw_bytes is
 * LIMIT_PAGE_DICTIONARY_LEAST to LIMIT_PAGE_DICTIONARY_BYTES.  *ret is owned by
 * the caller (malloc).  Returns 0 or ERR_MEMORY.  O(number of blocks). */
int page_zstd_same(size_t raw_bytes, struct slice *ret, struct err *e);
/* Returns n_bytes bytes in *ret (owned); a NUL follows them.  ERR_DATABASE if
 * `packed` is damaged, or if n_bytes is above LIMIT_RAW_BYTES. */
int page_zstd_inflate(struct page_zstd *, struct slice packed, int64_t n_bytes,
    struct slice prefix, char **ret, struct err *e);

#endif
