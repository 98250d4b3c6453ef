/*
 * kinds_test.c -- tests the kinds on pages written by hand, in several
 * languages. Uses the method "cuter", so that the results do not depend on
 * trained weights.
 */
#include "tests/lib/cuter.h"

#define P1                                                                     \
	"The harbour council voted on Tuesday evening to close the old ferry " \
	"terminal, ending an argument that has gone on for eleven years."
#define P2                                                                     \
	"Boats will be sent to the new pier from the first of May, said its "  \
	"chairwoman, who did not say what will become of the old buildings."
#define P3                                                                     \
	"Nobody spoke against it in the end, although more than two hundred "  \
	"people had come, and some of them had brought posters with them."

struct expected {
	const char *begins;
	enum cuter_kind kind;
	enum cuter_class class;
};

static void
kinds_test_check(const char *name, const char *html, const char *title,
    const struct expected *rows)
{
	const struct cuter_options options = { .method = "cuter",
		.nodes = true };
	struct cuter_article a =
	    testing_cut_with(slice_of(html), title, NULL, &options);

	for (; rows->begins != NULL; rows++) {
		const struct cuter_node *found = NULL;

		for (size_t i = 0; i < a.n_nodes && found == NULL; i++)
			if (slice_starts(
				a.nodes[i].text, slice_of(rows->begins)))
				found = &a.nodes[i];
		if (!ok(found != NULL && found->kind == rows->kind &&
			    found->class == rows->class,
			"%s: \"%s\" is %s (%s)", name, rows->begins,
			cuter_kind_name(rows->kind),
			cuter_class_name(rows->class)))
			printf("# %s %s: %s\n",
			    found ? cuter_class_name(found->class) : "nowhere",
			    found ? cuter_kind_name(found->kind) : "",
			    found ? found->reason : "");
	}
}

#define TEXT(begins, name)                                                     \
	{                                                                      \
		begins, CUTER_KIND_##name, CUTER_TEXT                          \
	}
#define NAVI(begins, name)                                                     \
	{                                                                      \
		begins, CUTER_KIND_##name, CUTER_NAVIGATION                    \
	}
#define END                                                                    \
	{                                                                      \
		NULL, CUTER_KIND_NONE, CUTER_EMPTY                             \
	}

static void
kinds_test_semantic(void)
{
	static const struct expected rows[] = {
		NAVI("Home", NONE),
		TEXT("Council to close", HEADLINE),
		TEXT("A narrow vote", STANDFIRST),
		TEXT("By Ann Arbor", BYLINE),
		TEXT("3 May 2026", DATE_LINE),
		TEXT("Photo: Jim", CREDIT),
		TEXT("The terminal seen", CAPTION),
		TEXT("The harbour", PARAGRAPH),
		TEXT("What comes next", HEADING),
		TEXT("Boats will", PARAGRAPH),
		TEXT("We have waited", QUOTE),
		TEXT("Nobody spoke", PARAGRAPH),
		TEXT("The first of the things", LIST),
		TEXT("ferry --list", CODE),
		NAVI("Read also", RELATED),
		NAVI("Share on", SHARE),
		NAVI("Ferries", TAGS),
		NAVI("Ann Arbor is a reporter", AUTHOR_BOX),
		NAVI("Get our stories", NEWSLETTER),
		NAVI("I was there", COMMENTS),
		NAVI("\xC2\xA9 2026", LEGAL),
		END,
	};

	kinds_test_check("semantic",
	    "<nav><a href=/>Home</a></nav><article><h1>Council to close ferry "
	    "terminal</h1><p class=standfirst>A narrow vote ends eleven years "
	    "of "
	    "argument about the old terminal and its future</p><div "
	    "class=byline>By Ann Arbor</div><p class=date><time "
	    "datetime=2026-05-03>3 May 2026</time></p><figure><img src=/a.jpg>"
	    "<figcaption>The terminal seen from the sea</figcaption><span "
	    "class=photo-credit>Photo: Jim</span></figure><div "
	    "class=body><p>" P1 "</p><h2>What comes next</h2><p>" P2
	    "</p><blockquote><p>We have waited for this evening for longer "
	    "than any of us cares to remember, and now it has come at "
	    "last.</p></blockquote><p>" P3
	    "</p><ul><li>The first of the things that were decided is that "
	    "the terminal closes in the month of May.</li><li>The second is "
	    "that nobody knows what will come after it, and who pays.</li></ul>"
	    "<pre>ferry --list --all the boats there are, with their names and "
	    "the hours of the day at which they leave the pier</pre><p>" P3
	    "</p></div></article><div class=related-articles><a href=/b>Read "
	    "also: the new pier</a></div><div class=share-bar><a href=/f>Share "
	    "on a network</a></div><ul class=post-tags><li><a rel=tag "
	    "href=/t>Ferries</a></li></ul><div class=author-bio><p>Ann Arbor "
	    "is "
	    "a reporter.</p></div><div class=newsletter-box>Get our stories "
	    "every week</div><section id=comments><p>I was there.</p></section>"
	    "<footer><p>\xC2\xA9 2026 The Example</p></footer>",
	    "Council to close ferry terminal", rows);
}

/* On a page without class names, only words and positions give the kinds. */
static void
kinds_test_plain(void)
{
	static const struct expected rows[] = {
		TEXT("Rat schlie\xC3\x9Ft", HEADLINE),
		TEXT("Von Anna Adler", BYLINE),
		TEXT("Stand: 3. Mai", DATE_LINE),
		TEXT("11/28/2016 11:00", DATE_LINE),
		TEXT("The harbour", PARAGRAPH),
		NAVI("Lesen Sie auch", RELATED),
		NAVI("Alles \xC3\xBC"
		     "ber uns",
		    NONE),
		END,
	};

	kinds_test_check("plain",
	    "<div><a href=/>Start</a></div><h1>Rat schlie\xC3\x9Ft das "
	    "F\xC3\xA4hrterminal</h1><div>Von Anna Adler</div><div>Stand: 3. "
	    "Mai "
	    "2026</div><div>11/28/2016 11:00 AM</div><div><p>" P1 "</p><p>" P2
	    "</p><p>" P3 "</p></div><div><a href=/a>Lesen Sie auch: der neue "
	    "Anleger</a></div><div><a href=/b>Alles \xC3\xBC"
	    "ber "
	    "uns</a></div>",
	    "Rat schlie\xC3\x9Ft das F\xC3\xA4hrterminal", rows);
}

static void
kinds_test_table(void)
{
	static const struct expected rows[] = {
		TEXT("The old pier in the harbour", TABLE),
		TEXT("The harbour", PARAGRAPH),
		END,
	};

	kinds_test_check("table",
	    "<h1>Two piers</h1><div><p>" P1 "</p><p>" P2 "</p><p>" P3
	    "</p><table><tr><td>The old pier in the harbour of the town, which "
	    "was built in the year of the great flood and stood since "
	    "then</td><td>The new one, which has been there for a year and is "
	    "made of steel, as anybody will tell who has seen it</td></tr>"
	    "</table><p>" P1 "</p></div>",
	    "Two piers", rows);
}

/* If an element contains the whole text, its class name does not determine the
 * kind of the blocks in it. */
static void
kinds_test_frames(void)
{
	static const struct expected rows[] = {
		TEXT("The harbour", PARAGRAPH),
		TEXT("Boats will", PARAGRAPH),
		END,
	};

	kinds_test_check("frames",
	    "<body class='has-comments quote "
	    "newsletter'><table><tr><td><ul><li>"
	    "<div class='related share'><h1>One story</h1><p>" P1 "</p><p>" P2
	    "</p><p>" P3 "</p></div></li></ul></td></tr></table>",
	    "One story", rows);
}

static void
kinds_test_media(void)
{
	const struct cuter_options options = { .method = "cuter",
		.nodes = true };
	struct cuter_article a = testing_cut_with(
	    SLICE("<h1>One story</h1><div><p>" P1 "</p><img src=/a.jpg "
		  "alt='a boat'><p>" P2 "</p><iframe "
		  "src=https://www.youtube.com/embed/x></iframe><audio "
		  "src=/a.mp3></audio><p>" P3 "</p></div>"),
	    "One story", NULL, &options);
	enum cuter_kind kinds[3] = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < a.n_nodes; i++)
		if (a.nodes[i].class == CUTER_MULTIMEDIA && n < 3)
			kinds[n++] = a.nodes[i].kind;
	is_int(kinds[0], CUTER_KIND_IMAGE, "the picture has the kind image");
	is_int(kinds[1], CUTER_KIND_VIDEO, "the player has the kind video");
	is_int(kinds[2], CUTER_KIND_AUDIO, "the sound has the kind audio");
	a = testing_cut("<h1>One story</h1><p>" P1, "One story");
	ok(a.nodes == NULL, "without options->nodes no nodes are listed");
}

int
main(void)
{
	testing_begin();
	kinds_test_semantic();
	kinds_test_plain();
	kinds_test_table();
	kinds_test_frames();
	kinds_test_media();
	return testing_end();
}
