/*
 * fetch_tls_test.c -- which certificates, and which redirects from https to
 * http, are accepted (docs/threat-rows.md, row S10).
 *
 * X509_STORE_load_file() is called with the file of a test authority in place
 * of the system's file.  A server with a valid certificate is then accepted,
 * and each other server is refused because of the one fault of its certificate.
 */
#include <sys/stat.h>

#include <dlfcn.h>

#include "base/array.h"
#include "crawler/fetch/fetch_server_test.h"

#define MOST_KINDS 8

const struct answer_row answers[] = { { NULL, NULL, NULL } };

static struct answer_got got;
static char directory[] = "/tmp/gleaner-tls.XXXXXX", authority[64];
static int stores_loaded;

struct server_kind {
	char name[32];
	int port;
};
static struct server_kind kinds[MOST_KINDS];
static size_t n_kinds;

/* Replaces OpenSSL's function, also for libcurl. */
int X509_STORE_load_file(void *store, const char *path);
int X509_STORE_load_path(void *store, const char *path);

int
X509_STORE_load_file(void *store, const char *path)
{
	static int (*real)(void *, const char *);

	(void)path;
	stores_loaded++;
	*(void **)&real = dlsym(RTLD_NEXT, "X509_STORE_load_file");
	return real(store, authority);
}

int
X509_STORE_load_path(void *store, const char *path)
{
	(void)store;
	(void)path;
	return 1; /* the certificates of the system are not used */
}

/* Starts the servers; they end when *ret_in is closed. Returns false if they
 * cannot be started on this machine. */
static bool
fetch_tls_test_start_servers(FILE **ret_in)
{
	char out[64], command[256], line[128];
	FILE *said;

	snprintf(out, sizeof(out), "%s/out", directory);
	snprintf(authority, sizeof(authority), "%s/ca.pem", directory);
	if (mkfifo(out, 0600) != 0)
		return false;
	snprintf(command, sizeof(command),
	    "exec python3 -W ignore tests/lib/tls_server.py %s >%s", directory,
	    out);
	*ret_in = popen(command, "we");
	if (*ret_in == NULL || (said = fopen(out, "re")) == NULL)
		return false;
	while (fgets(line, sizeof(line), said) != NULL &&
	       strcmp(line, "ready\n") != 0)
		if (n_kinds < MOST_KINDS &&
		    sscanf(line, "%31s %d", kinds[n_kinds].name,
			&kinds[n_kinds].port) == 2)
			n_kinds++;
	fclose(said);
	return strcmp(line, "ready\n") == 0;
}

static void
fetch_tls_test_kind(struct fetcher *fetcher, const struct server_kind *kind)
{
	bool is_good = strcmp(kind->name, "good") == 0;
	char url[64], name[320];

	snprintf(url, sizeof(url), "https://127.0.0.1:%d/", kind->port);
	get(fetcher, (struct fetch_request){ .url = url }, &got);
	snprintf(name, sizeof(name), "S10: %s is %s", kind->name,
	    is_good ? "served" : "refused");
	is_result(&got, is_good ? FETCH_OK : FETCH_TLS, name);
	printf("# %s\n", got.response.why);
	ok((got.body != NULL) == is_good, "and %s is read",
	    is_good ? "its body" : "nothing");
}

/* ---- redirects from https to http ---- */

static const struct redirect_row {
	const char *target;
	enum fetch_kind kind;
	bool is_allowed;
	const char *asked; /* URL that is requested after the redirect; NULL:
			      the redirect is refused */
	const char *name;
} redirects[] = {
	{ "http://127.0.0.1/x?y", FETCH_PAGE, false, "https://127.0.0.1/x?y",
	    "the target is requested with https" },
	{ "http://[::1]/x:1", FETCH_FEED, false, "https://[::1]/x:1",
	    "so is an IPv6 address" },
	{ "http://127.0.0.1:8080/x", FETCH_PAGE, false, NULL,
	    "a target with a port is refused" },
	{ "http://[::1]:8080/", FETCH_FEED, false, NULL,
	    "so is an IPv6 address with a port" },
	{ "http://127.0.0.1:8080/x", FETCH_ROBOTS, false,
	    "http://127.0.0.1:8080/x", "robots.txt may be sent with http" },
	{ "http://127.0.0.1:8080/x", FETCH_PAGE, true,
	    "http://127.0.0.1:8080/x",
	    "fetch.allow_downgrade permits the redirect" },
};

static void
fetch_tls_test_note_redirect(
    struct fetch *fetch, const char *url, void *redirect_owner, void *arg)
{
	char *asked = arg;

	(void)redirect_owner;
	snprintf(asked, REQUEST_BYTES, "%s", url);
	fetch_refuse(fetch, FETCH_POSTPONED, 60, "not now");
}

static void
fetch_tls_test_redirect(const struct redirect_row *row, int port)
{
	char url[256], asked[REQUEST_BYTES] = "";
	struct fetch_options options = { .user_agent = "gleaner/0 (+test)",
		.parallel = 1,
		.allow_private = true,
		.allow_downgrade = row->is_allowed,
		.on_redirect = fetch_tls_test_note_redirect,
		.on_redirect_arg = asked };
	struct fetcher *fetcher = NULL;
	struct err e = ERR_INIT;

	if (fetcher_new(base, &options, &fetcher, &e) != 0) {
		ok(false, "S10: %s: %s", row->name, e.text);
		return;
	}
	snprintf(
	    url, sizeof(url), "https://127.0.0.1:%d/?%s", port, row->target);
	get(fetcher,
	    (struct fetch_request){
		.url = url, .kind = row->kind, .redirect_owner = asked },
	    &got);
	is_result(&got, row->asked != NULL ? FETCH_POSTPONED : FETCH_FORBIDDEN,
	    row->name);
	is_text(slice_of(asked), row->asked != NULL ? row->asked : "",
	    "S10: the expected target may be requested");
	ok(row->asked != NULL ||
		strstr(got.response.why, "fetch.allow_downgrade") != NULL,
	    "S10: the reason names the key");
	fetcher_free(fetcher);
}

static void
fetch_tls_test_remove_directory(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -r '%s'", directory);
	if (system(command) != 0)
		printf("# %s stays\n", directory);
}

int
main(void)
{
	struct fetcher *fetcher;
	FILE *in = NULL;

	signal(SIGPIPE, SIG_IGN);
	if (system("command -v openssl >/dev/null") != 0) {
		printf("1..0 # SKIP openssl is not here\n");
		return 0;
	}
	if (mkdtemp(directory) == NULL)
		return 1;
	test_begin();
	fetcher = make_fetcher(8, true);
	if (ok(fetch_tls_test_start_servers(&in), "servers of TLS"))
		for (size_t i = 0; i < n_kinds; i++)
			fetch_tls_test_kind(fetcher, &kinds[i]);
	for (size_t i = 0; n_kinds > 0 && i < ARRAY_LENGTH(redirects); i++)
		fetch_tls_test_redirect(&redirects[i], kinds[0].port);
	is_int((int64_t)n_kinds, 5, "certificates of five kinds were tested");
	ok(stores_loaded > 0, "the certificate store was loaded");
	answer_release(&got);
	fetcher_free(fetcher);
	test_end();
	if (in != NULL)
		pclose(in);
	fetch_tls_test_remove_directory();
	return done_testing();
}
