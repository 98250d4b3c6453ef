/*
 * prose.c -- generated news: sentences from random numbers and word lists.
 *
 * The same seed gives the same text on every machine. The slots of a template
 * are %p a person, %t a town, %o an office, %g goods, %e an event, %d a
 * weekday, %n a number, %w a unique word (prose_token).
 */
#include "base/array.h"
#include "tests/origin/origin.h"

static const char *const given[] = { "Agda", "Bero", "Corin", "Dorothe",
	"Elmar", "Fenja", "Gisbert", "Hedda", "Ivo", "Jorunn", "Kasimir",
	"Lotte", "Marit", "Nilo", "Ottilie", "Pavo", "Runa", "Sixten" };
static const char *const family[] = { "Abelstrom", "Brackwater", "Corvane",
	"Dunnel", "Eskwith", "Farrowby", "Gantmoor", "Hollenquist", "Ivarra",
	"Jessup-Lund", "Kettlewick", "Lomond-Ray", "Marrable", "Norrey",
	"Oxenholt", "Pellegrew", "Quillan", "Ravensby" };
static const char *const town[] = { "Aldermere", "Brokenhythe", "Callow Ford",
	"Dunmarrow", "Eastley Sands", "Fenwick Lock", "Grimsdyke",
	"Harrowmouth", "Inchbeck", "Kelder", "Lower Tarn", "Merrowdale",
	"Norby", "Oldcastle Quay", "Penhallow", "Quarrystone", "Rushmere",
	"Saltash Green" };
static const char *const office[] = { "the harbour board", "the town council",
	"the rail inspectorate", "the parish assembly", "the water company",
	"the fire brigade", "the museum trust", "the growers' union",
	"the lighthouse service", "the ferry operator", "the school committee",
	"the district court", "the weather office", "the bakers' guild" };
static const char *const goods[] = { "seed potatoes", "copper cable",
	"smoked herring", "bicycle lamps", "roof slates", "brass fittings",
	"winter coats", "letter paper", "beehives", "piano strings",
	"canal barges", "garden sheds", "window glass", "rye flour" };
static const char *const event[] = { "the spring flood", "the night market",
	"the bridge closure", "the apple fair", "the tram strike",
	"the long frost", "the regatta", "the budget vote", "the census",
	"the harvest supper", "the chess congress", "the power cut" };
static const char *const weekday[] = { "Monday", "Tuesday", "Wednesday",
	"Thursday", "Friday", "Saturday", "Sunday" };

static const char *const sentences[] = {
	"On %d, %o of %t said that %n tonnes of %g had been moved before %e "
	"began, a figure that %p called careful rather than timid.",
	"%p, who has kept the accounts in %t for %n years, pointed to a page "
	"marked %w and would not be drawn on the rest.",
	"Residents near the station remember %e differently: the queue for %g "
	"reached as far as the churchyard, and nobody complained.",
	"A report of %n pages, which %o had promised for %d, names %t twice "
	"and explains neither mention.",
	"What began as a dispute about %g has become, in the words of %p, a "
	"question of who may ring the bell at %w.",
	"The plan leaves %t with one crossing instead of two, and asks %o to "
	"find the money for the second by the end of %e.",
	"\"We measured it %n times,\" said %p, \"and each time the answer was "
	"smaller than the one that had been printed.\"",
	"Neither %o nor the dealers in %g wished to say how much had been lost "
	"when the doors at %w were left open.",
	"In %t the lamps were lit an hour early, since the forecast for %d "
	"had spoken of fog and of %e.",
	"Some %n households will receive a letter from %o this week, with a "
	"form that %p says can be answered in four minutes.",
	"The price of %g fell by a tenth after the announcement, then rose "
	"again when it became clear that %t was not concerned.",
	"Engineers from %t worked through the night of %d to free the valve "
	"that the drawings call %w, which no one had turned since %e.",
	"%p told the meeting that the work would take %n days, provided that "
	"%o did not change its mind for a third time.",
	"Behind the counter a notice still asks customers to count their %g "
	"before leaving, as it has done since %e.",
	"The vote was close, and closer still in %t, where %n ballots were "
	"found in a box that had held %g.",
	"It is the first time that %o has published the tables, and %p hopes "
	"that it will not be the last.",
	"By %d the water had gone down far enough for the ferry to reach %t, "
	"with %n passengers and a crate of %g on board.",
	"Visitors who come for %e rarely see the yard at %w, where the %g are "
	"sorted by hand and by candlelight.",
};

static const char *const headlines[] = {
	"Why %t counts its %g twice before %e",
	"%p returns to %t with %n crates of %g",
	"After %e, %t asks who keeps the key",
	"%n questions about %g that %t cannot answer",
	"A quiet %d in %t ends with %e",
	"%t votes on %g, and %p is not surprised",
	"The %g of %t: what %e left behind",
	"How %p measured %e from a rooftop in %t",
};

/* The algorithm is splitmix64 (Steele, Lea, Flood, 2014). */
static uint64_t
prose_prng_next(struct prng *d)
{
	uint64_t z = d->state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

void
prng_init(struct prng *d, uint64_t a, uint64_t b, uint64_t c)
{
	d->state = a;
	d->state = prose_prng_next(d) ^ b;
	d->state = prose_prng_next(d) ^ c;
}

uint32_t
prng_next(struct prng *d, uint32_t sides)
{
	return (uint32_t)(prose_prng_next(d) >> 32) % sides;
}

void
prose_token(struct prng *d, struct buf *out)
{
	static const char consonants[] = "bdfgklmnprstvz", vowels[] = "aeiou";

	for (int i = 0; i < 5; i++) {
		char c = consonants[prng_next(d, sizeof(consonants) - 1)];

		buf_append_char(out, i == 0 ? (char)(c - 32) : c);
		buf_append_char(out, vowels[prng_next(d, sizeof(vowels) - 1)]);
	}
}

static void
prose_put_one(
    struct prng *d, const char *const *list, size_t n, struct buf *out)
{
	buf_append_string(out, list[prng_next(d, (uint32_t)n)]);
}

void
prose_person(struct prng *d, struct buf *out)
{
	prose_put_one(d, given, ARRAY_LENGTH(given), out);
	buf_append_char(out, ' ');
	prose_put_one(d, family, ARRAY_LENGTH(family), out);
}

static void
prose_put_slot(struct prng *d, char slot, struct buf *out)
{
	switch (slot) {
	case 'p':
		prose_person(d, out);
		break;
	case 't':
		prose_put_one(d, town, ARRAY_LENGTH(town), out);
		break;
	case 'o':
		prose_put_one(d, office, ARRAY_LENGTH(office), out);
		break;
	case 'g':
		prose_put_one(d, goods, ARRAY_LENGTH(goods), out);
		break;
	case 'e':
		prose_put_one(d, event, ARRAY_LENGTH(event), out);
		break;
	case 'd':
		prose_put_one(d, weekday, ARRAY_LENGTH(weekday), out);
		break;
	case 'n':
		buf_printf(out, "%u", 3 + prng_next(d, 940));
		break;
	case 'w':
		prose_token(d, out);
		break;
	default:
		origin_die("prose: %%%c is no slot", slot);
	}
}

static void
prose_fill_template(struct prng *d, const char *template, struct buf *out)
{
	for (const char *p = template; *p != '\0'; p++) {
		if (*p == '%')
			prose_put_slot(d, *++p, out);
		else
			buf_append_char(out, *p);
	}
}

void
prose_headline(struct prng *d, struct buf *out)
{
	prose_fill_template(
	    d, headlines[prng_next(d, ARRAY_LENGTH(headlines))], out);
}

void
prose_paragraph(struct prng *d, int n, struct buf *out)
{
	for (int i = 0; i < n; i++) {
		if (i > 0)
			buf_append_char(out, ' ');
		prose_fill_template(
		    d, sentences[prng_next(d, ARRAY_LENGTH(sentences))], out);
	}
	/* this sentence makes every paragraph unique */
	buf_append_string(out, " The clerk filed it under ");
	prose_token(d, out);
	buf_append_char(out, '.');
}
