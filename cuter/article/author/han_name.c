/*
 * han_name.c -- recognises names of persons in Han characters and in Hangul.
 *
 * In:  a text without punctuation.
 * Out: whether the text is a person's name or that of an organisation.
 *
 * These scripts have neither capitals nor spaces. A name is therefore
 * recognised by its surname and its length. Most of the population has one of
 * the few hundred surnames in the tables. Words that begin with the character
 * of a surname are in the tables of exceptions.
 */
#include "cuter/article/author/han_name.h"

#include "base/array.h"
#include "base/text/utf8.h"

#define HAN_BYTES 3  /* bytes of a Han character or Hangul syllable in UTF-8 */
#define RUNES_MAX 16 /* maximum characters of a text that is examined */

/* Chinese surnames of one character. The frequent surnames are first. The
 * traditional forms of some surnames are at the end. */
static const char singles[] =
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许"
    "傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆"
    "郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施"
    "陶洪翟安颜倪严牛温芦季俞章鲁葛伍韦申尤毕聂丛焦向柳邢路岳齐梅莫庄辛管祝"
    "左涂谷祁舒耿牟卜詹关苗凌费纪靳盛童欧甄项曲游阳裴席卫查屈鲍覃霍翁隋甘景"
    "薄包司柏宁柯阮桂闵解柴华车冉房边辜吉饶刁瞿戚丘古米池滕晋苑邬臧宫苟褚廉"
    "简娄符奚穆燕郎邸冀姬屠郜晏栾郁蒙喻窦迟敖鄢卓仇艾蓝巩井练仲虞卞封竺冼楚"
    "佟栗匡宗巫鞠桑荆谌沙岑习胥蔺肖闫付尚代麦伊哈帅骆邝粟戈鹿揭储扈暴亓藏楼"
    "於濮佘库郦麻阚茅诸叶雍慕逯谯鲜嵇芮羿缪强"
    "張劉陳楊趙黃吳孫馬羅鄭謝韓馮蕭鄧許呂蘇盧蔣賈葉閻鍾鐘譚鄒陸顧龍萬錢湯賴"
    "龔龐蘭顏嚴溫蘆魯韋畢聶叢齊莊塗關紀費歐項遊陽衛鮑閔寧車饒鄔婁欒鬱喬賀藍鞏"
    "練諶鄺闕簡範麥駱華邊遲竇習帥儲樓滄佘酈闞諸鮮繆晉宮閆";

static const char *const doubles[] = { "欧阳", "歐陽", "司马", "司馬", "上官",
	"诸葛", "諸葛", "皇甫", "尉迟", "尉遲", "公孙", "公孫", "慕容", "令狐",
	"司徒", "东方", "東方", "夏侯", "宇文", "端木", "南宫", "南宮", "西门",
	"西門", "独孤", "獨孤", "轩辕", "軒轅", "长孙", "長孫", "拓跋", "呼延",
	"澹台", "澹臺", "闻人", "聞人", "申屠", "淳于", "鲜于", "鮮于", "赫连",
	"赫連", "钟离", "鍾離", "張簡", "范姜" };

/* Words, and beginnings of words, that begin with the character of a surname
 * and are not names. */
static const char *const chinese_words[] = { "高清", "高校", "高考", "高级",
	"高端", "高速", "高度", "高层", "高中", "文化", "文章", "文字", "文中",
	"文件", "文学", "文艺", "文图", "文圖", "文本", "文献", "全文", "方面",
	"方法", "方言", "方案", "方向", "方式", "常用", "常见", "常务", "常规",
	"金融", "金属", "金额", "万元", "万人", "萬元", "安全", "安徽", "安装",
	"江苏", "江西", "江蘇", "云南", "石油", "石化", "石家庄", "白色",
	"白银", "马上", "马来", "馬來", "路透", "路线", "关于", "關於", "关注",
	"關注", "关闭", "關閉", "关键", "时间", "任务", "任何", "管理", "向前",
	"左图", "左起", "左上", "左右", "左二", "左三", "古代", "华东", "华南",
	"华北", "华中", "华西", "华为", "华人", "华语", "華人", "华商", "华龙",
	"华夏", "解放", "解读", "解说", "解释", "程序", "程度", "包括", "包含",
	"米兰", "温度", "温馨", "游客", "游戏", "施工", "施行", "成都", "康复",
	"武汉", "武器", "武警", "房产", "房价", "房地", "车型", "车展", "车辆",
	"汽车", "边境", "盛世", "易车", "齐鲁", "齐全", "景区", "景点", "季节",
	"季度", "章节", "曲目", "吉林", "宁夏", "寧夏", "宁波", "海南", "尚未",
	"尚无", "代表", "代码", "代理", "麦当", "伊朗", "伊拉", "强调", "强化",
	"钟声", "封面", "封闭", "应急", "项目", "項目", "单位", "余下", "余额",
	"梅花", "万众", "万科", "林业", "牛市", "牛奶", "阳光", "陽光", "谷歌",
	"广州", "席位", "查看", "查询", "查閱", "查阅", "蓝色", "藍色", "简介",
	"简称", "简体", "簡體", "簡介", "原文", "来源", "黄色", "黄金", "黃金",
	"黄河", "胡同", "周刊", "周末", "周一", "周二", "周三", "周四", "周五",
	"周六", "周日", "周期", "周边", "童话", "董事", "夏天", "夏季", "冬季",
	"唐代", "宋代", "明代", "纪念", "纪录", "纪实", "纪检", "经济", "龙头",
	"雷达", "申请", "申报", "莫斯", "苏联", "蘇聯", "苏州", "韩国", "韓國",
	"鲁迅", "陈述", "毛泽", "于是", "于此", "向导", "商务", "沙特", "楼市",
	"路况", "储存", "许可", "许多", "何时", "何以", "何为", "何谓", "何处",
	"叶子", "汤姆", "甘肃", "习惯", "費用", "费用", "罗马", "白宫", "台湾",
	"温州", "徐州", "郑州", "杭州", "常州", "兰州", "蘭州", "柳州", "沈阳",
	"沈陽", "洛阳", "贵阳", "邢台", "邯郸", "汕头", "金华", "安阳", "高雄",
	"桂林", "乐山", "唐山", "黄山", "黃山", "马尼", "莫高", "宁静", "宜宾",
	"岳阳", "湛江", "荆州", "燕京", "华盛", "巴黎", "柏林", "伦敦", "万象",
	"卫生", "卫视", "衛視", "金边", "米粒", "古巴", "古典", "史上", "史料",
	"温哥", "姬路" };

static const char *const korean_singles =
    "김이박최정강조윤장임한오서신권황안송전홍유류고문양손배백허남심노하곽성차주"
    "우구민진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제"
    "모탁국나라";
static const char *const korean_doubles[] = { "남궁", "황보", "선우", "제갈",
	"사공", "독고" };
static const char *const korean_words[] = { "정치부", "전문", "선임", "인턴",
	"문화부", "주재", "현장", "방송", "여러", "한국", "신문", "연예",
	"기상", "우리", "유명", "남자", "여자", "여성", "지역", "국제부",
	"모든", "이런", "소속", "전체", "전직", "현직", "한겨레", "조선",
	"중앙", "동아", "일간", "주요", "기존", "당시", "다른", "이날", "고참",
	"신입", "외신", "정식", "서울", "인천", "제주", "전주", "천안", "강릉",
	"성남", "구미", "여수" };

/* Second characters of Japanese surnames. */
static const char japanese_seconds[] =
    "藤木橋中田村本林山井口島原野川沢崎嶋上下内池岡部谷葉森石水浦瀬塚宮倉浜"
    "松辺邊尾坂丸平津堀美保見賀屋地江沼出安永高桑西東南北関岸戸場澤濱﨑渕淵";
/* Last characters of the names of places and offices, and of other words. No
 * given name ends with one of them. */
static const char japanese_ends[] =
    "県市区町村駅部社局課店館府道都郡島港署庁省党会校院氏線戦賞杯号版";
/* Last characters of names of organisations. */
static const char organisation_ends[] =
    "网網报報社局部厅廳处處署站办辦组組室刊团團院校会會台臺网讯訊版部";
static const char *const organisation_endings[] = { "网络", "網絡", "公司",
	"集团", "集團", "中心", "频道", "頻道", "科技", "传媒", "傳媒",
	"工作室", "软件", "軟件", "政府", "大学", "大學", "学院", "研究所",
	"媒体", "媒體", "委员会", "委員會", "编辑", "編輯", "新闻", "新聞",
	"资讯", "資訊", "在线", "在線", "日报", "时报", "周刊", "杂志", "雜誌",
	"综合", "論壇", "论坛", "银行", "股份", "信息", "平台", "官网",
	"先锋" };

bool
han_is(uint32_t rune)
{
	return (rune >= 0x4E00 && rune <= 0x9FFF) || rune == 0x3005;
}

bool
han_is_kana(uint32_t rune)
{
	return (rune >= 0x3041 && rune <= 0x3096) ||
	       (rune >= 0x30A1 && rune <= 0x30FA) || rune == 0x30FC;
}

bool
han_is_hangul(uint32_t rune)
{
	return rune >= 0xAC00 && rune <= 0xD7A3;
}

/* Returns the number of characters. Returns 0 if `is` is false for one of them,
 * or if there are more than RUNES_MAX. */
static size_t
han_name_count(struct slice text, bool (*is)(uint32_t))
{
	size_t n = 0, i = 0;

	while (i < text.len) {
		uint32_t rune;

		i += utf8_decode(text.p + i, text.len - i, &rune);
		if (!is(rune) || ++n > RUNES_MAX)
			return 0;
	}
	return n;
}

/* True if `characters` contains the character of the text at byte `at`. */
static bool
han_name_has(const char *characters, struct slice text, size_t at)
{
	struct slice one = slice_sub(text, at, at + HAN_BYTES);

	return one.len == HAN_BYTES &&
	       slice_find(slice_of(characters), one, 0) != SLICE_NOT_FOUND;
}

/* Returns the length in bytes of the first word of a table with which the text
 * begins; 0 if there is none. */
static size_t
han_name_begins(struct slice text, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (slice_starts(text, slice_of(words[i])))
			return strlen(words[i]);
	return 0;
}

size_t
han_surname(struct slice text)
{
	size_t took = han_name_begins(text, doubles, ARRAY_LENGTH(doubles));

	if (took > 0)
		return took;
	return han_name_has(singles, text, 0) ? HAN_BYTES : 0;
}

bool
han_name_is(struct slice text)
{
	size_t n = han_name_count(text, han_is);
	size_t surname = han_surname(text) / HAN_BYTES;

	return surname > 0 && n > surname && n <= surname + 2 &&
	       han_name_begins(
		   text, chinese_words, ARRAY_LENGTH(chinese_words)) == 0 &&
	       !han_is_organisation(text);
}

bool
han_is_japanese_surname(struct slice text)
{
	return text.len == 2 * HAN_BYTES && han_name_count(text, han_is) == 2 &&
	       han_name_has(japanese_seconds, text, HAN_BYTES);
}

static bool
han_name_is_japanese_rune(uint32_t rune)
{
	return han_is(rune) || han_is_kana(rune);
}

bool
han_name_is_japanese(struct slice text)
{
	size_t n = han_name_count(text, han_name_is_japanese_rune);

	return n >= 3 && n <= 5 && text.len == n * HAN_BYTES &&
	       han_is_japanese_surname(slice_sub(text, 0, 2 * HAN_BYTES)) &&
	       !han_name_has(japanese_ends, text, text.len - HAN_BYTES);
}

bool
han_name_is_korean(struct slice text)
{
	size_t n = han_name_count(text, han_is_hangul), surname = 1;

	if (n < 2 ||
	    han_name_begins(text, korean_words, ARRAY_LENGTH(korean_words)) >
		0 ||
	    slice_ends(text, SLICE("부")) || slice_ends(text, SLICE("팀")))
		return false;
	if (n > 2 && han_name_begins(text, korean_doubles,
			 ARRAY_LENGTH(korean_doubles)) > 0)
		surname = 2;
	else if (!han_name_has(korean_singles, text, 0))
		return false;
	return n > surname && n <= surname + 2;
}

bool
han_is_organisation(struct slice text)
{
	if (han_name_count(text, han_is) < 2)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(organisation_endings); i++)
		if (slice_ends(text, slice_of(organisation_endings[i])))
			return true;
	return text.len > 2 * HAN_BYTES &&
	       han_name_has(organisation_ends, text, text.len - HAN_BYTES);
}
