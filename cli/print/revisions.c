/*
 * revisions.c -- prints the revisions of an article's text.
 *
 * The first revision is printed completely. Of each later revision only the
 * changed paragraphs are printed. The markers of changes are those of `git diff
 * --word-diff`. The markers are also printed if colours are used.
 */
#include "cli/print/revisions.h"

#include "base/diff/word_diff.h"
#include "base/text/utf8.h"
#include "cli/print/json_row.h"

/* space for both texts and the markers */
#define LINE_MAX_BYTES (3 * LIMIT_ARTICLE_BYTES)

static const struct {
	const char *open, *close;
	enum paint paint;
} marks[] = {
	[WORDS_SAME] = { "", "", PAINT_NONE },
	[WORDS_REMOVED] = { "[-", "-]", PAINT_BAD },
	[WORDS_ADDED] = { "{+", "+}", PAINT_GOOD },
};

void
revisions_init(struct revisions *r, struct cli *cli, int64_t id, size_t columns)
{
	*r = (struct revisions){ .cli = cli, .id = id, .columns = columns };
	buf_init(&r->title, LINE_MAX_BYTES);
	buf_init(&r->body, LINE_MAX_BYTES);
}

void
revisions_release(struct revisions *r)
{
	buf_release(&r->title);
	buf_release(&r->body);
}

/* ---- marking changes in a text ---- */

struct marking {
	const struct revisions *r;
	struct buf *out;
	struct buf line; /* the current paragraph */
	bool changed;    /* the paragraph contains a change */
	/* the line ends with a removed run; a run that replaces it is appended
	 * without a space */
	bool glued;
	bool begun;    /* a word of the later text was written */
	size_t n_same; /* omitted unchanged paragraphs */
};

/* Writes wrapped text, switching colours at the markers. */
static void
revisions_put_painted(const struct marking *m, struct slice text)
{
	while (text.len > 0) {
		struct slice two = slice_sub(text, 0, 2);
		size_t n = 1;

		for (int i = WORDS_REMOVED; i <= WORDS_ADDED; i++) {
			if (slice_equal(two, slice_of(marks[i].open)))
				paint_put(m->out, m->r->cli, marks[i].paint);
			if (slice_equal(two, slice_of(marks[i].open)) ||
			    slice_equal(two, slice_of(marks[i].close)))
				n = 2;
		}
		buf_append_slice(m->out, slice_sub(text, 0, n));
		for (int i = WORDS_REMOVED; i <= WORDS_ADDED; i++)
			if (slice_equal(two, slice_of(marks[i].close)))
				paint_put(m->out, m->r->cli, PAINT_NONE);
		text = slice_sub(text, n, text.len);
	}
}

static void
revisions_put_left_out(struct marking *m)
{
	if (m->n_same == 0)
		return;
	paint_put(m->out, m->r->cli, PAINT_DIM);
	buf_printf(m->out, "(%zu paragraph%s as before)", m->n_same,
	    m->n_same == 1 ? "" : "s");
	paint_put(m->out, m->r->cli, PAINT_NONE);
	buf_append_string(m->out, "\n\n");
	m->n_same = 0;
}

static void
revisions_end_paragraph(struct marking *m)
{
	struct buf wrapped;

	m->glued = false;
	/* A failure of the buffer is copied first, because clearing the buffer
	 * resets the failure. */
	buf_carry_failure(m->out, &m->line);
	if (!m->changed) {
		m->n_same += m->line.len > 0;
		buf_clear(&m->line);
		return;
	}
	revisions_put_left_out(m);
	buf_init(&wrapped, m->out->max_bytes);
	text_wrap(&wrapped, buf_slice(&m->line), 0, m->r->columns);
	revisions_put_painted(m, buf_slice(&wrapped));
	buf_append_char(m->out, '\n');
	if (buf_failed(&wrapped) || buf_failed(&m->line))
		m->out->failed = true;
	buf_release(&wrapped);
	buf_clear(&m->line);
	m->changed = false;
}

/* `words` follow a removed run. Returns true if a space must be written before
 * `words`: they are the first words of the later text, which begins without
 * white space, and their script separates words by spaces. */
static bool
revisions_follows_removed(const struct marking *m, struct slice words)
{
	uint32_t rune;

	utf8_decode(words.p, words.len, &rune);
	return !m->begun && rune_is_word(rune) && !rune_is_unspaced(rune);
}

static void
revisions_put_words(struct marking *m, enum word_diff_kind kind,
    struct slice words, bool after_space)
{
	if (kind == WORDS_SAME && m->glued &&
	    revisions_follows_removed(m, words))
		after_space = true;
	if (after_space && m->line.len > 0 &&
	    !(kind == WORDS_ADDED && m->glued))
		buf_append_char(&m->line, ' ');
	buf_append_string(&m->line, marks[kind].open);
	buf_append_slice(&m->line, words);
	buf_append_string(&m->line, marks[kind].close);
	m->changed = m->changed || kind != WORDS_SAME;
	m->glued = kind == WORDS_REMOVED;
	m->begun = m->begun || kind != WORDS_REMOVED;
}

/* Writes a run of words. The texts were cleaned before: their white space
 * consists of spaces, line breaks, and some other Unicode spaces, which the
 * cleaning does not change. */
static int
revisions_visit(enum word_diff_kind kind, struct slice words, void *arg)
{
	struct marking *m = arg;
	bool after_space = words.len > 0 && words.p[0] == ' ', any = false;
	struct slice line;

	/* The run consists only of line breaks. */
	if (slice_trim(words).len == 0) {
		if (kind != WORDS_SAME)
			revisions_put_words(m, kind, SLICE("¶"), true);
		if (kind != WORDS_REMOVED)
			revisions_end_paragraph(m);
		return 0;
	}
	for (bool first = true; slice_next(&words, '\n', &line);
	     first = false) {
		/* A line break at the end of a run also ends the paragraph,
		 * because only runs of the same kind or the end of the text
		 * follow it. */
		if (!first && (any || m->line.len > 0))
			revisions_end_paragraph(m);
		line = slice_trim(line);
		if (line.len == 0)
			continue;
		revisions_put_words(m, kind, line, first && after_space);
		any = true;
	}
	return 0;
}

static void
revisions_put_marked(const struct revisions *r, struct slice before,
    struct slice after, struct buf *out)
{
	struct marking m = { .r = r, .out = out };

	buf_init(&m.line, LINE_MAX_BYTES);
	if (word_diff(before, after, revisions_visit, &m) != 0)
		out->failed = out->no_memory = true;
	revisions_end_paragraph(&m);
	revisions_put_left_out(&m);
	buf_release(&m.line);
}

/* ---- one revision ---- */

static void
revisions_put_head(const struct revisions *r,
    const struct article_revision *row, const char *what, struct buf *out)
{
	paint_put(out, r->cli, PAINT_BOLD);
	buf_printf(out, "revision %lld, ", (long long)row->revision);
	text_date(out, row->at);
	paint_put(out, r->cli, PAINT_NONE);
	buf_append_string(out, what);
	buf_append_string(out, "\n\n");
}

static void
revisions_put_first(
    struct revisions *r, const struct article_revision *row, struct buf *out)
{
	revisions_put_head(r, row,
	    row->revision > 1 ? "; earlier revisions were deleted" : "", out);
	text_wrap(out, row->title, 0, r->columns);
	buf_append_char(out, '\n');
	text_wrap(out, row->body, 0, r->columns);
	buf_append_char(out, '\n');
}

static void
revisions_put_later(struct revisions *r, const struct article_revision *row,
    struct slice title, struct slice body, struct buf *out)
{
	bool other_title = !slice_equal(title, buf_slice(&r->title));
	bool other_body = !slice_equal(body, buf_slice(&r->body));

	revisions_put_head(r, row,
	    other_title && other_body ? ": headline and text"
	    : other_title             ? ": headline"
	    : other_body              ? ": text"
				      : ": no visible change",
	    out);
	if (other_title)
		revisions_put_marked(r, buf_slice(&r->title), title, out);
	if (other_body)
		revisions_put_marked(r, buf_slice(&r->body), body, out);
}

static void
revisions_put_text(
    struct revisions *r, const struct article_revision *row, struct buf *out)
{
	struct buf title, body;

	buf_init(&title, LINE_MAX_BYTES);
	buf_init(&body, LINE_MAX_BYTES);
	text_clean(&title, row->title);
	text_clean_lines(&body, row->body);
	if (r->n == 0)
		revisions_put_first(r, row, out);
	else
		revisions_put_later(
		    r, row, buf_slice(&title), buf_slice(&body), out);
	buf_carry_failure(out, &title);
	buf_carry_failure(out, &body);
	revisions_release(r);
	r->title = title;
	r->body = body;
}

static void
revisions_put_json(
    struct revisions *r, const struct article_revision *row, struct buf *out)
{
	const struct article_revision before = { .title = buf_slice(&r->title),
		.body = buf_slice(&r->body) };

	json_row_revision(out, r->id, row, r->n > 0 ? &before : NULL);
	buf_clear(&r->title);
	buf_clear(&r->body);
	buf_append_slice(&r->title, row->title);
	buf_append_slice(&r->body, row->body);
	buf_carry_failure(out, &r->title);
	buf_carry_failure(out, &r->body);
}

void
revisions_put(
    struct revisions *r, const struct article_revision *row, struct buf *out)
{
	if (r->cli->json)
		revisions_put_json(r, row, out);
	else
		revisions_put_text(r, row, out);
	r->n++;
}
