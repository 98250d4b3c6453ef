/*
 * limits_rules.h -- every limit of site rules (rules/, cuter/rule/), with its
 * reason.  limits.h has the limits of other modules.
 */
#ifndef BASE_LIMITS_RULES_H
#define BASE_LIMITS_RULES_H

#include "base/limits.h"

#define LIMIT_RULES_BYTES   (16 * KIB) /* size of a rule file; published files
					  have up to 10 KiB. The text is sent
					  to a worker with each page, in a
					  frame of 128 KiB */
#define LIMIT_RULES_LINE    4096 /* bytes of a line; the longest expressions
				    in use have 1000 */
#define LIMIT_RULES_LINES   1000 /* statements of a file; published files have
				    up to 150 */
#define LIMIT_RULES_FAULTS  20   /* reported lines of a file */
#define LIMIT_RULES_FILES   1024 /* files of a directory for one entry of
				    `sites`: one for each host */
#define LIMIT_RULES_HEADERS 16   /* http_header statements; files have up to
				    three */
#define LIMIT_RULES_ARENA   (512 * KIB) /* memory of a parsed file: its texts,
					   and 1000 statements of 100 bytes
					   each */

/* Limits of the evaluation of a file on one page. A statement of a published
 * file needs one operation for each node of the page, which are less than 20000
 * operations. */
#define LIMIT_RULES_NODES   200000 /* nodes of a page: 40 MB for libxml2. A
				      larger page is read without rules */
#define LIMIT_RULES_STEPS   20000000 /* operations of all expressions on a
					page: about a second */
#define LIMIT_RULES_STEP_BYTES 32 /* bytes of text that a function reads in one
				     operation */
#define LIMIT_RULES_FOUND   20000 /* nodes in the result of one expression */
#define LIMIT_RULES_REPLACED (16 * MIB) /* size of a page after its strings
					   were replaced; fetch.page_bytes is
					   10 MiB */
#define LIMIT_RULES_REPLACES 100000 /* replacements of one text in a page */
#define LIMIT_RULES_COPIED  (64 * MIB) /* bytes of all copies of a page that
					  replacements make; each is in the
					  arena of the page */
#define LIMIT_RULES_SEARCHED (1024 * MIB) /* bytes that all replacements
					     of a page may search, which takes
					     0.2 s */
#define LIMIT_RULES_ATTRIBUTE 8192 /* bytes of an attribute's value; longer
				      values are truncated */
#define LIMIT_RULES_TRIED   2000 /* newest pages of a domain in which `gleaner
				    rules test` searches for pages of one
				    host */
#define LIMIT_RULES_HEAD    1024 /* meta, link and script elements */

#endif
