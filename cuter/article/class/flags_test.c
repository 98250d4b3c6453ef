/*
 * flags_test.c -- flags of pages: bot challenge, redirected to the front page,
 * paywall, consent wall, stub, truncated text, text in embedded data only,
 * another language than the feed's. Each flag is tested with at least five
 * pages in several languages, and with normal articles that look similar and
 * have no flag. page_class_test.c tests front pages, live blogs, galleries and
 * videos.
 */
#include "base/array.h"
#include "base/limits.h"
#include "tests/lib/cuter.h"

enum language { EN, DE, FR, ES, SV, PL };

static const char *const codes[] = { "en", "de", "fr", "es", "sv", "pl" };

static const char *const prose[][4] = {
	{ "The bakers of the old town have agreed to open their ovens to the "
	  "neighbours on Sundays, so that whoever has dough but no heat can "
	  "bring it along and take bread home.",
	    "The plan came up in winter, when three households shared one "
	    "stove for a month. It costs the bakers little, they say, since "
	    "the ovens are warm on Monday morning in any case.",
	    "Some two hundred people came on the first day. They waited in "
	    "two lines, one for loaves and one for cakes, and the last of "
	    "them left when it was already dark.",
	    "The town will pay for the wood until spring and then look at the "
	    "figures again, a speaker said. A second street has asked whether "
	    "it may take part as well." },
	{ "Die Bäcker der Altstadt haben sich darauf geeinigt, ihre Öfen am "
	  "Sonntag für die Nachbarn zu öffnen, damit jeder, der Teig hat und "
	  "keine Wärme, sein Brot dort backen kann.",
	    "Der Plan entstand im Winter, als sich drei Haushalte einen Monat "
	    "lang einen Herd teilten. Er kostet die Bäcker wenig, sagen sie, "
	    "weil die Öfen am Montag ohnehin warm sind.",
	    "Etwa zweihundert Menschen kamen am ersten Tag. Sie warteten in "
	    "zwei Reihen, eine für Brote und eine für Kuchen, und die letzten "
	    "gingen erst, als es schon dunkel war.",
	    "Die Stadt bezahlt das Holz bis zum Frühjahr und will dann die "
	    "Zahlen noch einmal ansehen, sagte eine Sprecherin. Eine zweite "
	    "Straße hat gefragt, ob sie auch mitmachen darf." },
	{ "Les boulangers de la vieille ville ont décidé d'ouvrir leurs fours "
	  "aux voisins le dimanche, pour que chacun puisse y cuire son pain "
	  "quand la maison est trop froide.",
	    "Le projet est né cet hiver, quand trois familles ont partagé un "
	    "poêle pendant un mois. Il coûte peu aux boulangers, disent-ils, "
	    "car les fours sont chauds le lundi de toute façon.",
	    "Près de deux cents personnes sont venues le premier jour. Elles "
	    "ont attendu dans deux files, une pour les pains et une pour les "
	    "gâteaux, et les dernières sont parties à la nuit.",
	    "La ville paiera le bois jusqu'au printemps et regardera ensuite "
	    "les chiffres, dit une porte-parole. Une deuxième rue a demandé "
	    "si elle pouvait y prendre part elle aussi." },
	{ "Los panaderos del casco antiguo han acordado abrir sus hornos a los "
	  "vecinos los domingos, para que quien tenga masa y no tenga calor "
	  "pueda llevarla y volver a casa con pan.",
	    "La idea nació en invierno, cuando tres hogares compartieron una "
	    "estufa durante un mes. A los panaderos les cuesta poco, dicen, "
	    "porque los hornos están calientes el lunes de todos modos.",
	    "Unas doscientas personas llegaron el primer día. Esperaron en dos "
	    "filas, una para los panes y otra para los pasteles, y las últimas "
	    "se fueron cuando ya era de noche.",
	    "La ciudad pagará la leña hasta la primavera y después mirará los "
	    "números otra vez, dijo una portavoz. Una segunda calle ha "
	    "preguntado si puede participar también." },
	{ "Bagarna i gamla stan har kommit överens om att öppna sina ugnar för "
	  "grannarna på söndagar, så att den som har deg men ingen värme kan "
	  "ta den med sig och gå hem med bröd.",
	    "Planen kom till i vintras, när tre hushåll delade en spis under "
	    "en månad. Den kostar bagarna lite, säger de, eftersom ugnarna "
	    "ändå är varma på måndagen.",
	    "Omkring tvåhundra människor kom den första dagen. De väntade i "
	    "två köer, en för limpor och en för kakor, och de sista gick när "
	    "det redan var mörkt.",
	    "Staden betalar veden till våren och ska sedan se på siffrorna "
	    "igen, sade en talesperson. En andra gata har frågat om den också "
	    "får vara med." },
	{ "Piekarze ze starego miasta zgodzili się otwierać swoje piece dla "
	  "sąsiadów w niedziele, żeby każdy, kto ma ciasto, a nie ma ciepła, "
	  "mógł je przynieść i wrócić do domu z chlebem.",
	    "Pomysł powstał zimą, kiedy trzy rodziny przez miesiąc dzieliły "
	    "jeden piec. Piekarzy kosztuje to niewiele, jak mówią, ponieważ "
	    "piece w poniedziałek i tak są ciepłe.",
	    "Pierwszego dnia przyszło około dwustu osób. Czekały w dwóch "
	    "kolejkach, jednej do chleba i drugiej do ciast, a ostatnie "
	    "wyszły, kiedy było już ciemno.",
	    "Miasto zapłaci za drewno do wiosny, a potem jeszcze raz spojrzy "
	    "na liczby, powiedziała rzeczniczka. Druga ulica zapytała, czy też "
	    "może wziąć udział." },
};

#define LD(rest)                                                               \
	"<script type=application/ld+json>{\"@type\":\"NewsArticle\"" rest     \
	"}</script>"
#define NOT_FREE LD(",\"isAccessibleForFree\":false")
#define TITLE    "Bakers open their ovens on Sundays"

/* The subject of a row: a page class other than article, a flag, or a normal
 * article (GOOD). */
enum about {
	CHALLENGE,
	MOVED,
	PAYWALL,
	CONSENT,
	STUB,
	TRUNCATED,
	JSON_BODY,
	LANGUAGE,
	GOOD,
	ABOUTS
};

static const struct {
	const char *name;
	unsigned flag; /* the only flag that must be set; 0: none */
	/* the page classes that are allowed, one bit each */
	uint32_t page_class;
} abouts[ABOUTS] = {
	[CHALLENGE] = { "bot challenge", 0, 1u << CUTER_PAGE_ERROR },
	[MOVED] = { "moved to the front page", 0,
	    1u << CUTER_PAGE_LISTING | 1u << CUTER_PAGE_OTHER },
	[PAYWALL] = { "paywall", CUTER_FLAG_PAYWALL,
	    1u << CUTER_PAGE_PAYWALL | 1u << CUTER_PAGE_ARTICLE },
	[CONSENT] = { "consent", CUTER_FLAG_CONSENT, 1u << CUTER_PAGE_CONSENT },
	[STUB] = { "stub", CUTER_FLAG_STUB,
	    1u << CUTER_PAGE_STUB | 1u << CUTER_PAGE_ARTICLE },
	[TRUNCATED] = { "truncated", CUTER_FLAG_TRUNCATED,
	    1u << CUTER_PAGE_ARTICLE },
	[JSON_BODY] = { "json-body", CUTER_FLAG_JSON_BODY,
	    1u << CUTER_PAGE_ARTICLE },
	[LANGUAGE] = { "language", CUTER_FLAG_LANGUAGE,
	    1u << CUTER_PAGE_ARTICLE },
	[GOOD] = { "good", 0, 1u << CUTER_PAGE_ARTICLE },
};

/* Placeholders in `body`: %1 to %4: a paragraph; %A: all four paragraphs; %J:
 * the same for a JSON string; %L: nine linked headlines; %M: more text than the
 * limit. */
struct row {
	enum about about;
	enum language language;
	const char *title, *head, *body;
	const char *hint;    /* the feed's title, or NULL */
	const char *of_feed; /* the language of the feed, or NULL */
};

static const struct row rows[] = {
#include "cuter/article/class/flags_test.inc"
};

static void
flags_test_put_many(struct buf *out, char what, const struct row *row)
{
	const char *const *text = prose[row->language];

	switch (what) {
	case 'L':
		for (int i = 0; i < 9; i++)
			buf_printf(out,
			    "<div class=card><h3><a href=/n/%d>%.48s and "
			    "number %d of today</a></h3></div>",
			    i, prose[EN][i % 4], i);
		break;
	case 'M':
		for (int i = 0; i < 120000; i++)
			buf_printf(out, "<p>%d, %s</p>", i, text[i % 4]);
		break;
	case 'J':
		for (int i = 0; i < 4; i++)
			buf_printf(out, "%s<p>%s</p>", "", text[i]);
		break;
	case 'A':
		for (int i = 0; i < 4; i++)
			buf_printf(out, "<p>%s</p>", text[i]);
		break;
	default:
		buf_printf(out, "<p>%s</p>", text[what - '1']);
	}
}

static void
flags_test_put_page(struct buf *out, const struct row *row)
{
	buf_clear(out);
	buf_printf(out,
	    "<!DOCTYPE html><html lang=%s><head><meta charset=utf-8><title>%s"
	    "</title>%s</head><body><nav><a href=/>Home</a> <a href=/n>News"
	    "</a></nav><main><h1>%s</h1><div class=content>",
	    codes[row->language], row->title, row->head, row->title);
	for (const char *p = row->body; *p != '\0'; p++) {
		if (*p == '%' && p[1] != '\0' && strchr("LMJA1234", p[1]))
			flags_test_put_many(out, *++p, row);
		else
			buf_append_char(out, *p);
	}
	buf_append_string(out,
	    "</div></main><footer><a href=/i>Imprint</a><p>\xC2\xA9 2026 The "
	    "Oven</p></footer></body></html>");
}

/* Returns the flags, with CUTER_FLAG_LANGUAGE if the detected language differs
 * from that of the feed, like page_compare_language() of
 * store/page/page_text.c. */
static unsigned
flags_test_flags_of(const struct row *row, const struct cuter_article *a)
{
	unsigned flags = a->flags & ~(unsigned)CUTER_FLAG_NO_TITLE;

	if (row->of_feed != NULL && a->detected_language.len > 0 &&
	    !cuter_same_language(slice_of(row->of_feed), a->detected_language))
		flags |= CUTER_FLAG_LANGUAGE;
	return flags;
}

int
main(void)
{
	unsigned seen[ABOUTS] = { 0 };
	struct buf html;

	testing_begin();
	buf_init(&html, 64 << 20);
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		const struct row *row = &rows[i];
		unsigned wanted = abouts[row->about].flag, flags;
		struct cuter_article a;
		char text[64];

		flags_test_put_page(&html, row);
		a = testing_cut_with(buf_slice(&html), row->hint, NULL, NULL);
		flags = flags_test_flags_of(row, &a);
		/* A stub flag is accepted in addition to any other flag. */
		if (!(wanted & CUTER_FLAG_STUB) && row->about != GOOD)
			flags &= ~(unsigned)CUTER_FLAG_STUB;
		seen[row->about]++;
		if (!ok(flags == wanted &&
			    abouts[row->about].page_class & 1u << a.page_class,
			"%s: %s: %s", abouts[row->about].name,
			codes[row->language], row->title))
			printf("# %s [%s], %u words: %.*s\n",
			    cuter_page_class_name(a.page_class),
			    cuter_flags_text(flags, text), a.word_count,
			    SLICE_ARG(slice_sub(a.body, 0, 200)));
	}
	for (int i = 0; i < ABOUTS; i++)
		ok(seen[i] >= (i == GOOD ? 20 : 5), "%u pages of %s", seen[i],
		    abouts[i].name);
	buf_release(&html);
	return testing_end();
}
