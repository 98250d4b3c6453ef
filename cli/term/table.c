/*
 * table.c -- see table.h.
 */
#include "cli/term/table.h"

#include <assert.h>
#include <stdarg.h>

#include "base/date/date.h"
#include "base/limits.h"

#define GAP 2 /* number of spaces between two cells */

#define CELLS_MAX_BYTES (TABLE_LOOKAHEAD * 64 * KIB)

void
text_table_init(struct text_table *table, struct cli *cli,
    const struct table_column *columns)
{
	*table = (struct text_table){ .cli = cli, .columns = columns };
	while (columns[table->n_columns].title != NULL)
		table->n_columns++;
	assert(table->n_columns <= TABLE_COLUMNS_MAX);
	buf_init(&table->cells, CELLS_MAX_BYTES);
}

/* ------------------------------------------------------------------ widths */

static size_t
table_total_width(const struct text_table *table)
{
	size_t total = 0;

	for (size_t i = 0; i < table->n_columns; i++)
		total += table->width[i] + (i > 0 ? GAP : 0);
	return total;
}

/* Returns true if column a is wider than column b in proportion to their
 * weights. */
static bool
table_is_wider(const struct text_table *table, size_t a, size_t b)
{
	size_t weight_a = table->columns[a].weight;
	size_t weight_b = table->columns[b].weight;

	return table->width[a] * (weight_b > 0 ? weight_b : 1) >
	       table->width[b] * (weight_a > 0 ? weight_a : 1);
}

/* Reduces the widest column that may be cut until the row fits. */
static void
table_shrink(struct text_table *table, size_t max_columns)
{
	size_t total = table_total_width(table);

	while (total > max_columns) {
		size_t widest = SIZE_MAX;

		for (size_t i = 0; i < table->n_columns; i++)
			if (table->columns[i].shrinks > 0 &&
			    table->width[i] > table->columns[i].shrinks &&
			    (widest == SIZE_MAX ||
				table_is_wider(table, i, widest)))
				widest = i;
		if (widest == SIZE_MAX)
			return;
		table->width[widest]--;
		total--;
	}
}

static void
table_settle_widths(struct text_table *table)
{
	struct slice rest = buf_slice(&table->cells), cell;

	for (size_t i = 0; i < table->n_columns; i++)
		table->width[i] =
		    text_columns(slice_of(table->columns[i].title));
	for (size_t n = 0; n < table->n_rows * table->n_columns; n++) {
		size_t i = n % table->n_columns, columns;

		slice_next(&rest, '\n', &cell);
		columns = text_columns(cell);
		if (columns > table->width[i])
			table->width[i] = columns;
	}
	if (table->cli->columns == 0)
		return;
	for (size_t i = 0; i < table->n_columns; i++)
		if (table->columns[i].at_most > 0 &&
		    table->width[i] > table->columns[i].at_most)
			table->width[i] = table->columns[i].at_most;
	table_shrink(table, table->cli->columns);
}

/* ------------------------------------------------------------------ output */

static void
table_pad(struct buf *line, size_t columns)
{
	while (columns-- > 0)
		buf_append_char(line, ' ');
}

static void
table_put_cell(const struct text_table *table, struct buf *line, size_t i,
    struct slice cell, enum paint paint)
{
	struct buf fitted;
	size_t columns, width = table->width[i];
	bool last = i + 1 == table->n_columns;

	buf_init(&fitted, CELLS_MAX_BYTES);
	if (table->cli->columns > 0 && table->columns[i].shrinks > 0) {
		text_fit(&fitted, cell, width);
		cell = buf_slice(&fitted);
	}
	columns = text_columns(cell);
	if (i > 0)
		table_pad(line, GAP);
	if (table->columns[i].right && columns < width)
		table_pad(line, width - columns);
	if (paint != PAINT_NONE)
		paint_put(line, table->cli, paint);
	buf_append_slice(line, cell);
	if (paint != PAINT_NONE)
		paint_put(line, table->cli, PAINT_NONE);
	if (!table->columns[i].right && !last && columns < width)
		table_pad(line, width - columns);
	buf_carry_failure(line, &fitted);
	buf_release(&fitted);
}

static void
table_put_titles(const struct text_table *table, struct buf *line)
{
	for (size_t i = 0; i < table->n_columns; i++)
		table_put_cell(table, line, i,
		    slice_of(table->columns[i].title), PAINT_BOLD);
	buf_append_char(line, '\n');
}

static int
table_put_rows(struct text_table *table)
{
	struct slice rest = buf_slice(&table->cells), cell;
	struct buf lines;
	int code;

	buf_init(&lines, CELLS_MAX_BYTES * 2);
	if (!table->begun) {
		table_settle_widths(table);
		if (table->n_rows > 0)
			table_put_titles(table, &lines);
		table->begun = true;
	}
	for (size_t n = 0; n < table->n_rows * table->n_columns; n++) {
		const struct table_column *column =
		    &table->columns[n % table->n_columns];

		slice_next(&rest, '\n', &cell);
		table_put_cell(table, &lines, n % table->n_columns, cell,
		    column->paint != NULL ? column->paint(cell) : PAINT_NONE);
		if ((n + 1) % table->n_columns == 0)
			buf_append_char(&lines, '\n');
	}
	if (buf_failed(&table->cells))
		lines.failed = true;
	buf_clear(&table->cells);
	table->n_rows = 0;
	code = cli_write(table->cli, &lines);
	buf_release(&lines);
	return code;
}

/* ------------------------------------------------------------------- cells */

static void
table_end_cell(struct text_table *table, size_t from)
{
	if (table->cells.len == from)
		buf_append_char(&table->cells, '-');
	buf_append_char(&table->cells, '\n');
	table->n_cells++;
	assert(table->n_cells <= table->n_columns);
}

void
text_table_text(struct text_table *table, struct slice text)
{
	size_t from = table->cells.len;

	text_clean(&table->cells, text);
	table_end_cell(table, from);
}

void
text_table_part(struct text_table *table, const struct buf *part)
{
	text_table_text(table, buf_slice(part));
	buf_carry_failure(&table->cells, part);
}

void
text_table_format(struct text_table *table, const char *format, ...)
{
	struct buf text;
	va_list ap;

	buf_init(&text, 64 * KIB);
	va_start(ap, format);
	buf_vprintf(&text, format, ap);
	va_end(ap);
	text_table_part(table, &text);
	buf_release(&text);
}

void
text_table_number(struct text_table *table, int64_t n)
{
	text_table_format(table, "%lld", (long long)n);
}

void
text_table_date(struct text_table *table, int64_t at)
{
	size_t from = table->cells.len;

	text_date(&table->cells, at);
	table_end_cell(table, from);
}

void
text_table_age(struct text_table *table, int64_t at)
{
	size_t from = table->cells.len;

	text_age(&table->cells, at, table->cli->now_at);
	table_end_cell(table, from);
}

int
text_table_end_row(struct text_table *table)
{
	assert(table->n_cells == table->n_columns);
	table->n_cells = 0;
	table->n_rows++;
	if (table->begun || table->n_rows == TABLE_LOOKAHEAD)
		return table_put_rows(table);
	return 0;
}

int
text_table_release(struct text_table *table)
{
	int code = table_put_rows(table);

	buf_release(&table->cells);
	return code;
}
