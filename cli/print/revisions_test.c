/* revisions_test.c -- revisions of an article's text. */
#include "base/limits.h"
#include "cli/print/revisions.h"
#include "cli/testing.h"
#include "tests/lib/tap.h"

#define AT TESTING_NOW

static struct article_revision
revisions_test_text(int64_t revision, const char *title, const char *body)
{
	return (struct article_revision){ .revision = revision,
		.at = AT,
		.title = slice_of(title),
		.body = slice_of(body) };
}

static void
revisions_test_shows(struct testing *t, size_t columns,
    const struct article_revision *rows, size_t n, const char *expected,
    const char *name)
{
	struct revisions r;
	struct buf out;

	buf_init(&out, MIB);
	revisions_init(&r, &t->cli, 7, columns);
	for (size_t i = 0; i < n; i++)
		revisions_put(&r, &rows[i], &out);
	if (!ok(slice_equal(buf_slice(&out), slice_of(expected)), "%s", name))
		printf("# %.*s\n", SLICE_ARG(buf_slice(&out)));
	revisions_release(&r);
	buf_release(&out);
}

#define FIRST_HEAD "revision 1, 2026-11-20 18:00\n\n"

static void
revisions_test_changes(struct testing *t)
{
	const struct article_revision one[] = {
		revisions_test_text(
		    1, "A vote", "It was close.\n\nThey went home.\n\nEnd."),
		revisions_test_text(2, "A close vote",
		    "It was close.\n\nThey went away.\n\nEnd."),
		revisions_test_text(3, "A close vote",
		    "It was close.\n\nThey went away.\n\nAll of them.\n\nEnd."),
		revisions_test_text(4, "A close vote", "It was close.\n\nEnd."),
	};
	const struct article_revision later[] = { revisions_test_text(
	    9, "T", "B") };

	revisions_test_shows(t, 80, one, 2,
	    FIRST_HEAD "A vote\n\nIt was close.\n\nThey went home.\n\nEnd.\n\n"
		       "revision 2, 2026-11-20 18:00: headline and text\n\n"
		       "A {+close+} vote\n\n"
		       "(1 paragraph as before)\n\n"
		       "They went [-home-]{+away+}.\n\n"
		       "(1 paragraph as before)\n\n",
	    "a headline and a word");
	revisions_test_shows(t, 80, one + 1, 2,
	    "revision 2, 2026-11-20 18:00; earlier revisions were "
	    "deleted\n\n"
	    "A close vote\n\nIt was close.\n\nThey went away.\n\nEnd.\n\n"
	    "revision 3, 2026-11-20 18:00: text\n\n"
	    "(2 paragraphs as before)\n\n"
	    "{+All of them.+}\n\n"
	    "(1 paragraph as before)\n\n",
	    "a paragraph more");
	revisions_test_shows(t, 20, one + 2, 2,
	    "revision 3, 2026-11-20 18:00; earlier revisions were "
	    "deleted\n\n"
	    "A close vote\n\nIt was close.\n\nThey went away.\n\n"
	    "All of them.\n\nEnd.\n\n"
	    "revision 4, 2026-11-20 18:00: text\n\n"
	    "(1 paragraph as before)\n\n"
	    "[-They went away.-]\n\n[-All of them.-]\n\n"
	    "(1 paragraph as before)\n\n",
	    "two less");
	revisions_test_shows(t, 80, later, 1,
	    "revision 9, 2026-11-20 18:00; earlier revisions were "
	    "deleted\n\nT\n\nB\n\n",
	    "deleted revisions are reported");
}

/* Texts whose printed form differs from their stored form. */
static void
revisions_test_forms(struct testing *t)
{
	const struct article_revision wide[] = {
		revisions_test_text(1, "T", "東京で雨が降った。"),
		revisions_test_text(2, "T", "大阪で雨が降った。"),
	};
	const struct article_revision hostile[] = {
		revisions_test_text(1, "T", "quiet"),
		revisions_test_text(2, "T", "quiet \x1b[2Jnoise"),
	};
	const struct article_revision begin[] = {
		revisions_test_text(1, "T", "Late: it rains."),
		revisions_test_text(2, "T", "it rains."),
	};
	const struct article_revision parted[] = {
		revisions_test_text(1, "T", "One.\n\nTwo."),
		revisions_test_text(2, "T", "One. Two."),
		revisions_test_text(3, "T", "One.\n\nTwo."),
	};

	revisions_test_shows(t, 80, wide, 2,
	    FIRST_HEAD "T\n\n東京で雨が降った。\n\n"
		       "revision 2, 2026-11-20 18:00: text\n\n"
		       "[-東京-]{+大阪+}で雨が降った。\n\n",
	    "a change in a script without spaces is shown");
	revisions_test_shows(t, 80, hostile, 2,
	    FIRST_HEAD "T\n\nquiet\n\n"
		       "revision 2, 2026-11-20 18:00: text\n\n"
		       "quiet {+[2Jnoise+}\n\n",
	    "control characters are removed");
	revisions_test_shows(t, 80, begin, 2,
	    FIRST_HEAD "T\n\nLate: it rains.\n\n"
		       "revision 2, 2026-11-20 18:00: text\n\n"
		       "[-Late:-] it rains.\n\n",
	    "words removed at the beginning are shown");
	revisions_test_shows(t, 80, parted, 3,
	    FIRST_HEAD "T\n\nOne.\n\nTwo.\n\n"
		       "revision 2, 2026-11-20 18:00: text\n\n"
		       "One. [-¶-] Two.\n\n"
		       "revision 3, 2026-11-20 18:00: text\n\n"
		       "One. {+¶+}\n\n(1 paragraph as before)\n\n",
	    "joined and divided paragraphs are shown");
}

static void
revisions_test_colours(struct testing *t)
{
	const struct article_revision rows[] = { revisions_test_text(
						     1, "A vote", "B"),
		revisions_test_text(2, "A note", "B") };

	t->cli.colours = true;
	revisions_test_shows(t, 80, rows, 2,
	    "\x1b[1mrevision 1, 2026-11-20 18:00\x1b[0m\n\nA vote\n\nB\n\n"
	    "\x1b[1mrevision 2, 2026-11-20 18:00\x1b[0m: headline\n\n"
	    "A \x1b[31m[-vote-]\x1b[0m\x1b[32m{+note+}\x1b[0m\n\n",
	    "changes have colours and marks");
	t->cli.colours = false;
}

static void
revisions_test_json(struct testing *t)
{
	const struct article_revision rows[] = {
		revisions_test_text(
		    1, "A vote", "It was close. Then all left."),
		revisions_test_text(
		    2, "A vote", "It was a draw. Then left. Late."),
	};

	t->cli.json = true;
	revisions_test_shows(t, 80, rows, 2,
	    "{\"id\":7,\"revision\":1,\"at\":\"2026-11-20T18:00:00Z\","
	    "\"title\":\"A vote\",\"body\":\"It was close. Then all left.\","
	    "\"changes\":[]}\n"
	    "{\"id\":7,\"revision\":2,\"at\":\"2026-11-20T18:00:00Z\","
	    "\"title\":\"A vote\","
	    "\"body\":\"It was a draw. Then left. Late.\",\"changes\":["
	    "{\"in\":\"body\",\"removed\":\"close\",\"added\":\"a draw\"},"
	    "{\"in\":\"body\",\"removed\":\"all\",\"added\":\"\"},"
	    "{\"in\":\"body\",\"removed\":\"\",\"added\":\"Late.\"}]}\n",
	    "JSON has each text, and what was changed");
	t->cli.json = false;
}

int
main(void)
{
	struct testing t;

	setenv("TZ", "UTC", 1);
	testing_init(&t, NULL);
	revisions_test_changes(&t);
	revisions_test_forms(&t);
	revisions_test_colours(&t);
	revisions_test_json(&t);
	testing_release(&t);
	return done_testing();
}
