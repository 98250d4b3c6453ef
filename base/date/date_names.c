/*
 * date_names.c -- tables of the words in dates.
 *
 * The table of months contains the full names, in the grammatical case that
 * dates use. Slavic languages, Greek and Finnish have names in two cases;
 * Hebrew names have the prefix "in". Arabic has three sets of names: of the
 * Gulf, the Levant and the Maghreb. The table also contains the abbreviations
 * that are not prefixes of a full name. A prefix of three or more characters is
 * accepted if only one month starts with it: "jan", "janv" and "janvi" are
 * January, "jui" is ambiguous.
 */
#include "base/date/date_names.h"

#include <pthread.h>

#include "base/array.h"
#include "base/text/word_filter.h"

#define DATE_SHORTEST_PREFIX 3 /* in characters */

/* The text is an array and not a pointer, which would need a relocation at each
 * start. */
struct word {
	char text[38];
	short value;
};

/* The rows are sorted by the bytes of the word.  A word that means two months
 * in two languages (listopada: November in Polish, October in Croatian) has two
 * rows and is refused.  The value 0 refuses a prefix that is a usual word:
 * "det", "sen". */
/* clang-format off */
static const struct word months[] = {
	{ "abril", 4 }, { "agost", 8 }, { "agosti", 8 }, { "agosto", 8 },
	{ "agustus", 8 }, { "aout", 8 }, { "août", 8 }, { "aprel", 4 },
	{ "april", 4 }, { "aprila", 4 }, { "aprile", 4 }, { "aprili", 4 },
	{ "aprilie", 4 }, { "apríl", 4 }, { "apríla", 4 }, { "aprīlis", 4 },
	{ "aprīlī", 4 }, { "aralık", 12 }, { "august", 8 }, { "augusta", 8 },
	{ "augusts", 8 }, { "augustus", 8 }, { "augustā", 8 },
	{ "augusztus", 8 }, { "avgust", 8 }, { "avgusta", 8 }, { "avqust", 8 },
	{ "avril", 4 }, { "ağustos", 8 }, { "balandžio", 4 }, { "birželio", 6 },
	{ "březen", 3 }, { "března", 3 }, { "czerwca", 6 }, { "czerwiec", 6 },
	{ "decembar", 12 }, { "december", 12 }, { "decembra", 12 },
	{ "decembre", 12 }, { "decembrie", 12 }, { "decembris", 12 },
	{ "decembro", 12 }, { "decembrī", 12 }, { "dekabr", 12 },
	{ "desemba", 12 }, { "desember", 12 }, { "desembre", 12 }, { "det", 0 },
	{ "detsember", 12 }, { "dezember", 12 }, { "dezembro", 12 },
	{ "dhjetor", 12 }, { "dicembre", 12 }, { "diciembre", 12 },
	{ "disember", 12 }, { "disyembre", 12 }, { "duben", 4 }, { "dubna", 4 },
	{ "décembre", 12 }, { "ekim", 10 }, { "elokuu", 8 }, { "elokuuta", 8 },
	{ "ene", 1 }, { "enero", 1 }, { "eylül", 9 }, { "febbraio", 2 },
	{ "febreiro", 2 }, { "febrer", 2 }, { "febrero", 2 }, { "februar", 2 },
	{ "februara", 2 }, { "februari", 2 }, { "februarie", 2 },
	{ "februarja", 2 }, { "february", 2 }, { "február", 2 },
	{ "februára", 2 }, { "februāris", 2 }, { "februārī", 2 },
	{ "febrúar", 2 }, { "fevereiro", 2 }, { "fevral", 2 }, { "fevrier", 2 },
	{ "fév", 2 }, { "février", 2 }, { "gegužės", 5 }, { "gener", 1 },
	{ "gennaio", 1 }, { "giugno", 6 }, { "grudnia", 12 },
	{ "grudzień", 12 }, { "gruodžio", 12 }, { "gusht", 8 },
	{ "haziran", 6 }, { "heinäkuu", 7 }, { "heinäkuuta", 7 },
	{ "helmikuu", 2 }, { "helmikuuta", 2 }, { "huhtikuu", 4 },
	{ "huhtikuuta", 4 }, { "hulyo", 7 }, { "hunyo", 6 }, { "ianuarie", 1 },
	{ "iulie", 7 }, { "iunie", 6 }, { "iyul", 7 }, { "iyun", 6 },
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
	{ "kolovoza", 8 }, { "korrik", 7 }, { "kovo", 3 }, { "květen", 5 },
	{ "května", 5 }, { "kwiecień", 4 }, { "kwietnia", 4 },
	{ "lapkričio", 11 }, { "leden", 1 }, { "ledna", 1 }, { "liepos", 7 },
	{ "lip", 7 }, { "lipca", 7 }, { "lipiec", 7 }, { "lipnja", 6 },
	{ "listopad", 11 }, { "listopada", 10 }, { "listopada", 11 },
	{ "listopadu", 11 }, { "lokakuu", 10 }, { "lokakuuta", 10 },
	{ "luglio", 7 }, { "lutego", 2 }, { "luty", 2 }, { "maaliskuu", 3 },
	{ "maaliskuuta", 3 }, { "maart", 3 }, { "mac", 3 }, { "machi", 3 },
	{ "maggio", 5 }, { "mai", 5 }, { "maig", 5 }, { "maijs", 5 },
	{ "maijā", 5 }, { "maio", 5 }, { "maj", 5 }, { "maja", 5 },
	{ "marca", 3 }, { "march", 3 }, { "marco", 3 }, { "maret", 3 },
	{ "marraskuu", 11 }, { "marraskuuta", 11 }, { "mars", 3 },
	{ "marso", 3 }, { "mart", 3 }, { "marta", 3 }, { "martie", 3 },
	{ "marts", 3 }, { "martā", 3 }, { "marzec", 3 }, { "marzo", 3 },
	{ "març", 3 }, { "março", 3 }, { "may", 5 }, { "mayo", 5 },
	{ "mayıs", 5 }, { "maí", 5 }, { "mei", 5 }, { "mrt", 3 }, { "mrz", 3 },
	{ "mája", 5 }, { "május", 5 }, { "március", 3 }, { "märts", 3 },
	{ "märz", 3 }, { "nisan", 4 }, { "nobyembre", 11 }, { "noiembrie", 11 },
	{ "nopember", 11 }, { "novemba", 11 }, { "novembar", 11 },
	{ "november", 11 }, { "novembra", 11 }, { "novembre", 11 },
	{ "novembris", 11 }, { "novembro", 11 }, { "novembrī", 11 },
	{ "noviembre", 11 }, { "noyabr", 11 }, { "nëntor", 11 },
	{ "nóvember", 11 }, { "ocak", 1 }, { "october", 10 }, { "octobre", 10 },
	{ "octombrie", 10 }, { "octubre", 10 }, { "ogos", 8 }, { "oktabr", 10 },
	{ "oktoba", 10 }, { "oktobar", 10 }, { "oktober", 10 },
	{ "oktobra", 10 }, { "oktobris", 10 }, { "oktobrī", 10 },
	{ "oktoober", 10 }, { "oktubre", 10 }, { "oktyabr", 10 },
	{ "október", 10 }, { "októbra", 10 }, { "ottobre", 10 },
	{ "outubro", 10 }, { "ožujka", 3 }, { "październik", 10 },
	{ "października", 10 }, { "pebrero", 2 }, { "pebruari", 2 },
	{ "prill", 4 }, { "prosinca", 12 }, { "prosince", 12 },
	{ "prosinec", 12 }, { "qershor", 6 }, { "rugpjūčio", 8 },
	{ "rugsėjo", 9 }, { "rujna", 9 }, { "sausio", 1 }, { "sen", 0 },
	{ "sentabr", 9 }, { "sentyabr", 9 }, { "sept", 9 }, { "septemba", 9 },
	{ "septembar", 9 }, { "september", 9 }, { "septembra", 9 },
	{ "septembre", 9 }, { "septembrie", 9 }, { "septembris", 9 },
	{ "septembrī", 9 }, { "septiembre", 9 }, { "setembre", 9 },
	{ "setembro", 9 }, { "setiembre", 9 }, { "settembre", 9 },
	{ "setyembre", 9 }, { "shkurt", 2 }, { "shtator", 9 },
	{ "sierpień", 8 }, { "sierpnia", 8 }, { "siječnja", 1 },
	{ "spalio", 10 }, { "srpen", 8 }, { "srpna", 8 }, { "srpnja", 7 },
	{ "studenoga", 11 }, { "styczeń", 1 }, { "stycznia", 1 },
	{ "svibnja", 5 }, { "syyskuu", 9 }, { "syyskuuta", 9 },
	{ "szeptember", 9 }, { "tammikuu", 1 }, { "tammikuuta", 1 },
	{ "temmuz", 7 }, { "tetor", 10 }, { "toukokuu", 5 },
	{ "toukokuuta", 5 }, { "travnja", 4 }, { "vasario", 2 },
	{ "veebruar", 2 }, { "veljače", 2 }, { "wrzesień", 9 },
	{ "września", 9 }, { "xaneiro", 1 }, { "xullo", 7 }, { "xuño", 6 },
	{ "yanvar", 1 }, { "září", 9 }, { "ágúst", 8 }, { "április", 4 },
	{ "únor", 2 }, { "února", 2 }, { "červen", 6 }, { "července", 7 },
	{ "červenec", 7 }, { "června", 6 }, { "říjen", 10 }, { "října", 10 },
	{ "şubat", 2 }, { "απρ", 4 }, { "απρίλιος", 4 }, { "απριλίου", 4 },
	{ "αυγ", 8 }, { "αυγούστου", 8 }, { "αύγ", 8 }, { "αύγουστος", 8 },
	{ "δεκ", 12 }, { "δεκέμβριος", 12 }, { "δεκεμβρίου", 12 }, { "ιαν", 1 },
	{ "ιανουάριος", 1 }, { "ιανουαρίου", 1 }, { "ιουλ", 7 },
	{ "ιουλίου", 7 }, { "ιουν", 6 }, { "ιουνίου", 6 }, { "ιούλ", 7 },
	{ "ιούλιος", 7 }, { "ιούν", 6 }, { "ιούνιος", 6 }, { "μάι", 5 },
	{ "μάιος", 5 }, { "μάρ", 3 }, { "μάρτιος", 3 }, { "μαΐ", 5 },
	{ "μαΐου", 5 }, { "μαι", 5 }, { "μαρ", 3 }, { "μαρτίου", 3 },
	{ "νοέ", 11 }, { "νοέμβριος", 11 }, { "νοε", 11 }, { "νοεμβρίου", 11 },
	{ "οκτ", 10 }, { "οκτωβρίου", 10 }, { "οκτώβριος", 10 }, { "σεπ", 9 },
	{ "σεπτ", 9 }, { "σεπτέμβριος", 9 }, { "σεπτεμβρίου", 9 }, { "φεβ", 2 },
	{ "φεβρουάριος", 2 }, { "φεβρουαρίου", 2 }, { "август", 8 },
	{ "августа", 8 }, { "апрель", 4 }, { "апреля", 4 }, { "април", 4 },
	{ "априла", 4 }, { "ақпан", 2 }, { "березня", 3 }, { "верасня", 9 },
	{ "вересня", 9 }, { "грудня", 12 }, { "декабрь", 12 },
	{ "декабря", 12 }, { "декември", 12 }, { "децембар", 12 },
	{ "децембра", 12 }, { "желтоқсан", 12 }, { "жніўня", 8 },
	{ "жовтня", 10 }, { "июль", 7 }, { "июля", 7 }, { "июнь", 6 },
	{ "июня", 6 }, { "кастрычніка", 10 }, { "квітня", 4 },
	{ "красавіка", 4 }, { "липня", 7 }, { "листопада", 11 },
	{ "лютага", 2 }, { "лютого", 2 }, { "ліпеня", 7 }, { "лістапада", 11 },
	{ "май", 5 }, { "мамыр", 5 }, { "март", 3 }, { "марта", 3 },
	{ "маусым", 6 }, { "мая", 5 }, { "мај", 5 }, { "маја", 5 },
	{ "наурыз", 3 }, { "новембар", 11 }, { "новембра", 11 },
	{ "ноември", 11 }, { "ноябрь", 11 }, { "ноября", 11 },
	{ "октобар", 10 }, { "октобра", 10 }, { "октомври", 10 },
	{ "октябрь", 10 }, { "октября", 10 }, { "сакавіка", 3 },
	{ "сентябрь", 9 }, { "сентября", 9 }, { "септембар", 9 },
	{ "септембра", 9 }, { "септември", 9 }, { "серпня", 8 },
	{ "снежня", 12 }, { "студзеня", 1 }, { "січня", 1 }, { "сәуір", 4 },
	{ "тамыз", 8 }, { "травня", 5 }, { "фебруар", 2 }, { "фебруара", 2 },
	{ "февраль", 2 }, { "февраля", 2 }, { "февруари", 2 }, { "червня", 6 },
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
	{ "अक्टूबर", 10 }, { "अक्तूबर", 10 }, { "अगस्त", 8 }, { "अप्रैल", 4 },
	{ "एप्रिल", 4 }, { "ऑक्टोबर", 10 }, { "ऑगस्ट", 8 }, { "जनवरी", 1 },
	{ "जानेवारी", 1 }, { "जुलाई", 7 }, { "जुलै", 7 }, { "जून", 6 },
	{ "डिसेंबर", 12 }, { "दिसंबर", 12 }, { "दिसम्बर", 12 }, { "नवंबर", 11 },
	{ "नवम्बर", 11 }, { "नोव्हेंबर", 11 }, { "फरवरी", 2 }, { "फ़रवरी", 2 },
	{ "फेब्रुवारी", 2 }, { "मई", 5 }, { "मार्च", 3 }, { "मे", 5 },
	{ "सप्टेंबर", 9 }, { "सितंबर", 9 }, { "सितम्बर", 9 }, { "फ़रवरी", 2 },
	{ "অক্টোবর", 10 }, { "আগস্ট", 8 }, { "এপ্রিল", 4 }, { "জানুয়ারি", 1 },
	{ "জানুয়ারী", 1 }, { "জানুয়ারি", 1 }, { "জানুয়ারী", 1 }, { "জুন", 6 },
	{ "জুলাই", 7 }, { "ডিসেম্বর", 12 }, { "নভেম্বর", 11 },
	{ "ফেব্রুয়ারি", 2 }, { "ফেব্রুয়ারী", 2 }, { "ফেব্রুয়ারি", 2 },
	{ "ফেব্রুয়ারী", 2 }, { "মার্চ", 3 }, { "মে", 5 }, { "সেপ্টেম্বর", 9 },
	{ "એપ્રિલ", 4 }, { "ઓક્ટોબર", 10 }, { "ઓગસ્ટ", 8 }, { "જાન્યુઆરી", 1 },
	{ "જુલાઈ", 7 }, { "જૂન", 6 }, { "ડિસેમ્બર", 12 }, { "નવેમ્બર", 11 },
	{ "ફેબ્રુઆરી", 2 }, { "માર્ચ", 3 }, { "મે", 5 }, { "સપ્ટેમ્બર", 9 },
	{ "அக்டோபர்", 10 }, { "ஆகஸ்ட்", 8 }, { "ஏப்ரல்", 4 },
	{ "செப்டம்பர்", 9 }, { "ஜனவரி", 1 }, { "ஜூன்", 6 }, { "ஜூலை", 7 },
	{ "டிசம்பர்", 12 }, { "நவம்பர்", 11 }, { "பிப்ரவரி", 2 },
	{ "மார்ச்", 3 }, { "மே", 5 }, { "అక్టోబర్", 10 }, { "ఆగస్టు", 8 },
	{ "ఏప్రిల్", 4 }, { "జనవరి", 1 }, { "జూన్", 6 }, { "జూలై", 7 },
	{ "డిసెంబర్", 12 }, { "నవంబర్", 11 }, { "ఫిబ్రవరి", 2 },
	{ "మార్చి", 3 }, { "మే", 5 }, { "సెప్టెంబర్", 9 }, { "ಅಕ್ಟೋಬರ್", 10 },
	{ "ಆಗಸ್ಟ್", 8 }, { "ಏಪ್ರಿಲ್", 4 }, { "ಜನವರಿ", 1 }, { "ಜುಲೈ", 7 },
	{ "ಜೂನ್", 6 }, { "ಡಿಸೆಂಬರ್", 12 }, { "ನವೆಂಬರ್", 11 }, { "ಫೆಬ್ರವರಿ", 2 },
	{ "ಮಾರ್ಚ್", 3 }, { "ಮೇ", 5 }, { "ಸೆಪ್ಟೆಂಬರ್", 9 }, { "ഏപ്രിൽ", 4 },
	{ "ഒക്ടോബർ", 10 }, { "ഓഗസ്റ്റ്", 8 }, { "ജനുവരി", 1 }, { "ജൂലൈ", 7 },
	{ "ജൂൺ", 6 }, { "ഡിസംബർ", 12 }, { "നവംബർ", 11 }, { "ഫെബ്രുവരി", 2 },
	{ "മാർച്ച്", 3 }, { "മേയ്", 5 }, { "സെപ്റ്റംബർ", 9 }, { "กค", 7 },
	{ "กพ", 2 }, { "กย", 9 }, { "กรกฎาคม", 7 }, { "กันยายน", 9 },
	{ "กุมภาพันธ์", 2 }, { "ตค", 10 }, { "ตุลาคม", 10 }, { "ธค", 12 },
	{ "ธันวาคม", 12 }, { "พค", 5 }, { "พย", 11 }, { "พฤศจิกายน", 11 },
	{ "พฤษภาคม", 5 }, { "มกราคม", 1 }, { "มค", 1 }, { "มิถุนายน", 6 },
	{ "มิย", 6 }, { "มีค", 3 }, { "มีนาคม", 3 }, { "สค", 8 },
	{ "สิงหาคม", 8 }, { "เมย", 4 }, { "เมษายน", 4 }, { "აგვისტო", 8 },
	{ "აპრილი", 4 }, { "დეკემბერი", 12 }, { "თებერვალი", 2 },
	{ "იანვარი", 1 }, { "ივლისი", 7 }, { "ივნისი", 6 }, { "მაისი", 5 },
	{ "მარტი", 3 }, { "ნოემბერი", 11 }, { "ოქტომბერი", 10 },
	{ "სექტემბერი", 9 },
};
/* clang-format on */

/* The values are minutes east of UTC. If several zones share an abbreviation,
 * its meaning in RFC 822 is used. If RFC 822 does not define the abbreviation,
 * the meaning that is most frequent in feeds is used: "ist" is the time of
 * India. */
static const struct word zones[] = {
	{ "z", 0 },
	{ "ut", 0 },
	{ "gmt", 0 },
	{ "utc", 0 },
	{ "wet", 0 },
	{ "west", 60 },
	{ "bst", 60 },
	{ "cet", 60 },
	{ "met", 60 },
	{ "mez", 60 },
	{ "wat", 60 },
	{ "cest", 120 },
	{ "mest", 120 },
	{ "mesz", 120 },
	{ "eet", 120 },
	{ "sast", 120 },
	{ "cat", 120 },
	{ "eest", 180 },
	{ "msk", 180 },
	{ "eat", 180 },
	{ "trt", 180 },
	{ "idt", 180 },
	{ "irst", 210 },
	{ "msd", 240 },
	{ "gst", 240 },
	{ "pkt", 300 },
	{ "yekt", 300 },
	{ "ist", 330 },
	{ "npt", 345 },
	{ "wib", 420 },
	{ "ict", 420 },
	{ "sgt", 480 },
	{ "hkt", 480 },
	{ "pht", 480 },
	{ "awst", 480 },
	{ "jst", 540 },
	{ "kst", 540 },
	{ "acst", 570 },
	{ "aest", 600 },
	{ "acdt", 630 },
	{ "aedt", 660 },
	{ "nzst", 720 },
	{ "nzdt", 780 },
	{ "brst", -120 },
	{ "ndt", -150 },
	{ "adt", -180 },
	{ "brt", -180 },
	{ "art", -180 },
	{ "clst", -180 },
	{ "nst", -210 },
	{ "ast", -240 },
	{ "clt", -240 },
	{ "edt", -240 },
	{ "est", -300 },
	{ "et", -300 },
	{ "cot", -300 },
	{ "pet", -300 },
	{ "cdt", -300 },
	{ "cst", -360 },
	{ "ct", -360 },
	{ "mdt", -360 },
	{ "mst", -420 },
	{ "mt", -420 },
	{ "pdt", -420 },
	{ "pst", -480 },
	{ "pt", -480 },
	{ "akdt", -480 },
	{ "akst", -540 },
	{ "hst", -600 },
	{ "sst", -660 },
};

static const struct word halves[] = {
	{ "am", 0 },
	{ "오전", 0 },
	{ "上午", 0 },
	{ "午前", 0 },
	{ "πμ", 0 },
	{ "pm", 1 },
	{ "오후", 1 },
	{ "下午", 1 },
	{ "午後", 1 },
	{ "μμ", 1 },
};

static const struct word units[] = {
	{ "年", DATE_UNIT_YEAR },
	{ "년", DATE_UNIT_YEAR },
	{ "月", DATE_UNIT_MONTH },
	{ "월", DATE_UNIT_MONTH },
	{ "日", DATE_UNIT_DAY },
	{ "일", DATE_UNIT_DAY },
	{ "号", DATE_UNIT_DAY },
	{ "时", DATE_UNIT_HOUR },
	{ "時", DATE_UNIT_HOUR },
	{ "시", DATE_UNIT_HOUR },
	{ "点", DATE_UNIT_HOUR },
	{ "h", DATE_UNIT_HOUR },
	{ "分", DATE_UNIT_MINUTE },
	{ "분", DATE_UNIT_MINUTE },
	{ "min", DATE_UNIT_MINUTE },
	{ "秒", DATE_UNIT_SECOND },
	{ "초", DATE_UNIT_SECOND },
	{ "s", DATE_UNIT_SECOND },
};

static const char ordinals[] = "st nd rd th er re ère º ª e";
static const char fillers[] =
    "t of at de del den d der um uhr le à a o la "
    "the on kl klo ob g г года року r roku в о in and da do du els στις και";

/* Labels of the number of a month (Vietnamese). */
static const char month_labels[] = "tháng thg";

/* The months with two names in Iraq, Jordan, Lebanon, Palestine and Syria: the
 * second word means "first" or "second". */
static const struct {
	const char *first;
	int months[2];
} arabic_pairs[] = { { "تشرين", { 10, 11 } }, { "كانون", { 12, 1 } } };
static const char arabic_first[] = "الأول الاول";
static const char arabic_second[] = "الثاني الثانى";

/* English months are the most frequent case, so they are tested before the long
 * tables. */
static const char english_months[] = "janfebmaraprmayjunjulaugsepoctnovdec";
static const char english_days[] = "montuewedthufrisatsun";

/* Returns the position, counted from 1, of a word in `run`, which is a
 * concatenation of words of three letters.  Returns 0 if the word is not in
 * `run`. */
static int
date_names_triple_find(const char *run, struct slice word)
{
	for (int i = 0; word.len == 3 && run[i * 3] != '\0'; i++)
		if (memcmp(run + (size_t)i * 3, word.p, 3) == 0)
			return i + 1;
	return 0;
}

/* True if `list`, whose words are separated by single spaces, contains the
 * word. */
static bool
date_names_list_has(const char *list, struct slice word)
{
	struct slice all = slice_of(list);
	const char *end = all.p + all.len, *at = all.p;

	if (word.len == 0 || memchr(word.p, ' ', word.len) != NULL)
		return false;
	while ((at = memmem(at, (size_t)(end - at), word.p, word.len)) != NULL) {
		if ((at == all.p || at[-1] == ' ') &&
		    (at + word.len == end || at[word.len] == ' '))
			return true;
		at++;
	}
	return false;
}

static size_t
date_names_characters(struct slice s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++)
		n += ((unsigned char)s.p[i] & 0xc0) != 0x80;
	return n;
}

/* Returns the index of the first month whose name does not sort before `word`.
 */
static size_t
date_names_month_lower_bound(struct slice word)
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

/* Returns the month for a name, or for a prefix that belongs to one month; 0 if
 * there is none. */
static int
date_names_month_find(struct slice word)
{
	bool is_short = date_names_characters(word) < DATE_SHORTEST_PREFIX,
	     is_exact = false;
	int found = 0;

	for (size_t at = date_names_month_lower_bound(word);
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

static const struct word *
date_names_word_find(const struct word *table, size_t n, struct slice word)
{
	for (size_t i = 0; i < n; i++)
		if (word.len > 0 && table[i].text[0] == word.p[0] &&
		    slice_equal(slice_of(table[i].text), word))
			return &table[i];
	return NULL;
}

/* The tables of words without prefixes. */
static const struct {
	enum date_word kind;
	const struct word *table;
	size_t n;
} tables[] = {
	{ DATE_WORD_ZONE, zones, ARRAY_LENGTH(zones) },
	{ DATE_WORD_HALF, halves, ARRAY_LENGTH(halves) },
	{ DATE_WORD_UNIT, units, ARRAY_LENGTH(units) },
};
static const char *const lists[] = { ordinals, fillers, month_labels };

/* Most words of a text are in no table. */
static struct word_filter words_filter;  /* the words of tables[], lists[] */
static struct word_filter begins_filter; /* the first bytes of months[] */
static pthread_once_t filters_once = PTHREAD_ONCE_INIT;
#define BEGIN_BYTES 3

static void
date_names_fill_filters(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(tables); i++)
		for (size_t k = 0; k < tables[i].n; k++)
			word_filter_add(
			    &words_filter, slice_of(tables[i].table[k].text));
	for (size_t i = 0; i < ARRAY_LENGTH(lists); i++) {
		struct slice rest = slice_of(lists[i]), word;

		while (slice_next(&rest, ' ', &word))
			word_filter_add(&words_filter, word);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(months); i++)
		word_filter_add(&begins_filter,
		    slice_sub(slice_of(months[i].text), 0, BEGIN_BYTES));
}

/* Returns false only if no month begins with the word. */
static bool
date_names_may_be_month(struct slice word)
{
	return word.len < BEGIN_BYTES || word_filter_may_have(&begins_filter,
					     slice_sub(word, 0, BEGIN_BYTES));
}

/* Finds a word in tables[] and in lists[]. */
static enum date_word
date_names_find_whole(struct slice word, int *ret_value)
{
	for (size_t i = 0; i < ARRAY_LENGTH(tables); i++) {
		const struct word *found =
		    date_names_word_find(tables[i].table, tables[i].n, word);

		if (found) {
			*ret_value = found->value;
			return tables[i].kind;
		}
	}
	if (date_names_list_has(ordinals, word))
		return DATE_WORD_ORDINAL;
	if (date_names_list_has(fillers, word))
		return DATE_WORD_FILLER;
	if (date_names_list_has(month_labels, word))
		return DATE_WORD_MONTH_LABEL;
	return DATE_WORD_UNKNOWN;
}

enum date_word
date_word_find(struct slice word, int *ret_value)
{
	enum date_word kind = DATE_WORD_UNKNOWN;

	pthread_once(&filters_once, date_names_fill_filters);
	*ret_value = date_names_triple_find(english_months, word);
	if (*ret_value)
		return DATE_WORD_MONTH;
	if (date_names_triple_find(english_days, word))
		return DATE_WORD_FILLER;
	if (word_filter_may_have(&words_filter, word))
		kind = date_names_find_whole(word, ret_value);
	if (kind != DATE_WORD_UNKNOWN)
		return kind;
	*ret_value =
	    date_names_may_be_month(word) ? date_names_month_find(word) : 0;
	return *ret_value ? DATE_WORD_MONTH : DATE_WORD_UNKNOWN;
}

int
date_words_month(struct slice first, struct slice second)
{
	for (size_t i = 0; i < ARRAY_LENGTH(arabic_pairs); i++) {
		if (!slice_equal(slice_of(arabic_pairs[i].first), first))
			continue;
		if (date_names_list_has(arabic_first, second))
			return arabic_pairs[i].months[0];
		if (date_names_list_has(arabic_second, second))
			return arabic_pairs[i].months[1];
	}
	return 0;
}

bool
date_word_is_thai(struct slice word)
{
	int month;

	/* U+0E00 to U+0E7F */
	return word.len >= 3 && word.p[0] == '\xE0' &&
	       ((unsigned char)word.p[1] & 0xFE) == 0xB8 &&
	       date_word_find(word, &month) == DATE_WORD_MONTH;
}

/* Returns the length of the first word of a table with which the text begins; 0
 * if there is none. */
static size_t
date_names_prefix(const struct word *table, size_t n, struct slice text)
{
	for (size_t i = 0; i < n; i++)
		if (text.len > 0 && table[i].text[0] == text.p[0] &&
		    slice_starts(text, slice_of(table[i].text)))
			return strlen(table[i].text);
	return 0;
}

size_t
date_word_unspaced(struct slice text)
{
	size_t unit = date_names_prefix(units, ARRAY_LENGTH(units), text);

	return unit > 0 ? unit
			: date_names_prefix(halves, ARRAY_LENGTH(halves), text);
}
