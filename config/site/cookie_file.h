/*
 * cookie_file.h -- checks a file of cookies in Netscape format.
 *
 * One cookie per line, seven fields separated by tabs, as curl writes them:
 *
 *	.example.org	TRUE	/	FALSE	1893456000	consent	yes
 *
 * domain, whether its subdomains get the cookie, path, whether only https is
 * used, expiry (seconds, 0: none), name, value.
 */
#ifndef CONFIG_SITE_COOKIE_FILE_H
#define CONFIG_SITE_COOKIE_FILE_H

#include "base/buf.h"
#include "config/config.h"

struct cookie_file_report {
	int wrong_line; /* first line that is neither a cookie nor a comment nor
			   empty; 0: none */
	size_t n_cookies;
	size_t n_foreign; /* cookies of other sites, which were left out */
};

/* Appends the lines with cookies of the site to `out`, each with its line end.
 * site: host and whole_domain must be set.  A cookie belongs to the site if its
 * domain is the host of the site; a host below it, if whole_domain is set; or a
 * domain above the host, up to the registrable domain, whose subdomains get the
 * cookie.  A cookie of a public suffix never belongs to it.  O(bytes). */
void cookie_file_read(struct slice bytes, const struct config_site *site,
    struct buf *out, struct cookie_file_report *ret);

#endif
