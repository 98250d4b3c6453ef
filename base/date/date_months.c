/*
 * date_months.c -- finds the month that a word in a date names.
 *
 * The table contains the full names, in the grammatical case that dates use.
 * Slavic and Baltic languages, Greek and Finnish have names in two cases, and
 * Basque names have two endings; Hebrew names have the prefix "in".  Arabic has
 * three sets of names: of the Gulf, the Levant and the Maghreb.  The table also
 * contains the abbreviations that are not prefixes of a full name.  A prefix of
 * three or more characters is accepted if only one month starts with it: "jan",
 * "janv" and "janvi" are January, "jui" is ambiguous.
 */
#include "base/date/date_months.h"

#include <pthread.h>

#include "base/array.h"
#include "base/text/word_filter.h"

#define DATE_SHORTEST_PREFIX 3 /* in characters */

/* The text is an array and not a pointer, which would need a relocation at each
 * start. */
struct month_name {
	char text[38];
	short value;
};

/* The rows are sorted by the bytes of the word.  A word that means two months
 * in two languages (listopada: November in Polish, October in Croatian) has two
 * rows and is refused.  The value 0 refuses a prefix that is a usual word:
 * "det", "sen". */
/* clang-format off */
static const struct month_name months[] = {
	{ "abenduak", 12 }, { "abenduaren", 12 }, { "abril", 4 },
	{ "abrëll", 4 }, { "abuztuak", 8 }, { "abuztuaren", 8 }, { "agost", 8 },
	{ "agosti", 8 }, { "agosto", 8 }, { "agustus", 8 }, { "aibreán", 4 },
	{ "aout", 8 }, { "août", 8 }, { "apirilak", 4 }, { "apirilaren", 4 },
	{ "aprel", 4 }, { "april", 4 }, { "aprila", 4 }, { "aprile", 4 },
	{ "aprili", 4 }, { "aprilie", 4 }, { "aprill", 4 }, { "apríl", 4 },
	{ "apríla", 4 }, { "aprīlis", 4 }, { "aprīlī", 4 }, { "aralık", 12 },
	{ "august", 8 }, { "augusta", 8 }, { "augusti", 8 }, { "augusts", 8 },
	{ "augustus", 8 }, { "augustā", 8 }, { "augusztus", 8 },
	{ "avgust", 8 }, { "avgusta", 8 }, { "avqust", 8 }, { "avril", 4 },
	{ "awst", 8 }, { "awwissu", 8 }, { "azaroak", 11 }, { "azaroaren", 11 },
	{ "ağustos", 8 }, { "balandis", 4 }, { "balandžio", 4 },
	{ "bealtaine", 5 }, { "birželio", 6 }, { "birželis", 6 },
	{ "březen", 3 }, { "března", 3 }, { "chwefror", 2 }, { "czerwca", 6 },
	{ "czerwiec", 6 }, { "decembar", 12 }, { "december", 12 },
	{ "decembra", 12 }, { "decembre", 12 }, { "decembrie", 12 },
	{ "decembris", 12 }, { "decembro", 12 }, { "decembrī", 12 },
	{ "deireadh", 10 }, { "dekabr", 12 }, { "desemba", 12 },
	{ "desember", 12 }, { "desembre", 12 }, { "det", 0 },
	{ "detsember", 12 }, { "dezember", 12 }, { "dezembro", 12 },
	{ "dhjetor", 12 }, { "dicembre", 12 }, { "diciembre", 12 },
	{ "disember", 12 }, { "disyembre", 12 }, { "diċembru", 12 },
	{ "duben", 4 }, { "dubna", 4 }, { "décembre", 12 }, { "eanáir", 1 },
	{ "ebrill", 4 }, { "ekainak", 6 }, { "ekainaren", 6 }, { "ekim", 10 },
	{ "elokuu", 8 }, { "elokuuta", 8 }, { "ene", 1 }, { "enero", 1 },
	{ "eylül", 9 }, { "feabhra", 2 }, { "febbraio", 2 }, { "febreiro", 2 },
	{ "febrer", 2 }, { "febrero", 2 }, { "februar", 2 }, { "februara", 2 },
	{ "februari", 2 }, { "februarie", 2 }, { "februarja", 2 },
	{ "february", 2 }, { "február", 2 }, { "februára", 2 },
	{ "februāris", 2 }, { "februārī", 2 }, { "febrúar", 2 },
	{ "fevereiro", 2 }, { "fevral", 2 }, { "fevrier", 2 }, { "frar", 2 },
	{ "fév", 2 }, { "février", 2 }, { "gegužės", 5 }, { "gener", 1 },
	{ "gennaio", 1 }, { "giugno", 6 }, { "gorffennaf", 7 },
	{ "grudnia", 12 }, { "grudzień", 12 }, { "gruodis", 12 },
	{ "gruodžio", 12 }, { "gusht", 8 }, { "haziran", 6 }, { "heinäkuu", 7 },
	{ "heinäkuuta", 7 }, { "helmikuu", 2 }, { "helmikuuta", 2 },
	{ "huhtikuu", 4 }, { "huhtikuuta", 4 }, { "hulyo", 7 }, { "hunyo", 6 },
	{ "hydref", 10 }, { "ianuarie", 1 }, { "ionawr", 1 }, { "irailak", 9 },
	{ "irailaren", 9 }, { "iulie", 7 }, { "iunie", 6 }, { "iyl", 7 },
	{ "iyn", 6 }, { "iyul", 7 }, { "iyun", 6 }, { "iúil", 7 },
	{ "jaanuar", 1 }, { "janar", 1 }, { "janeiro", 1 }, { "jannar", 1 },
	{ "januar", 1 }, { "januara", 1 }, { "januari", 1 }, { "januarie", 1 },
	{ "januarja", 1 }, { "january", 1 }, { "január", 1 }, { "januára", 1 },
	{ "janvier", 1 }, { "janvāris", 1 }, { "janvārī", 1 }, { "janúar", 1 },
	{ "joulukuu", 12 }, { "joulukuuta", 12 }, { "juillet", 7 },
	{ "juin", 6 }, { "jul", 7 }, { "jula", 7 }, { "julai", 7 },
	{ "julho", 7 }, { "juli", 7 }, { "julie", 7 }, { "julija", 7 },
	{ "julio", 7 }, { "juliol", 7 }, { "july", 7 }, { "jun", 6 },
	{ "juna", 6 }, { "june", 6 }, { "junho", 6 }, { "juni", 6 },
	{ "junie", 6 }, { "junija", 6 }, { "junio", 6 }, { "juny", 6 },
	{ "juuli", 7 }, { "juuni", 6 }, { "jänner", 1 }, { "júla", 7 },
	{ "július", 7 }, { "júlí", 7 }, { "júna", 6 }, { "június", 6 },
	{ "júní", 6 }, { "jūlijs", 7 }, { "jūlijā", 7 }, { "jūnijs", 6 },
	{ "jūnijā", 6 }, { "kasım", 11 }, { "kesäkuu", 6 }, { "kesäkuuta", 6 },
	{ "kolovoza", 8 }, { "korrik", 7 }, { "kovas", 3 }, { "kovo", 3 },
	{ "květen", 5 }, { "května", 5 }, { "kwiecień", 4 }, { "kwietnia", 4 },
	{ "lapkritis", 11 }, { "lapkričio", 11 }, { "leden", 1 },
	{ "ledna", 1 }, { "liepa", 7 }, { "liepos", 7 }, { "lip", 7 },
	{ "lipanj", 6 }, { "lipca", 7 }, { "lipiec", 7 }, { "lipnja", 6 },
	{ "listopad", 11 }, { "listopada", 10 }, { "listopada", 11 },
	{ "listopadu", 11 }, { "lokakuu", 10 }, { "lokakuuta", 10 },
	{ "luglio", 7 }, { "lulju", 7 }, { "lutego", 2 }, { "luty", 2 },
	{ "lúnasa", 8 }, { "maaliskuu", 3 }, { "maaliskuuta", 3 },
	{ "maart", 3 }, { "mac", 3 }, { "machi", 3 }, { "maggio", 5 },
	{ "mai", 5 }, { "maiatzak", 5 }, { "maiatzaren", 5 }, { "maig", 5 },
	{ "maijs", 5 }, { "maijā", 5 }, { "maio", 5 }, { "maj", 5 },
	{ "maja", 5 }, { "marca", 3 }, { "march", 3 }, { "marco", 3 },
	{ "marec", 3 }, { "maret", 3 }, { "marraskuu", 11 },
	{ "marraskuuta", 11 }, { "mars", 3 }, { "marso", 3 }, { "mart", 3 },
	{ "marta", 3 }, { "martie", 3 }, { "marts", 3 }, { "martxoak", 3 },
	{ "martxoaren", 3 }, { "martā", 3 }, { "marzec", 3 }, { "marzo", 3 },
	{ "marzu", 3 }, { "març", 3 }, { "março", 3 }, { "mawrth", 3 },
	{ "may", 5 }, { "mayo", 5 }, { "mayıs", 5 }, { "maí", 5 }, { "med", 0 },
	{ "medi", 9 }, { "mehefin", 6 }, { "mei", 5 }, { "meitheamh", 6 },
	{ "mejju", 5 }, { "meán", 9 }, { "mrt", 3 }, { "mrz", 3 },
	{ "mája", 5 }, { "május", 5 }, { "március", 3 }, { "márta", 3 },
	{ "mäerz", 3 }, { "märts", 3 }, { "märz", 3 }, { "nisan", 4 },
	{ "nobyembre", 11 }, { "noiembrie", 11 }, { "nollaig", 12 },
	{ "nopember", 11 }, { "novemba", 11 }, { "novembar", 11 },
	{ "november", 11 }, { "novembra", 11 }, { "novembre", 11 },
	{ "novembris", 11 }, { "novembro", 11 }, { "novembru", 11 },
	{ "novembrī", 11 }, { "noviembre", 11 }, { "noyabr", 11 },
	{ "nëntor", 11 }, { "nóvember", 11 }, { "ocak", 1 }, { "october", 10 },
	{ "octobre", 10 }, { "octombrie", 10 }, { "octubre", 10 },
	{ "ogos", 8 }, { "oktabr", 10 }, { "oktoba", 10 }, { "oktobar", 10 },
	{ "oktober", 10 }, { "oktobra", 10 }, { "oktobris", 10 },
	{ "oktobrī", 10 }, { "oktoober", 10 }, { "oktubre", 10 },
	{ "oktyabr", 10 }, { "október", 10 }, { "októbra", 10 },
	{ "otsailak", 2 }, { "otsailaren", 2 }, { "ottobre", 10 },
	{ "ottubru", 10 }, { "outubro", 10 }, { "ožujak", 3 }, { "ožujka", 3 },
	{ "październik", 10 }, { "października", 10 }, { "pebrero", 2 },
	{ "pebruari", 2 }, { "prill", 4 }, { "prosinac", 12 },
	{ "prosinca", 12 }, { "prosince", 12 }, { "prosinec", 12 },
	{ "qershor", 6 }, { "rhagfyr", 12 }, { "rugpjūtis", 8 },
	{ "rugpjūčio", 8 }, { "rugsėjis", 9 }, { "rugsėjo", 9 }, { "rujan", 9 },
	{ "rujna", 9 }, { "samhain", 11 }, { "sausio", 1 }, { "sausis", 1 },
	{ "sen", 0 }, { "sentabr", 9 }, { "sentyabr", 9 }, { "sept", 9 },
	{ "septemba", 9 }, { "septembar", 9 }, { "september", 9 },
	{ "septembra", 9 }, { "septembre", 9 }, { "septembrie", 9 },
	{ "septembris", 9 }, { "septembrī", 9 }, { "septiembre", 9 },
	{ "setembre", 9 }, { "setembro", 9 }, { "setiembre", 9 },
	{ "settembre", 9 }, { "settembru", 9 }, { "setyembre", 9 },
	{ "shkurt", 2 }, { "shtator", 9 }, { "sierpień", 8 }, { "sierpnia", 8 },
	{ "siječanj", 1 }, { "siječnja", 1 }, { "spalio", 10 },
	{ "spalis", 10 }, { "srpanj", 7 }, { "srpen", 8 }, { "srpna", 8 },
	{ "srpnja", 7 }, { "studeni", 11 }, { "studenoga", 11 },
	{ "styczeń", 1 }, { "stycznia", 1 }, { "svibanj", 5 }, { "svibnja", 5 },
	{ "syyskuu", 9 }, { "syyskuuta", 9 }, { "szeptember", 9 },
	{ "tachwedd", 11 }, { "tammikuu", 1 }, { "tammikuuta", 1 },
	{ "temmuz", 7 }, { "tetor", 10 }, { "toukokuu", 5 },
	{ "toukokuuta", 5 }, { "travanj", 4 }, { "travnja", 4 },
	{ "urriak", 10 }, { "urriaren", 10 }, { "urtarrilak", 1 },
	{ "urtarrilaren", 1 }, { "uztailak", 7 }, { "uztailaren", 7 },
	{ "vasario", 2 }, { "vasaris", 2 }, { "veebruar", 2 }, { "veljača", 2 },
	{ "veljače", 2 }, { "wrzesień", 9 }, { "września", 9 },
	{ "xaneiro", 1 }, { "xullo", 7 }, { "xuño", 6 }, { "yanvar", 1 },
	{ "září", 9 }, { "ágúst", 8 }, { "április", 4 }, { "únor", 2 },
	{ "února", 2 }, { "čec", 7 }, { "čen", 6 }, { "červen", 6 },
	{ "července", 7 }, { "červenec", 7 }, { "června", 6 }, { "ġunju", 6 },
	{ "říjen", 10 }, { "října", 10 }, { "şubat", 2 }, { "απρ", 4 },
	{ "απρίλιος", 4 }, { "απριλίου", 4 }, { "αυγ", 8 }, { "αυγούστου", 8 },
	{ "αύγ", 8 }, { "αύγουστος", 8 }, { "δεκ", 12 }, { "δεκέμβριος", 12 },
	{ "δεκεμβρίου", 12 }, { "ιαν", 1 }, { "ιανουάριος", 1 },
	{ "ιανουαρίου", 1 }, { "ιουλ", 7 }, { "ιουλίου", 7 }, { "ιουν", 6 },
	{ "ιουνίου", 6 }, { "ιούλ", 7 }, { "ιούλιος", 7 }, { "ιούν", 6 },
	{ "ιούνιος", 6 }, { "μάι", 5 }, { "μάιος", 5 }, { "μάρ", 3 },
	{ "μάρτιος", 3 }, { "μαΐ", 5 }, { "μαΐου", 5 }, { "μαι", 5 },
	{ "μαρ", 3 }, { "μαρτίου", 3 }, { "νοέ", 11 }, { "νοέμβριος", 11 },
	{ "νοε", 11 }, { "νοεμβρίου", 11 }, { "οκτ", 10 }, { "οκτωβρίου", 10 },
	{ "οκτώβριος", 10 }, { "σεπ", 9 }, { "σεπτ", 9 }, { "σεπτέμβριος", 9 },
	{ "σεπτεμβρίου", 9 }, { "φεβ", 2 }, { "φεβρουάριος", 2 },
	{ "φεβρουαρίου", 2 }, { "август", 8 }, { "августа", 8 },
	{ "апрель", 4 }, { "апреля", 4 }, { "април", 4 }, { "априла", 4 },
	{ "ақпан", 2 }, { "березень", 3 }, { "березня", 3 }, { "верасень", 9 },
	{ "верасня", 9 }, { "вересень", 9 }, { "вересня", 9 },
	{ "грудень", 12 }, { "грудня", 12 }, { "декабрь", 12 },
	{ "декабря", 12 }, { "декември", 12 }, { "децембар", 12 },
	{ "децембра", 12 }, { "желтоқсан", 12 }, { "жнівень", 8 },
	{ "жніўня", 8 }, { "жовтень", 10 }, { "жовтня", 10 }, { "июль", 7 },
	{ "июля", 7 }, { "июнь", 6 }, { "июня", 6 }, { "кастрычніка", 10 },
	{ "квітень", 4 }, { "квітня", 4 }, { "красавіка", 4 }, { "липень", 7 },
	{ "липня", 7 }, { "листопада", 11 }, { "лютага", 2 }, { "лютий", 2 },
	{ "лютого", 2 }, { "люты", 2 }, { "ліпень", 7 }, { "ліпеня", 7 },
	{ "лістапада", 11 }, { "май", 5 }, { "мамыр", 5 }, { "март", 3 },
	{ "марта", 3 }, { "маусым", 6 }, { "мая", 5 }, { "мај", 5 },
	{ "маја", 5 }, { "наурыз", 3 }, { "новембар", 11 }, { "новембра", 11 },
	{ "ноември", 11 }, { "ноябрь", 11 }, { "ноября", 11 },
	{ "октобар", 10 }, { "октобра", 10 }, { "октомври", 10 },
	{ "октябрь", 10 }, { "октября", 10 }, { "сакавіка", 3 },
	{ "сентябрь", 9 }, { "сентября", 9 }, { "септембар", 9 },
	{ "септембра", 9 }, { "септември", 9 }, { "серпень", 8 },
	{ "серпня", 8 }, { "снежань", 12 }, { "снежня", 12 }, { "студзень", 1 },
	{ "студзеня", 1 }, { "січень", 1 }, { "січня", 1 }, { "сәуір", 4 },
	{ "тамыз", 8 }, { "травень", 5 }, { "травня", 5 }, { "фебруар", 2 },
	{ "фебруара", 2 }, { "февраль", 2 }, { "февраля", 2 },
	{ "февруари", 2 }, { "червень", 6 }, { "червня", 6 }, { "чэрвень", 6 },
	{ "чэрвеня", 6 }, { "шілде", 7 }, { "юли", 7 }, { "юни", 6 },
	{ "январь", 1 }, { "января", 1 }, { "януари", 1 }, { "јануар", 1 },
	{ "јануара", 1 }, { "јануари", 1 }, { "јул", 7 }, { "јула", 7 },
	{ "јули", 7 }, { "јун", 6 }, { "јуна", 6 }, { "јуни", 6 },
	{ "қазан", 10 }, { "қараша", 11 }, { "қаңтар", 1 }, { "қыркүйек", 9 },
	{ "ապրիլի", 4 }, { "դեկտեմբերի", 12 }, { "հոկտեմբերի", 10 },
	{ "հուլիսի", 7 }, { "հունիսի", 6 }, { "հունվարի", 1 }, { "մայիսի", 5 },
	{ "մարտի", 3 }, { "նոյեմբերի", 11 }, { "սեպտեմբերի", 9 },
	{ "փետրվարի", 2 }, { "օգոստոսի", 8 }, { "אוגוסט", 8 },
	{ "אוקטובר", 10 }, { "אפריל", 4 }, { "באוגוסט", 8 }, { "באוקטובר", 10 },
	{ "באפריל", 4 }, { "בדצמבר", 12 }, { "ביולי", 7 }, { "ביוני", 6 },
	{ "בינואר", 1 }, { "במאי", 5 }, { "במרץ", 3 }, { "בנובמבר", 11 },
	{ "בספטמבר", 9 }, { "בפברואר", 2 }, { "דצמבר", 12 }, { "יולי", 7 },
	{ "יוני", 6 }, { "ינואר", 1 }, { "מאי", 5 }, { "מרץ", 3 },
	{ "נובמבר", 11 }, { "ספטמבר", 9 }, { "פברואר", 2 }, { "آب", 8 },
	{ "آذار", 3 }, { "آوریل", 4 }, { "أبريل", 4 }, { "أغسطس", 8 },
	{ "أفريل", 4 }, { "أكتوبر", 10 }, { "أوت", 8 }, { "أيار", 5 },
	{ "أيلول", 9 }, { "ابريل", 4 }, { "اذار", 3 }, { "اغسطس", 8 },
	{ "افريل", 4 }, { "اكتوبر", 10 }, { "اوت", 8 }, { "ايار", 5 },
	{ "ايلول", 9 }, { "اپریل", 4 }, { "اکتبر", 10 }, { "اکتوبر", 10 },
	{ "اگست", 8 }, { "تموز", 7 }, { "جانفي", 1 }, { "جنوری", 1 },
	{ "جوان", 6 }, { "جولائی", 7 }, { "جون", 6 }, { "جويلية", 7 },
	{ "حزيران", 6 }, { "دجنبر", 12 }, { "دسامبر", 12 }, { "دسمبر", 12 },
	{ "ديسمبر", 12 }, { "سبتمبر", 9 }, { "ستمبر", 9 }, { "سپتامبر", 9 },
	{ "شباط", 2 }, { "شتنبر", 9 }, { "غشت", 8 }, { "فبراير", 2 },
	{ "فروری", 2 }, { "فوریه", 2 }, { "فيفري", 2 }, { "مئی", 5 },
	{ "مارس", 3 }, { "مارچ", 3 }, { "ماي", 5 }, { "مايو", 5 }, { "مه", 5 },
	{ "نوامبر", 11 }, { "نوفمبر", 11 }, { "نومبر", 11 }, { "نونبر", 11 },
	{ "نيسان", 4 }, { "يناير", 1 }, { "يوليو", 7 }, { "يوليوز", 7 },
	{ "يونيو", 6 }, { "ژانویه", 1 }, { "ژوئن", 6 }, { "ژوئیه", 7 },
	{ "अक्टूबर", 10 }, { "अक्टोबर", 10 }, { "अक्तूबर", 10 }, { "अगस्ट", 8 },
	{ "अगस्त", 8 }, { "अप्रिल", 4 }, { "अप्रैल", 4 }, { "एप्रिल", 4 },
	{ "ऑक्टोबर", 10 }, { "ऑगस्ट", 8 }, { "जनवरी", 1 }, { "जानेवारी", 1 },
	{ "जुन", 6 }, { "जुलाई", 7 }, { "जुलै", 7 }, { "जून", 6 }, { "डिसेंबर", 12 },
	{ "डिसेम्बर", 12 }, { "दिसंबर", 12 }, { "दिसम्बर", 12 }, { "नवंबर", 11 },
	{ "नवम्बर", 11 }, { "नोभेम्बर", 11 }, { "नोव्हेंबर", 11 }, { "फरवरी", 2 },
	{ "फ़रवरी", 2 }, { "फेब्रुअरी", 2 }, { "फेब्रुवारी", 2 }, { "मई", 5 },
	{ "मार्च", 3 }, { "मे", 5 }, { "सप्टेंबर", 9 }, { "सितंबर", 9 },
	{ "सितम्बर", 9 }, { "सेप्टेम्बर", 9 }, { "फ़रवरी", 2 }, { "অক্টোবর", 10 },
	{ "আগস্ট", 8 }, { "এপ্রিল", 4 }, { "জানুয়ারি", 1 }, { "জানুয়ারী", 1 },
	{ "জানুয়ারি", 1 }, { "জানুয়ারী", 1 }, { "জুন", 6 }, { "জুলাই", 7 },
	{ "ডিসেম্বর", 12 }, { "নভেম্বর", 11 }, { "ফেব্রুয়ারি", 2 },
	{ "ফেব্রুয়ারী", 2 }, { "ফেব্রুয়ারি", 2 }, { "ফেব্রুয়ারী", 2 }, { "মার্চ", 3 },
	{ "মে", 5 }, { "সেপ্টেম্বর", 9 }, { "ਅਕਤੂਬਰ", 10 }, { "ਅਗਸਤ", 8 },
	{ "ਅਪ੍ਰੈਲ", 4 }, { "ਜਨਵਰੀ", 1 }, { "ਜੁਲਾਈ", 7 }, { "ਜੂਨ", 6 },
	{ "ਦਸੰਬਰ", 12 }, { "ਨਵੰਬਰ", 11 }, { "ਫ਼ਰਵਰੀ", 2 }, { "ਮਈ", 5 },
	{ "ਮਾਰਚ", 3 }, { "ਸਤੰਬਰ", 9 }, { "એપ્રિલ", 4 }, { "ઑક્ટોબર", 10 },
	{ "ઑગસ્ટ", 8 }, { "ઓક્ટોબર", 10 }, { "ઓગસ્ટ", 8 }, { "જાન્યુઆરી", 1 },
	{ "જુલાઈ", 7 }, { "જૂન", 6 }, { "ડિસેમ્બર", 12 }, { "નવેમ્બર", 11 },
	{ "ફેબ્રુઆરી", 2 }, { "માર્ચ", 3 }, { "મે", 5 }, { "સપ્ટેમ્બર", 9 },
	{ "அக்டோபர்", 10 }, { "ஆகஸ்ட்", 8 }, { "ஏப்ரல்", 4 }, { "செப்டம்பர்", 9 },
	{ "ஜனவரி", 1 }, { "ஜூன்", 6 }, { "ஜூலை", 7 }, { "டிசம்பர்", 12 },
	{ "நவம்பர்", 11 }, { "பிப்ரவரி", 2 }, { "மார்ச்", 3 }, { "மே", 5 },
	{ "అక్టోబర్", 10 }, { "ఆగస్టు", 8 }, { "ఏప్రిల్", 4 }, { "జనవరి", 1 },
	{ "జులై", 7 }, { "జూన్", 6 }, { "జూలై", 7 }, { "డిసెంబర్", 12 },
	{ "నవంబర్", 11 }, { "ఫిబ్రవరి", 2 }, { "మార్చి", 3 }, { "మే", 5 },
	{ "సెప్టెంబర్", 9 }, { "ಅಕ್ಟೋಬರ್", 10 }, { "ಆಗಸ್ಟ್", 8 }, { "ಏಪ್ರಿಲ್", 4 },
	{ "ಜನವರಿ", 1 }, { "ಜುಲೈ", 7 }, { "ಜೂನ್", 6 }, { "ಡಿಸೆಂಬರ್", 12 },
	{ "ನವೆಂಬರ್", 11 }, { "ಫೆಬ್ರವರಿ", 2 }, { "ಮಾರ್ಚ್", 3 }, { "ಮೇ", 5 },
	{ "ಸೆಪ್ಟೆಂಬರ್", 9 }, { "ഏപ്രിൽ", 4 }, { "ഒക്ടോബർ", 10 }, { "ഓഗസ്റ്റ്", 8 },
	{ "ജനുവരി", 1 }, { "ജൂലൈ", 7 }, { "ജൂൺ", 6 }, { "ഡിസംബർ", 12 },
	{ "നവംബർ", 11 }, { "ഫെബ്രുവരി", 2 }, { "മാർച്ച്", 3 }, { "മേയ്", 5 },
	{ "സെപ്റ്റംബർ", 9 }, { "අගෝස්තු", 8 }, { "අප්‍රේල්", 4 }, { "ඔක්තෝබර්", 10 },
	{ "ජනවාරි", 1 }, { "ජූනි", 6 }, { "ජූලි", 7 }, { "දෙසැම්බර්", 12 },
	{ "නොවැම්බර්", 11 }, { "පෙබරවාරි", 2 }, { "මාර්තු", 3 }, { "මැයි", 5 },
	{ "සැප්තැම්බර්", 9 }, { "กค", 7 }, { "กพ", 2 }, { "กย", 9 },
	{ "กรกฎาคม", 7 }, { "กันยายน", 9 }, { "กุมภาพันธ์", 2 }, { "ตค", 10 },
	{ "ตุลาคม", 10 }, { "ธค", 12 }, { "ธันวาคม", 12 }, { "พค", 5 },
	{ "พย", 11 }, { "พฤศจิกายน", 11 }, { "พฤษภาคม", 5 }, { "มกราคม", 1 },
	{ "มค", 1 }, { "มิถุนายน", 6 }, { "มิย", 6 }, { "มีค", 3 }, { "มีนาคม", 3 },
	{ "สค", 8 }, { "สิงหาคม", 8 }, { "เมย", 4 }, { "เมษายน", 4 },
	{ "აგვისტო", 8 }, { "აპრილი", 4 }, { "დეკემბერი", 12 },
	{ "თებერვალი", 2 }, { "იანვარი", 1 }, { "ივლისი", 7 }, { "ივნისი", 6 },
	{ "მაისი", 5 }, { "მარტი", 3 }, { "ნოემბერი", 11 }, { "ოქტომბერი", 10 },
	{ "სექტემბერი", 9 },
};
/* clang-format on */

/* The first bytes of months[]: most words of a text begin no month. */
static struct word_filter begins_filter;
static pthread_once_t filter_once = PTHREAD_ONCE_INIT;
#define BEGIN_BYTES 3

static size_t
date_months_characters(struct slice s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++)
		n += ((unsigned char)s.p[i] & 0xc0) != 0x80;
	return n;
}

/* Returns the index of the first month whose name does not sort before `word`.
 */
static size_t
date_months_lower_bound(struct slice word)
{
	size_t low = 0, high = ARRAY_LENGTH(months);

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (slice_compare(slice_of(months[middle].text), word) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Returns the month for a name, or for a prefix that belongs to one month.
 * Returns 0 for other words. */
static int
date_months_lookup(struct slice word)
{
	bool is_short = date_months_characters(word) < DATE_SHORTEST_PREFIX,
	     is_exact = false;
	int found = 0;

	for (size_t at = date_months_lower_bound(word);
	     at < ARRAY_LENGTH(months); at++) {
		struct slice name = slice_of(months[at].text);

		/* after an exact match, longer names do not matter */
		if (!slice_starts(name, word) ||
		    (name.len > word.len && (is_short || is_exact)))
			break;
		if (found != 0 && found != months[at].value)
			return 0;
		found = months[at].value;
		is_exact = name.len == word.len;
	}
	return found;
}

static void
date_months_fill_filter(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(months); i++)
		word_filter_add(&begins_filter,
		    slice_sub(slice_of(months[i].text), 0, BEGIN_BYTES));
}

int
date_month_find(struct slice word)
{
	pthread_once(&filter_once, date_months_fill_filter);
	if (word.len >= BEGIN_BYTES && !word_filter_may_have(&begins_filter,
					   slice_sub(word, 0, BEGIN_BYTES)))
		return 0;
	return date_months_lookup(word);
}
