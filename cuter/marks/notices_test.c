/*
 * notices_test.c -- comments, date lines and notices beside an article are not
 * its text: comments.c, meta_lines.c, notices.c.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define TITLE "Harbour council closes the old ferry terminal"
#define TEXT                                                                   \
	"<p>The harbour council voted on Tuesday evening to close the old "    \
	"ferry terminal, ending an argument of eleven years.</p>"              \
	"<p>Boats will be sent to the new pier from the first of May, said "   \
	"its chairwoman, who did not say what comes after.</p>"                \
	"<p>Nobody spoke against it in the end, although more than two "       \
	"hundred people had come, some of them with posters.</p>"
#define REMARK                                                                 \
	"<p>I have lived beside that terminal for forty years and never saw "  \
	"a queue, so the council should have asked the people here.</p>"
/* Further paragraphs of the article. */
#define LONGER                                                                 \
	"<p>The terminal was built when the islands had a mine and two "       \
	"schools. Since the mine closed, fewer boats call each winter, and "   \
	"the roof needs a repair that costs more than a year of tickets.</p>"  \
	"<p>The new pier has room for three boats and a hall of glass. Its "   \
	"cost is paid in equal parts by the town, the county and the company " \
	"that runs the boats, the council said after the vote.</p>"

static const struct {
	const char *name, *html,
	    *lost; /* lost: the part of the page that must not be text */
} cases[] = {
	{ "X2: a list of comments",
	    "%T<ul class=comment-list><li>" REMARK "</li><li>" REMARK
	    "</li><li>" REMARK "</li></ul>",
	    "forty years" },
	{ "X2: comments after a line that announces them",
	    "%T<div><h3>3 Comments</h3><div>" REMARK "</div><div>" REMARK
	    "</div></div>",
	    "forty years" },
	{ "X2: comments with links to reply",
	    "%T<div><div>" REMARK "<a href=#r>Reply</a></div><div>" REMARK
	    "<a href=#r>Reply</a></div><div>" REMARK
	    "<a href=#r>Reply</a></div></div>",
	    "forty years" },
	{ "X3: a byline", "<p class=byline>By Anna Holm</p>%T", "Anna Holm" },
	{ "X3: a date", "<p>Published 20 November 2026 at 10:14</p>%T",
	    "Published" },
	{ "a change and a date with a time",
	    "<p>Updated: Nov. 20, 2026, 10:14 a.m. | Published: Nov. 19, "
	    "2026, 9:00 p.m.</p>%T",
	    "Published" },
	{ "a date with a time in Spanish",
	    "<p>20 de noviembre de 2026 a las 10:14 a. m.</p>%T", "noviembre" },
	{ "X3: a date in <time>", "<time>20 Nov 2026</time>%T", "20 Nov" },
	{ "X3: a German date", "<p>Stand: 20. November 2026, 14:05 Uhr</p>%T",
	    "Stand" },
	{ "X3: a reading time", "<p>4 min read</p>%T", "min read" },
	{ "X3: a Chinese date", "<p>2026年11月20日 10:00</p>%T", "2026" },
	{ "X3: a Chinese date and source",
	    "<p>发布时间：2026-11-20 10:00 来源：新华社</p>%T", "新华社" },
	{ "X3: a Chinese byline", "<p>記者 王小明／台北報導</p>%T", "王小明" },
	{ "X3: a Japanese date",
	    "<p>公開日：２０２６年１１月２０日（金）午前10時</p>%T", "公開" },
	{ "X3: a Korean date",
	    "<p>입력 2026.11.20 10:00 수정 2026.11.20 12:00</p>%T", "입력" },
	{ "X3: a Korean byline", "<p>홍길동 기자</p>%T", "홍길동" },
	{ "X3: an Arabic date", "<p>٢٠ نوفمبر ٢٠٢٦ - ١٠:٠٠</p>%T", "نوفمبر" },
	{ "X3: a Persian date",
	    "<p>تاریخ انتشار: ۲۹ آبان ۱۴۰۵ ساعت ۱۰:۰۰</p>%T", "آبان" },
	{ "X3: a Persian date in <time>", "<time>۲۹ آبان ۱۴۰۵</time>%T",
	    "آبان" },
	{ "X3: a Thai date", "<p>เผยแพร่ 20 พฤศจิกายน 2569 09:01 น.</p>%T",
	    "2569" },
	{ "X3: a Thai date in <time>", "<time>20 พฤศจิกายน 2569 09:01</time>%T",
	    "2569" },
	{ "X3: a Hindi date", "<p>20 नवंबर 2026</p>%T", "2026" },
	{ "X3: a Hindi date in <time>", "<time>20 नवंबर 2026</time>%T", "2026" },
	{ "X3: a Vietnamese date", "<p>Đăng ngày 20/11/2026 10:00</p>%T",
	    "2026" },
	{ "X3: words in <time>", "<time>three days ago</time>%T", "three" },
	{ "X3: an agency", "<p>Anna Holm, Reuters</p>%T", "Reuters" },
	{ "a name before the line of the date",
	    "<p>Anna Holm</p><p>20 November 2026</p>%T", "Holm" },
	{ "a text and its pictures",
	    "<p>Texto: Ana Holm; fotos: Juan d’Arco</p>%T", "Holm" },
	{ "a kind of text and its author", "<p>Reportage av Anna af Holm</p>%T",
	    "Holm" },
	{ "a reporter and a place",
	    "<p>Par Anna Holm, envoyée spéciale à "
	    "Marbeck</p><p>20/11/2026</p>%T",
	    "20/11" },
	{ "X5: a paywall",
	    "%T<div><p>Subscribe now to read the full story.</p><p>Already a "
	    "subscriber? <a href=/l>Log in</a></p></div>",
	    "ubscribe" },
	{ "X5: a newsletter",
	    "%T<p>Sign up for our newsletter and get the best stories.</p>",
	    "newsletter" },
};

static const struct {
	const char *name, *html, *kept;
} texts[] = {
	{ "a table's column of comments",
	    "%T<table><tr><th>Pier</th><th>Comments</th></tr><tr><td>North"
	    "</td><td>The pier to the north was built in 1931 and is to be "
	    "kept as it is, said the chairwoman of the council.</td></tr>"
	    "</table>",
	    "voted on Tuesday" },
	{ "a sentence with a date",
	    "<p>On 20 November 2026 the council met in the old terminal and "
	    "heard eleven speakers from the quarter.</p>%T",
	    "eleven speakers" },
	{ "a Chinese sentence with a date",
	    "<p>2026年11月20日，委员会在旧码头开会。</p>%T", "旧码头开会" },
	{ "a Japanese sentence with a date", "<p>11月20日、港で会議。</p>%T",
	    "港で会議" },
	{ "a Korean sentence with a date",
	    "<p>20일 항만위원회는 낡은 부두를 닫기로 했다</p>%T", "부두를" },
	{ "a sentence about a reporter",
	    "<p>记者从市政府获悉，2026年11月20日起</p>%T", "市政府" },
	{ "a sentence beside <time>",
	    "<p>Since <time>20 November</time> the terminal is empty</p>%T",
	    "terminal is empty" },
	{ "a paragraph about subscriptions",
	    "%T<p>The council also decided that subscribers of the ferry keep "
	    "their places on the new pier, and that their tickets, which had "
	    "been sold under the old rules, are valid until the end of the "
	    "year, after which they pay as everybody else does.</p>",
	    "keep their places" },
	{ "a heading that is a link to itself",
	    "%T<h2 id=n><a href='#n'>Sailors donated organs</a></h2>" REMARK,
	    "Sailors donated" },
	{ "a paragraph with one phrase that contains another phrase",
	    "%T<p>The theatre said that the first two evenings in the new hall "
	    "are for subscribers only, and that everybody else can buy tickets "
	    "from the third evening on at the box office.</p>" REMARK,
	    "third evening" },
	{ "a weak phrase and a link to /about",
	    "%T<p>Sweden wants to become a member of the union, said <a "
	    "href=/about-union>the minister</a> on Monday.</p>" REMARK,
	    "wants to become" },
	{ "a weak phrase and a link to /assassin",
	    "%T<p>Sweden wants to become a member of the union, said <a "
	    "href=/assassin>the minister</a> on Monday.</p>" REMARK,
	    "wants to become" },
	{ "a weak phrase and a link to /joint",
	    "%T<p>Sweden wants to become a member of the union, said <a "
	    "href=/joint-session>the minister</a> on Monday.</p>" REMARK,
	    "wants to become" },
	{ "a weak phrase and a link with discrimination",
	    "%T<p>Sweden wants to become a member of the union, said the <a "
	    "href=/2026/>discrimination office</a> on Monday.</p>" REMARK,
	    "wants to become" },
};

/* Headings of articles that begin with words for comments. */
static const char *const headings[] = { "Comment ça marche",
	"Les réactions politiques", "Réactions", "Réactions à Berlin",
	"Responses from the industry", "Government responses",
	"Replies to the plan", "Comments from the minister",
	"Comments on the 2024 budget", "Kommentar der Redaktion", "Kommentar",
	"Kommentare aus der Politik", "Comentario del experto",
	"Komentarze polityków", "What readers say", "专家评论美国制裁",
	"5 thoughts on the new season", "3 responses to the plan",
	"7 réactions politiques", "10 comments that made people laugh",
	"Join the conversation on climate change", "Discussion",
	"Forum der B\303\274rger", "Topic of the day" };

#define REMARK_2                                                               \
	"<p>The council will speak about a bridge to the islands in autumn, "  \
	"when the costs of the pier are known to all of its members.</p>"

/* Classes of the element around an article's text. */
static const char *const wrappers[] = { "opinion-comment", "comment-article",
	"commentpiece", "comments-enabled", "article-commentable",
	"comments-open", "story comment", "comments-disabled", "comments-off",
	"text show-comments", "text allow-comments" };

#define PARTING                                                                \
	"<p>The rest of the day passed quietly at the terminal, and the last " \
	"boat of the evening left a few minutes late with the posters.</p>"

static const struct {
	const char *name, *html, *lost;
} threads[] = {
	{ "a weak heading before comments with times",
	    "<div>%T</div><div><h3>What readers say</h3><div "
	    "class=c><b>Tom</b> "
	    "<time>3 May</time>" REMARK "</div><div class=c><b>Ann</b> <time>4 "
	    "May</time>" PARTING "</div></div>",
	    "forty years" },
	{ "a weak heading before a link to reply",
	    "<div>%T</div><div><h3>Responses</h3><div><b>Tom</b>" REMARK
	    "<a href=#r>Reply</a></div></div>",
	    "forty years" },
	{ "a heading with a number",
	    "<div>%T</div><div><h3>2 responses to the plan</h3><div>" REMARK
	    "</div><div>" PARTING "</div></div>",
	    "forty years" },
	{ "texts with name and date after them",
	    "%T<p>I have known that terminal for forty years, said nobody.</p>"
	    "<p><i>Tom Berg, 3 May 2026</i></p><hr><p>The posters were made in "
	    "our school on Monday.</p><p><i>Ann Weiss, 4 May 2026</i></p><hr>"
	    "<p>There is a bus to the pier, by the way.</p><p><i>Paul Novak, 5 "
	    "May 2026</i></p><hr>",
	    "forty years" },
	{ "replies of a forum",
	    "<div>%T</div><div class=post><h3><a href=#1>Re: Old "
	    "ferry</a></h3>" REMARK "</div><div class=post><h3><a href=#2>Re: "
	    "Old ferry</a></h3>" PARTING
	    "</div><div class=post><h3><a href=#3>Re: Old ferry</a>"
	    "</h3><p>There is a bus to the pier, by the way.</p></div>",
	    "forty years" },
	{ "comments with subjects",
	    "<div>%T</div><div><div class=c><h4>A pity</h4><p>Tom Berg, 3 May "
	    "2026, 10:14</p>" REMARK "</div><div class=c><h4>Progress</h4><p>"
	    "Ann Weiss, 4 May 2026, 9:02</p>" PARTING "</div><div class=c><h4>"
	    "The bus</h4><p>Paul Novak, 5 May 2026, 8:00</p><p>There is a bus "
	    "to the pier, by the way.</p></div></div>",
	    "forty years" },
	{ "a weak class with comments",
	    "<div>%T</div><div class=comment><p>Tom, 3 May 2026</p>" REMARK
	    "</div><div class=comment><p>Ann, 4 May 2026</p>" PARTING "</div>",
	    "forty years" },
	{ "posts with names in an element named thread",
	    "<div>%T</div><div class=thread><div class=post><div class=who>Tom "
	    "Berg</div><div>" REMARK "</div></div><div class=post><div "
	    "class=who>Ann Weiss</div><div>" PARTING "</div></div></div>",
	    "forty years" },
	{ "posts with names after a heading of a forum",
	    "<div>%T</div><div><h2>Forum</h2><table><tr><td>Tom Berg<br>2 "
	    "hours ago</td><td>" REMARK "</td></tr><tr><td>Ann Weiss<br>1 hour "
	    "ago</td><td>" PARTING "</td></tr></table></div>",
	    "forty years" },
	{ "posts with the members' profiles",
	    "<div>%T</div><div><div><p><b>Tom</b><br>Posts: 312</p>" REMARK
	    "</div><div><p><b>Ann</b><br>Posts: 4</p>" PARTING "</div><div><p>"
	    "<b>Paul</b><br>Posts: 55</p><p>There is a bus to the pier, by the "
	    "way.</p></div></div>",
	    "forty years" },
	{ "posts that begin with a name and a verb",
	    "<div>%T</div><div><div><p><b>Tom Berg</b> wrote:</p>" REMARK
	    "</div><div><p><b>Ann Weiss</b> wrote:</p>" PARTING "</div><div><p>"
	    "<b>Paul Novak</b> wrote:</p><p>There is a bus to the pier, by the "
	    "way.</p></div></div>",
	    "forty years" },
	{ "names and ages in elements of their own",
	    "<div>%T" LONGER "</div><div><div><div>Tom Berg</div><div>2 hours "
	    "ago</div>" REMARK "</div><div><div>Ann Weiss</div><div>3 hours "
	    "ago</div>" PARTING "</div><div><div>Paul Novak</div><div>1 day "
	    "ago</div><p>There is a bus to the pier, by the way.</p></div>"
	    "</div>",
	    "forty years" },
	{ "names and dates without a separator",
	    "<div>%T" LONGER
	    "</div><div><div><div>Tom Berg 3 May 2026</div>" REMARK
	    "</div><div><div>Ann Weiss 4 May 2026</div>" PARTING
	    "</div><div><div>Paul Novak 5 May 2026</div><p>There is a bus to "
	    "the pier, by the way.</p></div></div>",
	    "forty years" },
	{ "buttons to report a comment",
	    "<div>%T" LONGER "</div><div><div><b>Tom Berg</b>" REMARK
	    "<button>Report</button></div><div><b>Ann Weiss</b>" PARTING
	    "<button>Report</button></div><div><b>Paul Novak</b><p>There is a "
	    "bus to the pier, by the way.</p><button>Report</button></div>"
	    "</div>",
	    "forty years" },
	{ "posts with numbers",
	    "<div>%T</div><div><div><p>#1 Tom \302\273 3 May 2026</p>" REMARK
	    "</div><div><p>#2 Ann \302\273 3 May 2026</p>" PARTING
	    "</div><div><p>#3 Paul \302\273 4 May 2026</p><p>There is a bus to "
	    "the pier, by the way.</p></div></div>",
	    "forty years" },
};

/* Sentences of news with phrases that notices have, too. */
static const char *const sentences[] = {
	"Finland had applied to become a member of NATO in May 2022.",
	"Norway was already a member when the fund was opened to others.",
	"The court gave the auditors unlimited access to the archive.",
	"Visitors who already have an account at the bank pay no fee.",
	"Each trader must create an account to sell tickets for the ferry.",
	"Voters must register to read the draft law in the town hall.",
	"Investors were able to subscribe from Monday, the bank said.",
	"The teacher told her pupils to keep reading after the bell.",
	"He put on his glasses to continue reading the verdict aloud.",
	"The minister thanked the donors who support our journalism schools.",
	"Groups that support independent journalism met in the capital.",
	"The dealer sold a list of everything delivered to your inbox.",
	"Die Klasse wollte nach der Pause jetzt weiterlesen, sagte er.",
	"Die Lehrerin wird morgen weiterlesen mit der ganzen Klasse.",
	"Il vous reste peu de temps pour visiter l'exposition du port.",
	"A mensalidade sobe para 39 reais para assinantes do plano novo.",
	"La entrada costará diez euros para suscriptores del abono anual.",
	"Il biglietto resta gratuito per gli abbonati della metropolitana.",
	"Wie al abonnee is van het theater, betaalt niets, zei hij.",
	"Prisen stiger til 99 kroner for abonnenter i byen.",
	"Priset höjs till 99 kronor för prenumeranter i hela landet.",
	"Цена вырастет до 300 рублей для подписчиков сервиса.",
	"会員限定のイベントは中止になった。",
};

static const struct {
	const char *name, *html, *lost;
} weak[] = {
	{ "a weak phrase with a link to a form",
	    "%T<p>Want to keep reading about this harbour? <a href=/l>Log in"
	    "</a></p>" REMARK,
	    "keep reading" },
	{ "a weak phrase in a box with a button",
	    "%T<div><p>Become a member of the Harbour Post.</p>"
	    "<button>Continue</button></div>" REMARK,
	    "Become a member" },
	{ "two weak phrases",
	    "%T<p>Become a member and support our journalism from one coin a "
	    "week.</p>" REMARK,
	    "Become a member" },
	{ "a weak phrase in other markup after the text",
	    "%T<div class=gate>To continue reading, choose an offer.</div>",
	    "To continue" },
	{ "an article for subscribers, in Spanish",
	    "%T<p>Contenido exclusivo para suscriptores.</p>" REMARK,
	    "exclusivo" },
	{ "an article for subscribers, in Russian",
	    "%T<p>Только для подписчиков.</p>" REMARK, "Только" },
	{ "an article for members, in Japanese",
	    "%T<p>この記事は会員限定です。</p>" REMARK, "会員限定" },
	{ "a phrase that begins with a Cyrillic capital",
	    "%T<p>Оформите подписку, чтобы читать дальше.</p>" REMARK,
	    "Оформите" },
	{ "the rest of an article for subscribers",
	    "%T<p>Il vous reste 85 % de cet article \xC3\xA0 lire.</p>",
	    "Il vous reste" },
};

/* Boxes between the paragraphs of an article. */
static const struct {
	const char *name, *html, *lost;
} boxes[] = {
	{ "a donation box",
	    "<div><h4>Free for all</h4><p>Please consider supporting us from "
	    "one coin a week.</p></div>",
	    "supporting us" },
	{ "a box with a link to donate",
	    "<div><p>Our readers pay for this report.</p><p><a href=/give>"
	    "Donate now</a></p></div>",
	    "readers pay" },
	{ "an advert for an app",
	    "<div><p>Download our app and read the news of the harbour "
	    "first.</p></div>",
	    "our app" },
	{ "a request for hints",
	    "<p>Do you know more about this? Contact our reporters at "
	    "hints@example.org.</p>",
	    "our reporters" },
	{ "a German newsletter",
	    "<div><p>Immer informiert: Bestellen Sie unseren kostenlosen "
	    "Newsletter.</p></div>",
	    "Newsletter" },
	{ "teasers in a box",
	    "<div class=more><h3>More on this topic</h3><div><h4><a "
	    "href=/a>The "
	    "last captain of the old ferry</a></h4><div>For thirty years he "
	    "sailed to the isle of Vell.</div></div><div><h4><a href=/b>Why "
	    "the "
	    "pier was built so late</a></h4><div>A dispute over sand delayed "
	    "the builders of Vell.</div></div></div>",
	    "Vell" },
	{ "teasers without a line before them",
	    "<div><div><h4><a href=/a>The last captain of the old ferry</a>"
	    "</h4><p>For thirty years he sailed to the isle of Vell.</p></div>"
	    "<div><h4><a href=/b>Why the pier was built so late</a></h4><p>A "
	    "dispute over sand delayed the builders of Vell.</p></div></div>",
	    "Vell" },
	{ "one teaser after a line",
	    "<div><p>Lesen Sie auch</p><a href=/a><strong>The last captain of "
	    "the old ferry</strong></a><p>For thirty years he sailed to the "
	    "isle of Vell.</p></div>",
	    "Vell" },
	{ "one teaser after a line in Russian",
	    "<div><p>Читайте также</p><h4><a href=/a>The last captain of the "
	    "old ferry</a></h4><p>For thirty years he sailed to the isle of "
	    "Vell.</p></div>",
	    "Vell" },
	{ "one teaser after a line in Czech",
	    "<div><p>Čtěte také:</p><h4><a href=/a>The last captain of the "
	    "old ferry</a></h4><p>For thirty years he sailed to the isle of "
	    "Vell.</p></div>",
	    "Vell" },
	{ "one teaser after a French line in capitals",
	    "<div><p>À LIRE AUSSI</p><h4><a href=/a>The last captain of "
	    "the old ferry</a></h4><p>For thirty years he sailed to the isle "
	    "of Vell.</p></div>",
	    "Vell" },
	{ "one teaser after a French line without accent",
	    "<div><p>A lire aussi</p><h4><a href=/a>The last captain of the "
	    "old ferry</a></h4><p>For thirty years he sailed to the isle of "
	    "Vell.</p></div>",
	    "Vell" },
	{ "a channel", "<p>Follow our channel on WhatsApp for more news.</p>",
	    "WhatsApp" },
};

static struct cuter_article
notices_test_cut(struct buf *page, const char *html)
{
	const char *at = strstr(html, "%T");

	buf_clear(page);
	buf_printf(page,
	    "<html><head><title>%s</title></head><body><article><h1>%s</h1>"
	    "%.*s%s%s</article></body></html>",
	    TITLE, TITLE, (int)(at - html), html, TEXT, at + 2);
	return testing_cut_with(buf_slice(page), TITLE, NULL, NULL);
}

/* The text after a heading in the article is text. */
static void
notices_test_heading(struct buf *page, const char *heading)
{
	char html[2048];

	snprintf(html, sizeof(html),
	    "%%T<h2>%s</h2>" REMARK "<h2>Afterwards</h2>" PARTING
	    "<form><p>Get our letter</p><button>Send</button></form>",
	    heading);
	has(notices_test_cut(page, html).body, "forty years", heading);
	has(notices_test_cut(page, html).body, "few minutes late", heading);
}

/* The text in an element with the class is text. */
static void
notices_test_wrapper(struct buf *page, const char *class)
{
	char html[2048];

	snprintf(html, sizeof(html),
	    "<p>The old terminal of the harbour will be closed in May after "
	    "eleven years of argument, and the boats will go to a new pier "
	    "that the council has built to the east of the town for the "
	    "ferries of the islands and for the fishing boats.</p><p>By Anna "
	    "Holm</p><div class='%s'>%%T" REMARK PARTING "</div>",
	    class);
	has(notices_test_cut(page, html).body, "voted on Tuesday", class);
	has(notices_test_cut(page, html).body, "few minutes late", class);
}

/* The sentence is text between two paragraphs, with a link inside of it, and as
 * the last paragraph. */
static void
notices_test_sentence(struct buf *page, const char *sentence)
{
	static const struct {
		const char *link, *after;
	} forms[] = { { "", REMARK },
		{ " <a href=/2026/port.html>Here</a>.", REMARK }, { "", "" } };
	char html[1024];

	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		snprintf(html, sizeof(html), "%%T<p>%s%s</p>%s", sentence,
		    forms[i].link, forms[i].after);
		has(notices_test_cut(page, html).body, sentence, sentence);
	}
}

/* A box in the middle of six paragraphs is not text. */
static void
notices_test_box(struct buf *page, size_t i)
{
	char html[4096];
	struct slice text;

	snprintf(
	    html, sizeof(html), "%%T%s" REMARK PARTING REMARK_2, boxes[i].html);
	text = notices_test_cut(page, html).body;
	lacks(text, boxes[i].lost, boxes[i].name);
	has(text, "some of them with posters", boxes[i].name);
	has(text, "forty years", boxes[i].name);
	has(text, "bridge to the islands", boxes[i].name);
}

/* The answers of an interview are text, although their speakers' names are
 * lines like those of posts. */
static void
notices_test_speakers(struct buf *page)
{
	struct slice text = notices_test_cut(page,
	    "%T<div class=turn><div class=speaker>Tom Berg</div>" REMARK
	    "</div><div class=turn><div class=speaker>Ann Weiss</div>" PARTING
	    "</div><div class=turn><div class=speaker>Tom Berg</div>" REMARK_2
	    "</div>")
				.body;

	has(text, "forty years", "the first answer of an interview");
	has(text, "few minutes late", "the second answer of an interview");
	has(text, "bridge to the islands", "the last answer of an interview");
}

/* The items of a list that is the article are text, although their headings are
 * links. */
static void
notices_test_list(struct buf *page)
{
	static const char item[] =
	    "<div><h3><a href=/ferry.html>A ferry for the whole family</a></h3>"
	    "<p>This boat carries cars and dogs, and its kitchen is open on "
	    "Sundays, too.</p></div>";
	char html[4096];

	snprintf(html, sizeof(html), "%%T%s%s%s%s%s%s%s%s" REMARK, item, item,
	    item, item, item, item, item, item);
	has(notices_test_cut(page, html).body, "cars and dogs",
	    "a list with linked headings");
}

/* The entries of a diary and quotations, each with a place or name and a date,
 * are text. */
static void
notices_test_diary(struct buf *page)
{
	static const char *const lines[] = { "Kabul, 13 August 2021",
		"Herat, 14 August 2021", "Kabul, 15 August 2021" };
	static const char *const forms[][3] = {
		{ "<p>", "</p><p>", "</p>" },
		{ "<p><b>", "</b></p><p>", "</p>" },
		{ "<blockquote><i>", "</i><p>", "</p></blockquote>" },
	};
	struct buf html;

	buf_init(&html, 1 << 16);
	for (size_t f = 0; f < ARRAY_LENGTH(forms); f++) {
		buf_clear(&html);
		buf_append_string(&html, "%T");
		for (size_t i = 0; i < ARRAY_LENGTH(lines); i++)
			buf_printf(&html,
			    "%s%s%sThe road to the north was full of cars, and "
			    "the shops opened for a few hours only.%s",
			    forms[f][0], lines[i], forms[f][1], forms[f][2]);
		buf_printf(&html, PARTING "%c", 0);
		has(notices_test_cut(page, html.p).body, "full of cars",
		    forms[f][0]);
		has(notices_test_cut(page, html.p).body, "few minutes late",
		    forms[f][0]);
	}
	buf_release(&html);
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 20);
	testing_begin();
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct slice text = notices_test_cut(&page, cases[i].html).body;

		lacks(text, cases[i].lost, cases[i].name);
		has(text, "voted on Tuesday", cases[i].name);
		has(text, "some of them with posters", cases[i].name);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		has(notices_test_cut(&page, texts[i].html).body, texts[i].kept,
		    texts[i].name);
	for (size_t i = 0; i < ARRAY_LENGTH(headings); i++)
		notices_test_heading(&page, headings[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(wrappers); i++)
		notices_test_wrapper(&page, wrappers[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(threads); i++) {
		struct slice text =
		    notices_test_cut(&page, threads[i].html).body;

		lacks(text, threads[i].lost, threads[i].name);
		has(text, "some of them with posters", threads[i].name);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(sentences); i++)
		notices_test_sentence(&page, sentences[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(weak); i++)
		lacks(notices_test_cut(&page, weak[i].html).body, weak[i].lost,
		    weak[i].name);
	for (size_t i = 0; i < ARRAY_LENGTH(boxes); i++)
		notices_test_box(&page, i);
	notices_test_list(&page);
	notices_test_speakers(&page);
	notices_test_diary(&page);
	buf_release(&page);
	return testing_end();
}
