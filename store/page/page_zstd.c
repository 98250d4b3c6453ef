/*
 * page_zstd.c -- compression of pages by zstd.
 */
#include "store/page/page_zstd.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/limits.h"

/* The context and the buffer for a page larger than this are freed after the
 * page.  Such pages are rare, and a context is several times as large as its
 * window. */
#define PAGE_ZSTD_KEPT_BYTES (4 * MIB)

#define ZSTD_WINDOW_LEAST 10
#define ZSTD_WINDOW_MOST  27

void
page_zstd_init(struct page_zstd *z)
{
	*z = (struct page_zstd){ 0 };
}

void
page_zstd_release(struct page_zstd *z)
{
	ZSTD_freeCCtx(z->compress);
	ZSTD_freeDCtx(z->decompress);
	free(z->out);
	page_zstd_init(z);
}

/* Returns the base 2 logarithm of the size of the window.  The window must
 * contain the prefix and the page, so that the whole prefix can be referenced.
 */
static int
page_zstd_window(size_t n_bytes)
{
	int window = ZSTD_WINDOW_LEAST;

	while (window < ZSTD_WINDOW_MOST && (size_t)1 << window < n_bytes)
		window++;
	return window;
}

/* Makes a context and an output buffer for a page of raw_bytes bytes. */
static int
page_zstd_reserve(struct page_zstd *z, size_t raw_bytes, struct err *e)
{
	size_t bound = ZSTD_compressBound(raw_bytes);

	if (z->compress == NULL)
		z->compress = ZSTD_createCCtx();
	if (z->out_bytes < bound) {
		free(z->out);
		z->out = malloc(bound);
		z->out_bytes = z->out != NULL ? bound : 0;
	}
	if (z->compress == NULL || z->out == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a page");
	return 0;
}

static int
page_zstd_copy_out(
    const struct page_zstd *z, size_t n, struct slice *ret, struct err *e)
{
	char *bytes;

	if (ZSTD_isError(n))
		return err_set(e, ERR_LIBRARY,
		    "a page cannot be compressed: %s", ZSTD_getErrorName(n));
	if ((bytes = malloc(n)) == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a page");
	memcpy(bytes, z->out, n);
	*ret = (struct slice){ bytes, n };
	return 0;
}

int
page_zstd_deflate(struct page_zstd *z, struct slice raw, struct slice prefix,
    struct slice *ret, struct err *e)
{
	int rc = page_zstd_reserve(z, raw.len, e);
	size_t n;

	if (rc != 0)
		return rc;
	ZSTD_CCtx_reset(z->compress, ZSTD_reset_session_and_parameters);
	ZSTD_CCtx_setParameter(
	    z->compress, ZSTD_c_compressionLevel, PAGE_ZSTD_LEVEL);
	/* With a checksum, all damage is detected when the page is unpacked. */
	ZSTD_CCtx_setParameter(z->compress, ZSTD_c_checksumFlag, 1);
	if (prefix.len > 0) {
		ZSTD_CCtx_setParameter(z->compress, ZSTD_c_windowLog,
		    page_zstd_window(raw.len + prefix.len));
		ZSTD_CCtx_refPrefix(z->compress, prefix.p, prefix.len);
	}
	n = ZSTD_compress2(z->compress, z->out, z->out_bytes, raw.p, raw.len);
	rc = page_zstd_copy_out(z, n, ret, e);
	if (raw.len + prefix.len > PAGE_ZSTD_KEPT_BYTES)
		page_zstd_release(z);
	return rc;
}

int
page_zstd_inflate(struct page_zstd *z, struct slice packed, int64_t n_bytes,
    struct slice prefix, char **ret, struct err *e)
{
	char *bytes;
	size_t n;

	if (n_bytes < 0 || n_bytes > LIMIT_RAW_BYTES)
		return err_set(e, ERR_DATABASE,
		    "a stored page has an invalid size (%lld bytes)",
		    (long long)n_bytes);
	if (z->decompress == NULL)
		z->decompress = ZSTD_createDCtx();
	bytes = malloc((size_t)n_bytes + 1);
	if (z->decompress == NULL || bytes == NULL) {
		free(bytes);
		return err_set(e, ERR_MEMORY, "no memory for a page");
	}
	if (prefix.len > 0)
		ZSTD_DCtx_refPrefix(z->decompress, prefix.p, prefix.len);
	n = ZSTD_decompressDCtx(
	    z->decompress, bytes, (size_t)n_bytes, packed.p, packed.len);
	if (ZSTD_isError(n) || n != (size_t)n_bytes) {
		free(bytes);
		return err_set(e, ERR_DATABASE,
		    "a stored page cannot be uncompressed: %s",
		    ZSTD_isError(n) ? ZSTD_getErrorName(n)
				    : "its length is wrong");
	}
	bytes[n] = '\0';
	*ret = bytes;
	return 0;
}

/* ---- a page that is its own prefix ---- */

/* RFC 8878, section 3.1.1.2.3 */
#define ZSTD_BLOCK_BYTES (128 * 1024)
/* Upper bound of the output: 10 bytes for the header, and 20 bytes for each
 * block. */
#define ZSTD_SAME_BYTES                                                        \
	(10 + 20 * (LIMIT_PAGE_DICTIONARY_BYTES / ZSTD_BLOCK_BYTES + 1))

static size_t
page_zstd_put(char *out, size_t at, uint64_t number, size_t n_bytes)
{
	for (size_t i = 0; i < n_bytes; i++)
		out[at + i] = (char)(number >> 8 * i);
	return at + n_bytes;
}

/* Writes a block that copies n_bytes from `distance` bytes before.  The block
 * has no literals and one sequence.  The three codes of the sequence are stored
 * in RLE mode (RFC 8878, section 3.1.1.3.2). */
static size_t
page_zstd_put_match(
    char *out, size_t at, size_t distance, size_t n_bytes, bool is_last)
{
	uint64_t offset = distance + 3, length = n_bytes - 3;
	unsigned offset_bits = 63 - (unsigned)__builtin_clzll(offset),
		 length_bits = 63 - (unsigned)__builtin_clzll(length);
	size_t begin = at + 3, end;

	end = page_zstd_put(out, begin, 0, 1);  /* no literals */
	end = page_zstd_put(out, end, 1, 1);    /* one sequence */
	end = page_zstd_put(out, end, 0x54, 1); /* all three codes in RLE mode
						 */
	end = page_zstd_put(out, end, 0, 1);    /* literal length: 0 */
	end = page_zstd_put(out, end, offset_bits, 1);
	/* The code of a match of 131 bytes or more is 36 + b, where b is the
	 * number of extra bits.  The length is 2^b + 3 plus the extra bits. */
	end = page_zstd_put(out, end, 36 + length_bits, 1);
	/* A decoder reads the bit stream backwards.  The highest set bit of its
	 * last byte only marks where to start.  The highest bit of the offset
	 * is used as this mark: it need not be read, because the code of the
	 * offset implies it. */
	for (uint64_t bits =
		 offset << length_bits | (length ^ (uint64_t)1 << length_bits);
	     bits > 0; bits >>= 8)
		end = page_zstd_put(out, end, bits & 0xFF, 1);
	page_zstd_put(
	    out, at, is_last | 2 << 1 /* compressed */ | (end - begin) << 3, 3);
	return end;
}

int
page_zstd_same(size_t raw_bytes, struct slice *ret, struct err *e)
{
	size_t n_blocks = (raw_bytes + ZSTD_BLOCK_BYTES - 1) / ZSTD_BLOCK_BYTES;
	size_t n = 0, done = 0;
	char *out = malloc(ZSTD_SAME_BYTES);

	if (out == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a page");
	n = page_zstd_put(out, n, ZSTD_MAGICNUMBER, 4);
	n = page_zstd_put(out, n, 0x80, 1); /* the content size has 4 bytes */
	n = page_zstd_put(out, n,
	    (uint64_t)(page_zstd_window(2 * raw_bytes) - ZSTD_WINDOW_LEAST)
		<< 3,
	    1);
	n = page_zstd_put(out, n, raw_bytes, 4);
	for (size_t i = 1; i <= n_blocks; i++) {
		size_t until = raw_bytes * i / n_blocks;

		n = page_zstd_put_match(
		    out, n, raw_bytes, until - done, i == n_blocks);
		done = until;
	}
	*ret = (struct slice){ out, n };
	return 0;
}
