/*
 * site_secret_test.c -- secrets of the configuration: faults and warnings do
 * not contain them, and some programs do not read them.
 *
 * The test works in a directory of its own under /tmp.
 */
#include <sys/stat.h>

#include <stdlib.h>
#include <unistd.h>

#include "base/array.h"
#include "config/config.h"
#include "config/site/site_secret.h"
#include "tests/lib/tap.h"

#define FAULTS_BYTES ((size_t)1 << 20)

static struct buf faults;

static void
site_secret_test_write(const char *path, const char *text, mode_t mode)
{
	FILE *file = fopen(path, "we");

	if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0 ||
	    chmod(path, mode) != 0)
		ok(false, "%s can be written", path);
}

/* Returns NULL if main.yaml has faults.  `faults` and *ret_e describe them. */
static struct config *
site_secret_test_load(const char *text, mode_t mode, struct err *ret_e)
{
	struct config *config = NULL;

	site_secret_test_write("main.yaml", text, mode);
	buf_clear(&faults);
	config_load("main.yaml", &config, &faults, ret_e);
	return config;
}

static bool
site_secret_test_has(const char *part)
{
	return slice_find(buf_slice(&faults), slice_of(part), 0) !=
	       SLICE_NOT_FOUND;
}

/* ------------------------------------------------------------------ faults */

static const struct {
	const char *text, *part;
} mistakes[] = {
	{ "feeds: [{ url: 'https://a.example/', headers: 'Authorization: "
	  "Bearer SECRETX' }]\n",
	    "headers: a text, expected names with values" },
	{ "sites: [{ match: a.example, headers: 'Authorization: Bearer "
	  "SECRETX' }]\n",
	    "headers: a text, expected names with values" },
	{ "feeds: [{ url: 'https://a.example/', headers: { 'X-A: SECRETX': b "
	  "} }]\n",
	    "headers: \"X-A\": not a header's name" },
	{ "sites: [{ match: a.example, headers: { 'A=SECRETX': b } }]\n",
	    "headers: \"A\": not a header's name" },
	{ "sites: [{ match: a.example, headers: { Authorization Bearer SECRETX "
	  "} }]\n",
	    "headers: \"Authorization\": not a header's name" },
	{ "sites: [{ match: a.example, cookies: 'a=SECRETX' }]\n",
	    "cookies: not the path of a file, expected a file" },
	{ "sites: [{ match: a.example, cookies: 'a; SECRETX; Path=/b' }]\n",
	    "cookies: not the path of a file, expected a file" },
};

static void
site_secret_test_mistakes(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(mistakes); i++) {
		struct err e = ERR_INIT;
		struct config *config =
		    site_secret_test_load(mistakes[i].text, 0600, &e);

		ok(config == NULL, "refused: %.*s",
		    (int)strcspn(mistakes[i].text, "\n"), mistakes[i].text);
		if (!ok(site_secret_test_has(mistakes[i].part),
			"the fault is named: %s", mistakes[i].part))
			printf("# %s", faults.p);
		ok(!site_secret_test_has("SECRETX") &&
			strstr(e.text, "SECRETX") == NULL,
		    "the fault does not contain the secret");
		config_free(config);
	}
}

/* A path may contain an equals sign. */
static void
site_secret_test_path(void)
{
	struct err e = ERR_INIT;

	site_secret_test_write("a=b", "", 0600);
	config_free(site_secret_test_load(
	    "sites: [{ match: a.example, cookies: 'a=b' }]\n", 0600, &e));
	is_text(buf_slice(&faults), "", "a file whose name has an equals sign");
}

/* The byte order mark of an editor belongs neither to a secret nor to a cookie.
 */
static void
site_secret_test_byte_order_mark(void)
{
	struct err e = ERR_INIT;
	struct config *config;

	site_secret_test_write("marked",
	    "\xEF\xBB\xBF"
	    "Bearer X\n",
	    0600);
	site_secret_test_write("cookies",
	    "\xEF\xBB\xBF"
	    "a.example\tFALSE\t/\tFALSE\t0\tb\tc\n",
	    0600);
	config = site_secret_test_load(
	    "sites: [{ match: a.example, cookies: cookies, headers: "
	    "{ Authorization: { file: marked } } }]\n",
	    0600, &e);
	is_text(buf_slice(&faults), "", "files with a byte order mark are read");
	if (ok(config != NULL, "the configuration is valid"))
		is_text(slice_of(config->sites[0].headers[0].value),
		    "Bearer X", "the value has no mark");
	config_free(config);
}

/* ------------------------------------------------------------------- modes */

static void
site_secret_test_database(void)
{
	const char *text = "database: postgresql://u:SECRETX@localhost/n\n";
	struct err e = ERR_INIT;

	config_free(site_secret_test_load(text, 0644, &e));
	ok(site_secret_test_has("warning: the password of the database in a "
				"file that others may read (mode 0644)"),
	    "the password of a database that others may read: a warning");
	ok(!site_secret_test_has("SECRETX"), "the warning does not contain it");
	config_free(site_secret_test_load(text, 0600, &e));
	is_text(buf_slice(&faults), "", "mode 0600: no warning");
	config_free(site_secret_test_load(
	    "database: postgresql://u@localhost/n\n", 0644, &e));
	is_text(buf_slice(&faults), "", "no password: no warning");
}

/* ------------------------------------------------------------------- use */

static const char references[] =
    "sites:\n"
    "  - match: a.example\n"
    "    headers: { X-A: { file: none }, X-B: { credential: b }, X-C: c }\n"
    "    proxy: { credential: proxy }\n"
    "    client_certificate: { file: none }\n"
    "    client_key_password: { credential: password }\n"
    "    cookies: { credential: cookies }\n"
    "feeds: [{ url: 'https://a.example/', headers: { X-D: { credential: d } "
    "} }]\n";

/* The secrets of a program that sends no requests. */
static void
site_secret_test_unused(void)
{
	struct config *config = NULL;
	struct err e = ERR_INIT;

	site_secret_test_write("main.yaml", references, 0600);
	buf_clear(&faults);
	is_int(config_load_without(
		   "main.yaml", CONFIG_SECRETS_UNUSED, &config, &faults, &e),
	    0, "unused secrets: files that do not exist are not a fault");
	is_text(buf_slice(&faults), "", "unused secrets: no warning, no note");
	if (config != NULL) {
		const struct config_site *site = &config->sites[0];

		is_int(
		    (int64_t)site->n_headers, 3, "all three headers are read");
		is_text(slice_of(site->headers[0].value), "",
		    "a header from an absent credential has no value");
		is_text(slice_of(site->headers[2].value), "c",
		    "a value in the configuration itself is read");
		ok(site->lacks_proxy && site->proxy == NULL,
		    "the proxy is marked as unknown");
		ok(site->cookies == NULL && site->client_key_password == NULL,
		    "no cookies, no password");
	}
	config_free(config);
	config = NULL;
	site_secret_test_write("main.yaml",
	    "sites: [{ match: a.example, proxy: { credential: a/b } }]\n",
	    0600);
	is_int(config_load_without(
		   "main.yaml", CONFIG_SECRETS_UNUSED, &config, &faults, &e),
	    ERR_CONFIG, "unused secrets: the syntax is checked");
}

/* A file that is not in PEM format has a warning if it is read. */
static void
site_secret_test_unused_pem(void)
{
	static const char text[] = "sites: [{ match: a.example, "
				   "client_certificate: der, client_key: der "
				   "}]\n";
	struct config *config = NULL;
	struct err e = ERR_INIT;

	site_secret_test_write("der", "x\n", 0600);
	config_free(site_secret_test_load(text, 0600, &e));
	ok(site_secret_test_has("client_key: der is not in PEM format"),
	    "a key that is read");
	buf_clear(&faults);
	is_int(config_load_without(
		   "main.yaml", CONFIG_SECRETS_UNUSED, &config, &faults, &e),
	    0, "a key that is not used");
	is_text(buf_slice(&faults), "",
	    "the file of a key that is not used is not opened");
	config_free(config);
}

static void
site_secret_test_of_service(void)
{
	struct config *config = NULL;
	struct err e = ERR_INIT;

	site_secret_test_write("none", "x\n", 0600);
	site_secret_test_write("main.yaml", references, 0600);
	buf_clear(&faults);
	is_int(config_load_without("main.yaml", CONFIG_SECRETS_OF_SERVICE,
		   &config, &faults, &e),
	    0, "secrets of the service: a missing credential is not a fault");
	ok(site_secret_test_has(
	       "main.yaml:7:14: note: cookies: only the service can read this "
	       "credential"),
	    "a note names the place");
	if (config != NULL)
		is_text(slice_of(config->sites[0].headers[0].value), "x",
		    "a file that this user may read is read");
	config_free(config);
	unlink("none");
	buf_clear(&faults);
	config = NULL;
	is_int(config_load_without("main.yaml", CONFIG_SECRETS_OF_SERVICE,
		   &config, &faults, &e),
	    ERR_CONFIG, "a file that does not exist is a fault");
	ok(strstr(e.text, "the first is: main.yaml:3:21") != NULL,
	    "the first fault is not a note");
	config_free(config);
}

/* Notes of many secrets do not displace a fault. */
static void
site_secret_test_many(void)
{
	static const char left_out[] =
	    "main.yaml:1:1: warning: 50 more warnings and notes, expected at "
	    "most 200\n";
	struct config *config = NULL;
	struct err e = ERR_INIT;
	struct buf text;

	buf_init(&text, FAULTS_BYTES);
	buf_append_string(&text, "feeds:\n");
	for (int i = 0; i < 250; i++)
		buf_printf(&text,
		    "  - url: https://a.example/%d\n"
		    "    headers: { X-A: { credential: a } }\n",
		    i);
	site_secret_test_write("main.yaml", text.p, 0600);
	buf_clear(&faults);
	is_int(config_load_without("main.yaml", CONFIG_SECRETS_OF_SERVICE,
		   &config, &faults, &e),
	    0, "notes of many secrets are not a fault");
	ok(slice_ends(buf_slice(&faults), slice_of(left_out)),
	    "the notes that are left out are counted");
	config_free(config);
	config = NULL;
	buf_append_string(&text, "  - ftp://a.example/\n");
	site_secret_test_write("main.yaml", text.p, 0600);
	buf_clear(&faults);
	config_load_without("main.yaml", CONFIG_SECRETS_OF_SERVICE, &config,
	    &faults, &e);
	ok(site_secret_test_has("main.yaml:502:5: ") &&
		strstr(e.text, "main.yaml:502:5: ") != NULL,
	    "a fault after them is named");
	config_free(config);
	buf_release(&text);
}

int
main(void)
{
	char directory[] = "/tmp/site_secret_test.XXXXXX";
	char command[64];

	umask(077);
	buf_init(&faults, FAULTS_BYTES);
	if (!ok(mkdtemp(directory) != NULL && chdir(directory) == 0,
		"a directory to work in"))
		return done_testing();
	site_secret_test_mistakes();
	site_secret_test_path();
	site_secret_test_byte_order_mark();
	site_secret_test_database();
	unsetenv("CREDENTIALS_DIRECTORY");
	site_secret_test_unused();
	site_secret_test_unused_pem();
	site_secret_test_of_service();
	site_secret_test_many();
	snprintf(command, sizeof(command), "rm -rf %s", directory);
	ok(chdir("/") == 0 && system(command) == 0,
	    "the directory of the test is removed");
	buf_release(&faults);
	return done_testing();
}
