/*
 * wall.c -- see wall.h.
 *
 * These are tested in order: header fields, a consent wall that the extractor
 * found, redirects to a consent or login address, byte strings of the body
 * (written in lower case; the search ignores case), and the status.  The script
 * of a provider is also in pages that the provider protects but does not block.
 * Such a marker therefore counts only if the status is an error, or the page is
 * an error page.  A sentence that addresses the reader also counts if it is in
 * the short text of a page that was not recognised as an article.
 */
#include "crawler/wall.h"

#include "base/array.h"

#define CHALLENGE "challenge: "
#define CONSENT   "consent wall"
#define LOGIN     "login wall"
#define GEO       "geo-blocked"
#define LEGAL     "blocked for legal reasons"
#define ROBOT     CHALLENGE "generic"

enum wall_when {
	WALL_ALWAYS,
	WALL_REFUSAL, /* the status is an error, or the extractor found an
		       * error page */
	WALL_READER,  /* the same; or the extractor found the sentence in a
		       * short text. A short article may also contain the
		       * other sentences: "in ihrem Land", "un robot". */
	WALL_STATUS,  /* the status is an error: 202, or 300 and above */
};

struct wall_marker {
	struct slice text;
	const char *kind;
	enum wall_when when;
};

/* Header lines of challenges begin with these texts. */
static const struct wall_marker wall_headers[] = {
	{ SLICE("cf-mitigated: challenge"), CHALLENGE "cloudflare",
	    WALL_ALWAYS },
	{ SLICE("x-datadome: protected"), CHALLENGE "datadome", WALL_REFUSAL },
	{ SLICE("x-dd-b:"), CHALLENGE "datadome", WALL_REFUSAL },
	{ SLICE("x-datadome-cid:"), CHALLENGE "datadome", WALL_REFUSAL },
	{ SLICE("x-amzn-waf-action:"), CHALLENGE "aws waf", WALL_ALWAYS },
	{ SLICE("x-vercel-mitigated:"), CHALLENGE "vercel", WALL_ALWAYS },
	{ SLICE("x-kpsdk-ct:"), CHALLENGE "kasada", WALL_REFUSAL },
	{ SLICE("x-px-"), CHALLENGE "perimeterx", WALL_REFUSAL },
	{ SLICE("x-sucuri-block:"), CHALLENGE "sucuri", WALL_ALWAYS },
	{ SLICE("server: ddos-guard"), CHALLENGE "ddos-guard", WALL_REFUSAL },
	{ SLICE("x-iinfo:"), CHALLENGE "imperva", WALL_REFUSAL },
};

/* Texts in challenge pages, by provider. */
static const struct wall_marker wall_providers[] = {
	{ SLICE("cf_chl_opt"), CHALLENGE "cloudflare", WALL_ALWAYS },
	{ SLICE("cf-chl-"), CHALLENGE "cloudflare", WALL_ALWAYS },
	{ SLICE("cf-browser-verification"), CHALLENGE "cloudflare",
	    WALL_ALWAYS },
	{ SLICE("attention required! | cloudflare"), CHALLENGE "cloudflare",
	    WALL_ALWAYS },
	{ SLICE("cf-error-details"), CHALLENGE "cloudflare", WALL_REFUSAL },
	{ SLICE("error code: 1006"), CHALLENGE "cloudflare", WALL_STATUS },
	{ SLICE("error code: 1010"), CHALLENGE "cloudflare", WALL_STATUS },
	{ SLICE("error code: 1015"), CHALLENGE "cloudflare", WALL_STATUS },
	{ SLICE("error code: 1020"), CHALLENGE "cloudflare", WALL_STATUS },
	{ SLICE("challenges.cloudflare.com"), CHALLENGE "cloudflare",
	    WALL_REFUSAL },
	{ SLICE("captcha-delivery.com"), CHALLENGE "datadome", WALL_ALWAYS },
	{ SLICE("datadome"), CHALLENGE "datadome", WALL_REFUSAL },
	{ SLICE("px-captcha"), CHALLENGE "perimeterx", WALL_ALWAYS },
	{ SLICE("captcha.px-cdn.net"), CHALLENGE "perimeterx", WALL_ALWAYS },
	{ SLICE("perimeterx"), CHALLENGE "perimeterx", WALL_REFUSAL },
	{ SLICE("_pxappid"), CHALLENGE "perimeterx", WALL_REFUSAL },
	{ SLICE("sec-if-cpt-container"), CHALLENGE "akamai", WALL_ALWAYS },
	{ SLICE("errors.edgesuite.net"), CHALLENGE "akamai", WALL_ALWAYS },
	{ SLICE("bm-verify="), CHALLENGE "akamai", WALL_ALWAYS },
	{ SLICE("reference&#32;&#35;"), CHALLENGE "akamai", WALL_REFUSAL },
	{ SLICE("incapsula incident id"), CHALLENGE "imperva", WALL_ALWAYS },
	{ SLICE("_incapsula_resource"), CHALLENGE "imperva", WALL_REFUSAL },
	{ SLICE("gokuprops"), CHALLENGE "aws waf", WALL_ALWAYS },
	{ SLICE("awswafintegration"), CHALLENGE "aws waf", WALL_REFUSAL },
	{ SLICE("vercel security checkpoint"), CHALLENGE "vercel",
	    WALL_ALWAYS },
	{ SLICE("sucuri website firewall"), CHALLENGE "sucuri", WALL_ALWAYS },
	{ SLICE("/.within.website/x/"), CHALLENGE "anubis", WALL_ALWAYS },
	{ SLICE("anubis_challenge"), CHALLENGE "anubis", WALL_ALWAYS },
	{ SLICE("window.kpsdk"), CHALLENGE "kasada", WALL_REFUSAL },
	{ SLICE("perfdrive.com"), CHALLENGE "radware", WALL_REFUSAL },
	{ SLICE("ddos-guard"), CHALLENGE "ddos-guard", WALL_REFUSAL },
	{ SLICE("the requested url was rejected. please consult"),
	    CHALLENGE "f5", WALL_ALWAYS },
};

/* Sentences of pages that are sent in place of an article to readers in some
 * countries. */
static const struct wall_marker wall_places[] = {
	{ SLICE("available in your country"), GEO, WALL_READER },
	{ SLICE("available in your region"), GEO, WALL_READER },
	{ SLICE("available in your location"), GEO, WALL_READER },
	{ SLICE("available in your area"), GEO, WALL_READER },
	{ SLICE("available to your region"), GEO, WALL_READER },
	{ SLICE("available from your location"), GEO, WALL_READER },
	{ SLICE("available to visitors from"), GEO, WALL_READER },
	{ SLICE("available in most european countries"), GEO, WALL_READER },
	{ SLICE("countries belonging to the european economic area"), GEO,
	    WALL_REFUSAL },
	{ SLICE("from the european economic area"), GEO, WALL_REFUSAL },
	{ SLICE("from your country"), GEO, WALL_REFUSAL },
	{ SLICE("from your region"), GEO, WALL_REFUSAL },
	{ SLICE("in your country of residence"), GEO, WALL_READER },
	{ SLICE("geo-block"), GEO, WALL_REFUSAL },
	{ SLICE("geoblock"), GEO, WALL_REFUSAL },
	{ SLICE("geo-restrict"), GEO, WALL_REFUSAL },
	{ SLICE("geographic restriction"), GEO, WALL_REFUSAL },
	{ SLICE("in ihrem land"), GEO, WALL_REFUSAL },
	{ SLICE("in ihrer region"), GEO, WALL_REFUSAL },
	{ SLICE("in deinem land"), GEO, WALL_READER },
	{ SLICE("dans votre pays"), GEO, WALL_READER },
	{ SLICE("dans votre région"), GEO, WALL_READER },
	{ SLICE("en tu país"), GEO, WALL_READER },
	{ SLICE("en su país"), GEO, WALL_REFUSAL },
	{ SLICE("en tu región"), GEO, WALL_READER },
	{ SLICE("en su región"), GEO, WALL_REFUSAL },
	{ SLICE("nel tuo paese"), GEO, WALL_READER },
	{ SLICE("nella tua regione"), GEO, WALL_READER },
	{ SLICE("no seu país"), GEO, WALL_REFUSAL },
	{ SLICE("na sua região"), GEO, WALL_REFUSAL },
	{ SLICE("in uw land"), GEO, WALL_READER },
	{ SLICE("in jouw land"), GEO, WALL_READER },
	{ SLICE("w twoim kraju"), GEO, WALL_READER },
	{ SLICE("i ditt land"), GEO, WALL_READER },
	{ SLICE("i dit land"), GEO, WALL_READER },
	{ SLICE("в вашей стране"), GEO, WALL_READER },
	{ SLICE("在您所在的国家"), GEO, WALL_READER },
	{ SLICE("在你所在的地区"), GEO, WALL_READER },
	{ SLICE("お住まいの地域"), GEO, WALL_READER },
};

/* Sentences of challenges of any provider. */
static const struct wall_marker wall_sentences[] = {
	{ SLICE("are you a robot"), ROBOT, WALL_READER },
	{ SLICE("not a robot"), ROBOT, WALL_READER },
	{ SLICE("are you human"), ROBOT, WALL_READER },
	{ SLICE("you are human"), ROBOT, WALL_READER },
	{ SLICE("you're human"), ROBOT, WALL_READER },
	{ SLICE("you are a human"), ROBOT, WALL_READER },
	{ SLICE("human verification"), ROBOT, WALL_READER },
	{ SLICE("bot verification"), ROBOT, WALL_READER },
	{ SLICE("browser verification"), ROBOT, WALL_READER },
	{ SLICE("unusual traffic"), ROBOT, WALL_REFUSAL },
	{ SLICE("unusual activity"), ROBOT, WALL_REFUSAL },
	{ SLICE("automated requests"), ROBOT, WALL_READER },
	{ SLICE("automated access"), ROBOT, WALL_READER },
	{ SLICE("automated queries"), ROBOT, WALL_READER },
	{ SLICE("checking your browser"), ROBOT, WALL_READER },
	{ SLICE("checking if the site connection is secure"), ROBOT,
	    WALL_READER },
	{ SLICE("javascript and cookies to continue"), ROBOT, WALL_READER },
	{ SLICE("pardon our interruption"), ROBOT, WALL_READER },
	{ SLICE("security check"), ROBOT, WALL_REFUSAL },
	{ SLICE("captcha"), ROBOT, WALL_STATUS }, /* also in the forms of normal
						     pages */
	{ SLICE("ein roboter"), ROBOT, WALL_REFUSAL },
	{ SLICE("kein roboter"), ROBOT, WALL_READER },
	{ SLICE("ein mensch sind"), ROBOT, WALL_READER },
	{ SLICE("hnlichen datenverkehr"), ROBOT, WALL_READER },
	{ SLICE("un robot"), ROBOT, WALL_REFUSAL },
	{ SLICE("activité inhabituelle"), ROBOT, WALL_REFUSAL },
	{ SLICE("tráfico inusual"), ROBOT, WALL_REFUSAL },
	{ SLICE("eres humano"), ROBOT, WALL_READER },
	{ SLICE("um robô"), ROBOT, WALL_REFUSAL },
	{ SLICE("een robot"), ROBOT, WALL_REFUSAL },
	{ SLICE("jestem robotem"), ROBOT, WALL_READER },
	{ SLICE("не робот"), ROBOT, WALL_READER },
	{ SLICE("人机验证"), ROBOT, WALL_READER },
	{ SLICE("验证码"), ROBOT, WALL_REFUSAL },
	{ SLICE("ロボットではありません"), ROBOT, WALL_READER },
};

/* ---- bytes ---- */

/* True if a marker counts for this response. */
static bool
wall_counts(const struct wall_response *response, enum wall_when when)
{
	bool is_status = response->status >= 300 || response->status == 202;

	return when == WALL_ALWAYS || is_status ||
	       (when != WALL_STATUS && response->is_error);
}

static const char *
wall_find_header(const struct wall_response *response)
{
	struct slice rest = response->headers, line;

	while (slice_next(&rest, '\n', &line))
		for (size_t i = 0; i < ARRAY_LENGTH(wall_headers); i++)
			if (wall_counts(response, wall_headers[i].when) &&
			    slice_starts_nocase(line, wall_headers[i].text))
				return wall_headers[i].kind;
	return NULL;
}

static const char *
wall_find_marker(const struct wall_marker *markers, size_t n,
    const struct wall_response *response)
{
	struct slice body = slice_sub(response->body, 0, WALL_BODY_BYTES);

	for (size_t i = 0; i < n; i++)
		if (wall_counts(response, markers[i].when) &&
		    slice_find_nocase(body, markers[i].text, 0) !=
			SLICE_NOT_FOUND)
			return markers[i].kind;
	return NULL;
}

static const char *
wall_find_sentence(const struct wall_marker *markers, size_t n,
    const struct wall_response *response)
{
	for (size_t i = 0; i < n; i++)
		if (markers[i].when == WALL_READER &&
		    slice_find_nocase(response->text, markers[i].text, 0) !=
			SLICE_NOT_FOUND)
			return markers[i].kind;
	return NULL;
}

/* ---- addresses ---- */

/* Words that are the first label of the host, or a segment of the path up to
 * its first dot. */
static const struct slice wall_login_words[] = { SLICE("login"),
	SLICE("log-in"), SLICE("signin"), SLICE("sign-in"), SLICE("sign_in"),
	SLICE("sso"), SLICE("anmelden"), SLICE("einloggen"), SLICE("connexion"),
	SLICE("se-connecter"), SLICE("iniciar-sesion"), SLICE("accedi"),
	SLICE("inloggen"), SLICE("logowanie") };
static const struct slice wall_consent_words[] = { SLICE("consent"),
	SLICE("cookie-consent"), SLICE("cookieconsent"), SLICE("cookiewall"),
	SLICE("cookie-wall"), SLICE("privacy-gate"), SLICE("privacygate"),
	SLICE("zustimmung"), SLICE("consentement") };

static bool
wall_is_word(struct slice part, const struct slice *words, size_t n)
{
	/* "login.php" counts as "login" */
	size_t end = slice_find_char(part, '.', 0);

	if (end != SLICE_NOT_FOUND)
		part = slice_sub(part, 0, end);
	for (size_t i = 0; i < n; i++)
		if (slice_equal_nocase(part, words[i]))
			return true;
	return false;
}

/* True if the first label of the host or a segment of the path is one of the
 * words.  A segment ends at its first dot. */
static bool
wall_has_word(struct slice url, const struct slice *words, size_t n)
{
	size_t at = slice_find(url, SLICE("://"), 0), end;
	struct slice part;

	if (at == SLICE_NOT_FOUND)
		return false;
	url = slice_sub(url, at + 3, url.len);
	end = slice_find_char(url, '?', 0);
	if (end != SLICE_NOT_FOUND)
		url = slice_sub(url, 0, end);
	while (slice_next(&url, '/', &part))
		if (wall_is_word(part, words, n))
			return true;
	return false;
}

static bool
wall_leads_to(
    const struct wall_response *response, const struct slice *words, size_t n)
{
	return wall_has_word(response->final, words, n) &&
	       !wall_has_word(response->url, words, n);
}

/* ---- the kind ---- */

static bool
wall_has_password(struct slice body)
{
	return slice_find_nocase(body, SLICE("type=\"password\""), 0) !=
		   SLICE_NOT_FOUND ||
	       slice_find_nocase(body, SLICE("type=password"), 0) !=
		   SLICE_NOT_FOUND ||
	       slice_find_nocase(body, SLICE("type='password'"), 0) !=
		   SLICE_NOT_FOUND;
}

/* Returns the kind of a wall to which the request was redirected, or that the
 * extractor found.  NULL: there is none. */
static const char *
wall_find_address(const struct wall_response *response)
{
	if (response->is_consent || wall_leads_to(response, wall_consent_words,
					ARRAY_LENGTH(wall_consent_words)))
		return CONSENT;
	if (wall_leads_to(
		response, wall_login_words, ARRAY_LENGTH(wall_login_words)))
		return LOGIN;
	return NULL;
}

/* True if the title of the page is about a login.  Pages that scripts fill may
 * have a field for a password, too, but their title is that of the content. */
static bool
wall_has_login_title(struct slice body)
{
	static const struct slice words[] = { SLICE("log in"), SLICE("login"),
		SLICE("log on"), SLICE("sign in"), SLICE("sign-in"),
		SLICE("signin"), SLICE("anmeld"), SLICE("einloggen"),
		SLICE("connexion"), SLICE("connectez"), SLICE("iniciar ses"),
		SLICE("inicia ses"), SLICE("accedi"), SLICE("entrar"),
		SLICE("inloggen"), SLICE("logowanie"), SLICE("logga in") };
	size_t from = slice_find_nocase(body, SLICE("<title"), 0), to;
	struct slice title;

	if (from == SLICE_NOT_FOUND)
		return false;
	to = slice_find_nocase(body, SLICE("</title"), from);
	title = slice_sub(body, from, to);
	for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
		if (slice_find_nocase(title, words[i], 0) != SLICE_NOT_FOUND)
			return true;
	return false;
}

/* Applies the last rules: the meaning of a status, and a password field. */
static const char *
wall_of_status(const struct wall_response *response)
{
	if (response->status == 401)
		return LOGIN;
	if (response->status == 451)
		return LEGAL;
	if ((wall_counts(response, WALL_REFUSAL) ||
		(response->is_empty && wall_has_login_title(response->body))) &&
	    wall_has_password(response->body))
		return LOGIN;
	return NULL;
}

/* True for a status with which a server may refuse a client.  404 and 410
 * describe the page, 500 and 502 the server. */
static bool
wall_may_refuse(long status)
{
	static const long refusals[] = { 401, 403, 405, 406, 409, 418, 419, 420,
		423, 429, 430, 451, 456, 493, 498, 503, 520, 521, 529, 530,
		999 };

	for (size_t i = 0; i < ARRAY_LENGTH(refusals); i++)
		if (status == refusals[i])
			return true;
	return status >= 200 && status < 300;
}

#define FIND(markers, response)                                                \
	wall_find_marker(markers, ARRAY_LENGTH(markers), response)
#define FIND_SENTENCE(markers, response)                                       \
	wall_find_sentence(markers, ARRAY_LENGTH(markers), response)

const char *
wall_find(const struct wall_response *response)
{
	const char *kind;

	if (!wall_may_refuse(response->status))
		return NULL;
	if ((kind = wall_find_header(response)) != NULL ||
	    (kind = wall_find_address(response)) != NULL ||
	    (kind = FIND(wall_providers, response)) != NULL ||
	    (kind = FIND(wall_places, response)) != NULL ||
	    (kind = FIND(wall_sentences, response)) != NULL ||
	    (kind = FIND_SENTENCE(wall_places, response)) != NULL ||
	    (kind = FIND_SENTENCE(wall_sentences, response)) != NULL)
		return kind;
	return wall_of_status(response);
}

bool
wall_is_name(struct slice name)
{
	static const char *const names[] = { CONSENT, LOGIN, GEO, LEGAL };

	if (slice_starts(name, SLICE(CHALLENGE)))
		return true;
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		if (slice_starts(name, slice_of(names[i])))
			return true;
	return false;
}
