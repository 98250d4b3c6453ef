/*
 * log.h -- one line an event: `event key=value …`, or one JSON object.
 *
 *	log_event(LOG_INFO, "poll", LOG_TEXT("feed", url), LOG_INT("new", 3));
 *
 * Text from outside is quoted and escaped, so that a line is always a line
 * and nothing in it can pass for another event (threats, 49).  Only daemon/
 * logs.  error: someone must act; warning: we went on without something;
 * info: the daily story; debug: why.
 */
#ifndef DAEMON_LOG_H
#define DAEMON_LOG_H

#include "base/slice.h"
#include "config/config.h"

enum log_kind { LOG_KIND_END, LOG_KIND_TEXT, LOG_KIND_INT };

struct log_field {
	enum log_kind kind;
	const char *name;
	struct slice text;
	int64_t number;
};

#define LOG_SLICE(name, value)                                                 \
	{                                                                      \
		LOG_KIND_TEXT, (name), (value), 0                              \
	}
#define LOG_TEXT(name, value)                                                  \
	{                                                                      \
		LOG_KIND_TEXT, (name), slice_of(value), 0                      \
	}
#define LOG_INT(name, value)                                                   \
	{                                                                      \
		LOG_KIND_INT, (name), { 0 }, (value)                           \
	}

#define log_event(level, event, ...)                                           \
	log_write((level), (event),                                            \
	    (const struct log_field[]){ __VA_ARGS__ __VA_OPT__(, ){ 0 } })

/* Before it is called: info, text. */
void log_setup(enum log_level, enum log_format);
/* Standard error is the journal's stream: JOURNAL_STREAM names its device and
 * inode.  Looked at once, and again by log_setup(). */
bool log_is_to_journal(void);
/* While it is on nothing is logged: what follows was said in one line. */
void log_mute(bool on);
/* Thread-safe: a line is one write(2) to standard error. */
void log_write(enum log_level, const char *event, const struct log_field *);

#endif
