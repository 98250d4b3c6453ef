/*
 * cookie_file.c -- checks a file of cookies (cookie_file.h).
 *
 * In:  the bytes of the file, the site.
 * Out: the lines that libcurl may load for this site.
 */
#include "config/site/cookie_file.h"

#include <string.h>

#include "base/date/date.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "config/yaml/value.h"
#include "url/site/url_site.h"

#define N_FIELDS 7

static const char http_only[] = "#HttpOnly_";

/* True if `host` is in `domain`: equal, or a name below it. */
static bool
cookie_file_is_in(struct slice host, struct slice domain)
{
	size_t above = host.len - domain.len;

	if (slice_equal_nocase(host, domain))
		return true;
	return host.len > domain.len && domain.len > 0 &&
	       !url_site_is_address(host) &&
	       slice_equal_nocase(slice_sub(host, above, host.len), domain) &&
	       host.p[above - 1] == '.';
}

static bool
cookie_file_is_own(
    struct slice domain, bool for_subdomains, const struct config_site *site)
{
	struct slice host = slice_of(site->host);

	if (url_site_is_public_suffix(domain) &&
	    !(slice_equal_nocase(domain, host) && !for_subdomains))
		return false;
	if (slice_equal_nocase(domain, host))
		return true;
	if (site->whole_domain)
		return cookie_file_is_in(domain, host);
	return for_subdomains && cookie_file_is_in(host, domain);
}

/* Splits a line at its tabs.  Returns false if a field other than the value is
 * missing, or if a field has a control character.  All other bytes are
 * accepted, as libcurl does; RFC 6265, 4.1.1, allows fewer. */
static bool
cookie_file_split(struct slice line, struct slice fields[N_FIELDS])
{
	size_t n = 0;

	for (size_t i = 0; i < N_FIELDS; i++)
		fields[i] = SLICE("");
	while (n < N_FIELDS && slice_next(&line, '\t', &fields[n])) {
		if (value_has_control(fields[n]))
			return false;
		n++;
	}
	return line.p == NULL && n >= N_FIELDS - 1 && fields[0].len > 0 &&
	       fields[5].len > 0;
}

static bool
cookie_file_is_flag(struct slice s)
{
	return slice_equal_nocase(s, SLICE("TRUE")) ||
	       slice_equal_nocase(s, SLICE("FALSE"));
}

static bool
cookie_file_is_valid(struct slice fields[N_FIELDS], int64_t *ret_expiry_at)
{
	return cookie_file_is_flag(fields[1]) &&
	       slice_starts(fields[2], SLICE("/")) &&
	       cookie_file_is_flag(fields[3]) &&
	       slice_to_int64(fields[4], ret_expiry_at) && *ret_expiry_at >= 0;
}

/* Counts a cookie of the site. */
static void
cookie_file_count(struct cookie_file_report *report, int64_t expiry_at)
{
	report->n_cookies++;
	if (expiry_at == 0) {
		report->n_lasting++;
		return;
	}
	if (report->first_expiry_at == DATE_NONE ||
	    expiry_at < report->first_expiry_at)
		report->first_expiry_at = expiry_at;
	if (expiry_at > report->last_expiry_at)
		report->last_expiry_at = expiry_at;
}

bool
cookie_file_is_expired(const struct cookie_file_report *report, int64_t now)
{
	return report->n_cookies > 0 && report->n_lasting == 0 &&
	       report->last_expiry_at <= now;
}

/* Handles one line.  Returns false if it is neither a cookie nor a comment. */
static bool
cookie_file_take(struct slice line, const struct config_site *site,
    struct buf *out, struct cookie_file_report *report)
{
	struct slice fields[N_FIELDS], domain, cookie = line;
	int64_t expiry_at;

	if (slice_starts(line, slice_of(http_only)))
		cookie = slice_sub(line, sizeof(http_only) - 1, line.len);
	else if (line.len == 0 || line.p[0] == '#')
		return true;
	if (!cookie_file_split(cookie, fields) ||
	    !cookie_file_is_valid(fields, &expiry_at))
		return false;
	domain = fields[0];
	if (slice_starts(domain, SLICE(".")))
		domain = slice_sub(domain, 1, domain.len);
	if (!cookie_file_is_own(
		domain, slice_equal_nocase(fields[1], SLICE("TRUE")), site)) {
		report->n_foreign++;
		return true;
	}
	cookie_file_count(report, expiry_at);
	buf_append_slice(out, line);
	buf_append_char(out, '\n');
	return true;
}

void
cookie_file_read(struct slice bytes, const struct config_site *site,
    struct buf *out, struct cookie_file_report *ret)
{
	struct slice line;
	int number = 0;

	*ret = (struct cookie_file_report){ .first_expiry_at = DATE_NONE,
		.last_expiry_at = DATE_NONE };
	while (slice_next(&bytes, '\n', &line)) {
		number++;
		if (slice_ends(line, SLICE("\r")))
			line.len--;
		if (!cookie_file_take(line, site, out, ret) &&
		    ret->wrong_line == 0)
			ret->wrong_line = number;
	}
}

void
cookie_file_report(
    const struct config_site *site, struct cookie_file_report *ret)
{
	struct buf lines;

	buf_init(&lines, LIMIT_COOKIE_FILE_BYTES + 2);
	cookie_file_read(
	    site->cookies != NULL ? slice_of(site->cookies) : SLICE_NONE, site,
	    &lines, ret);
	if (lines.len > 0)
		explicit_bzero(lines.p, lines.len);
	buf_release(&lines);
}
