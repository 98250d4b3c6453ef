/*
 * push_file.h -- the settings of one push: /etc/gleaner/push/NAME.yaml
 * (push_file.c).
 *
 *	target: https://example.org/hook
 *	consumer: hook
 *	batch: 100
 *	max_bytes: 1000KiB
 *	secret: hook.secret
 *	filter: { tag: tech, lang: en, min_confidence: 0.8 }
 */
#ifndef CONFIG_PUSH_PUSH_FILE_H
#define CONFIG_PUSH_PUSH_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

/* The texts are owned, and NULL if they are absent. */
struct push_file {
	char *target, *consumer;
	char *secret_file; /* path; a relative path is relative to the directory
			      of the file */
	char *secret;      /* the value of `secret` if it begins with whsec_ */
	int batch;
	int64_t max_bytes; /* 0: no limit */
	char *feed, *tag, *lang;
	int kind; /* index of PUSH_FILE_KINDS; -1: any */
	double min_confidence;
	bool one_per_cluster;
	bool notified;
};

#define PUSH_FILE_KINDS "new|revised|withdrawn"

/* Reads a file. Returns ERR_CONFIG if the file is too large or has faults;
 * `faults` then has a line "FILE:LINE:COLUMN: TEXT" for each fault. Returns
 * ERR_IO with the reason in e if the file cannot be read, and ERR_MEMORY. If
 * every user can read a file with a secret, a warning is written to `faults`.
 * The caller must call push_file_release() in all cases. O(size of the
 * file). */
int push_file_read(
    const char *path, struct push_file *ret, struct buf *faults, struct err *e);
void push_file_release(struct push_file *);

#endif
