/*
 * copy_numbers.c -- see copy_numbers.h.
 *
 * The greatest id of a copied table is not enough: the row with the last id may
 * have been purged, removed or acknowledged.  A consumer that knows the id of a
 * purged article would take a new article with this id for the old one.
 */
#include "store/copy/copy_numbers.h"

#include "base/arena.h"
#include "store/database.h"
#include "store/fleet/fleet_store.h"
#include "store/query/dialect.h"
#include "store/sqlite/statement.h"

#define SKIPPED_NUMBERS 1000000000 /* as in the query change_skip_numbers */

struct copy_number {
	struct slice table;
	int64_t n; /* the last number of the table; 0: it gave none */
};

static void
copy_numbers_read_row(const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct copy_number *)ret_row = (struct copy_number){
		.table = query_column_copy(q, 0, arena),
		.n = query_column_int(q, 1),
	};
}

/* Receivers may have articles and changes that the database stored after the
 * backup was made (store/open.c). */
static void
copy_numbers_skip(struct copy_number *number)
{
	if (slice_equal(number->table, SLICE("article")) ||
	    slice_equal(number->table, SLICE("change")))
		number->n += SKIPPED_NUMBERS;
}

static int
copy_numbers_run(struct store *to, enum sql query,
    const struct copy_number *number, struct err *e)
{
	struct query q = query_of(to, query);

	query_text_always(&q, ":table", number->table);
	query_int(&q, ":n", number->n);
	return query_run(&q, e);
}

static int
copy_numbers_write(struct store *to, void *arg, struct err *e)
{
	const struct rows *rows = arg;
	const struct copy_number *numbers = rows->items;
	int rc = 0;

	for (size_t i = 0; i < rows->n && rc == 0; i++) {
		if (numbers[i].n == 0)
			continue;
		if (!store_is_shared(to))
			rc = copy_numbers_run(
			    to, SQL_copy_insert_number, &numbers[i], e);
		if (rc == 0)
			rc = copy_numbers_run(
			    to, SQL_copy_raise_number, &numbers[i], e);
	}
	return rc;
}

int
copy_numbers(struct store *from, struct store *to, struct err *e)
{
	struct query q = query_of(from, SQL_copy_numbers);
	struct copy_number *numbers;
	struct rows rows;
	int rc = rows_collect(&q, sizeof(struct copy_number),
	    copy_numbers_read_row, &rows, e);

	numbers = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0 && store_is_backup(from); i++)
		copy_numbers_skip(&numbers[i]);
	if (rc == 0)
		rc = store_operate(to, copy_numbers_write, &rows, e);
	rows_release(&rows);
	return rc;
}
