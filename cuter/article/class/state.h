/*
 * state.h -- shared by state.c, state_script.c and state_flight.c: reading of a
 * page's embedded data.
 */
#ifndef CUTER_ARTICLE_CLASS_STATE_H
#define CUTER_ARTICLE_CLASS_STATE_H

#include <jansson.h>

#include "cuter/article/article.h"

#define STATE_SCRIPT_LEAST 300 /* number of bytes; shorter scripts contain no
				  article */

/* Receives the JSON texts of scripts: borrowed during the call. */
typedef void state_sink(void *arg, struct slice json);

/* state_script.c: calls `sink` for each object, list and string of at least
 * STATE_SCRIPT_LEAST bytes in a program, in order. A literal of JavaScript is
 * rewritten as JSON: names without quotes, single quotes, `void 0`, `!0`, and
 * the arguments of the function that returns the literal. `work` is scratch
 * memory; the sink may use it, too. Arena; O(bytes). */
void state_read_program(struct arena *, struct buf *work, struct slice script,
    state_sink *, void *arg);

/* state_flight.c: the rows of a stream of React server components. The program
 * of the page adds pieces of the stream: self.__next_f.push([1,"…"]). */
struct flight_text {
	struct slice id, text;
};
struct flight {
	struct slice *pieces; /* arena */
	size_t n_pieces, bytes;
	struct flight_text *texts; /* rows of text, by identifier */
	size_t n_texts;
};
/* Adds the piece of the stream that a script pushes. Returns false if the
 * script does not push a piece. */
bool state_flight_add(struct page *, struct slice script, struct flight *);
/* Calls `sink` for each row that is JSON, after flight->texts is complete.
 * Arena; O(bytes). */
void state_flight_read(
    struct arena *, struct flight *, state_sink *, void *arg);
/* A value such as "$a" refers to a row of the stream.  Returns the text of that
 * row, or the value itself if it is no such reference. */
struct slice state_flight_text(const struct flight *, struct slice value);
/* True for a list whose first member is an object or a list of indices only:
 * its members refer to each other (devalue, turbo-stream). */
bool state_is_flat(const json_t *list);
/* Appends the paragraphs of the elements ["$","p",null,{"children":…}] in a
 * row, separated by empty lines; *ret_title gets the first heading.
 * O(values), limited. */
void state_flight_collect(
    const json_t *row, struct buf *text, struct slice *ret_title);

#endif
