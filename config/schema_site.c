/*
 * schema_site.c -- the table of the keys of a site (`sites`).
 */
#include <stddef.h>

#include "base/array.h"
#include "base/limits.h"
#include "config/schema.h"

#define SITE(member) offsetof(struct config_site, member), 0
#define SITE_LIST(list, n)                                                     \
	offsetof(struct config_site, list), offsetof(struct config_site, n)
#define TEXT_BYTES 1, LIMIT_CONFIG_TEXT_BYTES

const struct schema_key schema_site_keys[] = {
	{ "match", SCHEMA_TEXT, SITE(match), 1, LIMIT_HOST_BYTES, NULL, 0, NULL,
	    "A registrable domain such as example.org, with all its hosts; or "
	    "a host such as www.example.org. A port, or `https://` before the "
	    "name, restricts the entry further. The most specific entry "
	    "applies. Required." },
	{ "headers", SCHEMA_HEADERS, SITE_LIST(headers, n_headers), 0,
	    LIMIT_FEED_HEADERS, NULL, 0, "{}",
	    "Request headers for the feeds and pages of the site." },
	{ "user_agent", SCHEMA_TEXT, SITE(user_agent), TEXT_BYTES, "null", 0,
	    "null", "The User-Agent header for the site." },
	{ "cookies", SCHEMA_PATH, SITE(cookies_file), TEXT_BYTES, "null", 0,
	    "null",
	    "A file of cookies in Netscape format, as curl reads and writes "
	    "it. Cookies that the site sets are kept in memory; the file is "
	    "not written." },
	{ "proxy", SCHEMA_PROXY, SITE(proxy), TEXT_BYTES, "none", 0, "null",
	    "URL of the proxy for the site. none: no proxy. null: "
	    "`fetch.proxy`." },
	{ "client_certificate", SCHEMA_PATH, SITE(client_certificate),
	    TEXT_BYTES, "null", 0, "null",
	    "A file in PEM format with the certificate that is shown to the "
	    "site (TLS)." },
	{ "client_key", SCHEMA_PATH, SITE(client_key), TEXT_BYTES, "null", 0,
	    "null",
	    "A file in PEM format with the key of the certificate. null: the "
	    "key is in the file of the certificate." },
	{ "client_key_password", SCHEMA_TEXT, SITE(client_key_password),
	    TEXT_BYTES, "null", 0, "null", "The password of the key." },
	{ "rules", SCHEMA_PATH, SITE(rules), TEXT_BYTES, "null", 0, "null",
	    "A file of rules that name the parts of the site's pages, or a "
	    "folder with a file HOST.txt for each host. docs/rules.md "
	    "describes them." },
	{ "render", SCHEMA_BOOL, SITE(render), 0, 0, NULL, 0, "false",
	    "Ask `articles.renderer` for pages of the site in which no text "
	    "was found." },
	{ "robots", SCHEMA_CHOICE_BOOL, SITE(ignores_robots), 0, 0,
	    "obey|ignore", 0, "obey",
	    "ignore: pages are fetched even if robots.txt of the site forbids "
	    "it. Requires `reason`." },
	{ "reason", SCHEMA_TEXT, SITE(reason), 1, LIMIT_REASON_BYTES, "null", 0,
	    "null",
	    "Why robots.txt may be ignored, such as the publisher's "
	    "consent. The reason is logged at the start." },
};
const size_t schema_n_site_keys = ARRAY_LENGTH(schema_site_keys);
