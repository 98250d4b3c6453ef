/*
 * rules.h -- reads a file of site rules in the syntax of ftr-site-config.
 *
 * Each line is a statement `command: value`, `http_header(NAME): value` or
 * `replace_string(FIND): REPLACEMENT`.  A line that begins with # is a comment.
 * Several lines with the same command are alternatives in their order, except
 * that all lines of strip…, wrap_in and replace_string apply.  docs/rules.md
 * describes the commands.
 *
 * A line that cannot be read is reported as a fault with the number of the
 * line.  The other lines of the file apply.
 *
 * Source of the syntax: the documentation of Full-Text RSS, "Site patterns".
 */
#ifndef RULES_RULES_H
#define RULES_RULES_H

#include "base/arena.h"

enum rule_command {
	RULE_TITLE,
	RULE_BODY,
	RULE_AUTHOR,
	RULE_DATE,
	RULE_STRIP,
	RULE_STRIP_ID_OR_CLASS,
	RULE_STRIP_IMAGE_SRC,
	RULE_WRAP_IN,
	RULE_SINGLE_PAGE_LINK,
	RULE_NEXT_PAGE_LINK,
	RULE_NATIVE_AD_CLUE,
	RULE_REPLACE_STRING,
	RULE_HTTP_HEADER,
	RULE_TEST_URL,
	RULE_COMMAND_COUNT
};
const char *rule_command_name(enum rule_command);

/* Statements with the value yes or no. */
enum rule_switch {
	RULE_PRUNE,
	RULE_TIDY,
	RULE_AUTODETECT,
	RULE_SKIP_JSON_LD,
	RULE_INSERT_IMAGE,
	RULE_SWITCH_COUNT
};

struct rule_line {
	enum rule_command command;
	uint32_t number;    /* number of the line, from 1 */
	struct slice value; /* an XPath expression, a text or a URL */
	struct slice name;  /* name of http_header, the text that
			       replace_string searches, or the element of
			       wrap_in */
	/* if_page_contains: the line applies only if this expression is true
	 * for the page; absent: always */
	struct slice condition;
};

struct rule_fault {
	uint32_t number; /* of the line */
	struct slice text;
};

struct rules {
	struct rule_line *lines; /* in the order of the file */
	size_t n_lines;
	bool is_on[RULE_SWITCH_COUNT]; /* the default, if the file has no such
					  line */
	struct rule_fault faults[20];  /* the first LIMIT_RULES_FAULTS */
	size_t n_faults;               /* at most LIMIT_RULES_FAULTS */
	size_t n_more_faults;          /* number of further faults */
};

/* Reads a file.  Lines borrow from `text` and from the arena, whose `exhausted`
 * must be set.  A text that is longer than LIMIT_RULES_BYTES, is not UTF-8 or
 * contains a NUL gives one fault and no lines.  O(bytes). */
void rules_read(struct arena *, struct slice text, struct rules *ret);

/* True if the rules have a line with the command. */
bool rules_have(const struct rules *, enum rule_command);

/* Returns a number that identifies the text of a file; never 0.  It is the
 * same in each process. */
int64_t rules_digest(struct slice text);

/* Returns how well a file fits a host; 0: not at all.  Of several files, the
 * one with the greatest number applies.  `name` is the file's name without its
 * folder: HOST.txt is for the host and for www.HOST, .DOMAIN.txt for all hosts
 * in the domain.  The host is in lower case.  O(bytes). */
unsigned rules_name_fits(struct slice name, struct slice host);

#endif
