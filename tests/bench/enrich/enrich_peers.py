"""enrich_peers.py -- methods that enrich.py compares with, from their papers.

Each gets an article of bench-enrich-words: `words` are rows of sentence, text,
stem, is-stop-word, flags (enrich/text.h) and inverse document frequency.
"""
import collections
import difflib
import math
import re

CAPITAL, ACRONYM, JOINED = 1, 2, 4
SENTENCE, TEXT, STEM, STOP, FLAGS = range(5)
CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
WORD = re.compile(r"\w+")


class Frequencies:
    """The document frequencies of stems, by language, in all articles of the
    corpus."""

    def __init__(self, articles):
        self.articles = collections.Counter(a["lang"] for a in articles)
        self.stems = collections.defaultdict(collections.Counter)
        for article in articles:
            self.stems[article["lang"]].update(
                {word[STEM] for word in article["words"]})

    def idf(self, language, stem):
        return math.log((self.articles[language] + 1) /
                        (self.stems[language][stem] + 1))


def terms(words, most):
    """Yields each term of up to `most` words without stop words."""
    for i, word in enumerate(words):
        for n in range(1, most + 1):
            part = words[i:i + n]
            if len(part) < n or part[-1][STOP] or \
                    part[-1][SENTENCE] != word[SENTENCE] or \
                    (n > 1 and not part[-1][FLAGS] & JOINED):
                break
            yield part


def tf_idf(article, frequencies, most):
    counts = collections.Counter(
        tuple(word[STEM] for word in term)
        for term in terms(article["words"], most))
    return [" ".join(term) for term, _ in sorted(
        counts.items(), key=lambda item: -item[1] * sum(
            frequencies.idf(article["lang"], stem) for stem in item[0]))[:10]]


def rake(article):
    """Rose, Engel, Cramer, Cowley, "Automatic Keyword Extraction from
    Individual Documents", section 1.2: the score of a word is its degree
    divided by its frequency; the score of a candidate is the sum over its
    words."""
    phrases, phrase = [], []
    for word in article["words"]:
        if phrase and (word[STOP] or not word[FLAGS] & JOINED or
                       word[SENTENCE] != phrase[-1][SENTENCE]):
            phrases.append(phrase)
            phrase = []
        if not word[STOP]:
            phrase.append(word)
    phrases.append(phrase)
    frequency, degree = collections.Counter(), collections.Counter()
    for one in phrases:
        for word in one:
            frequency[word[STEM]] += 1
            degree[word[STEM]] += len(one)
    scores = {" ".join(word[STEM] for word in one): sum(
        degree[word[STEM]] / frequency[word[STEM]] for word in one)
              for one in phrases if one}
    return sorted(scores, key=lambda text: -scores[text])[:10]


def yake_words(words):
    """Campos et al., "YAKE! Keyword extraction from single documents using
    multiple local features", section 3.2: the score of each word. A lower score
    is better."""
    count, upper, acronym = (collections.Counter() for _ in range(3))
    sentences = collections.defaultdict(list)
    left = collections.defaultdict(collections.Counter)
    right = collections.defaultdict(collections.Counter)
    previous = None
    for word in words:
        key = word[TEXT].lower()
        is_inner = previous is not None and word[SENTENCE] == previous[SENTENCE]
        count[key] += 1
        upper[key] += bool(word[FLAGS] & CAPITAL) and is_inner
        acronym[key] += bool(word[FLAGS] & ACRONYM)
        sentences[key].append(word[SENTENCE])
        if is_inner and word[FLAGS] & JOINED:
            left[key][previous[TEXT].lower()] += 1
            right[previous[TEXT].lower()][key] += 1
        previous = word
    valid = [count[word[TEXT].lower()] for word in words if not word[STOP]]
    mean = sum(valid) / max(1, len(valid))
    spread = math.sqrt(sum((n - mean) ** 2 for n in valid) / max(1, len(valid)))
    most = max(count.values(), default=1)
    n_sentences = len({word[SENTENCE] for word in words})
    scores = {}
    for key, n in count.items():
        places = sorted(set(sentences[key]))
        case = max(upper[key], acronym[key]) / (1 + math.log(n))
        position = math.log(math.log(3 + places[len(places) // 2]))
        wl = len(left[key]) / sum(left[key].values()) if left[key] else 0
        wr = len(right[key]) / sum(right[key].values()) if right[key] else 0
        related = 1 + (wl + wr) * n / most
        scores[key] = related * position / (
            case + n / (mean + spread) / related +
            len(places) / n_sentences / related)
    return scores


def yake(article):
    """The ten best candidates of one to three words. A candidate is left out if
    its similarity to a better candidate is 0.9 or more (section 3.4; 0.9 is the
    value of the paper)."""
    words = article["words"]
    scores = yake_words(words)
    counts, stems = collections.Counter(), {}
    for term in terms(words, 3):
        text = " ".join(word[TEXT].lower() for word in term)
        counts[text] += 1
        stems[text] = " ".join(word[STEM] for word in term)

    def score(text):
        parts = [scores[part] for part in text.split(" ")]
        return math.prod(parts) / (counts[text] * (1 + sum(parts)))

    chosen = []
    for text in sorted(counts, key=score):
        if len(chosen) == 10:
            break
        if all(difflib.SequenceMatcher(None, text, other).ratio() < 0.9
               for other in chosen):
            chosen.append(text)
    return [stems[text] for text in chosen]


# --------------------------------------------------------------- summaries

def tokens(text):
    """Words in lower case; each Han, kana or hangul letter is a word."""
    return [token for word in WORD.findall(text.lower())
            for token in (word if CJK.search(word) else [word])]


def overlap(a, b):
    total = sum(a.values()) + sum(b.values())
    return 2 * sum((a & b).values()) / total if total else 0.0


def longest_common(a, b):
    row = [0] * (len(b) + 1)
    for x in a:
        new = [0]
        for j, y in enumerate(b):
            new.append(row[j] + 1 if x == y else max(row[j + 1], new[j]))
        row = new
    return row[-1]


def rouge(summary, described):
    """Lin, "ROUGE: A Package for Automatic Evaluation of Summaries": F1 of
    ROUGE-1, ROUGE-2 and ROUGE-L."""
    a, b = tokens(summary)[:300], tokens(described)[:300]
    grams = [overlap(collections.Counter(zip(*(a[i:] for i in range(n)))),
                     collections.Counter(zip(*(b[i:] for i in range(n)))))
             for n in (1, 2)]
    common = 2 * longest_common(a, b) / (len(a) + len(b)) if a or b else 0.0
    return grams[0], grams[1], common


def lead(article):
    return " ".join(article["sentences"][article["n_title"]:][:3])


def ranked(article, similarity):
    """The three sentences with the highest PageRank of a graph of
    similarities, in the order of the text."""
    first = article["n_title"]
    bags = [collections.Counter() for _ in article["sentences"][first:]]
    for word in article["words"]:
        if word[SENTENCE] >= first and not word[STOP]:
            bags[word[SENTENCE] - first][word[STEM]] += 1
    bags = bags[:200]
    n = len(bags)
    weights = [[similarity(a, b) if a is not b else 0.0 for b in bags]
               for a in bags]
    sums = [sum(row) or 1.0 for row in weights]
    rank = [1 / n] * n
    for _ in range(30):
        rank = [0.15 / n + 0.85 * sum(
            weights[j][i] / sums[j] * rank[j] for j in range(n)
            if weights[j][i]) for i in range(n)]
    best = sorted(sorted(range(n), key=lambda i: -rank[i])[:3])
    return " ".join(article["sentences"][first + i] for i in best)


def text_rank(article):
    """Mihalcea, Tarau, "TextRank: Bringing Order into Texts", section 4."""
    def similarity(a, b):
        if len(a) < 2 or len(b) < 2:
            return 0.0
        return len(a.keys() & b.keys()) / (math.log(len(a)) + math.log(len(b)))
    return ranked(article, similarity)


def lex_rank(article):
    """Erkan, Radev, "LexRank: Graph-based Lexical Centrality as Salience in
    Text Summarization", section 3: cosine of TF-IDF, threshold 0.1."""
    idf = {word[STEM]: word[5] for word in article["words"]}

    def similarity(a, b):
        dot = sum(a[t] * b[t] * idf[t] ** 2 for t in a.keys() & b.keys())
        norms = math.sqrt(sum((n * idf[t]) ** 2 for t, n in a.items()) *
                          sum((n * idf[t]) ** 2 for t, n in b.items()))
        return 1.0 if norms and dot / norms > 0.1 else 0.0
    return ranked(article, similarity)
