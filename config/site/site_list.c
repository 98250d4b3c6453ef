/*
 * site_list.c -- reads the entries of `sites` (site_list.h).
 *
 * The normal case: for each map, read the keys, follow references to files of
 * secrets, normalise `match`, check keys that belong together, read the cookies
 * and the rules, and append the site.  A faulty site is left out.
 */
#include "config/site/site_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "config/include.h"
#include "config/path.h"
#include "config/schema.h"
#include "config/site/cookie_file.h"
#include "config/site/site_rules.h"
#include "config/site/site_secret.h"
#include "config/yaml/address_text.h"
#include "config/yaml/value.h"

#define HINT_BYTES   512
#define PEM_BYTES    ((size_t)256 * KIB) /* enough for a chain of certificates */
#define SECRET_ARENA ((size_t)4 * 8 * KIB)

/* One site while it is read. */
struct site_reading {
	struct config_site site; /* owned */
	const struct yaml_node *map;
	const char *file;
	struct fault_list *faults;
	struct arena arena; /* texts of secrets */
	bool has_secret;    /* a secret is written in the file itself */
	bool good;
};

void
site_list_init(struct site_list *list)
{
	*list = (struct site_list){ 0 };
	table_init(&list->by_key);
}

void
site_list_release(struct site_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		config_site_release(&list->sites[i]);
		free(list->keys[i]);
	}
	free(list->sites);
	free(list->keys);
	table_release(&list->by_key);
	site_list_init(list);
}

/* ------------------------------------------------------------------- keys */

static void
site_list_report_unknown(
    const struct yaml_node *node, struct fault_list *faults)
{
	struct schema_level level = { schema_site_keys, schema_n_site_keys,
		NULL };
	char quoted[FAULT_QUOTE_BYTES];
	struct buf hint;

	buf_init(&hint, HINT_BYTES);
	schema_hint(&level, node->key, &hint);
	fault_add(faults, node->key_place, "unknown key %s of a site, %s",
	    fault_quote(node->key, quoted), hint.p);
	buf_release(&hint);
}

/* True if the file of a secret was not read (enum config_secrets). */
static bool
site_list_is_unread(const struct yaml_node *node, const struct yaml_node *text)
{
	return site_secret_is_reference(node) && text->text.len == 0;
}

static bool
site_list_read_proxy(struct site_reading *r, const struct schema_key *key,
    const struct yaml_node *node)
{
	struct yaml_node text;

	if (node->kind == YAML_TEXT && slice_equal(node->text, SLICE("none"))) {
		r->site.proxy = value_copy(SLICE(""), r->faults);
		return r->site.proxy != NULL;
	}
	r->has_secret |=
	    node->kind == YAML_TEXT && url_has_credentials(node->text);
	if (!site_secret_resolve(
		key->path, node, r->file, &r->arena, r->faults, &text))
		return false;
	r->site.lacks_proxy = site_list_is_unread(node, &text);
	return r->site.lacks_proxy ||
	       value_read(key, &text, &r->site, r->faults);
}

static bool
site_list_read_password(struct site_reading *r, const struct schema_key *key,
    const struct yaml_node *node)
{
	struct yaml_node text;

	r->has_secret |= node->kind == YAML_TEXT && !yaml_is_null(node);
	return site_secret_resolve(
		   key->path, node, r->file, &r->arena, r->faults, &text) &&
	       (site_list_is_unread(node, &text) ||
		   value_read(key, &text, &r->site, r->faults));
}

/* Adds the fault of a file that cannot be read; errno contains the reason.  A
 * cookie in place of a path (NAME=VALUE; ...) is a secret and is not shown. */
static void
site_list_refuse_path(struct site_reading *r, const struct schema_key *key,
    const char *path, struct place place)
{
	int error = errno;

	if (strpbrk(path, "=;") != NULL && access(path, F_OK) != 0)
		fault_add(r->faults, place,
		    "%s: not the path of a file, expected a file that can be "
		    "read",
		    key->path);
	else
		fault_add(r->faults, place,
		    "%s: cannot read %s: %s; correct the path or the "
		    "permissions",
		    key->path, path, strerror(error));
}

/* Reads the path of a file, which must be readable if it is used. */
static bool
site_list_read_path(struct site_reading *r, const struct schema_key *key,
    const struct yaml_node *node)
{
	char **field = (char **)(void *)((char *)&r->site + key->offset);
	struct yaml_node text = *node;
	char *path;

	/* `rules` may be a folder. */
	while (field == &r->site.rules && text.kind == YAML_TEXT &&
	       text.text.len > 1 && slice_ends(text.text, SLICE("/")))
		text.text.len--;
	if (site_secret_is_reference(node)) {
		path = site_secret_path(key->path, node, r->file, r->faults);
	} else if (!value_read(key, &text, &r->site, r->faults)) {
		return false;
	} else if (*field == NULL) {
		return true;
	} else {
		path = config_path_beside(r->file, *field);
		r->faults->out_of_memory |= path == NULL;
	}
	free(*field);
	*field = path;
	if (path == NULL)
		return false;
	if (field != &r->site.rules &&
	    !site_secret_is_needed(key->path, path, node->place, r->faults))
		return true;
	if (access(path, R_OK) == 0)
		return true;
	site_list_refuse_path(r, key, path, node->place);
	return false;
}

static bool
site_list_read_key(struct site_reading *r, const struct schema_key *key,
    const struct yaml_node *node)
{
	if (key->type == SCHEMA_HEADERS)
		return site_secret_read_headers(
		    key, node, r->file, r->faults, &r->site, &r->has_secret);
	if (key->type == SCHEMA_PROXY)
		return site_list_read_proxy(r, key, node);
	if (key->type == SCHEMA_PATH)
		return site_list_read_path(r, key, node);
	if (key->offset == offsetof(struct config_site, client_key_password))
		return site_list_read_password(r, key, node);
	return value_read(key, node, &r->site, r->faults);
}

static void
site_list_read_keys(struct site_reading *r)
{
	struct schema_level level = { schema_site_keys, schema_n_site_keys,
		NULL };

	for (const struct yaml_node *node = r->map->children; node != NULL;
	     node = node->next) {
		const struct schema_key *key = schema_find(&level, node->key);

		if (key == NULL) {
			site_list_report_unknown(node, r->faults);
			r->good = false;
		} else if (!site_list_read_key(r, key, node)) {
			r->good = false;
		}
	}
}

/* ----------------------------------------------------------------- checks */

static struct place
site_list_place_of(const struct site_reading *r, const char *key)
{
	for (const struct yaml_node *node = r->map->children; node != NULL;
	     node = node->next)
		if (slice_equal(node->key, slice_of(key)))
			return node->place;
	return r->map->place;
}

static void
site_list_refuse(struct site_reading *r, const char *key, const char *text)
{
	fault_add(r->faults, site_list_place_of(r, key), "%s: %s", key, text);
	r->good = false;
}

/* Checks keys that require other keys. */
static void
site_list_check(struct site_reading *r)
{
	const struct config_site *site = &r->site;

	if (site->ignores_robots &&
	    (site->reason == NULL ||
		slice_trim(slice_of(site->reason)).len == 0))
		site_list_refuse(r, "robots",
		    "ignore without a reason, expected `reason: TEXT`, which "
		    "is logged");
	if (site->client_certificate == NULL &&
	    (site->client_key != NULL || site->client_key_password != NULL))
		site_list_refuse(r,
		    site->client_key != NULL ? "client_key"
					     : "client_key_password",
		    "given without a certificate, expected "
		    "`client_certificate: FILE`");
	if (site->user_agent != NULL &&
	    slice_trim(slice_of(site->user_agent)).len == 0)
		site_list_refuse(
		    r, "user_agent", "an empty text, expected a name");
}

static void
site_list_read_match(struct site_reading *r)
{
	char quoted[FAULT_QUOTE_BYTES];
	const char *problem;
	bool memory;

	if (r->site.match == NULL) {
		if (r->good)
			fault_add(r->faults, r->map->place,
			    "a site without match, expected match: "
			    "example.org");
		r->good = false;
		return;
	}
	problem = site_match_read(&r->site, &memory);
	r->faults->out_of_memory |= !memory;
	r->good = r->good && memory && problem == NULL;
	if (memory && problem != NULL)
		fault_add(r->faults, site_list_place_of(r, "match"),
		    "match: %s is %s, expected a registrable domain or a host, "
		    "such as example.org",
		    fault_quote(slice_of(r->site.match), quoted), problem);
}

/* Stores the valid lines of the cookie file in the site, and adds a fault if
 * the file is not valid. */
static void
site_list_take_cookies(struct site_reading *r, struct slice bytes)
{
	struct place place = site_list_place_of(r, "cookies");
	struct cookie_file_report report;
	struct buf lines;

	buf_init(&lines, LIMIT_COOKIE_FILE_BYTES + 2);
	cookie_file_read(bytes, &r->site, &lines, &report);
	if (report.wrong_line > 0 || report.n_cookies > LIMIT_SITE_COOKIES) {
		fault_add(r->faults, place,
		    report.wrong_line > 0
			? "cookies: %s:%d is not a cookie, expected seven "
			  "fields separated by tabs"
			: "cookies: %s has too many cookies, expected at most "
			  "%d",
		    r->site.cookies_file,
		    report.wrong_line > 0 ? report.wrong_line
					  : LIMIT_SITE_COOKIES);
		r->good = false;
	} else if (report.n_foreign > 0) {
		fault_warn(r->faults, place,
		    "cookies: %zu cookies in %s are not for %s and are not "
		    "used",
		    report.n_foreign, r->site.cookies_file, r->site.match);
	}
	r->faults->out_of_memory |= lines.no_memory;
	r->site.cookies = buf_detach(&lines);
	buf_release(&lines);
}

static void
site_list_read_cookies(struct site_reading *r)
{
	struct buf bytes;

	if (r->site.cookies_file == NULL || !r->good ||
	    !site_secret_may_read(r->site.cookies_file, r->faults))
		return;
	buf_init(&bytes, LIMIT_COOKIE_FILE_BYTES + 2);
	if (site_secret_read("cookies", r->site.cookies_file,
		site_list_place_of(r, "cookies"), LIMIT_COOKIE_FILE_BYTES,
		&bytes, r->faults))
		site_list_take_cookies(r, buf_slice(&bytes));
	else
		r->good = false;
	if (bytes.len > 0)
		explicit_bzero(bytes.p, bytes.len);
	buf_release(&bytes);
}

/* Warns if the file is not in PEM format. libcurl refuses such a file only when
 * a request is sent. A program that sends no request does not open the file. */
static void
site_list_check_pem(struct site_reading *r, const char *key, const char *path)
{
	struct err e = ERR_INIT;
	struct file_id id;
	struct buf bytes;
	unsigned mode;

	if (path == NULL || !r->good || !site_secret_may_read(path, r->faults))
		return;
	buf_init(&bytes, PEM_BYTES + 2);
	if (include_read_file(path, PEM_BYTES, &bytes, &mode, &id, &e) == 0 &&
	    slice_find(buf_slice(&bytes), SLICE("-----BEGIN "), 0) ==
		SLICE_NOT_FOUND)
		fault_warn(r->faults, site_list_place_of(r, key),
		    "%s: %s is not in PEM format, expected a file with a line "
		    "that begins with -----BEGIN",
		    key, path);
	if (bytes.len > 0)
		explicit_bzero(bytes.p, bytes.len);
	r->faults->out_of_memory |= bytes.no_memory;
	buf_release(&bytes);
}

static void
site_list_read_rules(struct site_reading *r)
{
	if (r->site.rules != NULL && r->good)
		r->good = site_rules_read(
		    &r->site, site_list_place_of(r, "rules"), r->faults);
}

/* ------------------------------------------------------------------- list */

static bool
site_list_reserve(struct site_list *list)
{
	size_t cap = list->cap > 0 ? 2 * list->cap : 16;
	struct config_site *sites;
	char **keys;

	if (list->n < list->cap)
		return true;
	sites = reallocarray(list->sites, cap, sizeof(*sites));
	if (sites != NULL)
		list->sites = sites;
	keys = reallocarray(list->keys, cap, sizeof(*keys));
	if (keys != NULL)
		list->keys = keys;
	if (sites == NULL || keys == NULL)
		return false;
	list->cap = cap;
	return true;
}

/* Returns the key of a site.  The key is owned.  Two entries with equal keys
 * would apply to the same URLs. */
static char *
site_list_key(const struct config_site *site)
{
	char *key;

	if (asprintf(&key, "%s%s:%d", site->only_tls ? "https://" : "",
		site->host, site->port) < 0)
		return NULL;
	return key;
}

static bool
site_list_append(struct site_list *list, struct config_site *site, char *key)
{
	if (key == NULL || !site_list_reserve(list) ||
	    table_put(&list->by_key, slice_of(key),
		(void *)(uintptr_t)(list->n + 1)) != 0)
		return false;
	list->keys[list->n] = key;
	list->sites[list->n++] = *site;
	return true;
}

/* Takes ownership of the site. */
static void
site_list_add(struct site_list *list, struct config_site *site,
    struct place place, struct fault_list *faults)
{
	char *key = site_list_key(site), quoted[FAULT_QUOTE_BYTES];
	uintptr_t at =
	    key ? (uintptr_t)table_get(&list->by_key, slice_of(key)) : 0;

	if (at == 0 && list->n < LIMIT_SITES &&
	    site_list_append(list, site, key))
		return;
	if (at > 0)
		fault_add(faults, place,
		    "site %s is given twice, expected once (first in %s:%d)",
		    fault_quote(slice_of(site->match), quoted),
		    list->sites[at - 1].file, list->sites[at - 1].line);
	else if (list->n == LIMIT_SITES)
		fault_add(faults, place, "too many sites, expected at most %d",
		    LIMIT_SITES);
	else
		faults->out_of_memory = true;
	free(key);
	config_site_release(site);
}

/* Reads the keys of a site.  If the arena of the secrets is full, it jumps to
 * this function. */
static void
site_list_read_guarded(struct site_reading *r)
{
	jmp_buf exhausted;

	arena_init(&r->arena, SECRET_ARENA);
	r->arena.exhausted = &exhausted;
	if (setjmp(exhausted) == 0) {
		site_list_read_keys(r);
		site_list_read_match(r);
		site_list_check(r);
		site_list_check_pem(
		    r, "client_certificate", r->site.client_certificate);
		site_list_check_pem(r, "client_key", r->site.client_key);
		site_list_read_cookies(r);
		site_list_read_rules(r);
	} else {
		r->faults->out_of_memory = true;
		r->good = false;
	}
	arena_release(&r->arena);
}

static void
site_list_read_site(struct site_list *list, const struct yaml_node *node,
    const char *file, struct fault_list *faults)
{
	struct site_reading r = {
		.map = node, .file = file, .faults = faults, .good = true
	};

	if (node->kind != YAML_MAP) {
		fault_add(faults, node->place,
		    "a site without keys, expected \"- match: example.org\"");
		return;
	}
	site_list_read_guarded(&r);
	if (r.has_secret && list->secret.line == 0)
		list->secret = node->place;
	if (r.site.render && list->render.line == 0)
		list->render = site_list_place_of(&r, "render");
	r.site.file = file;
	r.site.line = node->place.line;
	if (r.good)
		site_list_add(list, &r.site, node->place, faults);
	else
		config_site_release(&r.site);
}

void
site_list_read(struct site_list *list, const struct yaml_node *node,
    const char *file, struct fault_list *faults)
{
	if (yaml_is_null(node))
		return;
	if (node->kind != YAML_LIST) {
		value_refuse(schema_of("sites"), node, NULL, faults);
		return;
	}
	for (node = node->children; node != NULL; node = node->next)
		site_list_read_site(list, node, file, faults);
}

void
site_list_take(
    struct site_list *list, struct config_site **ret_sites, size_t *ret_n)
{
	*ret_sites = list->sites;
	*ret_n = list->n;
	for (size_t i = 0; i < list->n; i++)
		free(list->keys[i]);
	free(list->keys);
	table_release(&list->by_key);
	site_list_init(list);
}
