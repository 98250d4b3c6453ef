/*
 * faults.c -- the list of faults in a configuration.
 */
#include "config/faults.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/text/utf8.h"

#define FAULT_TEXT_BYTES 1024
#define FAULT_WARNING    "warning: "
#define FAULT_NOTE       "note: "
/* Largest part of an external text that a fault quotes. */
#define FAULT_SHOWN_BYTES 60

void
fault_list_init(struct fault_list *list)
{
	*list = (struct fault_list){ 0 };
}

void
fault_list_release(struct fault_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		free(list->faults[i].text);
	free(list->faults);
	fault_list_init(list);
}

static bool
faults_reserve(struct fault_list *list)
{
	struct fault *faults;

	/* The capacity of the array is a power of two. The array grows when n
	 * reaches it. */
	if (list->n != 0 && (list->n & (list->n - 1)) != 0)
		return true;
	faults = reallocarray(
	    list->faults, list->n > 0 ? 2 * list->n : 1, sizeof(*list->faults));
	if (faults == NULL)
		return false;
	list->faults = faults;
	return true;
}

/* True for a warning or a note. */
static bool
faults_is_harmless(const char *text)
{
	struct slice s = slice_of(text);

	return slice_starts(s, SLICE(FAULT_WARNING)) ||
	       slice_starts(s, SLICE(FAULT_NOTE));
}

/* Returns the last warning or note of the list, or NULL if it has none. */
static struct fault *
faults_last_harmless(struct fault_list *list)
{
	for (size_t i = list->n; i > 0; i--)
		if (faults_is_harmless(list->faults[i - 1].text))
			return &list->faults[i - 1];
	return NULL;
}

/* Puts a fault in the place of a warning or a note of a full list. */
static void
faults_replace(struct fault_list *list, struct place place, const char *text)
{
	struct fault *old = faults_last_harmless(list);
	char *copy = old != NULL ? strdup(text) : NULL;

	list->n_left_out++;
	if (old == NULL)
		return;
	if (copy == NULL) {
		list->out_of_memory = true;
		return;
	}
	free(old->text);
	*old = (struct fault){ place, list->n + list->n_left_out, copy };
}

static void __attribute__((format(printf, 4, 0)))
faults_add(struct fault_list *list, struct place place, const char *kind,
    const char *format, va_list ap)
{
	char text[FAULT_TEXT_BYTES];
	size_t n = strlen(kind);
	struct fault *fault;

	memcpy(text, kind, n);
	vsnprintf(text + n, sizeof(text) - n, format, ap);
	if (list->n >= LIMIT_CONFIG_FAULTS) {
		if (faults_is_harmless(text))
			list->n_left_out++;
		else
			faults_replace(list, place, text);
		return;
	}
	if (!faults_reserve(list)) {
		list->out_of_memory = true;
		return;
	}
	fault = &list->faults[list->n];
	*fault = (struct fault){ place, list->n, strdup(text) };
	if (fault->text == NULL)
		list->out_of_memory = true;
	else
		list->n++;
}

void
fault_add(struct fault_list *list, struct place place, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	faults_add(list, place, "", format, ap);
	va_end(ap);
	list->n_faults++;
}

void
fault_warn(struct fault_list *list, struct place place, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	faults_add(list, place, FAULT_WARNING, format, ap);
	va_end(ap);
}

void
fault_note(struct fault_list *list, struct place place, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	faults_add(list, place, FAULT_NOTE, format, ap);
	va_end(ap);
}

static int
faults_compare(const void *left, const void *right)
{
	const struct fault *a = left, *b = right;

	if (a->place.file != b->place.file)
		return a->place.file < b->place.file ? -1 : 1;
	if (a->place.line != b->place.line)
		return a->place.line < b->place.line ? -1 : 1;
	if (a->place.column != b->place.column)
		return a->place.column < b->place.column ? -1 : 1;
	return a->order < b->order ? -1 : 1;
}

static void
faults_sort(struct fault_list *list)
{
	if (list->n > 1)
		qsort(list->faults, list->n, sizeof(*list->faults),
		    faults_compare);
}

/* Replaces controls by "?", because file names may contain any byte but "/" and
 * NUL. */
static void
faults_clean(struct buf *out, size_t from)
{
	for (size_t i = from; i < out->len; i++) {
		unsigned char c = (unsigned char)out->p[i];
		bool c1 = c == 0xC2 && i + 1 < out->len &&
			  (unsigned char)out->p[i + 1] < 0xA0;

		if (c1)
			out->p[i + 1] = '?';
		if (c < 0x20 || c == 0x7F || c1)
			out->p[i] = '?';
	}
}

void
fault_list_write(struct fault_list *list, char *const *files, struct buf *out)
{
	bool has_harmless = faults_last_harmless(list) != NULL;

	faults_sort(list);
	for (size_t i = 0; i < list->n; i++) {
		const struct fault *fault = &list->faults[i];
		size_t from = out->len;

		buf_printf(out, "%s:%d:%d: %s", files[fault->place.file],
		    fault->place.line, fault->place.column, fault->text);
		faults_clean(out, from);
		buf_append_char(out, '\n');
	}
	/* If a warning or a note is listed, no fault was left out. */
	if (list->n_left_out > 0 && list->n > 0)
		buf_printf(out, "%s:1:1: %s%zu more %s, expected at most %d\n",
		    files[list->faults[0].place.file],
		    has_harmless ? FAULT_WARNING : "", list->n_left_out,
		    has_harmless ? "warnings and notes" : "faults",
		    LIMIT_CONFIG_FAULTS);
}

int
fault_list_sum_up(struct fault_list *list, char *const *files, struct err *e)
{
	const struct fault *first = NULL;

	faults_sort(list);
	for (size_t i = 0; i < list->n && first == NULL; i++)
		if (!faults_is_harmless(list->faults[i].text))
			first = &list->faults[i];
	if (first == NULL)
		return err_set(e, ERR_CONFIG, "%zu faults", list->n_faults);
	err_set(e, ERR_CONFIG, "%s:%d:%d: %s", files[first->place.file],
	    first->place.line, first->place.column, first->text);
	if (list->n_faults > 1)
		err_wrap(e, "%zu faults; the first is", list->n_faults);
	return ERR_CONFIG;
}

const char *
fault_quote(struct slice s, char out[FAULT_QUOTE_BYTES])
{
	struct slice shown = utf8_prefix(s, FAULT_SHOWN_BYTES);
	size_t n = 0, at = 0;

	out[n++] = '"';
	/* Six bytes are reserved for the ellipsis, the quotation mark and the
	 * NUL. */
	while (at < shown.len && n + 4 + 6 <= FAULT_QUOTE_BYTES) {
		uint32_t rune;
		size_t taken = utf8_decode(shown.p + at, shown.len - at, &rune);

		if (rune < 0x20 || (rune >= 0x7F && rune < 0xA0) ||
		    rune == 0x2028 || rune == 0x2029)
			rune = RUNE_BAD;
		n += utf8_encode(rune, out + n);
		at += taken;
	}
	if (at < s.len)
		n += utf8_encode(0x2026, out + n);
	out[n++] = '"';
	out[n] = '\0';
	return out;
}
