/*
 * table.h -- prints rows of text in columns.
 *
 *	struct text_table table;
 *	text_table_init(&table, cli, columns);
 *	for each row:
 *		text_table_number(&table, row.id);
 *		text_table_text(&table, row.title);
 *		…
 *		text_table_end_row(&table);
 *	text_table_release(&table);		(prints the remaining rows)
 *
 * The column widths are computed from the first TABLE_LOOKAHEAD rows. Later
 * rows are printed immediately, so that a listing of a million rows needs
 * little memory and starts at once. On a terminal, the columns that allow it
 * are cut, so that the rows fit its width. Other outputs are not cut.
 */
#ifndef CLI_TERM_TABLE_H
#define CLI_TERM_TABLE_H

#include "cli/cli.h"

#define TABLE_COLUMNS_MAX 12
#define TABLE_LOOKAHEAD   200

struct table_column {
	const char *title;
	bool right;     /* text is aligned right, for numbers */
	size_t shrinks; /* not 0: may be cut to this many columns */
	size_t at_most; /* not 0: maximum width on a terminal */
	/* the widths of columns that are cut are proportional to their weights;
	 * 0: the weight is 1 */
	size_t weight;
	enum paint (*paint)(struct slice cell);
};

struct text_table {
	struct cli *cli;
	/* ended by a column with the title NULL */
	const struct table_column *columns;
	size_t n_columns;
	size_t width[TABLE_COLUMNS_MAX];
	struct buf cells; /* cleaned text, each cell ended by \n */
	size_t n_rows;    /* number of complete rows in `cells` */
	size_t n_cells;   /* number of cells in the row that is being filled */
	bool begun;       /* the widths of the columns are fixed */
};

/* `columns` end with a row without a title; they are borrowed. */
void text_table_init(
    struct text_table *, struct cli *, const struct table_column *);
/* Adds the next cell of the row; "-" if the text is absent or empty. */
void text_table_text(struct text_table *, struct slice);
/* Adds the text of a buffer. If the buffer has failed, the table has failed,
 * too. */
void text_table_part(struct text_table *, const struct buf *);
void text_table_format(struct text_table *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_table_number(struct text_table *, int64_t);
void text_table_date(struct text_table *, int64_t at);
/* Adds a time such as "5m ago" or "in 2h" (text_age()). */
void text_table_age(struct text_table *, int64_t at);
/* Both functions return 0, or CLI_FAILED if writing failed. */
int text_table_end_row(struct text_table *);
int text_table_release(struct text_table *);

#endif
