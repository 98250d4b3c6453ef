/*
 * closing_test.c -- the contact and the description of the company after a
 * press release are not text, and sections of an article are: closing.c.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define TITLE "Brightwater opens a pump works in the old ferry terminal"
#define RELEASE                                                                \
	"<p>Brightwater has opened a pump works in the old ferry terminal, "   \
	"ending an argument of eleven years about the building.</p>"           \
	"<p>The first pumps will be sent to the new pier on the first of "     \
	"May, said its chairwoman, who did not say what comes after.</p>"      \
	"<p>Nobody spoke against the works in the end, although more than "    \
	"two hundred people had come, some of them with posters.</p>"          \
	"<p>The rest of the day passed quietly at the terminal, and the last " \
	"boat of the evening left a few minutes late.</p>"
#define COMPANY                                                                \
	"Brightwater Ltd is a leading provider of pumps, founded in 1921. "    \
	"The firm has 4,300 employees at 14 sites."
#define COMPANY_DE                                                             \
	"Die Brightwater GmbH mit Sitz in Hamburg wurde 1921 gegründet. Das " \
	"Unternehmen beschäftigt 4.300 Mitarbeiter."

/* A part after the text, and words of it. */
static const struct {
	const char *html, *words;
} parts[] = {
	{ "<p><strong>About Brightwater Ltd</strong></p><p>" COMPANY "</p>"
	  "<p>Anna Holm, press@example.org</p>",
	    "leading provider" },
	{ "<h3>About Brightwater</h3><p>" COMPANY "</p><h3>Media Contact</h3>"
	  "<p>Anna Holm<br>press@example.org</p>",
	    "Anna Holm" },
	{ "<p>###</p><p><b>About Brightwater:</b> " COMPANY "</p>", "1921" },
	{ "<p>Press contact:</p><p>Anna Holm</p><p>Head of Communications</p>"
	  "<p>Phone: +1 303 555 0134</p>",
	    "Head of Communications" },
	{ "<p><b>Über die Brightwater GmbH</b><br>" COMPANY_DE
	  " E-Mail: presse@example.org</p>",
	    "gegründet" },
	{ "<p>Pressekontakt:<br>Anna Holm, Telefon 040 123456-78</p>",
	    "Anna Holm" },
	{ "<p>Contact presse : Anna Holm, presse@example.org</p>",
	    "Anna Holm" },
};

/* Sections with like words. */
static const struct {
	const char *html, *words;
} sections[] = {
	{ "<h3>About the accident</h3><p>The accident happened in 1921, when "
	  "a boat struck the pier in thick fog and sank.</p>",
	    "thick fog" },
	{ "<h3>About Brightwater</h3><p>A stream of that name runs through the "
	  "valley, and it gave the works their water for a century.</p>",
	    "gave the works" },
	{ "<p>Contact with the pier was lost at nine, and nobody knew for an "
	  "hour whether the boat had landed.</p>",
	    "nobody knew" },
	{ "<p>Media contact was forbidden to the crew, who told their story "
	  "only years later in a book.</p>",
	    "years later" },
	{ "<h3>About Brightwater Ltd</h3><p>" COMPANY "</p>",
	    "leading provider" },
	{ "<h3>About Brightwater Ltd</h3><p>" COMPANY
	  "</p><p>press@example.org</p><h3>What happens "
	  "next</h3><p>The council meets again in the summer to decide how "
	  "the boats will be paid for.</p>",
	    "meets again" },
};

static struct slice
closing_test_cut(struct buf *page, const char *after)
{
	buf_clear(page);
	buf_printf(page,
	    "<html><head><title>%s</title></head><body><article><h1>%s</h1>"
	    "%s%s</article></body></html>",
	    TITLE, TITLE, RELEASE, after);
	return testing_cut_with(buf_slice(page), TITLE, NULL, NULL).body;
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 16);
	testing_begin();
	for (size_t i = 0; i < ARRAY_LENGTH(parts); i++) {
		struct slice text = closing_test_cut(&page, parts[i].html);

		lacks(text, parts[i].words, parts[i].html);
		has(text, "a few minutes late", parts[i].html);
		has(text, "ending an argument", parts[i].html);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(sections); i++)
		has(closing_test_cut(&page, sections[i].html),
		    sections[i].words, sections[i].html);
	buf_release(&page);
	return testing_end();
}
