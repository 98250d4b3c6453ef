/*
 * wall_test.c -- challenge pages and walls by provider and language, and pages
 * that are neither.
 */
#include "base/array.h"
#include "crawler/wall.h"
#include "tests/lib/tap.h"

#define PAGE "https://news.example/2026/story.html"

/* the extractor's result; SHORT: a short text that is not an article */
enum { NORMAL, ERROR, CONSENT, EMPTY, SHORT };

struct wall_case {
	long status;
	const char *headers, *body, *wanted; /* wanted: NULL for no wall */
	const char *final;                   /* the URL after redirects */
	int result;
};

#define CF "challenge: cloudflare"

static const struct wall_case cases[] = {
	/* by headers */
	{ 403, "Server: cloudflare\r\nCF-Mitigated: challenge\r\n", "", CF,
	    PAGE, NORMAL },
	{ 200, "cf-mitigated: challenge\r\n", "<p>x</p>", CF, PAGE, NORMAL },
	{ 403, "X-DataDome: protected\r\n", "", "challenge: datadome", PAGE,
	    NORMAL },
	{ 403, "x-dd-b: 1\r\n", "", "challenge: datadome", PAGE, NORMAL },
	{ 202, "x-amzn-waf-action: challenge\r\n", "", "challenge: aws waf",
	    PAGE, NORMAL },
	{ 405, "x-amzn-waf-action: captcha\r\n", "", "challenge: aws waf", PAGE,
	    NORMAL },
	{ 429, "x-vercel-mitigated: challenge\r\n", "", "challenge: vercel",
	    PAGE, NORMAL },
	{ 429, "x-kpsdk-ct: a\r\n", "", "challenge: kasada", PAGE, NORMAL },
	{ 403, "x-sucuri-block: BLK\r\n", "", "challenge: sucuri", PAGE,
	    NORMAL },
	{ 403, "Server: ddos-guard\r\n", "", "challenge: ddos-guard", PAGE,
	    NORMAL },
	{ 403, "x-iinfo: 9-1\r\n", "", "challenge: imperva", PAGE, NORMAL },
	/* recognised by the provider's script */
	{ 503, "", "<script>window._cf_chl_opt={}</script>", CF, PAGE, NORMAL },
	{ 403, "", "<title>Attention Required! | Cloudflare</title>", CF, PAGE,
	    NORMAL },
	{ 403, "", "<div id='cf-error-details'>Sorry</div>", CF, PAGE, NORMAL },
	{ 403, "", "<form class=\"cf-browser-verification\">", CF, PAGE,
	    NORMAL },
	{ 403, "Server: cloudflare\r\n", "error code: 1020", CF, PAGE, NORMAL },
	{ 429, "", "error code: 1015", CF, PAGE, NORMAL },
	{ 200, "", "<iframe src='https://geo.captcha-delivery.com/c'>",
	    "challenge: datadome", PAGE, NORMAL },
	{ 403, "", "<p id=px-captcha>", "challenge: perimeterx", PAGE, NORMAL },
	{ 403, "", "window._pxAppId='x'", "challenge: perimeterx", PAGE,
	    NORMAL },
	{ 403, "", "Access Denied. Reference&#32;&#35;18&#46;a",
	    "challenge: akamai", PAGE, NORMAL },
	{ 403, "", "https://errors.edgesuite.net/18.a", "challenge: akamai",
	    PAGE, NORMAL },
	{ 200, "", "<div id=\"sec-if-cpt-container\">", "challenge: akamai",
	    PAGE, NORMAL },
	{ 200, "", "Request unsuccessful. Incapsula incident ID: 1-2",
	    "challenge: imperva", PAGE, NORMAL },
	{ 403, "", "<script src='/_Incapsula_Resource?a'>",
	    "challenge: imperva", PAGE, NORMAL },
	{ 202, "", "<script>window.gokuProps = {}</script>",
	    "challenge: aws waf", PAGE, NORMAL },
	{ 405, "", "AwsWafIntegration.getToken()", "challenge: aws waf", PAGE,
	    NORMAL },
	{ 429, "", "<title>Vercel Security Checkpoint</title>",
	    "challenge: vercel", PAGE, NORMAL },
	{ 403, "", "<h1>Sucuri WebSite Firewall - Access Denied</h1>",
	    "challenge: sucuri", PAGE, NORMAL },
	{ 200, "", "<script id=\"anubis_challenge\">", "challenge: anubis",
	    PAGE, NORMAL },
	{ 200, "", "<link href=\"/.within.website/x/xess\">",
	    "challenge: anubis", PAGE, NORMAL },
	{ 429, "", "<script>window.KPSDK={}</script>", "challenge: kasada",
	    PAGE, NORMAL },
	{ 403, "", "https://validate.perfdrive.com/x", "challenge: radware",
	    PAGE, NORMAL },
	{ 403, "", "<title>DDoS-Guard</title>", "challenge: ddos-guard", PAGE,
	    NORMAL },
	{ 200, "", "The requested URL was rejected. Please consult with",
	    "challenge: f5", PAGE, NORMAL },
	/* by sentences */
	{ 403, "", "<h1>Are you a robot?</h1>", "challenge: generic", PAGE,
	    NORMAL },
	{ 503, "", "Checking your browser before accessing",
	    "challenge: generic", PAGE, NORMAL },
	{ 429, "", "We detected unusual traffic", "challenge: generic", PAGE,
	    NORMAL },
	{ 403, "", "Please verify you are human", "challenge: generic", PAGE,
	    NORMAL },
	{ 403, "", "Enable JavaScript and cookies to continue",
	    "challenge: generic", PAGE, NORMAL },
	{ 403, "", "Solve the CAPTCHA", "challenge: generic", PAGE, NORMAL },
	{ 200, "", "Pardon our interruption", "challenge: generic", PAGE,
	    ERROR },
	{ 403, "", "Sind Sie ein Roboter?", "challenge: generic", PAGE,
	    NORMAL },
	{ 403, "", "Vous n'êtes pas un robot ?", "challenge: generic", PAGE,
	    NORMAL },
	{ 403, "", "Tráfico inusual", "challenge: generic", PAGE, ERROR },
	{ 403, "", "Hemos detectado tráfico inusual", "challenge: generic",
	    PAGE, NORMAL },
	{ 403, "", "Confirme que não é um robô", "challenge: generic", PAGE,
	    NORMAL },
	{ 403, "", "Ik ben geen robot, u bent een robot", "challenge: generic",
	    PAGE, NORMAL },
	{ 403, "", "Nie jestem robotem", "challenge: generic", PAGE, NORMAL },
	{ 403, "", "Подтвердите, что вы не робот", "challenge: generic", PAGE,
	    NORMAL },
	{ 403, "", "请完成人机验证", "challenge: generic", PAGE, NORMAL },
	{ 403, "", "私はロボットではありません", "challenge: generic", PAGE,
	    NORMAL },
	/* by country */
	{ 451, "", "This content is not available in your region",
	    "geo-blocked", PAGE, NORMAL },
	{ 403, "", "unavailable in your country", "geo-blocked", PAGE, NORMAL },
	{ 403, "",
	    "access from countries belonging to the European Economic Area",
	    "geo-blocked", PAGE, NORMAL },
	{ 403, "", "Dieses Video ist in Ihrem Land nicht verfügbar",
	    "geo-blocked", PAGE, NORMAL },
	{ 403, "", "Ce contenu n'est pas disponible dans votre pays",
	    "geo-blocked", PAGE, NORMAL },
	{ 403, "", "Este contenido no está disponible en tu país",
	    "geo-blocked", PAGE, NORMAL },
	{ 403, "", "Contenuto non disponibile nel tuo paese", "geo-blocked",
	    PAGE, NORMAL },
	{ 200, "", "not available in your location", "geo-blocked", PAGE,
	    ERROR },
	{ 451, "", "", "blocked for legal reasons", PAGE, NORMAL },
	/* by sentences in a short text */
	{ 200, "", "Sorry. This content is not available in your country.",
	    "geo-blocked", PAGE, SHORT },
	{ 200, "",
	    "Unfortunately, our website is currently unavailable in most "
	    "European countries.",
	    "geo-blocked", PAGE, SHORT },
	{ 200, "",
	    "Please verify you are a human. Access to this page has been "
	    "denied.",
	    "challenge: generic", PAGE, SHORT },
	{ 200, "",
	    "This video is not available in your country due to rights "
	    "restrictions.",
	    "geo-blocked", PAGE, SHORT },
	{ 200, "", "Deze video is in uw land niet beschikbaar", "geo-blocked",
	    PAGE, SHORT },
	{ 200, "", "Die Ministerin will in ihrem Land Steuern senken", NULL,
	    PAGE, SHORT },
	{ 200, "", "Un robot asistió a los médicos", NULL, PAGE, SHORT },
	{ 200, "", "The hall was cleared after a security check", NULL, PAGE,
	    SHORT },
	{ 200, "", "The EU has ended geo-blocking of streams", NULL, PAGE,
	    SHORT },
	/* logins */
	{ 401, "", "", "login wall", PAGE, NORMAL },
	{ 403, "", "<input type=\"password\">", "login wall", PAGE, NORMAL },
	{ 200, "", "<p>Welcome</p>", "login wall",
	    "https://news.example/login?next=story", NORMAL },
	{ 200, "", "", "login wall", "https://sso/signin.php", NORMAL },
	{ 200, "", "<title>Log in</title><input type=password>", "login wall",
	    PAGE, EMPTY },
	{ 200, "", "<title>A story</title><input type=password>", NULL, PAGE,
	    EMPTY },
	/* consent */
	{ 200, "", "", "consent wall", PAGE, CONSENT },
	{ 200, "", "", "consent wall", "https://news.example/privacy-gate?u=1",
	    NORMAL },
	/* none */
	{ 403, "", "<h1>403 Forbidden</h1><hr>nginx", NULL, PAGE, NORMAL },
	{ 404, "", "captcha, are you a robot", NULL, PAGE, NORMAL },
	{ 410, "cf-mitigated: challenge\r\n", "", NULL, PAGE, NORMAL },
	{ 500, "", "captcha", NULL, PAGE, NORMAL },
	{ 503, "Server: nginx\r\n", "Service Unavailable", NULL, PAGE, NORMAL },
	{ 429, "", "Too Many Requests", NULL, PAGE, NORMAL },
	{ 200, "x-datadome: protected\r\nx-iinfo: 1\r\n", "<p>News", NULL, PAGE,
	    NORMAL },
	{ 200, "", "<script src=//js.datadome.co/tags.js></script>", NULL, PAGE,
	    NORMAL },
	{ 200, "", "/cdn-cgi/challenge-platform/scripts/jsd/main.js", NULL,
	    PAGE, NORMAL },
	{ 200, "", "<script src=/_Incapsula_Resource?SWJIYLWA=1>", NULL, PAGE,
	    NORMAL },
	{ 200, "", "Are you a robot? An essay", NULL, PAGE, NORMAL },
	{ 200, "", "<div class=g-recaptcha>captcha</div>", NULL, PAGE, ERROR },
	{ 200, "", "<input type=password>", NULL, PAGE, NORMAL },
	{ 200, "", "x", NULL, "https://news.example/2026/login-fraud.html",
	    NORMAL },
	{ 200, "", "not available in your country", NULL, PAGE, NORMAL },
};

static void
wall_test_case(const struct wall_case *c)
{
	const struct wall_response response = {
		.status = c->status,
		.url = SLICE(PAGE),
		.final = slice_of(c->final),
		.headers = slice_of(c->headers),
		.body = slice_of(c->body),
		.is_error = c->result == ERROR,
		.is_consent = c->result == CONSENT,
		.is_empty = c->result == EMPTY,
		.text = c->result == SHORT ? slice_of(c->body) : SLICE_NONE,
	};
	const char *kind = wall_find(&response);

	ok(c->wanted == NULL ? kind == NULL
			     : kind != NULL && strcmp(kind, c->wanted) == 0,
	    "case %zu, status %ld: %s", (size_t)(c - cases), c->status,
	    kind != NULL ? kind : "none");
	if (kind != NULL)
		ok(wall_is_name(slice_of(kind)), "it is a name");
}

int
main(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		wall_test_case(&cases[i]);
	ok(!wall_is_name(SLICE("HTTP 403")),
	    "another reason is not the name of a wall");
	return done_testing();
}
