/*
 * err.h -- what went wrong on our side, in words that an operator can act on.
 *
 * Three kinds of fault are never mixed.  What is wrong outside (a bad feed,
 * a 503) is a result and does not come here.  What we cannot do (memory,
 * disk, a limit) is a negative code from this list and a text.  What we did
 * wrong is an assert.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#define ERR_TEXT_BYTES 512

enum err_code {
	ERR_NONE = 0,
	ERR_MEMORY = -1,   /* malloc said no */
	ERR_LIMIT = -2,    /* a bound of config/limits.h was reached */
	ERR_IO = -3,       /* the system said no; the text has strerror */
	ERR_CONFIG = -4,   /* the configuration is at fault */
	ERR_REFUSED = -5,  /* database: locked, newer, foreign, corrupt */
	ERR_DATABASE = -6, /* a statement failed */
	ERR_NOT_FOUND = -7,
	ERR_LIBRARY = -8, /* a library would not start */
	ERR_USAGE = -9
};

/* Zero-initialise with ERR_INIT.  The text is one line of UTF-8. */
struct err {
	enum err_code code;
	char text[ERR_TEXT_BYTES];
};
#define ERR_INIT ((struct err){ 0 })

/* Sets code and text and returns the code, so that a function can end with
 * `return err_set(e, …)`.  e may be NULL. */
int err_set(struct err *e, enum err_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ERR_IO with ": strerror(errno)" behind the text. */
int err_errno(struct err *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Puts "context: " before the text that is there; returns e's code (or
 * ERR_IO if e is NULL). */
int err_wrap(struct err *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
