/*
 * url_rules.c -- tables of tracking parameters and of refused ports.
 *
 * The tracking parameters are those that analytics and newsletter tools
 * document, and the marks that news sites add to the links of their feeds.  Two
 * URLs that differ only in such parameters must be the same article.  Ambiguous
 * names (ref, source, from, cid) match only with a value that means "feed", or
 * on a host that is known to use them as tracking parameters.
 *
 * The ports are the "bad ports" of the Fetch standard, section 2.9.
 */
#include "url/url_rules.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/text/ascii.h"

struct tracking_rule {
	const char *name;   /* a final * matches any ending */
	const char *values; /* NULL: any; TOKEN; else a list separated by
			       spaces */
	const char *host;   /* NULL: any; else this host and its subdomains */
};

/* A value of at least TOKEN_BYTES letters and digits, or a UUID, which is
 * probably random.  The session of a conference has a short number or words
 * with hyphens. */
#define TOKEN       "*"
#define TOKEN_BYTES 16

#define FEED_WORDS "rss rss1 rss2 rss2.0 atom feed feeds xml rssfeed rss-feed"

static const struct tracking_rule tracking_rules[] = {
	/* campaign tags: Google, Matomo, Piano, HubSpot, Omeda, Vero */
	{ "utm_*", NULL, NULL },
	{ "utm-*", NULL, NULL },
	{ "mtm_*", NULL, NULL },
	{ "pk_*", NULL, NULL },
	{ "piwik_*", NULL, NULL },
	{ "matomo_*", NULL, NULL },
	{ "hsa_*", NULL, NULL },
	{ "oly_*", NULL, NULL },
	{ "vero_*", NULL, NULL },
	{ "at_campaign*", NULL, NULL },
	{ "at_custom*", NULL, NULL },
	{ "at_medium", NULL, NULL },
	{ "at_format", NULL, NULL },
	{ "at_link_*", NULL, NULL },
	{ "at_ptr_name", NULL, NULL },
	{ "at_bbc_team", NULL, NULL },
	{ "at_variant", NULL, NULL },
	{ "xtor", NULL, NULL },
	{ "wt_mc", NULL, NULL },
	{ "wt_zmc", NULL, NULL },
	{ "wtmc", NULL, NULL },
	{ "cmpid", NULL, NULL },
	{ "cmp", NULL, "theguardian.com" },
	{ "campaign_id", NULL, "nytimes.com" },
	{ "_openstat", NULL, NULL },
	{ "ns_mchannel", NULL, NULL },
	{ "ns_source", NULL, NULL },
	{ "ns_campaign", NULL, NULL },
	{ "ns_linkname", NULL, NULL },
	{ "ns_fee", NULL, NULL },

	/* click identifiers */
	{ "fbclid", NULL, NULL },
	{ "fb_action_ids", NULL, NULL },
	{ "fb_action_types", NULL, NULL },
	{ "fb_ref", NULL, NULL },
	{ "fb_source", NULL, NULL },
	{ "gclid", NULL, NULL },
	{ "gclsrc", NULL, NULL },
	{ "dclid", NULL, NULL },
	{ "gbraid", NULL, NULL },
	{ "wbraid", NULL, NULL },
	{ "srsltid", NULL, NULL },
	{ "msclkid", NULL, NULL },
	{ "yclid", NULL, NULL },
	{ "ysclid", NULL, NULL },
	{ "twclid", NULL, NULL },
	{ "ttclid", NULL, NULL },
	{ "li_fat_id", NULL, NULL },
	{ "epik", NULL, NULL },
	{ "igshid", NULL, NULL },
	{ "igsh", NULL, NULL },
	{ "rdt_cid", NULL, NULL },
	{ "irclickid", NULL, NULL },
	{ "rb_clickid", NULL, NULL },
	{ "s_kwcid", NULL, NULL },
	{ "s_cid", NULL, NULL },
	{ "ef_id", NULL, NULL },
	{ "wickedid", NULL, NULL },
	{ "_branch_match_id", NULL, NULL },
	{ "__twitter_impression", NULL, NULL },
	{ "_ga", NULL, NULL },
	{ "_gl", NULL, NULL },

	/* newsletters */
	{ "mc_cid", NULL, NULL },
	{ "mc_eid", NULL, NULL },
	{ "mkt_tok", NULL, NULL },
	{ "_hsenc", NULL, NULL },
	{ "_hsmi", NULL, NULL },
	{ "__hssc", NULL, NULL },
	{ "__hstc", NULL, NULL },
	{ "__hsfp", NULL, NULL },
	{ "hsctatracking", NULL, NULL },
	{ "ml_subscriber", NULL, NULL },
	{ "ml_subscriber_hash", NULL, NULL },
	{ "trk_contact", NULL, NULL },
	{ "trk_msg", NULL, NULL },
	{ "trk_module", NULL, NULL },
	{ "trk_sid", NULL, NULL },
	{ "_bta_tid", NULL, NULL },
	{ "_bta_c", NULL, NULL },
	{ "_kx", NULL, NULL },
	{ "sfmc_id", NULL, NULL },
	{ "sfmc_activityid", NULL, NULL },

	/* portals and sites */
	{ "guccounter", NULL, NULL },
	{ "guce_referrer", NULL, NULL },
	{ "guce_referrer_sig", NULL, NULL },
	{ "soc_src", NULL, NULL },
	{ "soc_trk", NULL, NULL },
	{ "ocid", NULL, "msn.com" },
	{ "ocid", NULL, "bbc.co.uk" },
	{ "ocid", NULL, "bbc.com" },
	{ "smid", NULL, "nytimes.com" },
	{ "smtyp", NULL, "nytimes.com" },
	{ "emc", NULL, "nytimes.com" },
	{ "partner", NULL, "nytimes.com" },
	{ "mod", NULL, "wsj.com" },
	{ "mod", NULL, "marketwatch.com" },
	{ "ftag", NULL, "cbsnews.com" },
	{ "ftag", NULL, "zdnet.com" },
	{ "ito", NULL, "dailymail.co.uk" },
	{ "traffic_source", NULL, "aljazeera.com" },
	{ "srnd", NULL, "bloomberg.com" },
	{ "cid", NULL, "foreignaffairs.com" },
	{ "feedtype", NULL, NULL },
	{ "feedname", NULL, NULL },

	/* session parameters of PHP, ASP, ColdFusion, Java and osCommerce */
	{ "phpsessid", NULL, NULL },
	{ "aspsessionid*", NULL, NULL },
	{ "cfid", NULL, NULL },
	{ "cftoken", NULL, NULL },
	{ "jsessionid", NULL, NULL },
	{ "oscsid", NULL, NULL },
	{ "sessionid", TOKEN, NULL },
	{ "session_id", TOKEN, NULL },

	/* parameters that select a variant of a page: AMP, mobile */
	{ "amp", NULL, NULL },
	{ "_amp", NULL, NULL },
	{ "amp_*", NULL, NULL },
	{ "output", "amp", NULL },
	{ "outputtype", "amp", NULL },
	{ "view", "amp mobile", NULL },
	{ "m", "0 1", "blogspot.com" },

	/* parameters that record that the reader came from the feed */
	{ "ref", FEED_WORDS, NULL },
	{ "referer", FEED_WORDS, NULL },
	{ "referrer", FEED_WORDS, NULL },
	{ "source", FEED_WORDS, NULL },
	{ "src", FEED_WORDS, NULL },
	{ "from", FEED_WORDS, NULL },
	{ "via", FEED_WORDS, NULL },
	{ "partner", FEED_WORDS, NULL },
	{ "medium", FEED_WORDS, NULL },
	{ "campaign", FEED_WORDS, NULL },
	{ "cmp", FEED_WORDS, NULL },
	{ "mc", FEED_WORDS, NULL },
	{ "cid", FEED_WORDS, NULL },
	{ "rss", "1 true yes", NULL },
	{ "fromrss", NULL, NULL },
	{ "from_rss", NULL, NULL },
};

/* Sorted for bsearch(). */
static const unsigned short refused_ports[] = { 0, 1, 7, 9, 11, 13, 15, 17, 19,
	20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103,
	104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161,
	179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548,
	554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723,
	2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
	6669, 6679, 6697, 10080 };

static bool
url_rules_name_fits(const char *pattern, struct slice name)
{
	struct slice p;

	/* Most names differ in the first letter. */
	if (name.len == 0 || ((name.p[0] ^ pattern[0]) & ~0x20) != 0)
		return false;
	p = slice_of(pattern);
	if (p.p[p.len - 1] == '*')
		return slice_starts_nocase(name, slice_sub(p, 0, p.len - 1));
	return slice_equal_nocase(name, p);
}

static bool
url_rules_is_token(struct slice value)
{
	size_t n = 0, n_hex = 0;

	for (size_t i = 0; i < value.len; i++) {
		if (!ascii_is_alnum(value.p[i]) && value.p[i] != '-')
			return false;
		n += value.p[i] != '-';
		n_hex += ascii_is_hex(value.p[i]);
	}
	return n >= TOKEN_BYTES && (n == value.len || n == n_hex);
}

static bool
url_rules_value_fits(const char *words, struct slice value)
{
	struct slice rest = slice_of(words), word;

	if (words == NULL)
		return true;
	if (strcmp(words, TOKEN) == 0)
		return url_rules_is_token(value);
	while (slice_next(&rest, ' ', &word))
		if (slice_equal_nocase(value, word))
			return true;
	return false;
}

static bool
url_rules_host_fits(const char *domain, struct slice host)
{
	struct slice d = slice_of(domain);

	if (domain == NULL)
		return true;
	if (!slice_ends(host, d))
		return false;
	return host.len == d.len || host.p[host.len - d.len - 1] == '.';
}

bool
url_is_tracking(struct slice host, struct slice name, struct slice value)
{
	size_t n = ARRAY_LENGTH(tracking_rules);

	for (size_t i = 0; i < n; i++) {
		const struct tracking_rule *rule = &tracking_rules[i];

		if (url_rules_name_fits(rule->name, name) &&
		    url_rules_value_fits(rule->values, value) &&
		    url_rules_host_fits(rule->host, host))
			return true;
	}
	return false;
}

static int
url_rules_compare_ports(const void *a, const void *b)
{
	return (int)*(const unsigned short *)a -
	       (int)*(const unsigned short *)b;
}

bool
url_port_is_refused(long port)
{
	unsigned short key;

	if (port < 0 || port > UINT16_MAX)
		return true;
	key = (unsigned short)port;
	return bsearch(&key, refused_ports, ARRAY_LENGTH(refused_ports),
		   sizeof(refused_ports[0]), url_rules_compare_ports) != NULL;
}
