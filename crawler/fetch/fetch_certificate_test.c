/*
 * fetch_certificate_test.c -- `client_certificate` in `sites`: the certificate
 * is shown to the servers of its entry, and to no other server.
 *
 * getaddrinfo() gives 127.0.0.1 for every name, and X509_STORE_load_file()
 * loads the test's authority in place of the system's file.
 */
#include <sys/stat.h>

#include <dlfcn.h>
#include <netdb.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/limits.h"
#include "config/testing.h"
#include "crawler/access.h"
#include "crawler/fetch/fetch_server_test.h"

#define SERVERS    3
#define TEXT_BYTES 4096

const struct answer_row answers[] = { { NULL, NULL, NULL } };

static struct answer_got got;
static char directory[] = "/tmp/gleaner-cert.XXXXXX", authority[64];
static int ports[SERVERS];
static const char *const server_names[SERVERS] = { "demands", "old", "asks" };

/* In URLs, @ is the server that demands a certificate, ! is such a server with
 * TLS 1.2, and # is the server that accepts all clients.  % is the folder of
 * the test. */
static const struct scenario {
	const char *name, *sites, *url;
	enum fetch_result result;
	const char *body; /* the certificate that the last server has seen */
} scenarios[] = {
	{ "the server accepts the certificate",
	    "{match: a.test, client_certificate: %/known.pem}",
	    "https://a.test:@/", FETCH_OK, "known" },
	{ "the server accepts the certificate, TLS 1.2",
	    "{match: a.test, client_certificate: %/known.pem}",
	    "https://a.test:!/", FETCH_OK, "known" },
	{ "a key with a password in a file of its own",
	    "{match: a.test, client_certificate: %/locked.pem, client_key: "
	    "%/locked.key, client_key_password: secret}",
	    "https://www.a.test:@/", FETCH_OK, "locked" },
	{ "without a certificate", "{match: a.test, user_agent: A}",
	    "https://a.test:@/", FETCH_TLS, NULL },
	{ "without a certificate, TLS 1.2", "{match: a.test, user_agent: A}",
	    "https://a.test:!/", FETCH_TLS, NULL },
	{ "a certificate of another authority",
	    "{match: a.test, client_certificate: %/stranger.pem}",
	    "https://a.test:@/", FETCH_TLS, NULL },
	{ "a certificate of another authority, TLS 1.2",
	    "{match: a.test, client_certificate: %/stranger.pem}",
	    "https://a.test:!/", FETCH_TLS, NULL },
	{ "a wrong password of the key",
	    "{match: a.test, client_certificate: %/locked.pem, client_key: "
	    "%/locked.key, client_key_password: other}",
	    "https://a.test:@/", FETCH_TLS, NULL },
	{ "a key that does not fit the certificate",
	    "{match: a.test, client_certificate: %/known.pem, client_key: "
	    "%/stranger.pem}",
	    "https://a.test:@/", FETCH_TLS, NULL },
	/* the certificate is not shown to other servers */
	{ "another domain does not get the certificate",
	    "{match: a.test, client_certificate: %/known.pem}",
	    "https://b.test:#/", FETCH_OK, "none" },
	{ "the target of a redirect in another domain does not get it",
	    "{match: a.test, client_certificate: %/known.pem}",
	    "https://a.test:@/to/https://b.test:#/", FETCH_OK, "none" },
	{ "another port does not get it after a redirect, if the entry has a "
	  "port",
	    "{match: 'a.test:@', client_certificate: %/known.pem}",
	    "https://a.test:@/to/https://a.test:#/", FETCH_OK, "none" },
	{ "a host outside of the entry does not get it after a redirect",
	    "{match: www.a.test, client_certificate: %/known.pem}",
	    "https://www.a.test:@/to/https://a.test:#/", FETCH_OK, "none" },
	{ "a redirect to another domain cannot use the first connection",
	    "{match: a.test, client_certificate: %/known.pem}",
	    "https://a.test:@/to/https://b.test:@/", FETCH_TLS, NULL },
	{ "a redirect away and back",
	    "{match: a.test, client_certificate: %/known.pem}",
	    "https://a.test:@/to/https://b.test:#/to/https://www.a.test:@/",
	    FETCH_OK, "known" },
	{ "a redirect between two entries",
	    "{match: a.test, client_certificate: %/known.pem}, {match: b.test, "
	    "client_certificate: %/locked.pem, client_key: %/locked.key, "
	    "client_key_password: secret}",
	    "https://a.test:@/to/https://b.test:@/", FETCH_OK, "locked" },
};

static const struct scenario hub_scenarios[] = {
	{ "a hub does not get the certificate",
	    "{match: a.test, client_certificate: %/known.pem}",
	    "https://a.test:#/", FETCH_OK, "none" },
	{ "a hub does not get it after a redirect",
	    "{match: a.test, client_certificate: %/known.pem}",
	    "https://b.test:#/to/https://a.test:#/", FETCH_OK, "none" },
};

int
getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
    struct addrinfo **ret)
{
	static int (*real)(const char *, const char *, const struct addrinfo *,
	    struct addrinfo **);

	*(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
	(void)name;
	return real("127.0.0.1", service, hints, ret);
}

/* Replaces OpenSSL's function, also for libcurl. */
int X509_STORE_load_file(void *store, const char *path);
int X509_STORE_load_path(void *store, const char *path);

int
X509_STORE_load_file(void *store, const char *path)
{
	static int (*real)(void *, const char *);

	(void)path;
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

/* Starts the servers; they end when *ret_in is closed. */
static bool
fetch_certificate_test_start(FILE **ret_in)
{
	char out[64], command[256], line[128], name[32];
	FILE *said;
	int port;

	snprintf(out, sizeof(out), "%s/out", directory);
	snprintf(authority, sizeof(authority), "%s/ca.pem", directory);
	if (mkfifo(out, 0600) != 0)
		return false;
	snprintf(command, sizeof(command),
	    "exec python3 -W ignore tests/lib/tls_client_server.py %s >%s",
	    directory, out);
	*ret_in = popen(command, "we");
	if (*ret_in == NULL || (said = fopen(out, "re")) == NULL)
		return false;
	while (fgets(line, sizeof(line), said) != NULL &&
	       strcmp(line, "ready\n") != 0)
		if (sscanf(line, "%31s %d", name, &port) == 2)
			for (size_t i = 0; i < SERVERS; i++)
				if (strcmp(name, server_names[i]) == 0)
					ports[i] = port;
	fclose(said);
	return strcmp(line, "ready\n") == 0;
}

static void
fetch_certificate_test_expand(const char *text, struct buf *out)
{
	static const char signs[] = "@!#";

	for (; *text != '\0'; text++) {
		const char *sign = strchr(signs, *text);

		if (sign != NULL)
			buf_printf(out, "%d", ports[sign - signs]);
		else if (*text == '%')
			buf_append_string(out, directory);
		else
			buf_append_char(out, *text);
	}
}

static struct config *
fetch_certificate_test_config(const struct scenario *s)
{
	struct config *config = NULL;
	struct buf text, faults;
	struct err e = ERR_INIT;

	buf_init(&text, TEXT_BYTES);
	buf_init(&faults, TEXT_BYTES);
	buf_append_string(&text, "sites: [");
	fetch_certificate_test_expand(s->sites, &text);
	buf_append_string(&text, "]\n");
	if (config_read("f", buf_slice(&text), &config, &faults, &e) != 0)
		ok(false, "%s: %s", s->name, faults.p);
	buf_release(&text);
	buf_release(&faults);
	return config;
}

static void
fetch_certificate_test_get(
    const struct scenario *s, const struct config *c, enum fetch_kind kind)
{
	struct access *access = NULL;
	struct fetcher *fetcher = make_fetcher(4, true);
	struct err e = ERR_INIT;
	struct buf url;

	buf_init(&url, TEXT_BYTES);
	fetch_certificate_test_expand(s->url, &url);
	if (access_new(c->sites, c->n_sites, &access, &e) != 0)
		abort();
	fetcher_set_access(fetcher, access);
	get(fetcher, (struct fetch_request){ .url = url.p, .kind = kind },
	    &got);
	is_result(&got, s->result, s->name);
	if (s->body != NULL)
		is_text(
		    slice_of(got.body), s->body, "the server has received it");
	else
		printf("# %s\n", got.response.why);
	fetcher_free(fetcher);
	access_free(access);
	buf_release(&url);
}

static void
fetch_certificate_test_run(
    const struct scenario *s, size_t n, enum fetch_kind kind)
{
	for (size_t i = 0; i < n; i++) {
		struct config *config = fetch_certificate_test_config(&s[i]);

		if (config != NULL)
			fetch_certificate_test_get(&s[i], config, kind);
		config_free(config);
	}
}

static void
fetch_certificate_test_remove_directory(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -r '%s'", directory);
	if (system(command) != 0)
		printf("# %s stays\n", directory);
}

int
main(void)
{
	FILE *in = NULL;

	signal(SIGPIPE, SIG_IGN);
	if (system("command -v openssl >/dev/null") != 0) {
		printf("1..0 # SKIP openssl is not here\n");
		return 0;
	}
	if (mkdtemp(directory) == NULL)
		return 1;
	test_begin();
	if (ok(fetch_certificate_test_start(&in), "servers of TLS")) {
		fetch_certificate_test_run(
		    scenarios, ARRAY_LENGTH(scenarios), FETCH_PAGE);
		fetch_certificate_test_run(
		    hub_scenarios, ARRAY_LENGTH(hub_scenarios), FETCH_HUB);
	}
	answer_release(&got);
	test_end();
	if (in != NULL)
		pclose(in);
	fetch_certificate_test_remove_directory();
	return done_testing();
}
