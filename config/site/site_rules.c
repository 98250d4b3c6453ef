/*
 * site_rules.c -- reads the files of the key `rules` of a site (site_rules.h).
 *
 * The files are read when the configuration is read, so that a page needs no
 * access to the disk, and a changed file takes effect on a reload.  Failures: a
 * file that cannot be read, is not a text, is too large, or has no statement is
 * a fault.
 *
 * The text of SITE_RULES_GLOBAL is appended to the text of each other file of
 * its folder.  Of several lines the first one counts, so the lines of the
 * host's file have precedence.
 */
#include "config/site/site_rules.h"

#include <sys/stat.h>

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits/limits_rules.h"
#include "config/include.h"
#include "config/yaml/value.h"
#include "rules/rules.h"

/* Returns the part of a path after its last slash. */
static const char *
site_rules_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

static bool
site_rules_copy_header(struct config_rules *file, const struct rule_line *line,
    struct place place, struct fault_list *faults)
{
	const char *what = value_header_problem(line->name, line->value);
	struct config_header *header = &file->headers[file->n_headers];

	for (size_t i = 0; i < file->n_headers; i++)
		if (slice_equal_nocase(
			line->name, slice_of(file->headers[i].name)))
			return true;
	if (what != NULL) {
		fault_warn(faults, place, "rules: %s:%u: http_header: %s",
		    file->path, line->number, what);
		return true;
	}
	header->name = value_copy(line->name, faults);
	header->value = value_copy(line->value, faults);
	file->n_headers++;
	return header->name != NULL && header->value != NULL;
}

/* Warns of faulty lines.  Those of SITE_RULES_GLOBAL were reported when that
 * file was read. */
static void
site_rules_warn(const struct config_rules *file, const struct rules *rules,
    struct place place, struct fault_list *faults)
{
	char quoted[FAULT_QUOTE_BYTES];

	for (size_t i = 0; i < rules->n_faults; i++)
		if (rules->faults[i].number < file->line_end)
			fault_warn(faults, place, "rules: %s:%u: %s",
			    file->path, rules->faults[i].number,
			    fault_quote(rules->faults[i].text, quoted));
}

/* Copies the headers of the rules, and warns about faulty lines. */
static bool
site_rules_parse(struct config_rules *file, struct arena *arena,
    struct place place, struct fault_list *faults)
{
	struct rules rules;
	bool good = true;

	rules_read(arena, (struct slice){ file->text, file->bytes }, &rules);
	site_rules_warn(file, &rules, place, faults);
	file->headers = calloc(LIMIT_RULES_HEADERS, sizeof(*file->headers));
	if (file->headers == NULL) {
		faults->out_of_memory = true;
		return false;
	}
	for (size_t i = 0; i < rules.n_lines && good; i++)
		if (rules.lines[i].command == RULE_HTTP_HEADER &&
		    file->n_headers < LIMIT_RULES_HEADERS)
			good = site_rules_copy_header(
			    file, &rules.lines[i], place, faults);
	if (rules.n_lines > 0 || !good)
		return good;
	fault_add(faults, place,
	    "rules: %s has no statement, expected lines such as body: "
	    "//article",
	    file->path);
	return false;
}

static bool
site_rules_parse_guarded(
    struct config_rules *file, struct place place, struct fault_list *faults)
{
	volatile bool good = false;
	struct arena arena;
	jmp_buf exhausted;

	arena_init(&arena, LIMIT_RULES_ARENA);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) == 0)
		good = site_rules_parse(file, &arena, place, faults);
	else
		faults->out_of_memory = true;
	arena_release(&arena);
	return good;
}

/* Appends the statements of SITE_RULES_GLOBAL to the text of a file.  Returns
 * the number of the first line that they have in the whole text. */
static uint32_t
site_rules_append(struct buf *text, struct slice global)
{
	uint32_t line_end = 2;

	if (global.len == 0)
		return UINT32_MAX;
	for (size_t i = 0; i < text->len; i++)
		line_end += text->p[i] == '\n';
	buf_append_char(text, '\n');
	buf_append_slice(text, global);
	return line_end;
}

static bool
site_rules_load(struct config_rules *file, const char *path,
    struct slice global, struct place place, struct fault_list *faults)
{
	struct err e = ERR_INIT;
	struct file_id id;
	struct buf bytes;
	unsigned mode;
	int rc;

	buf_init(&bytes, 2 * LIMIT_RULES_BYTES + 4);
	rc = include_read_file(path, LIMIT_RULES_BYTES, &bytes, &mode, &id, &e);
	file->line_end = site_rules_append(&bytes, global);
	file->path = strdup(path);
	file->bytes = bytes.len;
	file->digest = rules_digest(buf_slice(&bytes));
	if (rc == 0 && bytes.len <= LIMIT_RULES_BYTES && S_ISREG(mode) &&
	    slice_find_char(buf_slice(&bytes), '\0', 0) == SLICE_NOT_FOUND)
		file->text = strndup(bytes.p, bytes.len);
	buf_release(&bytes);
	if (rc == ERR_MEMORY || file->path == NULL) {
		faults->out_of_memory = true;
		return false;
	}
	if (file->text == NULL) {
		fault_add(faults, place,
		    "rules: %s%s%s, expected a text file of at most %lld bytes",
		    rc != 0 ? "" : "cannot use ", rc != 0 ? e.text : path,
		    global.len > 0 ? " together with " SITE_RULES_GLOBAL : "",
		    LIMIT_RULES_BYTES);
		return false;
	}
	return site_rules_parse_guarded(file, place, faults);
}

static bool
site_rules_add(struct config_site *site, const char *path, struct slice global,
    struct place place, struct fault_list *faults)
{
	struct config_rules *files = reallocarray(site->rule_files,
	    site->n_rule_files + 1, sizeof(*site->rule_files));

	if (files == NULL) {
		faults->out_of_memory = true;
		return false;
	}
	site->rule_files = files;
	files[site->n_rule_files] = (struct config_rules){ 0 };
	return site_rules_load(
	    &files[site->n_rule_files++], path, global, place, faults);
}

/* ---- a folder ---- */

/* True if a file in the folder may be for a host of the site. */
static bool
site_rules_is_for(const struct config_site *site, struct slice name)
{
	struct slice host = slice_of(site->host), of = name;

	if (rules_name_fits(name, host) > 0)
		return true;
	if (!site->whole_domain || !slice_ends_nocase(name, SLICE(".txt")))
		return false;
	of = slice_sub(of, of.p[0] == '.', of.len - strlen(".txt"));
	return slice_ends_nocase(of, host) &&
	       (of.len == host.len || of.p[of.len - host.len - 1] == '.');
}

/* Reads the file SITE_RULES_GLOBAL of the site's folder into `ret`, which stays
 * empty if the file does not exist. */
static bool
site_rules_read_global(const struct config_site *site, struct buf *ret,
    struct place place, struct fault_list *faults)
{
	struct config_site all = { 0 };
	char *path = NULL;
	bool good = true;

	if (asprintf(&path, "%s/" SITE_RULES_GLOBAL, site->rules) < 0) {
		faults->out_of_memory = true;
		return false;
	}
	if (access(path, F_OK) == 0)
		good = site_rules_add(&all, path, SLICE_NONE, place, faults);
	if (good && all.n_rule_files > 0)
		buf_append(
		    ret, all.rule_files[0].text, all.rule_files[0].bytes);
	if (buf_failed(ret)) {
		faults->out_of_memory = true;
		good = false;
	}
	config_site_release(&all);
	free(path);
	return good;
}

static bool
site_rules_read_folder(struct config_site *site, struct slice global,
    struct place place, struct fault_list *faults)
{
	struct dirent **names;
	bool good = true;
	int n = scandir(site->rules, &names, NULL, alphasort);

	for (int i = 0; i < n; i++) {
		char *path = NULL;

		if (good &&
		    site_rules_is_for(site, slice_of(names[i]->d_name))) {
			if (site->n_rule_files == LIMIT_RULES_FILES) {
				fault_add(faults, place,
				    "rules: too many files for this site in "
				    "%s, expected at most %d",
				    site->rules, LIMIT_RULES_FILES);
				good = false;
			} else if (asprintf(&path, "%s/%s", site->rules,
				       names[i]->d_name) < 0) {
				faults->out_of_memory = true;
				path = NULL;
				good = false;
			} else {
				good = site_rules_add(
				    site, path, global, place, faults);
			}
		}
		free(path);
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	if (n < 0)
		fault_add(faults, place,
		    "rules: cannot read %s: %s, expected a folder that can be "
		    "read",
		    site->rules, strerror(errno));
	else if (good && site->n_rule_files == 0)
		fault_warn(faults, place,
		    "rules: %s has no file for %s, expected %s.txt",
		    site->rules, site->match, site->host);
	return good && n >= 0;
}

bool
site_rules_read(
    struct config_site *site, struct place place, struct fault_list *faults)
{
	struct buf global;
	struct stat st;
	bool good;

	if (site->rules == NULL || site->host == NULL)
		return true;
	if (stat(site->rules, &st) != 0) {
		fault_add(faults, place,
		    "rules: cannot read %s: %s, expected a file or a folder",
		    site->rules, strerror(errno));
		return false;
	}
	site->rules_in_folder = S_ISDIR(st.st_mode);
	if (!site->rules_in_folder)
		return site_rules_add(
		    site, site->rules, SLICE_NONE, place, faults);
	buf_init(&global, LIMIT_RULES_BYTES + 1);
	good = site_rules_read_global(site, &global, place, faults) &&
	       site_rules_read_folder(site, buf_slice(&global), place, faults);
	buf_release(&global);
	return good;
}

/* ---- use ---- */

const struct config_rules *
site_rules_of(const struct config_site *site, struct slice host)
{
	const struct config_rules *best = NULL;
	unsigned most = 0;

	if (!site->rules_in_folder)
		return site->n_rule_files > 0 ? &site->rule_files[0] : NULL;
	for (size_t i = 0; i < site->n_rule_files; i++) {
		unsigned fits = rules_name_fits(
		    slice_of(site_rules_name(site->rule_files[i].path)), host);

		if (fits > most) {
			most = fits;
			best = &site->rule_files[i];
		}
	}
	return best;
}
