/*
 * table.h -- rows of text in columns.
 *
 *	struct text_table table;
 *	text_table_init(&table, cli, columns);
 *	for each row:
 *		text_table_number(&table, row.id);
 *		text_table_text(&table, row.title);
 *		…
 *		text_table_end_row(&table);
 *	text_table_release(&table);		(prints what is left)
 *
 * Widths come of the first TABLE_LOOKAHEAD rows; the later ones go out as they
 * come, so that a listing of a million rows takes no memory and begins at
 * once.  On a terminal rows are cut to its width, first of all the columns
 * that say so; elsewhere nothing is cut.
 */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include "cli/cli.h"

#define TABLE_COLUMNS_MAX 12
#define TABLE_LOOKAHEAD   200

struct table_column {
	const char *title;
	bool right;     /* numbers */
	size_t shrinks; /* not 0: may be cut down to so many columns */
	size_t at_most; /* not 0: never wider on a terminal */
	size_t weight;  /* of two that may be cut, the one of twice the weight
			   keeps twice the room; 0 is 1 */
	enum paint (*paint)(struct slice cell);
};

struct text_table {
	struct cli *cli;
	const struct table_column *columns; /* until a title is NULL */
	size_t n_columns;
	size_t width[TABLE_COLUMNS_MAX];
	struct buf cells; /* clean, each ended by \n */
	size_t n_rows;    /* in cells */
	size_t n_cells;   /* of the row being filled */
	bool begun;       /* widths are settled */
};

void text_table_init(
    struct text_table *, struct cli *, const struct table_column *);
/* The next cell of the row.  "-" for an absent or empty one. */
void text_table_text(struct text_table *, struct slice);
/* What was put together for it: its failure is the table's. */
void text_table_part(struct text_table *, const struct buf *);
void text_table_format(struct text_table *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_table_number(struct text_table *, int64_t);
void text_table_date(struct text_table *, int64_t at);
/* "5m ago", "in 2h": text_age() */
void text_table_age(struct text_table *, int64_t at);
/* 0, or CLI_FAILED when writing failed. */
int text_table_end_row(struct text_table *);
int text_table_release(struct text_table *);

#endif
