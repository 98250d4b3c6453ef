/*
 * log.h -- one line per event: `event key=value …`, or one JSON object.
 *
 *	log_event(LOG_INFO, "poll", LOG_TEXT("feed", url), LOG_INT("new", 3));
 *
 * External text is quoted and escaped, so that an event is always one line and
 * external text cannot imitate another event (docs/threat-rows.md, row S49).
 * Only daemon/ logs. error: an operator must act; warning: the program
 * continued without something; info: normal operation; debug: reasons.
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

/* Sets level and format. The defaults are info and text. */
void log_setup(enum log_level, enum log_format);
/* Returns whether standard error is the journal's stream: JOURNAL_STREAM
 * contains its device and inode. The first call and log_setup() determine the
 * result; later calls return the stored one. */
bool log_is_to_journal(void);
/* `on` = true turns logging off; `on` = false turns it on again. Used when the
 * caller has summarised the events in one line. */
void log_mute(bool on);
/* Writes one line to standard error, with one write(2) for each PIPE_BUF bytes.
 * If standard error is not writable for 100 ms, the line is dropped, and a
 * later call writes the event log-lines-dropped first. Thread-safe. */
void log_write(enum log_level, const char *event, const struct log_field *);

#endif
