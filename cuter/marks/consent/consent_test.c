/*
 * consent_test.c -- a dialog that asks to allow cookies is not text, but an
 * article about cookies is: consent.c.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define TITLE "Harbour council closes the old ferry terminal"
#define OWN                                                                    \
	"<p>The harbour council voted on Tuesday evening to close the old "    \
	"ferry terminal, ending an argument of eleven years.</p>"              \
	"<p>Boats will be sent to the new pier from the first of May, said "   \
	"its chairwoman, who did not say what comes after.</p>"                \
	"<p>Nobody spoke against it in the end, although more than two "       \
	"hundred people had come, some of them with posters.</p>"
#define STORY "<div class=content><h1>" TITLE "</h1>" OWN "</div>"

#define KINDS                                                                  \
	"<p>These cookies are necessary for the website to function and "      \
	"cannot be switched off in our systems, and they store no names.</p>"  \
	"<p>These cookies allow us to count visits and sources of traffic, "   \
	"so we can measure and improve the performance of our site.</p>"
#define ENGLISH                                                                \
	"<p>When you visit any website, it may store or retrieve information " \
	"on your browser, and this site uses cookies as well.</p>" KINDS
#define GERMAN                                                                 \
	"<p>Wir verwenden Cookies und ähnliche Techniken, um Inhalte und "    \
	"Anzeigen auf Sie abzustimmen und die Zugriffe zu messen.</p>"         \
	"<p>Notwendige Cookies helfen dabei, eine Seite nutzbar zu machen, "   \
	"indem sie Grundfunktionen wie die Navigation ermöglichen.</p>"
#define FRENCH                                                                 \
	"<p>Nous utilisons des cookies pour mesurer l'audience de notre site " \
	"et pour vous proposer des contenus adaptés à vos goûts.</p>"       \
	"<p>Ces cookies sont nécessaires au fonctionnement du site et ne "    \
	"peuvent pas être désactivés dans nos systèmes.</p>"
#define POLISH                                                                     \
	"<p>Używamy plików cookie, aby dopasować treści i reklamy do potrzeb " \
	"czytelników oraz analizować ruch na stronie każdego dnia.</p>"         \
	"<p>Te pliki cookie są niezbędne do działania strony i nie można ich " \
	"wyłączyć w naszych systemach, nawet na prośbę czytelnika.</p>"

static const struct {
	const char *html, *lost, *name;
} dialogs[] = {
	{ STORY "<div id=onetrust-consent-sdk><div>" ENGLISH
		"<button>Accept all</button><button>Reject all</button></div>"
		"</div>",
	    "switched off", "a dialog after the article" },
	{ "<div id=cookie-banner><h2>Cookies</h2>" ENGLISH
	  "<a href=#>Accept all cookies</a></div>" STORY,
	    "switched off", "a dialog before the article" },
	{ STORY "<div><section><div class=consentDescription>" ENGLISH
		"<p>I agree</p></div></section></div>",
	    "switched off", "a dialog in elements without names" },
	{ STORY "<div class=modal id=privacy-modal><div>" GERMAN
		"</div><div><button>Alle akzeptieren</button></div></div>",
	    "Grundfunktionen", "a dialog in German" },
	{ STORY "<div id=didomi-host>" FRENCH
		"<button>Tout accepter</button></div>",
	    "désactivés", "a dialog in French" },
	{ STORY "<section class=rodo-cookies>" POLISH
		"<button>Akceptuj wszystkie</button></section>",
	    "niezbędne", "a dialog in Polish" },
};

/* %s: the title of the page. */
static const struct {
	const char *title, *html, *kept, *name;
} articles[] = {
	{ "Browsers drop cookies next year",
	    "<h1>%s</h1><div class=cookie-story>" ENGLISH
	    "<h3>Accept all</h3>" OWN "</div>",
	    "switched off", "an article about cookies" },
	{ TITLE,
	    "<h1>%s</h1><div class=has-cookie-banner>" OWN
	    "<p>The site of the council uses cookies, as all sites do.</p>"
	    "<p>Accept all of it, said one man.</p></div>",
	    "as all sites do", "a name of the whole page" },
	{ TITLE,
	    "<article><h1>%s</h1>" OWN
	    "<section id=cookie-law><h2>The app</h2><p>The app of the ferry "
	    "company uses cookies, which the council did not know before the "
	    "vote on Tuesday.</p></section></article>",
	    "did not know", "a section about cookies" },
};

int
main(void)
{
	char html[8192];

	testing_begin();
	for (size_t i = 0; i < ARRAY_LENGTH(dialogs); i++) {
		struct slice text = testing_cut(dialogs[i].html, TITLE).body;

		has(text, "voted on Tuesday", dialogs[i].name);
		has(text, "with posters", dialogs[i].name);
		lacks(text, dialogs[i].lost, dialogs[i].name);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(articles); i++) {
		const char *at = strstr(articles[i].html, "%s");

		snprintf(html, sizeof(html), "%.*s%s%s",
		    (int)(at - articles[i].html), articles[i].html,
		    articles[i].title, at + 2);
		has(testing_cut(html, articles[i].title).body, articles[i].kept,
		    articles[i].name);
	}
	return testing_end();
}
