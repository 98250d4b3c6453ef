/*
 * doctor_sites.c -- lists the entries of `sites`, without secrets, and tests
 * whether the renderer accepts connections.
 */
#include <sys/socket.h>

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/date/date.h"
#include "cli/health/doctor.h"
#include "config/config.h"
#include "config/site/cookie_file.h"
#include "crawler/access.h"
#include "url/url_parts.h"

#define TEXT_BYTES 65536
#define HOST_BYTES 256
#define CONNECT_S  2 /* the renderer is on this machine */

/* Appends when the first cookie of the site's file expires. Returns false if
 * all of them have expired. */
static bool
doctor_sites_add_expiry(const struct doctor *doctor,
    const struct config_site *site, struct buf *text)
{
	struct cookie_file_report report;
	char date[DATE_TEXT_BYTES];

	cookie_file_report(site, &report);
	date_format_rfc3339(report.first_expiry_at, date);
	if (cookie_file_is_expired(&report, doctor->cli->now_at))
		buf_printf(text, "; all cookies have expired");
	else if (report.first_expiry_at != DATE_NONE)
		buf_printf(text, "; the first cookie expires at %s", date);
	return !cookie_file_is_expired(&report, doctor->cli->now_at);
}

static void
doctor_sites_show(struct doctor *doctor, const struct config_site *site)
{
	bool has_renderer = config_may_render(doctor->cli->config);
	const char *advice = NULL;
	struct buf text;

	buf_init(&text, TEXT_BYTES);
	access_describe(site, has_renderer, &text);
	if (!doctor_sites_add_expiry(doctor, site, &text))
		advice = "export the file of cookies again";
	else if (site->render && !has_renderer)
		advice = "set `articles.renderer` (docs/access.md), or remove "
			 "`render: true`";
	doctor_find(doctor, advice != NULL ? DOCTOR_WARNING : DOCTOR_OK, "site",
	    slice_of(site->match), advice, "%s",
	    text.len > 0 ? text.p : "the entry in `sites` changes no setting");
	buf_release(&text);
}

void
doctor_sites(struct doctor *doctor)
{
	const struct config *config = doctor->cli->config;
	size_t n = config != NULL ? config->n_sites : 0;

	for (size_t i = 0; i < n && i < DOCTOR_SHOWN_MOST; i++)
		doctor_sites_show(doctor, &config->sites[i]);
	if (n > DOCTOR_SHOWN_MOST)
		doctor_find(doctor, DOCTOR_OK, "site", SLICE_NONE, NULL,
		    "%zu more entries", n - DOCTOR_SHOWN_MOST);
}

/* ---- the renderer ---- */

/* Connects to one of the addresses. Returns NULL, or the reason of a failure.
 */
static const char *
doctor_sites_connect(const struct addrinfo *addresses)
{
	const struct timeval most = { .tv_sec = CONNECT_S };
	const char *why = "no address";

	for (; addresses != NULL; addresses = addresses->ai_next) {
		int fd =
		    socket(addresses->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
		bool connected;

		if (fd < 0) {
			why = strerror(errno);
			continue;
		}
		setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof(most));
		connected =
		    connect(fd, addresses->ai_addr, addresses->ai_addrlen) == 0;
		/* After SO_SNDTIMEO connect() fails with EINPROGRESS. */
		if (!connected)
			why = strerror(
			    errno == EINPROGRESS ? ETIMEDOUT : errno);
		close(fd);
		if (connected)
			return NULL;
	}
	return why;
}

static const char *
doctor_sites_ask_renderer(const char *url)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	struct addrinfo *addresses = NULL;
	struct url_parts parts;
	char host[HOST_BYTES], port[16];
	const char *why;
	int rc;

	if (!url_parts_read(slice_of(url), &parts))
		return "not a URL";
	if (slice_starts(parts.host, SLICE("[")))
		parts.host = slice_sub(parts.host, 1, parts.host.len - 1);
	snprintf(host, sizeof(host), "%.*s", SLICE_ARG(parts.host));
	snprintf(port, sizeof(port), "%.*s",
	    SLICE_ARG(parts.port.len > 0 ? parts.port : SLICE("80")));
	rc = getaddrinfo(host, port, &hints, &addresses);
	if (rc != 0)
		return gai_strerror(rc);
	why = doctor_sites_connect(addresses);
	freeaddrinfo(addresses);
	return why;
}

void
doctor_renderer(struct doctor *doctor)
{
	const struct config *config = doctor->cli->config;
	const char *url = config != NULL ? config->articles.renderer : NULL;
	const char *why;

	if (url == NULL)
		return;
	why = doctor_sites_ask_renderer(url);
	if (why == NULL)
		doctor_find(doctor, DOCTOR_OK, "renderer", SLICE_NONE, NULL,
		    "%s accepts connections", url);
	else
		doctor_find(doctor, DOCTOR_FAULT, "renderer", SLICE_NONE,
		    "start the renderer, or correct `articles.renderer`",
		    "cannot connect to %s: %s", url, why);
}
