/*
 * json_line.c -- see json_line.h.
 */
#include "cli/print/json_line.h"

#include "cli/print/json_row.h"

void
json_line_begin(struct json_line *line)
{
	buf_init(&line->buf, JSON_ROW_MAX_BYTES);
	json_writer_init(&line->json, &line->buf);
	json_write_object(&line->json, NULL);
}

int
json_line_end(struct json_line *line, struct cli *cli)
{
	int code;

	json_write_end_object(&line->json);
	buf_append_char(&line->buf, '\n');
	code = cli_write(cli, &line->buf);
	buf_release(&line->buf);
	return code;
}
