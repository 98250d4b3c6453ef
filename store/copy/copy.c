/*
 * copy.c -- copies a whole database into another one; see copy.h.
 *
 * In:  the rows of each table of the source, in the order of the table's key.
 * Out: the same rows in the target, and a digest of each table of both
 *      databases.
 *
 * Rows are read in pages of COPY_PAGE rows.  Each page is inserted in a
 * transaction of its own.
 *
 * The dialects convert times, booleans and JSON, so that the values here are
 * the same on both dialects (store/postgres/README.md, Types).
 */
#include "store/copy/copy.h"

#include <jansson.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "store/article/article_apply.h"
#include "store/copy/copy_numbers.h"
#include "store/fleet/fleet_store.h"
#include "store/identity.h"
#include "store/query/dialect.h"
#include "store/sqlite/statement.h"

#define COPY_PAGE    200 /* rows of a transaction; 200 stored pages are 20 MB */
#define COPY_COLUMNS 47
#define COPY_KEYS    3 /* maximum number of columns of a key */

/* `types` has one letter for each column:
 *	i	integer
 *	r	real
 *	t	text
 *	a	text or bytes
 *	b	bytes
 *	j	JSON
 *	l	an indexed text, which is cut to LIMIT_INDEXED_BYTES; older
 *		databases have longer ones
 * `key`: the columns by which the rows are sorted; -1: no further column. */
struct copy_table {
	const char *name;
	enum sql read, write;
	const char *types;
	int key[COPY_KEYS];
};

static const struct copy_table copy_tables[] = {
	{ "identity", SQL_copy_identity_read, SQL_copy_identity_write, "it",
	    { 0, -1, -1 } },
	{ "feed", SQL_copy_feed_read, SQL_copy_feed_write,
	    "ittttttiiiaatiiittittiiiiiitiiitbtttiii", { 0, -1, -1 } },
	{ "feed_alias", SQL_copy_feed_alias_read, SQL_copy_feed_alias_write,
	    "ti", { 0, -1, -1 } },
	{ "websub", SQL_copy_websub_read, SQL_copy_websub_write,
	    "iittttttiiiiiiiiiiiitb", { 0, -1, -1 } },
	{ "feed_tag", SQL_copy_feed_tag_read, SQL_copy_feed_tag_write, "iit",
	    { 0, 1, -1 } },
	{ "page_dictionary", SQL_copy_page_dictionary_read,
	    SQL_copy_page_dictionary_write, "itiib", { 0, -1, -1 } },
	{ "article", SQL_copy_article_read, SQL_copy_article_write,
	    "ittttttttiiitttliiiiiitttrtttiaatiiittttijiiiti", { 0, -1, -1 } },
	{ "article_author", SQL_copy_article_author_read,
	    SQL_copy_article_author_write, "iil", { 0, 1, -1 } },
	{ "article_tag", SQL_copy_article_tag_read, SQL_copy_article_tag_write,
	    "iil", { 0, 1, -1 } },
	{ "keyword", SQL_copy_keyword_read, SQL_copy_keyword_write, "iittr",
	    { 0, 1, -1 } },
	{ "article_category", SQL_copy_article_category_read,
	    SQL_copy_article_category_write, "ittr", { 0, 1, 2 } },
	{ "media", SQL_copy_media_read, SQL_copy_media_write, "iittttttiir",
	    { 0, 1, -1 } },
	{ "revision", SQL_copy_revision_read, SQL_copy_revision_write, "iiitt",
	    { 0, 1, -1 } },
	{ "entry", SQL_copy_entry_read, SQL_copy_entry_write,
	    "iiittttttiiiiiiiiiiii", { 0, -1, -1 } },
	{ "blocked_entry", SQL_copy_blocked_entry_read,
	    SQL_copy_blocked_entry_write, "iti", { 0, -1, -1 } },
	{ "article_action", SQL_copy_article_action_read,
	    SQL_copy_article_action_write, "itt", { 0, 1, 2 } },
	{ "filter_count", SQL_copy_filter_count_read,
	    SQL_copy_filter_count_write, "ittiiii", { 0, -1, -1 } },
	{ "tombstone", SQL_copy_tombstone_read, SQL_copy_tombstone_write, "iti",
	    { 0, 1, -1 } },
	{ "change", SQL_copy_change_read, SQL_copy_change_write, "iiiti",
	    { 0, -1, -1 } },
	{ "consumer", SQL_copy_consumer_read, SQL_copy_consumer_write, "tiiii",
	    { 0, -1, -1 } },
	{ "lease", SQL_copy_lease_read, SQL_copy_lease_write, "itiiiiiii",
	    { 0, -1, -1 } },
	{ "dead_change", SQL_copy_dead_change_read, SQL_copy_dead_change_write,
	    "tiii", { 0, 1, -1 } },
	{ "page", SQL_copy_page_read, SQL_copy_page_write, "iiaaibi",
	    { 0, -1, -1 } },
	{ "page_cut", SQL_copy_page_cut_read, SQL_copy_page_cut_write, "iii",
	    { 0, -1, -1 } },
	{ "site_rule", SQL_copy_site_rule_read, SQL_copy_site_rule_write,
	    "tiiiiit", { 0, -1, -1 } },
	{ "page_feed", SQL_copy_page_feed_read, SQL_copy_page_feed_write, "ii",
	    { 0, 1, -1 } },
	{ "poll", SQL_copy_poll_read, SQL_copy_poll_write, "iiiittiiii",
	    { 0, -1, -1 } },
	{ "linked_document", SQL_copy_linked_document_read,
	    SQL_copy_linked_document_write, "iittittiaatiii", { 0, -1, -1 } },
	{ "missed_items", SQL_copy_missed_items_read,
	    SQL_copy_missed_items_write, "iiiiti", { 0, -1, -1 } },
	{ "home_page", SQL_copy_home_page_read, SQL_copy_home_page_write,
	    "iittiiit", { 0, -1, -1 } },
	{ "site_memory", SQL_copy_site_memory_read, SQL_copy_site_memory_write,
	    "tiib", { 0, 1, -1 } },
	{ "crasher", SQL_copy_crasher_read, SQL_copy_crasher_write,
	    "ittittittiiib", { 0, -1, -1 } },
	{ "fingerprint", SQL_copy_fingerprint_read, SQL_copy_fingerprint_write,
	    "ibi", { 0, -1, -1 } },
	{ "term_language", SQL_copy_term_language_read,
	    SQL_copy_term_language_write, "ti", { 0, -1, -1 } },
	{ "term_frequency", SQL_copy_term_frequency_read,
	    SQL_copy_term_frequency_write, "tii", { 0, 1, -1 } },
	{ "category_model", SQL_copy_category_model_read,
	    SQL_copy_category_model_write, "iiiib", { 0, -1, -1 } },
	{ "profile_mark", SQL_copy_profile_mark_read,
	    SQL_copy_profile_mark_write, "tiii", { 0, 1, -1 } },
	{ "profile_feature", SQL_copy_profile_feature_read,
	    SQL_copy_profile_feature_write, "tiitttr", { 0, 1, 2 } },
	{ "host", SQL_copy_host_read, SQL_copy_host_write, "tiii",
	    { 0, -1, -1 } },
	{ "robots", SQL_copy_robots_read, SQL_copy_robots_write, "ttiiiii",
	    { 0, -1, -1 } },
};

static const char *const copy_names[COPY_COLUMNS] = { ":c0", ":c1", ":c2",
	":c3", ":c4", ":c5", ":c6", ":c7", ":c8", ":c9", ":c10", ":c11", ":c12",
	":c13", ":c14", ":c15", ":c16", ":c17", ":c18", ":c19", ":c20", ":c21",
	":c22", ":c23", ":c24", ":c25", ":c26", ":c27", ":c28", ":c29", ":c30",
	":c31", ":c32", ":c33", ":c34", ":c35", ":c36", ":c37", ":c38", ":c39",
	":c40", ":c41", ":c42", ":c43", ":c44", ":c45", ":c46" };

static const char *const copy_key_names[COPY_KEYS] = { ":a0", ":a1", ":a2" };

struct copy_value {
	char type; /* 0: NULL */
	int64_t number;
	double real;
	struct slice bytes; /* borrowed, or owned by the function that sets
			       it */
};

/* The key after which the next page begins. */
struct copy_place {
	struct copy_value key[COPY_KEYS];
	char *texts[COPY_KEYS]; /* owned */
};

/* ------------------------------------------------------------------ values */

static struct copy_value
copy_read(const struct query *q, const struct copy_table *table, int column)
{
	const struct dialect *dialect = q->store->dialect;
	struct copy_value v = { .type = table->types[column] };

	if (dialect->is_null(q, column))
		v.type = 0;
	else if (v.type == 'i')
		v.number = dialect->read_int(q, column);
	else if (v.type == 'r')
		v.real = dialect->read_real(q, column);
	else
		v.bytes = dialect->read_text(q, column);
	if (v.type == 'l' && v.bytes.len > LIMIT_INDEXED_BYTES)
		v.bytes = slice_trim(utf8_prefix(v.bytes, LIMIT_INDEXED_BYTES));
	return v;
}

static void
copy_bind(struct query *q, const char *name, const struct copy_value *v)
{
	if (v->type == 'i')
		query_int(q, name, v->number);
	else if (v->type == 'r')
		query_real(q, name, v->real);
	else if (v->type == 'b')
		query_blob(q, name, v->bytes);
	else if (v->type == 'a')
		query_bytes(q, name, v->bytes);
	else if (v->type != 0)
		query_text_always(q, name, v->bytes);
	else
		query_text(q, name, SLICE_NONE);
}

/* ------------------------------------------------------------------- places */

static void
copy_place_init(struct copy_place *p, const struct copy_table *table)
{
	*p = (struct copy_place){ 0 };
	for (int k = 0; k < COPY_KEYS; k++)
		if (table->key[k] >= 0)
			p->key[k] = (struct copy_value){
				.type = table->types[table->key[k]],
				.number = INT64_MIN,
				.bytes = SLICE(""),
			};
}

static void
copy_place_release(struct copy_place *p)
{
	for (int k = 0; k < COPY_KEYS; k++)
		free(p->texts[k]);
}

/* Moves the place to the present row.  Returns false if there is no memory. */
static bool
copy_place_move(
    struct copy_place *p, const struct query *q, const struct copy_table *table)
{
	for (int k = 0; k < COPY_KEYS && table->key[k] >= 0; k++) {
		struct copy_value v = copy_read(q, table, table->key[k]);

		if (v.type == 'i') {
			p->key[k] = v;
			continue;
		}
		free(p->texts[k]);
		p->texts[k] = malloc(v.bytes.len + 1);
		if (p->texts[k] == NULL)
			return false;
		memcpy(p->texts[k], v.bytes.p, v.bytes.len);
		p->key[k].bytes = (struct slice){ p->texts[k], v.bytes.len };
	}
	return true;
}

/* Returns the query for the page that begins after the key p. */
static struct query
copy_query(
    struct store *s, const struct copy_table *table, const struct copy_place *p)
{
	struct query q = query_of(s, table->read);

	for (int k = 0; k < COPY_KEYS && table->key[k] >= 0; k++)
		copy_bind(&q, copy_key_names[k], &p->key[k]);
	query_int(&q, ":page", COPY_PAGE);
	return q;
}

/* ------------------------------------------------------------------ copying */

struct copy_page {
	struct store *from;
	const struct copy_table *table;
	const struct copy_place *start;
	struct copy_place *end; /* is moved to the end of the page */
	int64_t n;
};

enum { COPY_ARTICLE_ID = 0, COPY_ARTICLE_REVISION = 11 };

/* Returns 1 if the row is an article that the target has from an earlier copy,
 * else 0 or an error.  The text of such an article must not be indexed twice.
 */
static int
copy_is_known(struct store *to, const struct query *row,
    const struct copy_table *table, struct err *e)
{
	struct query q = query_of(to, SQL_copy_article_known);
	int rc;

	if (table->read != SQL_copy_article_read)
		return 0;
	query_int(&q, ":id", copy_read(row, table, COPY_ARTICLE_ID).number);
	rc = query_step(&q, e);
	query_end(&q);
	return rc;
}

/* Adds the text of a published article to the full-text index. */
static int
copy_index(struct store *to, const struct query *row,
    const struct copy_table *table, struct err *e)
{
	if (table->read != SQL_copy_article_read ||
	    copy_read(row, table, COPY_ARTICLE_REVISION).number == 0)
		return 0;
	return text_index_later(
	    to, copy_read(row, table, COPY_ARTICLE_ID).number, e);
}

static int
copy_write_row(struct store *to, const struct query *row,
    const struct copy_table *table, struct err *e)
{
	struct slice url = SLICE_NONE;
	struct query q;
	int rc = copy_is_known(to, row, table, e);

	if (rc != 0)
		return rc < 0 ? rc : 0;
	q = query_of(to, table->write);
	for (int i = 0; table->types[i] != '\0'; i++) {
		struct copy_value v = copy_read(row, table, i);

		copy_bind(&q, copy_names[i], &v);
		if (i == 1)
			url = v.bytes;
	}
	if (table->write == SQL_copy_feed_write)
		query_shard_of(&q, url);
	rc = query_run(&q, e);
	return rc == 0 ? copy_index(to, row, table, e) : rc;
}

static int
copy_run_page(struct store *to, void *arg, struct err *e)
{
	struct copy_page *page = arg;
	struct query q = copy_query(page->from, page->table, page->start);
	int rc;

	page->n = 0;
	while ((rc = query_step(&q, e)) > 0) {
		page->n++;
		if (!copy_place_move(page->end, &q, page->table))
			rc = err_set(e, ERR_MEMORY, "no memory for a key");
		else
			rc = copy_write_row(to, &q, page->table, e);
		if (rc != 0)
			break;
	}
	query_end(&q);
	return rc;
}

/* Copies a table, and adds the number of its rows to *rows. */
static int
copy_one(struct store *from, struct store *to, const struct copy_table *table,
    int64_t *rows, struct err *e)
{
	struct copy_place start, end;
	struct copy_page page = { .from = from,
		.table = table,
		.start = &start,
		.end = &end,
		.n = COPY_PAGE };
	int rc = 0;

	copy_place_init(&start, table);
	while (rc == 0 && page.n == COPY_PAGE) {
		copy_place_init(&end, table);
		rc = store_operate(to, copy_run_page, &page, e);
		*rows += page.n;
		store_report_progress(to, "rows copied", *rows, 0);
		if (rc == 0 && page.n > 0) {
			copy_place_release(&start);
			start = end;
		} else {
			copy_place_release(&end);
		}
	}
	copy_place_release(&start);
	return rc == 0 ? 0 : err_wrap(e, "table %s", table->name);
}

/* ---------------------------------------------------------------- comparing */

/* Returns the JSON value with sorted keys and without blanks; owned.  NULL: the
 * text is not JSON. */
static char *
copy_canonical(struct slice text)
{
	json_t *json = json_loadb(
	    text.p, text.len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
	char *ret =
	    json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);

	json_decref(json);
	return ret;
}

static void
copy_digest_value(EVP_MD_CTX *digest, const struct copy_value *v)
{
	char *json = v->type == 'j' ? copy_canonical(v->bytes) : NULL;
	struct slice bytes = json != NULL ? slice_of(json) : v->bytes;
	/* a column of the type `a` contains text or bytes, which have the same
	 * digest here */
	char type = v->type;

	EVP_DigestUpdate(digest, &type, 1);
	EVP_DigestUpdate(digest, &v->number, sizeof(v->number));
	EVP_DigestUpdate(digest, &v->real, sizeof(v->real));
	EVP_DigestUpdate(digest, &bytes.len, sizeof(bytes.len));
	if (bytes.len > 0)
		EVP_DigestUpdate(digest, bytes.p, bytes.len);
	free(json);
}

struct copy_sum {
	int64_t rows;
	unsigned char digest[EVP_MAX_MD_SIZE];
	unsigned int length;
};

static int
copy_sum_page(struct store *s, const struct copy_table *table,
    struct copy_place *place, EVP_MD_CTX *digest, int64_t *ret_n, struct err *e)
{
	struct query q = copy_query(s, table, place);
	struct copy_place next;
	int64_t n = 0;
	int rc;

	copy_place_init(&next, table);
	while ((rc = query_step(&q, e)) > 0) {
		for (int i = 0; table->types[i] != '\0'; i++) {
			struct copy_value v = copy_read(&q, table, i);

			copy_digest_value(digest, &v);
		}
		if (++n == COPY_PAGE && !copy_place_move(&next, &q, table))
			rc = err_set(e, ERR_MEMORY, "no memory for a key");
		if (rc < 0)
			break;
	}
	query_end(&q);
	copy_place_release(place);
	*place = next;
	*ret_n = n;
	return rc < 0 ? rc : 0;
}

/* Counts the rows of a table of s and computes their digest.  *compared is the
 * number of rows of both databases that were read so far, in all tables.  This
 * number is reported to the watcher of `to`. */
static int
copy_sum(struct store *s, const struct copy_table *table, struct store *to,
    int64_t *compared, struct copy_sum *ret, struct err *e)
{
	EVP_MD_CTX *digest = EVP_MD_CTX_new();
	struct copy_place place;
	int64_t n = COPY_PAGE;
	int rc = 0;

	*ret = (struct copy_sum){ 0 };
	if (digest == NULL ||
	    EVP_DigestInit_ex(digest, EVP_sha256(), NULL) != 1)
		rc = err_set(e, ERR_LIBRARY, "SHA-256 is not available");
	copy_place_init(&place, table);
	while (rc == 0 && n == COPY_PAGE) {
		rc = copy_sum_page(s, table, &place, digest, &n, e);
		ret->rows += n;
		*compared += n;
		store_report_progress(to, "rows compared", *compared, 0);
	}
	copy_place_release(&place);
	if (rc == 0)
		EVP_DigestFinal_ex(digest, ret->digest, &ret->length);
	EVP_MD_CTX_free(digest);
	return rc;
}

static int
copy_compare(struct store *from, struct store *to,
    const struct copy_table *table, int64_t *compared, bool *ret_same,
    struct err *e)
{
	struct copy_sum a, b;
	int rc;

	if ((rc = copy_sum(from, table, to, compared, &a, e)) != 0 ||
	    (rc = copy_sum(to, table, to, compared, &b, e)) != 0)
		return err_wrap(e, "table %s", table->name);
	*ret_same = a.rows == b.rows && a.length == b.length &&
		    memcmp(a.digest, b.digest, a.length) == 0;
	return 0;
}

/* --------------------------------------------------------------------- both */

/* Checks that the target is empty, or contains an earlier copy of the same
 * database, which is then continued. */
static int
copy_check(struct store *from, struct store *to, struct err *e)
{
	char uuid_from[STORE_UUID_BYTES], uuid_to[STORE_UUID_BYTES];
	struct query q = query_of(to, SQL_copy_is_empty);
	int64_t is_empty = 0;
	int rc;

	if ((rc = store_uuid(from, uuid_from, e)) != 0 ||
	    (rc = store_uuid(to, uuid_to, e)) != 0 ||
	    (rc = query_run_int(&q, &is_empty, e)) != 0)
		return rc;
	if (is_empty || strcmp(uuid_from, uuid_to) == 0)
		return 0;
	return err_set(e, ERR_REFUSED,
	    "the target has feeds or articles of another database; copy into "
	    "a new database");
}

static int
copy_all(struct store *from, struct store *to, copy_report *report, void *arg,
    struct copy_result *ret, struct err *e)
{
	int64_t before, compared = 0;
	int rc;

	if ((rc = copy_check(from, to, e)) != 0)
		return rc;
	for (size_t i = 0; i < ARRAY_LENGTH(copy_tables); i++) {
		before = ret->rows;
		rc = copy_one(from, to, &copy_tables[i], &ret->rows, e);
		if (rc != 0)
			return rc;
		report(
		    copy_tables[i].name, ret->rows - before, false, true, arg);
	}
	if ((rc = copy_numbers(from, to, e)) != 0)
		return rc;
	for (size_t i = 0; i < ARRAY_LENGTH(copy_tables); i++) {
		bool is_same = false;

		rc = copy_compare(
		    from, to, &copy_tables[i], &compared, &is_same, e);
		if (rc != 0)
			return rc;
		ret->differing += !is_same;
		report(copy_tables[i].name, 0, true, is_same, arg);
	}
	return 0;
}

int
store_copy(struct store *from, struct store *to, copy_report *report, void *arg,
    struct copy_result *ret, struct err *e)
{
	int64_t before = 0, after = 0;
	int rc = store_data_version(from, &before, e);

	*ret = (struct copy_result){ .tables = ARRAY_LENGTH(copy_tables),
		.is_backup = store_is_backup(from) };
	if (rc != 0)
		return rc;
	rc = copy_all(from, to, report, arg, ret, e);
	/* A row that was copied may then name a row of another table that was
	 * not copied. A temporary failure has other causes. */
	ret->was_written = rc < 0 && !store_may_retry(from) &&
			   !store_may_retry(to) &&
			   store_data_version(from, &after, NULL) == 0 &&
			   after != before;
	return rc;
}
