/*
 * name_roles.c -- words that are not names of persons: roles, agencies, desks,
 * organisations, accounts.
 *
 * All tables are in lower case and compared with case folded.
 */
#include "base/array.h"
#include "cuter/article/author/name.h"

/* Roles.  A chunk with a role is not a name. */
static const char *const roles[] = { "analyst", "anchor", "associate",
	"attorney", "blogger", "caporedattore", "ceo", "cfo", "chefredakteur",
	"chefredakteurin", "chief", "chroniqueur", "chroniqueuse", "co-founder",
	"cofounder", "columnist", "columnists", "colunista", "consultant",
	"contributor", "contributors", "coo", "copywriter", "corespondent",
	"correspondant", "correspondante", "correspondent", "correspondente",
	"correspondents", "corresponsal", "corrispondente", "critic", "cto",
	"dietitian", "director", "directrice", "dopisnica", "dopisnik",
	"dziennikarka", "dziennikarz", "editor", "editora", "editors", "editör",
	"editörü", "envoyé", "envoyée", "executive", "expert", "fotograf",
	"fotografin", "founder", "freelance", "freelancer", "gastautor",
	"gastautorin", "gazeteci", "giornalista", "giornalisti", "host",
	"inviata", "inviato", "jornalista", "journalist", "journaliste",
	"journalistes", "journalistin", "journalists", "jurnalis", "jurnalist",
	"kirjeenvaihtaja", "komentátor", "korespondent", "korespondentka",
	"korrespondent", "korrespondentin", "krönikör", "lead", "manager",
	"muhabir", "muhabiri", "munkatárs", "novinar", "novinarka", "novinář",
	"novinářka", "officer", "periodista", "photographer", "photojournalist",
	"president", "producer", "professor", "redacteur", "redactor",
	"redactora", "redactori", "redakteur", "redakteure", "redakteurin",
	"redaktionschef", "redaktor", "redaktorin", "redaktorka", "redaktör",
	"redaktør", "redattore", "redattrice", "reporter", "reporterin",
	"reporterka", "reporters", "reportér", "reportérka", "repórter",
	"researcher", "ressortleiter", "riporter", "rédacteur", "rédactrice",
	"scientist", "senior", "specialist", "sr.", "strategist", "szerkesztő",
	"toimittaja", "tudósító", "urednica", "urednik", "utenriksreporter",
	"utrikeskorrespondent", "verslaggeefster", "verslaggever", "volontär",
	"volontärin", "wartawan", "writer", "writers", "zpravodaj", "újságíró",
	"δημοσιογράφος", "ρεπόρτερ", "συντάκτης", "συντάκτρια", "журналист",
	"журналистка", "журналіст", "журналістка", "кореспондент",
	"корреспондент", "новинар", "обозреватель", "оглядач", "редактор",
	"редакторка", "репортер", "репортёр", "כתב", "כתבת", "עורך", "עורכת",
	"خبرنگار", "صحافي", "صحفي", "محرر", "مراسل", "مراسلة", "객원기자",
	"기자", "논설위원", "선임기자", "앵커", "인턴기자", "특파원",
	"편집위원" };

/* Short names of agencies. An agency is accepted as an author, but not as a
 * degree after a name. */
static const char *const agencies[] = { "aa", "aap", "abc", "adnkronos", "afp",
	"agi", "ani", "anp", "ansa", "ap", "apa", "ard", "bbc", "belga",
	"bloomberg", "bta", "cbc", "cbs", "cna", "cnn", "cp", "ctk", "dha",
	"dpa", "efe", "epd", "hina", "ians", "interfax", "irna", "isna", "jiji",
	"kna", "kyodo", "lusa", "mti", "nbc", "npr", "ntb", "orf", "pa", "pap",
	"pti", "reuters", "ritzau", "rnd", "rte", "rtl", "sda", "sid", "srf",
	"sta", "stt", "swr", "tanjug", "tass", "time", "tt", "ukrinform",
	"unian", "upi", "wdr", "xinhua", "yonhap", "zdf", "čtk" };

/* Names of agencies that may follow the name of a reporter. */
static const char *const agency_names[] = { "the associated press",
	"associated press", "agence france-presse", "agence france presse",
	"the canadian press", "canadian press", "press association", "pa media",
	"pa news agency", "bloomberg news", "thomson reuters",
	"deutsche presse-agentur", "europa press", "tribune news service",
	"cnn wire", "kyodo news", "jiji press", "xinhua news agency",
	"anadolu agency", "anadolu ajansı", "press trust of india", "reuters",
	"afp", "dpa", "ansa", "xinhua", "yonhap", "bloomberg" };

/* Values of fields for authors that are not names. */
static const char *const placeholders[] = { "admin", "administrator", "and",
	"by", "und", "anonymous", "anonymus", "author", "author name",
	"default", "editor", "editors", "guest", "guest author",
	"guest contributor", "homepage", "n/a", "news", "none", "null", "posts",
	"redaktion", "root", "site admin", "staff", "super user", "superuser",
	"team", "test", "undefined", "unknown", "user", "webmaster", "website",
	"wpadmin", "youtube", "facebook", "twitter", "instagram", "linkedin",
	"email", "administrador", "administrateur", "amministratore",
	"beheerder", "adminuser", "site administrator", "unknown author",
	"no author", "contributor", "nan", "false", "true",
	/* producers of content management systems, names of sections */
	"大汉网络", "comsenz", "comsenz ui team", "discuz! team", "织梦",
	"phpcms", "dedecms", "未知", "佚名", "匿名", "不详", "管理员", "管理員",
	"原创", "人物", "本站", "网络", "網絡", "互联网", "网友", "正文",
	"首页", "要闻", "时政", "财经", "體育", "体育", "娱乐", "娛樂", "社会",
	"社會", "国际", "國際", "国内", "国内新闻" };

/* Words in names of desks and shared accounts. */
static const char *const desk_words[] = { "team", "staff", "desk", "newsdesk",
	"webdesk", "newsroom", "newsteam", "redaktion", "redaktionen",
	"redazione", "redacción", "redaccion", "redação", "redacao",
	"rédaction", "redactie", "redakcja", "redakce", "redakcia", "redacția",
	"toimitus", "szerkesztőség", "redakcija", "редакция", "редакція",
	"редакцията", "editorial", "editors", "reporters", "correspondents" };

/* Words for "reporter" that follow a name. A longer word must precede its own
 * suffixes, because the first match is used. */
static const char *const reporter_suffixes[] = { "인턴기자", "선임기자",
	"객원기자", "기자", "특파원", "논설위원", "记者", "記者" };

/* Abbreviated titles, without their full stops. */
static const char *const titles[] = { "adm", "amb", "assoc", "asst", "brig",
	"capt", "cmdr", "col", "dipl", "doc", "dr", "drs", "gen", "gov", "hon",
	"ing", "insp", "lt", "mag", "maj", "msgr", "prof", "rep", "rev", "sen",
	"sgt", "supt", "univ", "проф" };

bool
name_is_title(struct slice word)
{
	if (slice_ends(word, SLICE(".")))
		word = slice_sub(word, 0, word.len - 1);
	return name_is_in(word, titles, ARRAY_LENGTH(titles));
}

bool
name_is_role(struct slice word)
{
	return name_is_in(word, roles, ARRAY_LENGTH(roles));
}

bool
name_is_agency(struct slice word)
{
	return name_is_in(word, agencies, ARRAY_LENGTH(agencies));
}

bool
name_is_placeholder(struct slice text)
{
	return name_is_in(text, placeholders, ARRAY_LENGTH(placeholders));
}

bool
name_is_desk_word(struct slice word)
{
	return name_is_in(word, desk_words, ARRAY_LENGTH(desk_words));
}

size_t
name_agency_at_end(struct slice text)
{
	for (size_t i = 0; i < ARRAY_LENGTH(agency_names); i++) {
		struct slice name = slice_of(agency_names[i]);

		if (text.len > name.len + 1 &&
		    text.p[text.len - name.len - 1] == ' ' &&
		    name_equal(
			slice_sub(text, text.len - name.len, text.len), name))
			return name.len + 1;
	}
	return 0;
}

size_t
name_reporter_at_end(struct slice text)
{
	for (size_t i = 0; i < ARRAY_LENGTH(reporter_suffixes); i++)
		if (slice_ends(text, slice_of(reporter_suffixes[i])))
			return strlen(reporter_suffixes[i]);
	return 0;
}
