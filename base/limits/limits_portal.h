/*
 * limits_portal.h -- part of limits.h: the limits of passages, profiles, trends
 * and categories.
 */
#ifndef BASE_LIMITS_PORTAL_H
#define BASE_LIMITS_PORTAL_H

#include "base/limits.h"

/* passages (store/search/passage) */
#define LIMIT_PASSAGE_ARTICLES 200 /* best articles whose paragraphs are ranked:
				      reading them takes about 50 ms */
#define LIMIT_PASSAGE_PIECES   65536 /* paragraphs that are ranked; 200 articles
					have about 6000 */
#define LIMIT_PASSAGE_READ     (16 * MIB) /* text that is read; articles after
					     it are not ranked */
#define LIMIT_PASSAGE_BYTES    2048 /* a longer paragraph is divided, because an
				       excerpt should be short */
#define LIMIT_PASSAGE_CONTEXT  240 /* bytes of each paragraph around a passage:
				      about two lines */
#define LIMIT_PASSAGE_EACH     3 /* passages of one article in a list, so that a
				    long article does not fill the list */

/* profiles (config/profile, store/profile) */
#define LIMIT_PROFILES           256 /* readers of one installation */
#define LIMIT_PROFILE_NAME_BYTES 64  /* users type the name, and it is a
					part of an address */
#define LIMIT_PROFILE_LIST       64  /* items of one facet of a profile
					(keywords, categories, feeds,
					languages); each item is looked up in an
					index */
#define LIMIT_PROFILE_STEM_BYTES (16 * KIB) /* stems of a keyword in all
					       languages; they have about 300
					       bytes */
#define LIMIT_PROFILE_ARENA   (16 * MIB) /* interests of a profile: 1000 marks
					    have about 14 000 features */
#define LIMIT_PROFILE_MARKS   1000 /* marks of a profile; older marks are poor
				      evidence of present interests */
#define LIMIT_PROFILE_LOOKUPS 256  /* interests that are looked up, those with
				      the greatest weights */
#define LIMIT_PROFILE_ROWS    10000 /* articles that are looked up, over all
				       interests: 30 ms */
#define LIMIT_PROFILE_EACH    2000 /* newest articles of one interest */
#define LIMIT_PROFILE_SCANNED 2    /* newest articles of an interest that are
				      read for each one in a language of the
				      profile: 20 000 rows, 70 ms */
#define LIMIT_PROFILE_RANKED  500  /* articles whose score is computed: 20 ms */

/* trends (store/trend) */
#define LIMIT_TREND_ARTICLES 5000  /* articles whose keywords are read: this
				      number for the period, and this number for
				      all earlier periods together. It takes 100
				      ms */
#define LIMIT_TREND_COPIES   1000  /* newest articles of a term from which its
				      stories are chosen: a text of an agency
				      has some hundred copies */
#define LIMIT_TREND_SPAN_S   (366 * 86400L) /* longest of the earlier periods; a
					       longer period is compared with
					       periods of this length */
#define TREND_HISTORY        14 /* earlier periods with which a period is
				   compared. If the period is a day, they are
				   two weeks, so that each day of the week
				   occurs twice */
#define LIMIT_TRENDS         50 /* a longer list is not useful */

/* categories (store/category) */
#define LIMIT_CATEGORY_LABELS 64 /* tags of an article that are compared with
				    lists of words; articles have about ten */
#define LIMIT_CATEGORY_TRAIN  100000 /* newest labelled articles that a model
					is trained from: half a minute */
#define LIMIT_CATEGORY_STEMS  (64 * MIB) /* number of stems of all articles that
					    a model is trained from, 4 bytes
					    each; an article has about 250 */
#define LIMIT_CATEGORY_MODEL  (2 * MIB) /* bytes of a model; a trained model has
					   1.1 MB */
#define LIMIT_CATEGORY_TERMS  8 /* terms that explain a category: one line */

#endif
