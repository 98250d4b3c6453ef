/*
 * boilerplate_test.c -- lines of a site between the paragraphs of an article
 * are not text, and sentences with the same words are text: boilerplate.c.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define TITLE "Harbour council closes the old ferry terminal"
#define BEFORE                                                                 \
	"<p>The harbour council voted on Tuesday evening to close the old "    \
	"ferry terminal, ending an argument of eleven years.</p>"              \
	"<p>Boats will be sent to the new pier from the first of May, said "   \
	"its chairwoman, who did not say what comes after.</p>"
#define AFTER                                                                  \
	"<p>Nobody spoke against it in the end, although more than two "       \
	"hundred people had come, some of them with posters.</p>"              \
	"<p>The rest of the day passed quietly at the terminal, and the last " \
	"boat of the evening left a few minutes late.</p>"

/* Lines that are not text if they are a paragraph of their own. */
static const char *const lines[] = { "Skip past newsletter promotion",
	"after newsletter promotion", "Open image in gallery",
	"Listen to this article", "Story continues below advertisement",
	"Article continues after ad", "ADVERTISEMENT - CONTINUE READING BELOW",
	"Thank you! Your submission has been received!",
	"Oops! Something went wrong while submitting the form.",
	"Share this article", "Sign up for our Morning Brief newsletter",
	"Have you got a story?",
	"Have you got a story? Email us at news@example.org",
	"Follow Anna Holm on Twitter",
	"Follow us on Facebook and Twitter @harbour", "Artikel anhören",
	"Nach der Anzeige geht es weiter", "Folgen Sie uns auf Facebook",
	"Écouter cet article", "ÉCOUTER L’ARTICLE",
	"La suite après la publicité", "Suivez-nous sur Facebook",
	"Escucha este artículo", "El artículo continúa tras la publicidad",
	"Síguenos en Twitter", "Ascolta l'articolo",
	"Continua a leggere dopo la pubblicità", "Ouça este artigo",
	"Continua depois da publicidade", "Luister naar dit artikel",
	"De tekst gaat door onder de foto", "Posłuchaj artykułu",
	"Dalszy ciąg materiału pod wideo", "Слушать статью",
	"Продолжение после рекламы" };

/* Sentences that are text. */
static const char *const sentences[] = {
	"Listen to this article, the judge told him, and read it aloud.",
	"The story continues below the deck of the old ferry.",
	"Photo: no. Film: yes. That was the rule on the pier in 1931.",
	"Follow the instructions of the crew on Facebook and Twitter.",
	"This report was first published by the committee in May.",
	"This story was originally published in 1843 in London.",
	"Sign up for a password manager before the ferry leaves.",
	"“Have you got a story?” the captain asked them.",
	"Read more books, she said.",
	"Der Artikel wurde ursprünglich gestrichen.",
	"BILD: Danke für das Gespräch!",
	"Lesen Sie auch die Verträge?",
	"La publicité sera interdite sur le quai.",
	"La publicidad continúa en el puerto.",
	"Deel het brood met de buren.",
	"Thank you, your submission has been received too late, she read.",
	"Реклама на пристани запрещена.",
};

static struct slice
boilerplate_test_cut(
    struct buf *page, const char *open, const char *line, const char *close)
{
	buf_clear(page);
	buf_printf(page,
	    "<html><head><title>%s</title></head><body><article><h1>%s</h1>"
	    "%s%s%s%s%s</article></body></html>",
	    TITLE, TITLE, BEFORE, open, line, close, AFTER);
	return testing_cut_with(buf_slice(page), TITLE, NULL, NULL).body;
}

/* The items of a list of the article and the cells of a table may have the
 * words. */
static void
boilerplate_test_places(struct buf *page)
{
	has(boilerplate_test_cut(page,
		"<p>The council sold three things last year, and each of them "
		"paid for a part of the pier:</p><ul><li>Tickets for the ferry"
		"</li><li>",
		"Advertisement", "</li><li>Fish from the market</li></ul>"),
	    "Advertisement", "a line in an item of a list is left out");
	has(boilerplate_test_cut(page, "<blockquote><p>", "Share this article",
		", said the poster on the old terminal of the harbour."
		"</p></blockquote>"),
	    "Share this article", "a sentence in a quotation is kept");
	lacks(boilerplate_test_cut(page,
		  "<blockquote><p>The boats leave at nine, as the captain has "
		  "told us since the first day of the old terminal.</p><div>",
		  "Click to expand...", "</div></blockquote>"),
	    "expand", "a label in a quotation is left out");
	has(boilerplate_test_cut(page,
		"<blockquote><p>The sign on the terminal had one word:</p><p>",
		"Advertisement", "</p></blockquote>"),
	    "Advertisement", "a word in a quotation is kept");
	has(boilerplate_test_cut(
		page, "<p>Sign up for our<br>", "ferry<br>newsletter", "</p>"),
	    "newsletter", "a paragraph of three lines");
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 16);
	testing_begin();
	for (size_t i = 0; i < ARRAY_LENGTH(lines); i++) {
		struct slice text =
		    boilerplate_test_cut(&page, "<p>", lines[i], "</p>");

		lacks(text, lines[i], lines[i]);
		has(text, "what comes after", lines[i]);
		has(text, "Nobody spoke", lines[i]);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(sentences); i++)
		has(boilerplate_test_cut(&page, "<p>", sentences[i], "</p>"),
		    sentences[i], sentences[i]);
	boilerplate_test_places(&page);
	buf_release(&page);
	return testing_end();
}
