/*
 * date_line.c -- decides whether a line states only the date of an article.
 *
 * In:  the text of a block with a date; the names of the authors in JSON-LD.
 * Out: whether the date may replace the date in metadata.
 *
 * Headlines, kickers and captions contain dates, too ("Storm of 13 November
 * 2015"). A line with a date of publication has besides the date only words
 * such as "Published", a name after "by", the name of an author, and a few
 * other words that a sign divides from the date ("News | 4 May 2025").
 */
#include "base/array.h"
#include "base/date/date_digit.h"
#include "base/date/date_names.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/article/date/published.h"
#include "cuter/marks/meta_words.h"

#define WORD_BYTES 48
/* Largest number of words besides date, label and author. */
#define OTHER_WORDS 2
#define NAME_WORDS  6 /* largest number of words after "by" */
/* Largest number of words of a label: "Date de publication". */
#define LABEL_WORDS 3
/* Largest number of unknown words before "by": "Started by". */
#define BEFORE_BY 1
/* Characters of a script without spaces that count as one word. */
#define CHARACTERS_A_WORD 2
/* Least number of characters of an abbreviated weekday. */
#define SHORTEST_DAY 2

/* Names of weekdays in lower case. */
static const char *const weekdays[] = { "monday", "tuesday", "wednesday",
	"thursday", "friday", "saturday", "sunday", "montag", "dienstag",
	"mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag",
	"lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche",
	"lunes", "martes", "miércoles", "jueves", "viernes", "sábado",
	"domingo", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì",
	"sabato", "domenica", "segunda", "terça", "quarta", "quinta", "sexta",
	"feira", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag",
	"zaterdag", "zondag", "måndag", "tisdag", "onsdag", "torsdag", "fredag",
	"lördag", "söndag", "mandag", "tirsdag", "lørdag", "søndag",
	"maanantai", "maanantaina", "tiistai", "tiistaina", "keskiviikko",
	"keskiviikkona", "torstai", "torstaina", "perjantai", "perjantaina",
	"lauantai", "lauantaina", "sunnuntai", "sunnuntaina", "poniedziałek",
	"wtorek", "środa", "czwartek", "piątek", "sobota", "niedziela",
	"pondělí", "úterý", "středa", "čtvrtek", "pátek", "neděle", "hétfő",
	"kedd", "szerda", "csütörtök", "péntek", "szombat", "vasárnap", "luni",
	"marți", "miercuri", "joi", "vineri", "sâmbătă", "duminică",
	"pazartesi", "salı", "çarşamba", "perşembe", "cuma", "cumartesi",
	"pazar", "понедельник", "вторник", "среда", "четверг", "пятница",
	"суббота", "воскресенье", "понеділок", "вівторок", "середа", "четвер",
	"пʼятниця", "субота", "неділя", "δευτέρα", "τρίτη", "τετάρτη", "πέμπτη",
	"παρασκευή", "σάββατο", "κυριακή", "senin", "selasa", "rabu", "kamis",
	"jumat", "sabtu", "minggu", "الأحد", "الاثنين", "الثلاثاء", "الأربعاء",
	"الخميس", "الجمعة", "السبت" };

/* Words of captions and credits in lower case; longer words that begin with
 * them count, too. */
static const char *const picture_words[] = { "photo", "foto", "image", "bild",
	"picture", "imagen", "zdjęcie", "фото", "video", "illustration",
	"credit", "getty", "caption" };

/* One part of the line, between two signs such as "|". */
struct line_part {
	unsigned n, others, n_names;
	bool has_date; /* a year or the name of a month */
	bool is_by;    /* the words are the name after "by" */
	bool is_label; /* the part begins with a label, the words belong to it
			*/
};

struct line_words {
	struct slice authors;
	struct line_part part;
	unsigned others; /* of the parts without a date */
};

static bool
date_line_is_weekday(struct slice word)
{
	for (size_t i = 0; i < ARRAY_LENGTH(weekdays); i++)
		if (word.len >= SHORTEST_DAY && weekdays[i][0] == word.p[0] &&
		    slice_starts(slice_of(weekdays[i]), word))
			return true;
	return false;
}

static bool
date_line_is_picture(struct slice word)
{
	for (size_t i = 0; i < ARRAY_LENGTH(picture_words); i++)
		if (slice_starts(word, slice_of(picture_words[i])))
			return true;
	return false;
}

static bool
date_line_is_author(struct slice authors, struct slice word)
{
	struct slice name;

	while (slice_next(&authors, ' ', &name))
		if (slice_equal_nocase(name, word))
			return true;
	return false;
}

/* Ends the part. Returns false if the part has a date and other words. */
static bool
date_line_end_part(struct line_words *w)
{
	struct line_part *part = &w->part;

	if (part->has_date && part->others > 0)
		return false;
	w->others += part->others;
	memset(part, 0, sizeof(*part));
	return w->others <= OTHER_WORDS;
}

static void
date_line_add_number(struct line_part *part, struct slice word)
{
	size_t digits = 0;

	while (digits < word.len && ascii_is_digit(word.p[digits]))
		digits++;
	part->has_date |= digits >= 4;
	part->is_by = part->is_label = false;
}

/* Returns the class of a word; META_NONE for words of bylines that a line with
 * only a date does not have. */
static enum meta_word
date_line_class(struct slice word)
{
	enum meta_word is = meta_word_find(word);

	return is == META_GENRE || is == META_PICTURE || is == META_LINK
		   ? META_NONE
		   : is;
}

/* Adds one word. Returns false if no line with a date has such a word. */
static bool
date_line_add(struct line_words *w, struct slice word, unsigned characters)
{
	struct line_part *part = &w->part;
	enum meta_word is = date_line_class(word);
	enum date_word date;
	int value;

	part->n++;
	if (ascii_is_digit(word.p[0])) {
		date_line_add_number(part, word);
		return true;
	}
	part->is_label |= is == META_STAMP && part->n == 1;
	if (is == META_BY && part->others <= BEFORE_BY) {
		part->is_by = true;
		part->others = 0;
	}
	date = date_word_find(word, &value);
	if (date == DATE_WORD_MONTH && !part->is_by) {
		part->has_date = true;
		part->is_label = false;
	}
	if (is != META_NONE || date != DATE_WORD_UNKNOWN || characters == 1 ||
	    date_line_is_weekday(word) || date_line_is_author(w->authors, word))
		return true;
	if (date_line_is_picture(word))
		return false;
	if (part->is_by)
		return ++part->n_names <= NAME_WORDS;
	if (part->is_label && part->n <= LABEL_WORDS)
		return true;
	part->others++;
	return true;
}

/* Adds a run of a script without spaces: two characters count as a word. */
static bool
date_line_add_run(struct line_words *w, struct slice run, unsigned characters)
{
	int value;

	if (date_word_find(run, &value) != DATE_WORD_UNKNOWN)
		return date_line_add(w, run, characters);
	w->others += (characters + CHARACTERS_A_WORD - 1) / CHARACTERS_A_WORD;
	return w->others <= OTHER_WORDS;
}

/* Removes the label at the start of a text in a script without spaces, whose
 * words are not divided. */
static struct slice
date_line_skip_label(struct slice text)
{
	size_t at = 0;
	uint32_t rune;

	if (!published_is_label(text))
		return text;
	while (at < text.len) {
		size_t took = utf8_decode(text.p + at, text.len - at, &rune);

		if (!rune_is_unspaced(rune))
			break;
		at += took;
	}
	return slice_sub(text, at, text.len);
}

/* A word of the line. */
struct line_word {
	char text[WORD_BYTES + 4];
	size_t n;
	unsigned characters;
	bool is_unspaced;
};

static bool
date_line_end_word(struct line_words *w, struct line_word *word)
{
	struct slice text = { word->text, word->n };
	bool is_good = true;

	if (word->n > 0)
		is_good = word->is_unspaced
			      ? date_line_add_run(w, text, word->characters)
			      : date_line_add(w, text, word->characters);
	word->n = word->characters = 0;
	return is_good;
}

/* True for letters and digits, and for the marks on letters in Indic scripts
 * and Thai (U+0900 to U+0E7F, without the two signs at the end of a sentence).
 */
static bool
date_line_is_word(uint32_t rune)
{
	return rune_is_word(rune) || (rune >= 0x900 && rune < 0xE80 &&
					 rune != 0x964 && rune != 0x965);
}

/* True for the signs between the parts of a line. */
static bool
date_line_is_sign(uint32_t rune)
{
	return rune == '|' || rune == 0xB7 || rune == 0x2022;
}

bool
published_is_date_line(struct slice text, struct slice authors)
{
	struct line_words w = { .authors = authors };
	struct line_word word = { .n = 0 };

	text = date_line_skip_label(text);
	w.part.is_label = published_is_label(text);
	for (size_t i = 0, took; i < text.len; i += took) {
		uint32_t rune;
		bool is_unspaced;

		took = utf8_decode(text.p + i, text.len - i, &rune);
		rune = date_fold_digit(rune);
		/* a mark belongs to the script of its letter */
		is_unspaced = rune_is_unspaced(rune) ||
			      (word.is_unspaced && !rune_is_word(rune));
		if (!date_line_is_word(rune) ||
		    is_unspaced != word.is_unspaced) {
			if (!date_line_end_word(&w, &word))
				return false;
			if (date_line_is_sign(rune) && !date_line_end_part(&w))
				return false;
			word.is_unspaced = is_unspaced;
		}
		if (date_line_is_word(rune)) {
			word.characters++;
			if (word.n < WORD_BYTES)
				word.n += utf8_encode(
				    rune_lower(rune), word.text + word.n);
		}
	}
	return date_line_end_word(&w, &word) && date_line_end_part(&w);
}
