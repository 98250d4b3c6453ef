/*
 * meta_lines_test.c -- reading times are recognised in many languages, and
 * lines that are similar to them are text: meta_lines.c.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define TITLE "Harbour council closes the old ferry terminal"
#define TEXT                                                                   \
	"<p>The harbour council voted on Tuesday evening to close the old "    \
	"ferry terminal, ending an argument of eleven years.</p>"              \
	"<p>Boats will be sent to the new pier from the first of May, said "   \
	"its chairwoman, who did not say what comes after.</p>"                \
	"<p>Nobody spoke against it in the end, although more than two "       \
	"hundred people had come, some of them with posters.</p>"

static const char *const times[] = { "4 min read", "3-4 min read",
	"Lesezeit: ca. 4 Minuten", "Temps de lecture : 3 minutes",
	"3 min de lectura", "Tempo di lettura: 2 minuti", "Leestijd: 3 minuten",
	"3 minutters læsning", "Lukuaika 3 minuuttia", "Czas czytania: 5 minut",
	"Doba čtení: 3 minuty", "Vrijeme čitanja: 2 minute",
	"Timp de citire: 4 minute", "Olvasási idő: 3 perc",
	"Okuma süresi: 4 dk", "Χρόνος ανάγνωσης: 5 λεπτά",
	"Время чтения: 5 минут", "Час читання: 5 хв", "Време за четене: 3 мин",
	"זמן קריאה: 5 דקות", "٥ دقائق للقراءة", "زمان مطالعه: ۵ دقیقه",
	"5 मिनट में पढ़ें", "5 phút đọc", "Waktu baca: 3 menit",
	"この記事は約5分で読めます。", "阅读时间：5 分钟", "閱讀時間：3 分鐘",
	"읽는 시간 5분" };

/* Lines without a number, and sentences with one. */
static const char *const texts[] = { "Read for a minute and be quiet.",
	"Five minutes of reading saved the terminal.",
	"The reading took 5 minutes and nobody coughed." };

static struct slice
meta_lines_test_body(struct buf *page, const char *line)
{
	buf_clear(page);
	buf_printf(page,
	    "<html><body><h1>" TITLE "</h1><p>%s</p>" TEXT "</body></html>",
	    line);
	return testing_cut(page->p, TITLE).body;
}

static bool
meta_lines_test_has(struct slice text, const char *part)
{
	return slice_find(text, slice_of(part), 0) != SLICE_NOT_FOUND;
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 20);
	testing_begin();
	for (size_t i = 0; i < ARRAY_LENGTH(times); i++) {
		struct slice body = meta_lines_test_body(&page, times[i]);

		ok(!meta_lines_test_has(body, times[i]) &&
			meta_lines_test_has(body, "voted on Tuesday") &&
			meta_lines_test_has(body, "with posters"),
		    "X3: a reading time: %s", times[i]);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		ok(meta_lines_test_has(
		       meta_lines_test_body(&page, texts[i]), texts[i]),
		    "text: %s", texts[i]);
	buf_release(&page);
	return testing_end();
}
