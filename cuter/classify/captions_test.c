/*
 * captions_test.c -- galleries whose only text is in <figcaption>: captions.c.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define TITLE "The last day of the old ferry terminal"
#define FIGURE(n, caption)                                                     \
	"<figure><img src=/i/" n                                               \
	".jpg width=800 height=600><figcaption>" caption                       \
	"</figcaption></figure>"
#define PICTURES                                                               \
	FIGURE("1",                                                            \
	    "Boats leave the old terminal for the last time on Friday "        \
	    "evening.")                                                        \
	FIGURE("2", "The chairwoman opens the new pier with a pair of golden " \
		    "scissors.")                                               \
	FIGURE("3",                                                            \
	    "A crane lifts the sign of the company from the roof of the "      \
	    "ticket office.")
#define TEXT                                                                   \
	"<p>The harbour council voted on Tuesday evening to close the old "    \
	"ferry terminal, ending an argument of eleven years.</p>"              \
	"<p>Boats will be sent to the new pier from the first of May, said "   \
	"its chairwoman, who did not say what comes after.</p>"                \
	"<p>Nobody spoke against it in the end, although more than two "       \
	"hundred people had come, some of them with posters.</p>"
#define PAGE(text)                                                             \
	"<title>" TITLE "</title><body><nav><a href=/>Home</a></nav><article>" \
	"<h1>" TITLE "</h1>" text "</article><footer><p>Copyright Harbour "    \
	"Post</p></footer></body>"

static size_t
captions_test_count(struct slice text, const char *part)
{
	size_t n = 0, at = 0;

	while ((at = slice_find(text, slice_of(part), at)) != SLICE_NOT_FOUND) {
		n++;
		at++;
	}
	return n;
}

int
main(void)
{
	struct cuter_article a;

	testing_begin();
	a = testing_cut(PAGE(PICTURES), TITLE);
	is_int((long)a.n_media, 3, "the images of a gallery");
	has(a.body, "golden scissors", "the captions are the text");
	lacks(a.body, "Copyright", "the footer is not text");
	is_int((long)captions_test_count(a.body_html, "golden scissors"), 1,
	    "a caption is once in the HTML");
	a = testing_cut(PAGE(TEXT PICTURES), TITLE);
	has(a.body, "some of them with posters", "an article with images");
	lacks(a.body, "golden scissors", "its captions are not text");
	a = testing_cut(
	    PAGE(FIGURE("1", "Boats leave the old terminal on Friday.")),
	    TITLE);
	is_int((long)a.body.len, 0, "a single caption is not a text");
	return testing_end();
}
