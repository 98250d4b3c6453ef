/*
 * date_lines_test.c -- lines with the days of publication and of a change, in
 * thirteen languages and five layouts: the days are read, and the lines are not
 * text of the article.
 */
#include "base/array.h"
#include "base/date/date.h"
#include "tests/lib/cuter.h"

#define TITLE "Storm closes three bridges"
#define TEXT                                                                   \
	"<p>The storm closed three bridges on the river on Monday evening, "   \
	"and the council sent boats for the people on the other bank.</p>"     \
	"<p>Ferries replace the buses until the bridges have been examined, "  \
	"which takes a week, said the engineers of the council.</p>"           \
	"<p>Schools on both banks stay closed, because most of the teachers "  \
	"live on the other side, and the boats are too small.</p>"

struct date_lines_row {
	const char *lang, *published, *changed;
};

/* The 4th and the 9th of May 2024. */
static const struct date_lines_row date_lines_rows[] = {
	{ "en", "Published: May 4, 2024", "Last updated: May 9, 2024" },
	{ "de", "Veröffentlicht am 4. Mai 2024",
	    "Letzte Änderung: 9. Mai 2024" },
	{ "de", "Veröffentlicht am 4. Mai 2024",
	    "Zuletzt geändert am 9. Mai 2024" },
	{ "es", "Publicado: 4 de mayo de 2024",
	    "Última actualización: 9 de mayo de 2024" },
	{ "es", "Publicado el 4 de mayo de 2024",
	    "Actualizado el 9 de mayo de 2024" },
	{ "fr", "Publié le 4 mai 2024", "Dernière mise à jour le 9 mai 2024" },
	{ "it", "Pubblicato il 4 maggio 2024",
	    "Ultimo aggiornamento: 9 maggio 2024" },
	{ "it", "Pubblicato il 4 maggio 2024",
	    "Ultima modifica 9 maggio 2024" },
	{ "pt", "Publicado em 4 de maio de 2024",
	    "Última atualização: 9 de maio de 2024" },
	{ "nl", "Gepubliceerd op 4 mei 2024", "Laatst gewijzigd: 9 mei 2024" },
	{ "sv", "Publicerad 4 maj 2024", "Senast uppdaterad 9 maj 2024" },
	{ "da", "Udgivet 4. maj 2024", "Sidst ændret 9. maj 2024" },
	{ "no", "Publisert 4. mai 2024", "Sist endret 9. mai 2024" },
	{ "pl", "Opublikowano: 4 maja 2024",
	    "Ostatnia aktualizacja: 9 maja 2024" },
	{ "ru", "Опубликовано: 4 мая 2024",
	    "Последнее обновление: 9 мая 2024" },
	{ "ca", "Publicat el 4 de maig de 2024",
	    "Última actualització: 9 de maig de 2024" },
};

/* %P is the line of the publication, %C that of the change. */
static const char *const date_lines_layouts[] = {
	"<p>%P</p><p>%C</p>",
	"<p>%C</p><p>%P</p>",
	"<p>%P | %C</p>",
	"<p>%C | %P</p>",
	"<div class=meta><span>%C</span> <span>%P</span></div>",
};

static void
date_lines_test_write(
    struct buf *page, const char *layout, const struct date_lines_row *row)
{
	buf_clear(page);
	buf_printf(page,
	    "<html lang=%s><title>" TITLE "</title><article><h1>" TITLE "</h1>",
	    row->lang);
	for (const char *p = layout; *p != '\0'; p++)
		if (*p == '%')
			buf_append_string(
			    page, *++p == 'P' ? row->published : row->changed);
		else
			buf_append(page, p, 1);
	buf_append_string(page, TEXT "</article>");
}

/* The page states no zone, so the day may begin up to 14 hours before or after
 * that of Greenwich. */
static bool
date_lines_test_is_day(int64_t at, int64_t day)
{
	return at >= day - 14 * 3600 && at <= day + 14 * 3600;
}

static void
date_lines_test_row(
    struct buf *page, const struct date_lines_row *row, size_t layout)
{
	struct cuter_article a;

	date_lines_test_write(page, date_lines_layouts[layout], row);
	a = testing_cut_with(buf_slice(page), TITLE, NULL, NULL);
	ok(date_lines_test_is_day(a.published_at, 1714780800),
	    "the day of publication is read: %s, layout %zu", row->published,
	    layout);
	ok(slice_find(a.body, SLICE("2024"), 0) == SLICE_NOT_FOUND &&
		slice_starts(a.body, SLICE("The storm closed")),
	    "the line is not text: %s, layout %zu", row->changed, layout);
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 20);
	testing_begin();
	for (size_t i = 0; i < ARRAY_LENGTH(date_lines_rows); i++)
		for (size_t k = 0; k < ARRAY_LENGTH(date_lines_layouts); k++)
			date_lines_test_row(&page, &date_lines_rows[i], k);
	buf_release(&page);
	return testing_end();
}
