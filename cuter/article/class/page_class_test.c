/*
 * page_class_test.c -- synthetic pages: at least five of each class, in several
 * languages, and normal articles that look similar.  CUTER alone and the
 * default method must classify all of them correctly.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

enum language { EN, DE, FR, ES, IT, LANGUAGES };

static const char *const prose[LANGUAGES][4] = {
	{ "The harbour council voted on Tuesday to close the old ferry "
	  "terminal "
	  "by the end of the year, after an inspection found that two of its "
	  "four piers can no longer carry the weight of a full queue.",
	    "Ferries to the outer islands will leave from the freight quay "
	    "until "
	    "a new terminal is built. The operator expects the crossing to "
	    "take "
	    "seven minutes longer, and has asked for a lower fee in return.",
	    "The council put the cost of a new building at 31 million, of "
	    "which "
	    "the region would pay a third. Work could begin in the spring of "
	    "next year if the money is found before the summer recess.",
	    "Islanders who work in town said they had heard of the plan only "
	    "on "
	    "the morning of the vote. A petition for a later closing date had "
	    "some two thousand signatures by the evening." },
	{ "Der Hafenrat hat am Dienstag beschlossen, das alte "
	  "F\xC3\xA4hrterminal "
	  "bis zum Jahresende zu schlie\xC3\x9F"
	  "en, nachdem eine "
	  "Pr\xC3\xBC"
	  "fung ergeben hatte, dass zwei der vier Pfeiler das Gewicht "
	  "einer vollen Schlange nicht mehr tragen k\xC3\xB6nnen.",
	    "Die F\xC3\xA4hren zu den \xC3\xA4u\xC3\x9F"
	    "eren Inseln fahren vom "
	    "Frachtkai ab, bis ein neues Terminal gebaut ist. Die Reederei "
	    "rechnet mit sieben Minuten mehr f\xC3\xBCr die \xC3\x9C"
	    "berfahrt "
	    "und verlangt daf\xC3\xBCr niedrigere Geb\xC3\xBChren.",
	    "Der Rat sch\xC3\xA4tzt die Kosten eines Neubaus auf 31 Millionen, "
	    "von denen die Region ein Drittel zahlen soll. Die Arbeiten "
	    "k\xC3\xB6nnten im Fr\xC3\xBChjahr beginnen, wenn das Geld vor der "
	    "Sommerpause gefunden wird, sagte die Vorsitzende.",
	    "Bewohner der Inseln, die in der Stadt arbeiten, sagten, sie "
	    "h\xC3\xA4tten erst am Morgen der Abstimmung von dem Plan "
	    "geh\xC3\xB6rt. "
	    "Eine Petition f\xC3\xBCr einen sp\xC3\xA4teren Termin hatte am "
	    "Abend "
	    "schon zweitausend Unterschriften." },
	{ "Le conseil du port a vot\xC3\xA9 mardi la fermeture de l'ancienne "
	  "gare "
	  "maritime avant la fin de l'ann\xC3\xA9"
	  "e, apr\xC3\xA8s une inspection "
	  "qui a montr\xC3\xA9 que deux de ses quatre piles ne peuvent plus "
	  "porter le poids d'une file compl\xC3\xA8te.",
	    "Les bacs vers les \xC3\xAEles partiront du quai des marchandises "
	    "jusqu'\xC3\xA0 la construction d'une nouvelle gare. La compagnie "
	    "compte sept minutes de plus par travers\xC3\xA9"
	    "e et demande en "
	    "\xC3\xA9"
	    "change une baisse de ses redevances.",
	    "Le conseil estime le prix d'un nouveau b\xC3\xA2timent \xC3\xA0 "
	    "31 "
	    "millions, dont la r\xC3\xA9gion paierait un tiers. Les travaux "
	    "pourraient commencer au printemps si l'argent est trouv\xC3\xA9 "
	    "avant les vacances d'\xC3\xA9t\xC3\xA9.",
	    "Les habitants des \xC3\xAEles qui travaillent en ville disent "
	    "n'avoir appris le projet que le matin du vote. Une "
	    "p\xC3\xA9tition "
	    "pour une date plus tardive avait recueilli le soir quelque deux "
	    "mille signatures." },
	{ "El consejo del puerto vot\xC3\xB3 el martes el cierre de la vieja "
	  "terminal de transbordadores antes de fin de a\xC3\xB1o, "
	  "despu\xC3\xA9s "
	  "de que una inspecci\xC3\xB3n mostrara que dos de sus cuatro pilares "
	  "ya no soportan el peso de una cola completa.",
	    "Los barcos hacia las islas saldr\xC3\xA1n del muelle de carga "
	    "hasta "
	    "que se construya una nueva terminal. La empresa calcula siete "
	    "minutos m\xC3\xA1s por traves\xC3\xAD"
	    "a y pide a cambio una tasa "
	    "m\xC3\xA1s baja.",
	    "El consejo estima el coste de un nuevo edificio en 31 millones, "
	    "de "
	    "los que la regi\xC3\xB3n pagar\xC3\xAD"
	    "a un tercio. Las obras "
	    "podr\xC3\xAD"
	    "an empezar en primavera si el dinero se encuentra "
	    "antes del verano.",
	    "Los isle\xC3\xB1os que trabajan en la ciudad dijeron que se "
	    "enteraron "
	    "del plan la ma\xC3\xB1"
	    "ana de la votaci\xC3\xB3n. Una petici\xC3\xB3n "
	    "para retrasar la fecha ten\xC3\xAD"
	    "a por la noche unas dos mil "
	    "firmas." },
	{ "Il consiglio del porto ha votato marted\xC3\xAC la chiusura del "
	  "vecchio "
	  "terminal dei traghetti entro la fine dell'anno, dopo che "
	  "un'ispezione ha mostrato che due dei quattro piloni non reggono "
	  "pi\xC3\xB9 il peso di una coda intera.",
	    "I traghetti per le isole partiranno dalla banchina merci fino "
	    "alla "
	    "costruzione di un nuovo terminal. La compagnia prevede sette "
	    "minuti in pi\xC3\xB9 per la traversata e chiede in cambio una "
	    "tariffa pi\xC3\xB9 bassa.",
	    "Il consiglio stima il costo di un nuovo edificio in 31 milioni, "
	    "di "
	    "cui la regione pagherebbe un terzo. I lavori potrebbero "
	    "cominciare "
	    "in primavera se il denaro si trova prima dell'estate.",
	    "Gli isolani che lavorano in citt\xC3\xA0 hanno detto di aver "
	    "saputo "
	    "del piano solo la mattina del voto. Una petizione per una data "
	    "successiva aveva in serata circa duemila firme." },
};

#define ARTICLE_LD                                                             \
	"<script type=application/ld+json>{\"@type\":\"NewsArticle\","         \
	"\"headline\":\"x\"}</script>"
#define NOT_FREE_LD                                                            \
	"<script type=application/ld+json>{\"@type\":\"NewsArticle\","         \
	"\"isAccessibleForFree\":false}</script>"
#define LIVE_LD                                                                \
	"<script type=application/ld+json>{\"@type\":\"LiveBlogPosting\"}"     \
	"</script>"
#define VIDEO_LD                                                               \
	"<script "                                                             \
	"type=application/ld+json>{\"@type\":\"VideoObject\"}</script>"
#define GALLERY_LD                                                             \
	"<script "                                                             \
	"type=application/ld+json>{\"@type\":\"ImageGallery\"}</script>"
#define PLAYER "<iframe src=https://www.youtube.com/embed/x></iframe>"

/* Placeholders in `body`: %1 to %4: a paragraph; %A: all four; %I: an image
 * with its caption; %L: eight linked headlines; %U: five entries with their
 * times. */
struct row {
	enum cuter_page_class class;
	enum language language;
	const char *title, *head, *body;
	const char *hint; /* the feed's title, or NULL */
};

#define LIVE    CUTER_PAGE_LIVE_BLOG
#define LISTING CUTER_PAGE_LISTING
#define GALLERY CUTER_PAGE_GALLERY
#define VIDEO   CUTER_PAGE_VIDEO
#define STUB    CUTER_PAGE_STUB
#define ERROR   CUTER_PAGE_ERROR
#define CONSENT CUTER_PAGE_CONSENT
#define PAYWALL CUTER_PAGE_PAYWALL
#define ARTICLE CUTER_PAGE_ARTICLE

static const struct row rows[] = {
	{ LIVE, EN, "Storm live: bridges closed as wind rises", "", "%U",
	    NULL },
	{ LIVE, EN, "Council vote as it happened", "", "%1%U",
	    "Council vote as it happened" },
	{ LIVE, DE, "Liveticker zur Wahl im Hafenrat", "", "%U", NULL },
	{ LIVE, FR, "En direct : le vote du conseil du port", "", "%U", NULL },
	{ LIVE, ES, "En directo: la votaci\xC3\xB3n del consejo", "", "%U",
	    NULL },
	{ LIVE, IT, "Il voto del porto in diretta", "", "%U", NULL },
	{ LIVE, EN, "Harbour vote", LIVE_LD, "%A", NULL },
	{ LIVE, EN, "Harbour vote", "", "<div class=liveblog-entries>%U</div>",
	    NULL },

	{ LISTING, EN, "Latest news", "", "%L%L", NULL },
	{ LISTING, DE, "Nachrichten aus dem Hafen", "", "%L%L", NULL },
	{ LISTING, FR, "Toute l'actualit\xC3\xA9", "", "%L%L", NULL },
	{ LISTING, ES, "Noticias del puerto", "", "%L%L%L", NULL },
	{ LISTING, IT, "Notizie dal porto", "", "%L%L", NULL },
	{ LISTING, EN, "Harbour", "<meta property=og:type content=website>",
	    "<p>All our stories about the harbour, its people and its "
	    "boats.</p>%L%L",
	    "Council to close ferry terminal by the end of the year" },

	{ GALLERY, EN, "In pictures: the storm and the harbour", "",
	    "%I%I%I%I%I%I", NULL },
	{ GALLERY, DE, "Fotostrecke: Sturm im Hafen", "", "%I%I%I%I%I", NULL },
	{ GALLERY, FR, "La temp\xC3\xAAte en images", "", "%I%I%I%I%I%I",
	    NULL },
	{ GALLERY, ES,
	    "Fotogaler\xC3\xAD"
	    "a del temporal",
	    "", "%I%I%I%I%I%I", NULL },
	{ GALLERY, IT, "La tempesta, fotogallery", "", "%I%I%I%I%I", NULL },
	{ GALLERY, EN, "The storm", GALLERY_LD,
	    "<p>Our photographers were out all night.</p>%I%I%I%I%I%I", NULL },

	{ VIDEO, EN, "Watch the storm hit the pier",
	    "<meta property=og:type content=video.other>",
	    PLAYER "<p>The storm hit the old pier on Tuesday night.</p>",
	    NULL },
	{ VIDEO, DE, "Der Sturm am Kai", VIDEO_LD,
	    PLAYER "<p>Der Sturm hat den alten Kai in der Nacht getroffen.</p>",
	    NULL },
	{ VIDEO, FR, "La temp\xC3\xAAte au port",
	    "<meta property=og:type content=video>", PLAYER, NULL },
	{ VIDEO, ES, "El temporal en el muelle", VIDEO_LD,
	    "<video src=/a.mp4></video><p>El temporal en el viejo muelle.</p>",
	    NULL },
	{ VIDEO, IT, "La tempesta al molo",
	    "<meta property=og:type content=video.episode>",
	    PLAYER "<p>La tempesta sul vecchio molo, marted\xC3\xAC notte.</p>",
	    NULL },

	{ STUB, EN, "Council to close ferry terminal", "",
	    "<p>The harbour council voted on Tuesday to close the old ferry "
	    "terminal by the end of the year, after an "
	    "inspection\xE2\x80\xA6</p>",
	    "Council to close ferry terminal" },
	{ STUB, EN, "Council to close ferry terminal", "",
	    "%1<p><a href=https://elsewhere.example/x>Read the full story at "
	    "the Harbour Post</a></p>",
	    NULL },
	{ STUB, DE, "Hafenrat schlie\xC3\x9Ft Terminal", "",
	    "<p>Der Hafenrat hat am Dienstag beschlossen, das alte Terminal "
	    "bis "
	    "zum Jahresende zu schlie\xC3\x9F"
	    "en, nachdem [...]</p>",
	    NULL },
	{ STUB, FR, "Le port ferme sa gare", ARTICLE_LD,
	    "%1<p><a href=/plus>Lire la suite</a></p>", NULL },
	{ STUB, ES, "El puerto cierra su terminal", "",
	    "%1<p><a href=/mas>Leer m\xC3\xA1s</a></p>", NULL },
	{ STUB, IT, "Il porto chiude il terminal", "",
	    "%1<p><a href=/x>Continua a leggere</a></p>", NULL },

	{ ERROR, EN, "404 - page not found", "",
	    "<p>The page that you are looking for is not here. It may have "
	    "been "
	    "moved, or it never was. Try the search or begin at the front "
	    "page.</p>",
	    "Council to close ferry terminal" },
	{ ERROR, EN, "Just a moment...", "",
	    "<p>Checking your browser before you go on to the Harbour Post. "
	    "This takes up to five seconds.</p>",
	    "Council to close ferry terminal" },
	{ ERROR, EN, "Access denied", "",
	    "<p>You do not have permission to see this page on this server. "
	    "Reference 18.2f4c.</p>",
	    NULL },
	{ ERROR, DE, "Seite nicht gefunden", "",
	    "<p>Die gew\xC3\xBCnschte Seite gibt es leider nicht oder nicht "
	    "mehr. "
	    "Vielleicht hilft Ihnen die Suche weiter.</p>%L",
	    NULL },
	{ ERROR, FR, "Page introuvable", "",
	    "<p>La page que vous cherchez n'existe pas ou n'existe plus.</p>",
	    NULL },
	{ ERROR, ES, "P\xC3\xA1gina no encontrada", "",
	    "<p>La p\xC3\xA1gina que busca no est\xC3\xA1 aqu\xC3\xAD.</p>",
	    NULL },
	{ ERROR, IT, "Pagina non trovata", "",
	    "<p>La pagina che cerchi non \xC3\xA8 qui.</p>", NULL },

	{ CONSENT, EN, "We value your privacy", "",
	    "<p>We and our partners store and access information on your "
	    "device, "
	    "such as cookies, and ask for your consent to show you content and "
	    "advertising that fits you. You may change your mind at any time "
	    "under privacy settings.</p><button>Accept all</button><button>"
	    "Reject all</button>",
	    "Council to close ferry terminal" },
	{ CONSENT, EN, "Before you continue to Example News", "",
	    "<h1>Before you continue to Example News</h1><p>We use cookies and "
	    "data to</p><ul><li>Deliver and maintain our "
	    "services</li><li>Track "
	    "outages and protect against spam, fraud, and "
	    "abuse</li><li>Measure "
	    "audience engagement and site statistics to understand how our "
	    "services are used and enhance the quality of those services</li>"
	    "</ul><p>If you choose to accept, we will also use this data to"
	    "</p><ul><li>Develop and improve new services</li><li>Deliver and "
	    "measure the effectiveness of ads</li><li>Show personalized "
	    "content, depending on your settings</li></ul><p>Non-personalized "
	    "content is influenced by things like what you are currently "
	    "viewing, activity in your active search session, and your "
	    "location.</p><button>Reject all</button><button>Accept all"
	    "</button>",
	    NULL },
	{ CONSENT, EN, "Example News", "",
	    "<h1>Before you continue to Example News</h1><p>Your choices "
	    "decide what we show. If you accept, we show personalised content "
	    "and measure the effectiveness of ads. This helps us to develop "
	    "and improve our services. If you refuse, the things that you see "
	    "depend on the text that you read and on the place where you are. "
	    "You can change your choice in the settings of your account at any "
	    "time.</p><button>Reject all</button><button>Accept all</button>",
	    NULL },
	{ CONSENT, DE, "Zustimmung", "",
	    "<p>Wir und unsere Partner verwenden Cookies und brauchen Ihre "
	    "Einwilligung, um Ihnen Inhalte und Werbung zu zeigen. Mehr dazu "
	    "in "
	    "der Datenschutzerkl\xC3\xA4rung.</p><p><a href=#>Alle akzeptieren"
	    "</a></p>",
	    NULL },
	{ CONSENT, FR,
	    "Votre vie priv\xC3\xA9"
	    "e",
	    "",
	    "<p>Avec nos partenaires, nous utilisons des cookies pour mesurer "
	    "l'audience et afficher des annonces. Votre consentement peut "
	    "\xC3\xAAtre retir\xC3\xA9 \xC3\xA0 tout moment.</p><button>Tout "
	    "accepter</button>",
	    NULL },
	{ CONSENT, ES, "Su privacidad", "",
	    "<p>Nosotros y nuestros socios utilizamos cookies con su "
	    "consentimiento para mostrarle anuncios y medir la audiencia de "
	    "este sitio.</p><button>Aceptar todo</button>",
	    NULL },
	{ CONSENT, IT, "La tua privacy", "",
	    "<p>Noi e i nostri partner usiamo i cookie con il tuo consenso per "
	    "mostrarti annunci e misurare il pubblico di questo sito.</p>"
	    "<button>Accetta tutto</button>",
	    NULL },

	{ PAYWALL, EN, "Council to close ferry terminal", NOT_FREE_LD,
	    "%1<div class=paywall><p>Subscribe to continue reading. Already a "
	    "subscriber? Log in.</p></div>",
	    "Council to close ferry terminal" },
	{ PAYWALL, DE, "Hafenrat schlie\xC3\x9Ft Terminal", NOT_FREE_LD,
	    "%1%2<div class=offer><p>Jetzt weiterlesen mit dem Probeabo. "
	    "Bereits "
	    "Abonnent? Anmelden.</p></div>",
	    NULL },
	{ PAYWALL, FR, "Le port ferme sa gare", ARTICLE_LD,
	    "%1<p>Il vous reste 85 % de cet article \xC3\xA0 lire. La suite "
	    "est "
	    "r\xC3\xA9serv\xC3\xA9"
	    "e aux abonn\xC3\xA9s.</p>",
	    NULL },
	{ PAYWALL, ES, "El puerto cierra su terminal", "",
	    "%1<div id=paywall><p>Contenido exclusivo para "
	    "suscriptores</p></div>",
	    NULL },
	{ PAYWALL, IT, "Il porto chiude il terminal", "",
	    "%1<div><p>Contenuto riservato agli abbonati.</p></div>", NULL },
	{ PAYWALL, ES, "Una tabla antes del texto", "",
	    "<pre>%B</pre>%1<div id=paywall><p>Contenido exclusivo para "
	    "suscriptores</p></div>",
	    NULL },

	/* Articles that look like other classes. */
	{ ARTICLE, FR, "Le port ouvre une exposition", ARTICLE_LD,
	    "%1<p>Il vous reste peu de temps pour visiter l'exposition.</p>",
	    NULL },
	{ ARTICLE, EN, "Council to close ferry terminal", "", "%A", NULL },
	{ ARTICLE, DE, "Hafenrat schlie\xC3\x9Ft F\xC3\xA4hrterminal", "", "%A",
	    NULL },
	{ ARTICLE, FR, "Le port ferme sa gare maritime", ARTICLE_LD, "%A",
	    NULL },
	{ ARTICLE, ES, "El puerto cierra su terminal", "", "%A", NULL },
	{ ARTICLE, IT, "Il porto chiude il terminal", "", "%A", NULL },
	{ ARTICLE, EN, "Why every 404 page is a small apology", "", "%A",
	    NULL },
	{ ARTICLE, EN, "Missing boat not found after three days", "", "%1%2",
	    "Missing boat not found after three days" },
	{ ARTICLE, EN, "Access denied: islanders shut out of council hall",
	    ARTICLE_LD, "%1%2%3", NULL },
	{ ARTICLE, EN, "Court rules on cookie consent", ARTICLE_LD,
	    "<p>Sites may not set a cookie before they have the consent of the "
	    "reader, the court said on Tuesday, and a button that says accept "
	    "all must stand beside one that says reject all.</p>%1%2%3",
	    "Court rules on cookie consent" },
	{ ARTICLE, DE, "Gericht zu Cookies und Einwilligung", "",
	    "<p>Wer Cookies setzt, braucht eine Einwilligung, sagt das "
	    "Gericht; "
	    "ein Knopf mit den Worten alle akzeptieren reicht nicht.</p>%A",
	    "Gericht zu Cookies und Einwilligung" },
	{ ARTICLE, EN, "Papers raise their prices", ARTICLE_LD,
	    "<p>To continue reading will cost more from May: three papers "
	    "raise "
	    "their prices, and who is already a subscriber pays, too.</p>%A",
	    NULL },
	{ ARTICLE, EN, "Council to close ferry terminal", NOT_FREE_LD,
	    "%A%A<div class=paywall-banner></div>", NULL },
	{ ARTICLE, EN, "Watch: council closes terminal",
	    "<meta property=og:type content=article>", PLAYER "%A", NULL },
	{ ARTICLE, FR, "Le port ferme sa gare, la vid\xC3\xA9o", VIDEO_LD,
	    PLAYER "%A", NULL },
	{ ARTICLE, EN, "In pictures: how the terminal was built", "",
	    "%I%A%I%A", NULL },
	{ ARTICLE, DE, "Was in Bildern vom Hafen steckt", "", "%A%I%A", NULL },
	{ ARTICLE, EN, "Concert live: a night at the harbour", "",
	    "%1<p>20:15 was the hour at which it was to begin, and it did.</p>"
	    "%2%3%4",
	    NULL },
	{ ARTICLE, EN, "Council to close ferry terminal",
	    "<meta property=og:type content=article>", "%A%L%L%L", NULL },
	{ ARTICLE, EN, "Five stories to read this week", ARTICLE_LD,
	    "%1<h2><a href=/1>The pier that nobody wanted to "
	    "have</a></h2>%2<h2>"
	    "<a href=/2>A boat with no captain at all</a></h2>%3<h2><a href=/3>"
	    "What the sea has brought us this year</a></h2>%4",
	    NULL },
	{ ARTICLE, EN, "Ferry late again", ARTICLE_LD,
	    "<p>The ferry to the outer islands was late again on Monday, for "
	    "the third time in a week. Nobody was hurt. The operator spoke of "
	    "fog, and of a part that has to come from abroad.</p>",
	    "Ferry late again" },
	{ ARTICLE, EN, "Islanders wait for an answer", "",
	    "%A<p>Nobody knows what will come after it\xE2\x80\xA6</p>", NULL },
	{ ARTICLE, ES, "El puerto cierra su terminal",
	    "<meta property=og:type content=article>",
	    "%1%2<p><a href=/mas>Leer m\xC3\xA1s noticias del puerto</a></p>",
	    NULL },
};

static void
page_class_test_put_image(struct buf *out, int n)
{
	buf_printf(out,
	    "<figure><img src=/photo%d.jpg width=900 height=600><figcaption>"
	    "The harbour on Tuesday, seen from pier %d.</figcaption></figure>",
	    n, n);
}

static void
page_class_test_put_list(struct buf *out, int from)
{
	for (int i = from; i < from + 8; i++)
		buf_printf(out,
		    "<div class=card><h3><a href=/story/%d>What number %d of "
		    "the "
		    "stories of this week is about</a></h3></div>",
		    i, i);
}

static void
page_class_test_put_entries(struct buf *out, enum language language)
{
	for (int i = 0; i < 5; i++)
		buf_printf(out,
		    "<div "
		    "class=entry><p><time>1%d:0%d</time></p><p>%s</p></div>",
		    i, i, prose[language][i % 4]);
}

static void
page_class_test_put_body(struct buf *out, const struct row *row)
{
	int n = 0;

	for (const char *p = row->body; *p != '\0'; p++) {
		if (*p != '%' || p[1] == ' ') {
			buf_append_char(out, *p);
			continue;
		}
		p++;
		n++;
		if (*p == 'I')
			page_class_test_put_image(out, n);
		else if (*p == 'L')
			page_class_test_put_list(out, 10 * n);
		else if (*p == 'U')
			page_class_test_put_entries(out, row->language);
		else if (*p == 'B')
			for (int i = 0; i < 9000; i++)
				buf_append_char(out, 'x');
		for (int i = 0; i < 4; i++)
			if (*p == 'A' || *p == '1' + i)
				buf_printf(
				    out, "<p>%s</p>", prose[row->language][i]);
	}
}

static void
page_class_test_put_page(struct buf *out, const struct row *row)
{
	buf_clear(out);
	buf_printf(out,
	    "<!DOCTYPE html><html><head><meta charset=utf-8><title>%s</title>%s"
	    "</head><body><header><nav><a href=/>Home</a> <a href=/n>News</a> "
	    "<a href=/s>Sport</a></nav></header><main><h1>%s</h1><div "
	    "class=content>",
	    row->title, row->head, row->title);
	page_class_test_put_body(out, row);
	buf_append_string(out,
	    "</div></main><footer><a href=/i>Imprint</a> <a href=/p>Privacy</a>"
	    "<p>\xC2\xA9 2026 The Harbour Post</p></footer></body></html>");
}

static void
page_class_test_check(const char *method)
{
	const struct cuter_options options = { .method = method };
	unsigned seen[CUTER_PAGE_CLASS_COUNT] = { 0 };
	struct buf html;

	buf_init(&html, 1 << 20);
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		const struct row *row = &rows[i];
		struct cuter_article a;

		page_class_test_put_page(&html, row);
		a = testing_cut_with(
		    buf_slice(&html), row->hint, NULL, &options);
		seen[row->class]++;
		if (!ok(a.page_class == row->class, "%s: %s: %s",
			method != NULL ? method : "default",
			cuter_page_class_name(row->class), row->title))
			printf("# %s, %u words: %.*s\n",
			    cuter_page_class_name(a.page_class), a.word_count,
			    SLICE_ARG(slice_sub(a.body, 0, 200)));
	}
	for (int i = 0; i < CUTER_PAGE_CLASS_COUNT; i++)
		ok(i == CUTER_PAGE_OTHER || seen[i] >= 5, "%u pages of %s",
		    seen[i], cuter_page_class_name((enum cuter_page_class)i));
	ok(seen[ARTICLE] >= 20, "%u good articles", seen[ARTICLE]);
	buf_release(&html);
}

int
main(void)
{
	testing_begin();
	page_class_test_check("cuter");
	page_class_test_check(NULL);
	return testing_end();
}
