/*
 * version.c -- prints the versions of the libraries, to check them when a
 * vulnerability becomes known.
 *
 * A distribution updates a library after the program was built, so both
 * versions are printed. If a library's headers do not contain the version, the
 * Makefile gets the version from pkg-config.
 */
#define PCRE2_CODE_UNIT_WIDTH 8

#include "daemon/version.h"

#include <event2/event.h>
#include <idn2.h>
#include <jansson.h>
#include <libpsl.h>
#include <openssl/crypto.h>
#include <pcre2.h>
#include <seccomp.h>
#include <unistring/version.h>
#include <zlib.h>
#include <zstd.h>

#include <curl/curl.h>
#include <libxml/parser.h>
#include <libxml/xmlversion.h>
#include <sqlite3.h>
#include <tidy/tidy.h>
#include <yaml.h>

#include <string.h>

#include "base/array.h"

#define TEXT(x)  TEXT_(x)
#define TEXT_(x) #x
#define SECCOMP_BUILD                                                          \
	TEXT(SCMP_VER_MAJOR)                                                   \
	"." TEXT(SCMP_VER_MINOR) "." TEXT(SCMP_VER_MICRO)

/* libxml2's "20914" is 2.9.14. */
static const char *
version_dotted_xml(char *out, size_t size)
{
	unsigned number = 0;

	sscanf(xmlParserVersion, "%u", &number);
	snprintf(out, size, "%u.%u.%u", number / 10000, number / 100 % 100,
	    number % 100);
	return out;
}

/* libunistring's 0x010000 is 1.0.0. */
static const char *
version_dotted_unistring(char *out, size_t size, int number)
{
	snprintf(out, size, "%d.%d.%d", number >> 16, number >> 8 & 255,
	    number & 255);
	return out;
}

static const char *
version_seccomp_runs(char *out, size_t size)
{
	const struct scmp_version *v = seccomp_version();

	snprintf(out, size, "%u.%u.%u", v->major, v->minor, v->micro);
	return out;
}

/* Returns the version without its date. */
static const char *
version_pcre2_runs(char *out, size_t size)
{
	char version[64] = "";

	if (pcre2_config(PCRE2_CONFIG_VERSION, NULL) < (int)sizeof(version))
		pcre2_config(PCRE2_CONFIG_VERSION, version);
	snprintf(out, size, "%.*s", (int)strcspn(version, " "), version);
	return out;
}

void
version_print(FILE *out)
{
	const curl_version_info_data *curl = curl_version_info(CURLVERSION_NOW);
	char xml[32], seccomp[32], unistring[2][32], pcre2[64] = "";
	const struct {
		const char *name, *built, *runs;
	} rows[] = {
		{ "libcurl", LIBCURL_VERSION, curl->version },
		{ "libxml2", LIBXML_DOTTED_VERSION,
		    version_dotted_xml(xml, sizeof(xml)) },
		{ "tidy", TIDY_BUILD_VERSION, tidyLibraryVersion() },
		{ "SQLite", SQLITE_VERSION, sqlite3_libversion() },
		{ "libyaml", YAML_BUILD_VERSION, yaml_get_version_string() },
		{ "libevent", LIBEVENT_VERSION, event_get_version() },
		{ "libseccomp", SECCOMP_BUILD,
		    version_seccomp_runs(seccomp, sizeof(seccomp)) },
		{ "jansson", JANSSON_VERSION, jansson_version_str() },
		{ "libpsl", PSL_VERSION, psl_get_version() },
		{ "libidn2", IDN2_VERSION, idn2_check_version(NULL) },
		{ "PCRE2", TEXT(PCRE2_MAJOR) "." TEXT(PCRE2_MINOR),
		    version_pcre2_runs(pcre2, sizeof(pcre2)) },
		{ "libunistring",
		    version_dotted_unistring(unistring[0], sizeof(unistring[0]),
			_LIBUNISTRING_VERSION),
		    version_dotted_unistring(unistring[1], sizeof(unistring[1]),
			_libunistring_version) },
		{ "OpenSSL", OPENSSL_VERSION_STR,
		    OpenSSL_version(OPENSSL_VERSION_STRING) },
		{ "zlib", ZLIB_VERSION, zlibVersion() },
		{ "zstd", ZSTD_VERSION_STRING, ZSTD_versionString() },
	};

	fprintf(out, "gleanerd %s\n", GLEANER_VERSION);
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		fprintf(out, "%s: built with %s, runs with %s\n", rows[i].name,
		    rows[i].built, rows[i].runs);
	fprintf(out, "TLS: runs with %s\n",
	    curl->ssl_version != NULL ? curl->ssl_version : "none");
}
