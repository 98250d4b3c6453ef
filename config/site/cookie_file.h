/*
 * cookie_file.h -- checks a file of cookies in Netscape format.
 *
 * One cookie per line, seven fields separated by tabs, as curl writes them:
 *
 *	.example.org	TRUE	/	FALSE	1893456000	consent	yes
 *
 * The fields are: the domain, TRUE if its subdomains get the cookie, the path,
 * TRUE if the cookie is sent only with https, the time at which the cookie
 * expires (UTC seconds, 0: never), the name, and the value.
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
	/* The cookies of the site: number of those that never expire, and the
	 * first and the last expiry of the others. DATE_NONE: no cookie
	 * expires. */
	size_t n_lasting;
	int64_t first_expiry_at, last_expiry_at;
};


/* Appends the lines with cookies of the site to `out`, each with its line end.
 * `site`: host and whole_domain must be set. A cookie belongs to the site if
 * its domain is the host of the site. If whole_domain is set, cookies of hosts
 * below that host belong to it, too. A cookie of a domain above the host
 * belongs to the site if the subdomains get the cookie and the domain is not
 * above the registrable domain. A cookie of a public suffix never belongs to
 * the site. O(bytes). */
void cookie_file_read(struct slice bytes, const struct config_site *site,
    struct buf *out, struct cookie_file_report *ret);
/* Reports on the cookies of a site that was read. O(bytes). */
void cookie_file_report(
    const struct config_site *, struct cookie_file_report *ret);
/* True if there are cookies of the site and all of them have expired. */
bool cookie_file_is_expired(const struct cookie_file_report *, int64_t now);

#endif
