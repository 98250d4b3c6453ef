/*
 * revisions_part.c -- the revisions of an article, each compared word by word
 * with the text that it replaced. page.h declares the function.
 */
#include "base/diff/word_diff.h"
#include "serve/page/page.h"

/* A comparison of texts of n and m words takes at most about n * m steps.  A
 * hostile page may change its whole text at each visit, so the steps of all
 * comparisons of a page are limited; together they take 0.2 s at most. */
#define STEPS_MOST     (64 * 1000 * 1000)
#define BYTES_PER_WORD 6

/* Title and body of one revision are compared separately. */
struct revisions_writing {
	struct buf *out;
	struct buf title, body; /* the texts of the previous revision */
	int64_t id, n;
	uint64_t steps; /* steps of all comparisons so far */
};

static int
revisions_part_put_words(
    enum word_diff_kind kind, struct slice words, void *arg)
{
	static const char *const open[] = { "", "<del>", "<ins>" };
	static const char *const close[] = { "", "</del>", "</ins>" };
	struct buf *out = arg;

	buf_append_string(out, open[kind]);
	html_put_text(out, words);
	buf_append_string(out, close[kind]);
	return 0;
}

static void
revisions_part_put_diff(
    struct revisions_writing *writing, struct slice before, struct slice after)
{
	struct buf *out = writing->out;

	writing->steps += (uint64_t)(before.len / BYTES_PER_WORD + 1) *
			  (after.len / BYTES_PER_WORD + 1);
	if (writing->steps > STEPS_MOST) {
		buf_printf(out,
		    "<p>The texts are too long to be compared here; "
		    "<code>gleaner show %lld --revisions</code> compares "
		    "them.</p>\n",
		    (long long)writing->id);
		return;
	}
	buf_append_string(out, "<div class=\"diff\">");
	if (word_diff(before, after, revisions_part_put_words, out) != 0)
		out->failed = true;
	buf_append_string(out, "</div>\n");
}

static void
revisions_part_keep(struct buf *copy, struct slice text)
{
	buf_clear(copy);
	buf_append_slice(copy, text);
}

static int
revisions_part_visit(const struct article_revision *row, void *arg)
{
	struct revisions_writing *writing = arg;
	struct buf *out = writing->out;

	if (writing->n == 1)
		buf_append_string(out, "<h2>Revisions</h2>\n");
	if (writing->n++ > 0) {
		buf_printf(out, "<details>\n<summary>Revision %lld, ",
		    (long long)row->revision);
		html_put_time(out, row->at);
		buf_append_string(out, "</summary>\n");
		if (!slice_equal(buf_slice(&writing->title), row->title))
			revisions_part_put_diff(
			    writing, buf_slice(&writing->title), row->title);
		revisions_part_put_diff(
		    writing, buf_slice(&writing->body), row->body);
		buf_append_string(out, "</details>\n");
	}
	revisions_part_keep(&writing->title, row->title);
	revisions_part_keep(&writing->body, row->body);
	buf_carry_failure(out, &writing->body);
	return 0;
}

int
revisions_part_put(
    struct buf *out, struct store *store, int64_t id, struct err *e)
{
	struct revisions_writing writing = { .out = out, .id = id };
	int rc;

	buf_init(&writing.title, LIMIT_SERVE_RESPONSE);
	buf_init(&writing.body, LIMIT_SERVE_RESPONSE);
	rc = store_article_revisions(
	    store, id, revisions_part_visit, &writing, e);
	buf_release(&writing.title);
	buf_release(&writing.body);
	return rc;
}
