/*
 * err.h -- errors of the program, each with a text for the operator.
 *
 * Three kinds of error are kept apart.  Wrong input (a malformed feed, status
 * 503) is a result and is not reported here.  An operation that cannot be
 * completed (memory, disk, a limit) returns a negative code from this list and
 * sets a text.  A bug stops the program (assert).
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#define ERR_TEXT_BYTES 512

enum err_code {
	ERR_NONE = 0,
	ERR_MEMORY = -1, /* malloc() failed */
	ERR_LIMIT = -2,  /* a limit of base/limits.h was reached */
	ERR_IO = -3,     /* a system call failed; the text ends with
			    strerror(errno) */
	ERR_CONFIG = -4, /* the configuration is invalid */
	ERR_REFUSED =
	    -5, /* the database is locked or corrupt, has a newer format, or was
		   not made by Gleaner */
	ERR_DATABASE = -6, /* an SQL statement failed */
	ERR_NOT_FOUND = -7, /* the named object does not exist */
	ERR_LIBRARY = -8, /* a library could not be initialised */
	ERR_USAGE = -9,   /* an argument or a setting is not valid */
	ERR_LEASE = -10 /* another node owns the shard (docs/fleet.md) */
};

/* Initialise with ERR_INIT.  The text is one line of UTF-8. */
struct err {
	enum err_code code;
	char text[ERR_TEXT_BYTES];
};
#define ERR_INIT ((struct err){ 0 })

/* Sets the members `code` and `text` and returns the code, so that a function
 * can end with `return err_set(e, …)`.  e may be NULL. */
int err_set(struct err *e, enum err_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sets ERR_IO and a text followed by ": " and strerror(errno). */
int err_errno(struct err *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Puts "context: " before the text; returns e->code, or ERR_IO if e is NULL. */
int err_wrap(struct err *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
