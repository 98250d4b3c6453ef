/*
 * shared_table_test.c -- tests the copy of the table of frequencies that the
 * zygote makes for its children.
 */
#include "base/limits.h"
#include "tests/lib/tap.h"
#include "worker/zygote/shared_table.h"

#define HASH 0x12345678u

static struct frequencies
shared_table_test_read(const struct frequency_table *table)
{
	struct frequencies f;

	frequencies_init(&f, "xx", table);
	return f;
}

/* Returns the count of the stem in the table. */
static int64_t
shared_table_test_count(const struct frequency_table *table, uint32_t hash)
{
	struct frequencies f = shared_table_test_read(table);

	return frequencies_of(&f, hash);
}

static void
shared_table_test_copies(struct frequency_table *shared)
{
	const int64_t end_ms = SHARED_TABLE_COPY_MS;
	const struct frequency_table *copy = shared_table_copy(shared, 0);

	is_int(shared_table_test_count(copy, HASH), 64,
	    "the copy has the counts of the table");
	is_int(shared_table_test_read(copy).articles,
	    shared_table_test_read(shared).articles,
	    "the copy has the totals of the table");
	ok(shared_table_copy(shared, end_ms) == copy,
	    "the copy is kept while nothing changes");

	frequency_table_set(shared, HASH, 512);
	copy = shared_table_copy(shared, end_ms - 1);
	is_int(shared_table_test_count(copy, HASH), 64,
	    "the copy is kept after few changes");
	copy = shared_table_copy(shared, end_ms);
	is_int(shared_table_test_count(copy, HASH), 512,
	    "an old copy is made again after a change");

	for (uint32_t i = 1; i <= 100; i++)
		frequency_table_set(shared, HASH + i, 8);
	copy = shared_table_copy(shared, end_ms + 1);
	is_int(shared_table_test_count(copy, HASH + 100), 8,
	    "the copy is made again after many changes");
}

int
main(void)
{
	struct frequency_table *shared;
	struct err e = ERR_INIT;

	ok(shared_table_copy(NULL, 0) == NULL,
	    "without a table there is no copy");
	if (!ok(shared_table_create(&shared, &e) == 0, "the table is created"))
		return done_testing();
	for (uint32_t i = 1; i <= 100; i++)
		frequency_table_set(shared, (i + 1) << 12, 8);
	frequency_table_set(shared, HASH, 64);
	frequency_table_set_total(shared, "xx", 3000);
	is_int((int64_t)frequency_table_changes(shared), 102,
	    "the table counts its changes");
	if (shared_table_copy(shared, 0) == shared)
		ok(true, "the copy # SKIP there are no large pages");
	else
		shared_table_test_copies(shared);
	return done_testing();
}
