/*
 * json_line.h -- one line of a command's output: a JSON object.
 *
 *	struct json_line line;
 *
 *	json_line_begin(&line);
 *	json_write_text(&line.json, "category", name);
 *	code = json_line_end(&line, cli);
 */
#ifndef CLI_PRINT_JSON_LINE_H
#define CLI_PRINT_JSON_LINE_H

#include "base/buf.h"
#include "base/text/json_writer.h"
#include "cli/cli.h"

struct json_line {
	struct json_writer json;
	struct buf buf;
};

/* Begins the object, which may have at most JSON_ROW_MAX_BYTES. */
void json_line_begin(struct json_line *);
/* Ends the object, writes the line and frees it. Returns the result of
 * cli_write(). */
int json_line_end(struct json_line *, struct cli *);

#endif
