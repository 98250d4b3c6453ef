/*
 * files.c -- the files under --root, with strong validators.
 *
 * In:  a path. Out: the file's bytes, its type by its suffix, ETag from its
 * bytes, Last-Modified from its modification time; false if there is no such
 * file.
 */
#include <sys/stat.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/table.h"
#include "tests/origin/scenario.h"

static struct slice
files_content_type(struct slice path)
{
	static const struct {
		const char *ending, *type;
	} types[] = {
		{ ".html", "text/html" },
		{ ".htm", "text/html" },
		{ ".xhtml", "application/xhtml+xml" },
		{ ".rss", "application/rss+xml" },
		{ ".atom", "application/atom+xml" },
		{ ".rdf", "application/rdf+xml" },
		{ ".xml", "application/xml" },
		{ ".json", "application/json" },
		{ ".opml", "text/x-opml" },
		{ ".txt", "text/plain; charset=utf-8" },
		{ ".css", "text/css" },
		{ ".js", "text/javascript" },
		{ ".svg", "image/svg+xml" },
		{ ".png", "image/png" },
		{ ".jpg", "image/jpeg" },
		{ ".gif", "image/gif" },
		{ ".gz", "application/gzip" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(types); i++)
		if (slice_ends_nocase(path, slice_of(types[i].ending)))
			return slice_of(types[i].type);
	return SLICE("application/octet-stream");
}

/* Finds the file of a path. Returns false if the file does not exist, is not a
 * regular file or is outside of --root. */
static bool
files_find_file(struct slice path, struct buf *ret, struct stat *ret_stat)
{
	if (slice_find(path, SLICE("/../"), 0) != SLICE_NOT_FOUND ||
	    slice_ends(path, SLICE("/..")))
		return false;
	buf_append_string(ret, origin.root);
	buf_append_slice(ret, path);
	if (slice_ends(path, SLICE("/")))
		buf_append_string(ret, "index.html");
	return !buf_failed(ret) && stat(ret->p, ret_stat) == 0 &&
	       S_ISREG(ret_stat->st_mode);
}

bool
file_answer(const struct request *r, struct answer *a)
{
	struct buf name, date;
	struct stat st;
	char tag[32];
	bool found;

	if (origin.root == NULL)
		return false;
	buf_init(&name, 4096);
	found = files_find_file(r->path, &name, &st);
	if (found) {
		read_file(name.p, &a->text);
		answer_use_text(a);
		answer_set_header(
		    a, "Content-Type", files_content_type(buf_slice(&name)));
		snprintf(tag, sizeof(tag), "\"%016llx\"",
		    (unsigned long long)hash_stable(buf_slice(&a->text)));
		answer_set_header(a, "ETag", slice_of(tag));
		buf_init(&date, 64);
		write_http_date(&date, st.st_mtime);
		answer_set_header(a, "Last-Modified", buf_slice(&date));
		buf_release(&date);
	}
	buf_release(&name);
	return found;
}
