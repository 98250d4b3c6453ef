/*
 * credit_words.c -- the words of credits in Chinese and Japanese.
 *
 * In:  a run of characters without separators.
 * Out: its meaning.
 */
#include "base/array.h"
#include "cuter/article/author/credit.h"

#define PREFIX_BYTES 36 /* largest text before a role: 12 characters */
#define WORD_BYTES   3  /* bytes of one Han character */

/* Roles. wants_label: the word is a role only with a colon or slash, or after
 * names. A role of one character is found only if it is the whole run. */
static const struct {
	const char *word;
	enum credit_word is;
	bool wants_label;
} roles[] = {
	{ "记者", CREDIT_AUTHOR, false },
	{ "記者", CREDIT_AUTHOR, false },
	{ "通讯员", CREDIT_AUTHOR, false },
	{ "通訊員", CREDIT_AUTHOR, false },
	{ "通信员", CREDIT_AUTHOR, false },
	{ "特派员", CREDIT_AUTHOR, false },
	{ "特派員", CREDIT_AUTHOR, false },
	{ "评论员", CREDIT_AUTHOR, false },
	{ "評論員", CREDIT_AUTHOR, false },
	{ "实习生", CREDIT_AUTHOR, false },
	{ "實習生", CREDIT_AUTHOR, false },
	{ "撰稿人", CREDIT_AUTHOR, false },
	{ "撰稿", CREDIT_AUTHOR, false },
	{ "撰文", CREDIT_AUTHOR, false },
	{ "执笔", CREDIT_AUTHOR, false },
	{ "執筆", CREDIT_AUTHOR, false },
	{ "采写", CREDIT_AUTHOR, false },
	{ "採寫", CREDIT_AUTHOR, false },
	{ "采访", CREDIT_AUTHOR, true },
	{ "採訪", CREDIT_AUTHOR, true },
	{ "编译", CREDIT_AUTHOR, false },
	{ "編譯", CREDIT_AUTHOR, false },
	{ "主笔", CREDIT_AUTHOR, false },
	{ "主筆", CREDIT_AUTHOR, false },
	{ "作者", CREDIT_AUTHOR, true },
	{ "供稿", CREDIT_AUTHOR, true },
	{ "文字", CREDIT_AUTHOR, true },
	{ "文", CREDIT_AUTHOR, true },
	{ "聞き手", CREDIT_AUTHOR, true },
	{ "取材", CREDIT_AUTHOR, true },
	{ "著者", CREDIT_AUTHOR, true },
	{ "編集委員", CREDIT_AUTHOR, true },
	{ "論説委員", CREDIT_AUTHOR, true },
	{ "ライター", CREDIT_AUTHOR, true },
	{ "责任编辑", CREDIT_EDITOR, true },
	{ "責任編輯", CREDIT_EDITOR, true },
	{ "責任編集", CREDIT_EDITOR, true },
	{ "责编", CREDIT_EDITOR, true },
	{ "責編", CREDIT_EDITOR, true },
	{ "编辑", CREDIT_EDITOR, true },
	{ "編輯", CREDIT_EDITOR, true },
	{ "編集", CREDIT_EDITOR, true },
	{ "摄影记者", CREDIT_OTHER, false },
	{ "攝影記者", CREDIT_OTHER, false },
	{ "图片编辑", CREDIT_OTHER, true },
	{ "視覺編輯", CREDIT_OTHER, true },
	{ "摄影", CREDIT_OTHER, false },
	{ "攝影", CREDIT_OTHER, false },
	{ "摄像", CREDIT_OTHER, false },
	{ "撮影", CREDIT_OTHER, false },
	{ "写真", CREDIT_OTHER, true },
	{ "動画", CREDIT_OTHER, true },
	{ "图片", CREDIT_OTHER, true },
	{ "圖片", CREDIT_OTHER, true },
	{ "照片", CREDIT_OTHER, true },
	{ "图", CREDIT_OTHER, true },
	{ "圖", CREDIT_OTHER, true },
	{ "摄", CREDIT_OTHER, true },
	{ "攝", CREDIT_OTHER, true },
	{ "译", CREDIT_OTHER, true },
	{ "譯", CREDIT_OTHER, true },
	{ "译者", CREDIT_OTHER, true },
	{ "譯者", CREDIT_OTHER, true },
	{ "翻译", CREDIT_OTHER, true },
	{ "翻譯", CREDIT_OTHER, true },
	{ "制图", CREDIT_OTHER, true },
	{ "製圖", CREDIT_OTHER, true },
	{ "供图", CREDIT_OTHER, false },
	{ "供圖", CREDIT_OTHER, false },
	{ "视频", CREDIT_OTHER, true },
	{ "視頻", CREDIT_OTHER, true },
	{ "剪辑", CREDIT_OTHER, true },
	{ "剪輯", CREDIT_OTHER, true },
	{ "设计", CREDIT_OTHER, true },
	{ "設計", CREDIT_OTHER, true },
	{ "美编", CREDIT_OTHER, true },
	{ "美編", CREDIT_OTHER, true },
	{ "校对", CREDIT_OTHER, true },
	{ "校對", CREDIT_OTHER, true },
	{ "校审", CREDIT_OTHER, true },
	{ "审核", CREDIT_OTHER, true },
	{ "審核", CREDIT_OTHER, true },
	{ "编审", CREDIT_OTHER, true },
	{ "初审", CREDIT_OTHER, true },
	{ "复审", CREDIT_OTHER, true },
	{ "终审", CREDIT_OTHER, true },
	{ "审读", CREDIT_OTHER, true },
	{ "监制", CREDIT_OTHER, true },
	{ "監製", CREDIT_OTHER, true },
	{ "主编", CREDIT_OTHER, true },
	{ "主編", CREDIT_OTHER, true },
	{ "总编", CREDIT_OTHER, true },
	{ "總編", CREDIT_OTHER, true },
	{ "主任", CREDIT_OTHER, true },
	{ "编委", CREDIT_OTHER, true },
	{ "策划", CREDIT_OTHER, true },
	{ "策劃", CREDIT_OTHER, true },
	{ "统筹", CREDIT_OTHER, true },
	{ "統籌", CREDIT_OTHER, true },
	{ "来源", CREDIT_OTHER, true },
	{ "來源", CREDIT_OTHER, true },
	{ "出处", CREDIT_OTHER, true },
	{ "出處", CREDIT_OTHER, true },
	{ "出自", CREDIT_OTHER, true },
	{ "时间", CREDIT_OTHER, true },
	{ "時間", CREDIT_OTHER, true },
	{ "日期", CREDIT_OTHER, true },
	{ "字号", CREDIT_OTHER, true },
	{ "字體", CREDIT_OTHER, true },
	{ "字体", CREDIT_OTHER, true },
	{ "点击", CREDIT_OTHER, true },
	{ "點擊", CREDIT_OTHER, true },
	{ "浏览", CREDIT_OTHER, true },
	{ "瀏覽", CREDIT_OTHER, true },
	{ "阅读", CREDIT_OTHER, true },
	{ "閱讀", CREDIT_OTHER, true },
	{ "次数", CREDIT_OTHER, true },
	{ "标签", CREDIT_OTHER, true },
	{ "標籤", CREDIT_OTHER, true },
	{ "关键词", CREDIT_OTHER, true },
	{ "栏目", CREDIT_OTHER, true },
	{ "欄目", CREDIT_OTHER, true },
	{ "类别", CREDIT_OTHER, true },
	{ "發佈", CREDIT_OTHER, true },
	{ "发布", CREDIT_OTHER, true },
	{ "上传", CREDIT_OTHER, true },
	{ "录入", CREDIT_OTHER, true },
	{ "热线", CREDIT_OTHER, true },
	{ "电话", CREDIT_OTHER, true },
	{ "题图", CREDIT_OTHER, true },
	{ "原标题", CREDIT_OTHER, true },
};

/* A longer word must precede its own suffixes, because the first match is used.
 */
static const char *const reports[] = { "摄影报道", "攝影報導", "综合报道",
	"綜合報導", "綜合報道", "采访报道", "採訪報導", "现场报道", "联合报道",
	"专题报道", "即時報導", "独家报道", "报道", "報導", "報道", "报导",
	"专电", "專電", "日电", "日電", "日讯", "日訊", "本报讯", "本報訊",
	"外电", "外電" };

/* Words that can be ignored in a credit. Such a word must be a whole run. */
static const char *const fillers[] = { "文", "图", "圖", "电", "電", "讯", "訊",
	"本报", "本報", "本网", "本網", "本刊", "本台", "本社", "本报讯",
	"本報訊", "本网讯", "本刊讯", "新华社", "新華社", "中新社", "中新网",
	"中央社", "年", "月", "日", "等", "和", "与", "及", "东京", "東京",
	"整理", "发自", "發自", "编写", "图文", "圖文", "文图", "文圖", "综合",
	"綜合" };

/* Places from which reporters write. An entry may be the beginning of a longer
 * name. */
static const char *const places[] = { "北京", "上海", "天津", "重庆", "重慶",
	"广东", "廣東", "广州", "廣州", "深圳", "江苏", "江蘇", "南京", "苏州",
	"浙江", "杭州", "宁波", "福建", "福州", "厦门", "廈門", "山东", "山東",
	"济南", "濟南", "青岛", "青島", "河南", "郑州", "河北", "石家庄",
	"山西", "太原", "陕西", "西安", "四川", "成都", "湖北", "武汉", "武漢",
	"湖南", "长沙", "長沙", "江西", "南昌", "安徽", "合肥", "辽宁", "沈阳",
	"大连", "吉林", "长春", "黑龙江", "哈尔滨", "哈爾濱", "内蒙古",
	"呼和浩特", "新疆", "乌鲁木齐", "甘肃", "兰州", "青海", "西宁", "宁夏",
	"银川", "云南", "昆明", "贵州", "贵阳", "广西", "南宁", "海南", "海口",
	"三亚", "西藏", "拉萨", "香港", "澳门", "澳門", "台湾", "台灣", "臺灣",
	"台北", "臺北", "新北", "桃園", "新竹", "苗栗", "台中", "臺中", "彰化",
	"南投", "雲林", "嘉義", "台南", "臺南", "高雄", "屏東", "宜蘭", "花蓮",
	"台東", "臺東", "澎湖", "金門", "基隆", "东京", "東京", "大阪", "首尔",
	"首爾", "平壤", "华盛顿", "華盛頓", "纽约", "紐約", "洛杉矶", "洛杉磯",
	"伦敦", "倫敦", "巴黎", "柏林", "莫斯科", "日内瓦", "布鲁塞尔",
	"新加坡", "曼谷", "雅加达", "新德里", "悉尼", "堪培拉", "罗马",
	"开罗" };

/* Words and characters that do not occur in names. Text that contains one of
 * them is part of a sentence. */
static const char *const prose[] = { "的", "了", "是", "在", "从", "從", "这",
	"這", "那", "你", "我", "他", "她", "们", "們", "吗", "嗎", "不", "有",
	"近日", "昨日", "今日", "日前", "昨天", "今天", "目前", "获悉", "獲悉",
	"表示", "了解", "采访", "採訪", "发现", "發現", "看到", "来到", "来源",
	"说", "說", "告诉", "告訴", "写道", "報社", "未经", "授权", "转载",
	"網站", "网站", "版权", "写真", "撮影", "記事", "関連", "動画", "未知",
	"不详", "佚名", "匿名", "网友", "網友", "原创", "原創", "暂无", "实习",
	"管理员", "首页", "首頁" };
/* If the text before a role ends with one of these words, the text is part of a
 * sentence and not the name of a medium. */
static const char *const no_prefixes[] = { "诉", "訴", "问", "問", "对", "對",
	"向", "与", "與", "和", "位", "名", "的", "有", "多", "受", "让", "讓",
	"被", "给", "給", "是", "跟", "請", "请", "由", "当", "當", "接受",
	"些", "女", "男", "无", "据", "據", "从", "令" };

enum credit_word
credit_word_find(
    struct slice run, size_t *ret_at, size_t *ret_len, bool *ret_wants_label)
{
	enum credit_word found = CREDIT_UNKNOWN;
	size_t first = SLICE_NOT_FOUND, longest = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(roles); i++) {
		struct slice word = slice_of(roles[i].word);
		size_t at;

		if (word.len > run.len ||
		    (word.len <= WORD_BYTES && word.len != run.len))
			continue;
		at = slice_find(run, word, 0);
		if (at == SLICE_NOT_FOUND ||
		    (first != SLICE_NOT_FOUND &&
			(at > first || (at == first && word.len <= longest))))
			continue;
		first = at;
		longest = word.len;
		found = roles[i].is;
		*ret_wants_label = roles[i].wants_label;
	}
	*ret_at = first;
	*ret_len = longest;
	return found;
}

size_t
credit_report_at_end(struct slice run)
{
	for (size_t i = 0; i < ARRAY_LENGTH(reports); i++)
		if (slice_ends(run, slice_of(reports[i])))
			return strlen(reports[i]);
	return 0;
}

size_t
credit_place(struct slice run)
{
	for (size_t i = 0; i < ARRAY_LENGTH(places); i++)
		if (slice_starts(run, slice_of(places[i])))
			return strlen(places[i]);
	return 0;
}

bool
credit_is_filler(struct slice run)
{
	for (size_t i = 0; i < ARRAY_LENGTH(fillers); i++)
		if (slice_equal(run, slice_of(fillers[i])))
			return true;
	return false;
}

bool
credit_is_prose(struct slice run)
{
	for (size_t i = 0; i < ARRAY_LENGTH(prose); i++)
		if (slice_find(run, slice_of(prose[i]), 0) != SLICE_NOT_FOUND)
			return true;
	return false;
}

bool
credit_is_prefix(struct slice run)
{
	if (run.len > PREFIX_BYTES)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(no_prefixes); i++)
		if (slice_ends(run, slice_of(no_prefixes[i])))
			return false;
	return true;
}
