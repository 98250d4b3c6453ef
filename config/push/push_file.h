/*
 * push_file.h -- the settings of one push: /etc/gleaner/push/NAME.yaml
 * (push_file.c).
 *
 *	target: https://example.org/hook
 *	consumer: hook
 *	batch: 100
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
	char *feed, *tag, *lang;
	int kind; /* index of PUSH_FILE_KINDS; -1: any */
	double min_confidence;
	bool one_per_cluster;
	bool notified;
};

#define PUSH_FILE_KINDS "new|revised|withdrawn"

/* Reads a file. ERR_CONFIG: faults has a line "FILE:LINE:COLUMN: TEXT" for each
 * fault, or the file is too large. ERR_IO: the file cannot be read; e contains
 * the reason. A warning about a file with a secret that every user can read is
 * also written to faults. ERR_MEMORY. Release in all cases. O(size of the
 * file). */
int push_file_read(
    const char *path, struct push_file *ret, struct buf *faults, struct err *e);
void push_file_release(struct push_file *);

#endif
