/*
 * warc.c -- writes pages as WARC 1.1 (ISO 28500:2017), one gzip member per
 * record.
 *
 * The stored body has no transfer and content encodings. The headers that
 * describe these encodings and the encoded length are therefore renamed to
 * X-Archive-Orig-…, and Content-Length is the length of the stored body. So the
 * header fields of a record agree with its body.
 *
 * The identifier of a record is computed from its content, so that two outputs
 * of the same page contain the same record. If a body was written before, the
 * new record is a revisit, which refers to the first record of this body (WARC
 * 1.1, 6.7.2).
 */
#include "cli/print/warc.h"

#include <libdeflate.h>
#include <openssl/evp.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/date/date.h"
#include "base/limits.h"

#define GZIP_LEVEL 6 /* the records are as small as with zlib's default level */

static int
warc_deflate_whole(struct buf *out, struct slice bytes, struct err *e)
{
	struct libdeflate_compressor *compressor =
	    libdeflate_alloc_compressor(GZIP_LEVEL);
	size_t bound, n = 0;

	if (compressor != NULL) {
		bound = libdeflate_gzip_compress_bound(compressor, bytes.len);
		if (buf_reserve(out, bound))
			n = libdeflate_gzip_compress(compressor, bytes.p,
			    bytes.len, out->p + out->len, bound);
	}
	libdeflate_free_compressor(compressor);
	if (n == 0)
		return err_set(e, ERR_MEMORY, "no memory to pack a record");
	out->len += n;
	out->p[out->len] = '\0';
	return 0;
}

/* ---- digests and identifiers ---- */

/* Writes the SHA-256 of the texts, each preceded by its length. */
static int
warc_hash(const struct slice *texts, size_t n,
    unsigned char ret[WARC_DIGEST_BYTES], struct err *e)
{
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	bool good = context != NULL &&
		    EVP_DigestInit_ex(context, EVP_sha256(), NULL) == 1;

	for (size_t i = 0; i < n && good; i++) {
		uint64_t len = texts[i].len;

		good = EVP_DigestUpdate(context, &len, sizeof(len)) == 1 &&
		       EVP_DigestUpdate(context, texts[i].p, texts[i].len) == 1;
	}
	good = good && EVP_DigestFinal_ex(context, ret, NULL) == 1;
	EVP_MD_CTX_free(context);
	return good ? 0 : err_set(e, ERR_LIBRARY, "SHA-256 failed");
}

static int
warc_digest(
    struct slice bytes, unsigned char ret[WARC_DIGEST_BYTES], struct err *e)
{
	return EVP_Digest(bytes.p != NULL ? bytes.p : "", bytes.len, ret, NULL,
		   EVP_sha256(), NULL) == 1
		   ? 0
		   : err_set(e, ERR_LIBRARY, "SHA-256 failed");
}

static void
warc_append_digest(struct buf *out, const char *name,
    const unsigned char digest[WARC_DIGEST_BYTES])
{
	buf_printf(out, "%s: sha256:", name);
	for (size_t i = 0; i < WARC_DIGEST_BYTES; i++)
		buf_printf(out, "%02x", digest[i]);
	buf_append_string(out, "\r\n");
}

/* Writes a UUID of version 8 (RFC 9562, 5.8), whose bits are a hash. */
static void
warc_format_id(
    const unsigned char digest[WARC_DIGEST_BYTES], char ret[WARC_ID_BYTES])
{
	unsigned char b[16];
	char *at = ret;

	memcpy(b, digest, sizeof(b));
	b[6] = (unsigned char)((b[6] & 0x0f) | 0x80);
	b[8] = (unsigned char)((b[8] & 0x3f) | 0x80);
	at += snprintf(at, WARC_ID_BYTES, "<urn:uuid:");
	for (size_t i = 0; i < sizeof(b); i++)
		at += snprintf(at, (size_t)(ret + WARC_ID_BYTES - at), "%s%02x",
		    i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", b[i]);
	snprintf(at, (size_t)(ret + WARC_ID_BYTES - at), ">");
}

/* ---- records ---- */

struct warc_record {
	const char *type, *content_type;
	struct slice uri; /* SLICE_NONE: the record has no URI */
	int64_t at;
	struct slice block;
	const unsigned char *payload;       /* digest; NULL: none */
	const struct warc_original
	    *refers; /* the record to which a revisit refers; NULL: none */
	const char *info_id;                /* NULL: none */
};

static void
warc_append_uri(struct buf *out, const char *name, struct slice uri)
{
	buf_printf(out, "%s: ", name);
	for (size_t i = 0; i < uri.len; i++)
		if ((unsigned char)uri.p[i] <= ' ' || uri.p[i] == 0x7f)
			buf_printf(out, "%%%02X", (unsigned char)uri.p[i]);
		else
			buf_append_char(out, uri.p[i]);
	buf_append_string(out, "\r\n");
}

static void
warc_append_refers(struct buf *out, const struct warc_original *original)
{
	char date[DATE_TEXT_BYTES];

	date_format_rfc3339(original->at, date);
	buf_printf(out,
	    "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/"
	    "identical-payload-digest\r\n"
	    "WARC-Refers-To: %s\r\n"
	    "WARC-Refers-To-Date: %s\r\n",
	    original->id, date);
	warc_append_uri(
	    out, "WARC-Refers-To-Target-URI", slice_of(original->uri));
}

static int
warc_append_head(struct buf *out, const struct warc_record *r,
    char ret_id[WARC_ID_BYTES], struct err *e)
{
	unsigned char block[WARC_DIGEST_BYTES], id[WARC_DIGEST_BYTES];
	char date[DATE_TEXT_BYTES];
	int rc;

	date_format_rfc3339(r->at, date);
	if ((rc = warc_digest(r->block, block, e)) != 0 ||
	    (rc = warc_hash(
		 (const struct slice[]){ slice_of(r->type), r->uri,
		     slice_of(date), { (const char *)block, sizeof(block) } },
		 4, id, e)) != 0)
		return rc;
	warc_format_id(id, ret_id);
	buf_printf(out,
	    "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: %s\r\n"
	    "WARC-Date: %s\r\n",
	    r->type, ret_id, date);
	if (r->uri.len > 0)
		warc_append_uri(out, "WARC-Target-URI", r->uri);
	if (r->info_id != NULL)
		buf_printf(out, "WARC-Warcinfo-ID: %s\r\n", r->info_id);
	if (r->refers != NULL)
		warc_append_refers(out, r->refers);
	warc_append_digest(out, "WARC-Block-Digest", block);
	if (r->payload != NULL)
		warc_append_digest(out, "WARC-Payload-Digest", r->payload);
	buf_printf(out, "Content-Type: %s\r\nContent-Length: %zu\r\n\r\n",
	    r->content_type, r->block.len);
	return 0;
}

/* Appends the head, the block and two empty lines to `out`, compressed. */
static int
warc_put_record(struct buf *out, const struct warc_record *r,
    char ret_id[WARC_ID_BYTES], struct err *e)
{
	struct buf record;
	int rc;

	buf_init(&record, WARC_MAX_BYTES);
	rc = warc_append_head(&record, r, ret_id, e);
	buf_append_slice(&record, r->block);
	buf_append_string(&record, "\r\n\r\n");
	if (rc == 0 && buf_failed(&record))
		rc = err_set(e, ERR_MEMORY, "no memory for a record");
	if (rc == 0)
		rc = warc_deflate_whole(out, buf_slice(&record), e);
	buf_release(&record);
	return rc;
}

/* ---- bodies that occur again ---- */

/* Returns the digest as a key of the table w->originals. */
static struct slice
warc_key(const unsigned char digest[WARC_DIGEST_BYTES])
{
	return (struct slice){ (const char *)digest, WARC_DIGEST_BYTES };
}

/* Stores the first record of a body in the table. If memory is exhausted or the
 * table is full, the record is not stored, and a later record of the same body
 * is a complete response instead of a revisit. */
static void
warc_remember(struct warc *w, const unsigned char digest[WARC_DIGEST_BYTES],
    const struct page_row *page, const char *id)
{
	struct warc_original *original;

	if (w->n_originals == WARC_MOST_ORIGINALS)
		return;
	original = calloc(1, sizeof(*original));
	if (original == NULL)
		return;
	memcpy(original->digest, digest, WARC_DIGEST_BYTES);
	memcpy(original->id, id, WARC_ID_BYTES);
	original->at = page->fetched_at;
	original->uri = strndup(page->url.p, page->url.len);
	if (original->uri == NULL ||
	    table_put(&w->originals, warc_key(original->digest), original) !=
		0) {
		free(original->uri);
		free(original);
		return;
	}
	w->n_originals++;
}

/* ---- the public part ---- */

void
warc_init(struct warc *ret)
{
	*ret = (struct warc){ .n_originals = 0 };
	table_init(&ret->originals);
}

void
warc_release(struct warc *w)
{
	struct slice key;
	size_t at = 0;
	void *value;

	while (table_next(&w->originals, &at, &key, &value)) {
		struct warc_original *original = value;

		free(original->uri);
		free(original);
	}
	table_release(&w->originals);
}

/* Appends a field of the warcinfo record. Control characters become spaces, so
 * that the text stays on one line. */
static void
warc_append_field(struct buf *out, const char *name, const char *text)
{
	buf_printf(out, "%s: ", name);
	for (; *text != '\0'; text++)
		buf_append_char(out, (unsigned char)*text < ' ' ? ' ' : *text);
	buf_append_string(out, "\r\n");
}

int
warc_info(struct warc *w, struct buf *out, const char *contact, int64_t now_at,
    struct err *e)
{
	struct buf block;
	int rc;

	buf_init(&block, WARC_MAX_BYTES);
	warc_append_field(&block, "software", "gleaner/" GLEANER_VERSION);
	warc_append_field(&block, "format", "WARC File Format 1.1");
	warc_append_field(&block, "conformsTo",
	    "http://iipc.github.io/warc-specifications/specifications/"
	    "warc-format/warc-1.1/");
	warc_append_field(&block, "robots", "obey");
	if (contact != NULL)
		warc_append_field(&block, "operator", contact);
	buf_append_string(
	    &block, "http-header-user-agent: gleaner/" GLEANER_VERSION);
	if (contact != NULL)
		buf_printf(&block, " (+%s)", contact);
	buf_append_string(&block, "\r\n");
	rc = buf_failed(&block)
		 ? err_set(e, ERR_MEMORY, "no memory for a record")
		 : warc_put_record(out,
		       &(struct warc_record){ .type = "warcinfo",
			   .content_type = "application/warc-fields",
			   .at = now_at,
			   .block = buf_slice(&block) },
		       w->info_id, e);
	buf_release(&block);
	return rc;
}

/* Returns true if the header describes the transferred bytes. */
static bool
warc_is_of_transfer(struct slice line)
{
	static const char *const names[] = { "content-encoding",
		"content-length", "transfer-encoding" };
	struct slice name =
	    slice_trim(slice_sub(line, 0, slice_find_char(line, ':', 0)));

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		if (slice_equal_nocase(name, slice_of(names[i])))
			return true;
	return false;
}

static void
warc_append_headers(struct buf *out, struct slice headers)
{
	struct slice line;

	while (headers.len > 0 && slice_next(&headers, '\n', &line)) {
		line = slice_trim(line);
		if (slice_find_char(line, ':', 0) == SLICE_NOT_FOUND)
			continue;
		if (warc_is_of_transfer(line))
			buf_append_string(out, "X-Archive-Orig-");
		buf_append_slice(out, line);
		buf_append_string(out, "\r\n");
	}
}

/* Writes a response record. If the table contains the body, writes a revisit
 * record, which contains only the head of the response. */
static int
warc_put_response(struct warc *w, struct buf *out, const struct page_row *page,
    struct slice block, const unsigned char digest[WARC_DIGEST_BYTES],
    struct err *e)
{
	const struct warc_original *original =
	    page->body.len > 0 ? table_get(&w->originals, warc_key(digest))
			       : NULL;
	struct warc_record record = {
		.type = original != NULL ? "revisit" : "response",
		.content_type = "application/http; msgtype=response",
		.uri = page->url,
		.at = page->fetched_at,
		.block = original != NULL
			     ? slice_sub(block, 0, block.len - page->body.len)
			     : block,
		.payload = digest,
		.refers = original,
		.info_id = w->info_id,
	};
	char id[WARC_ID_BYTES];
	int rc = warc_put_record(out, &record, id, e);

	if (rc == 0 && original == NULL)
		warc_remember(w, digest, page, id);
	return rc;
}

int
warc_response(
    struct warc *w, struct buf *out, const struct page_row *page, struct err *e)
{
	unsigned char digest[WARC_DIGEST_BYTES];
	struct buf block;
	int rc = warc_digest(page->body, digest, e);

	if (rc != 0)
		return rc;
	buf_init(&block, WARC_MAX_BYTES);
	buf_append_string(&block, "HTTP/1.1 200 OK\r\n");
	warc_append_headers(&block, page->headers);
	buf_printf(&block, "Content-Length: %zu\r\n\r\n", page->body.len);
	buf_append_slice(&block, page->body);
	rc = buf_failed(&block) ? err_set(e, ERR_MEMORY, "no memory for a page")
				: warc_put_response(w, out, page,
				      buf_slice(&block), digest, e);
	buf_release(&block);
	return rc;
}
