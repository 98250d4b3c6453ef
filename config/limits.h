/*
 * limits.h -- every maximum of Gleaner, each with its reason.
 *
 * No buffer, list, depth or time without one.  What an operator may change
 * is in the configuration; what stands here is what keeps the house up.
 */
#ifndef CONFIG_LIMITS_H
#define CONFIG_LIMITS_H

#define KIB (1024LL)
#define MIB (1024LL * 1024LL)

/* configuration */
#define LIMIT_CONFIG_BYTES (256 * KIB) /* libyaml's flow nesting is quadratic */
#define LIMIT_CONFIG_DEPTH 32          /* no sane file nests deeper */
#define LIMIT_OPML_BYTES   (32 * MIB)  /* 100 000 feeds are some 20 MB */
#define LIMIT_INCLUDES     1024        /* files that a glob may bring */
#define LIMIT_INCLUDE_DEPTH 8          /* files that include files */
#define LIMIT_CONFIG_ARENA (64 * MIB)  /* the tree of 256 KiB of keys is 29 */
#define LIMIT_CONFIG_FAULTS 200        /* lines; nobody reads more at once */
#define LIMIT_CONFIG_TEXT_BYTES 4096   /* PATH_MAX; texts are not longer */
#define LIMIT_CONTACT_BYTES 256        /* it goes out with each request */
#define LIMIT_SOCKET_PATH_BYTES 107    /* sun_path, unix(7) */
#define LIMIT_FEEDS        500000      /* some 250 bytes each */
#define LIMIT_FEED_HEADERS 32          /* an operator writes two */
#define LIMIT_FEED_SITES   16          /* sites that a feed may speak for */
#define LIMIT_FEED_ALIASES 8           /* former addresses that count for it */
#define LIMIT_HEADER_NAME_BYTES 128
#define LIMIT_MULTI_TENANT 1024        /* domains that somebody writes down */
#define LIMIT_TAG_BYTES    256         /* a word or three */
#define LIMIT_INTERVAL_S   (365 * 86400LL) /* less often is not at all */

/* URLs and headers */
#define LIMIT_URL_BYTES       2048         /* what browsers and servers agree on */
#define LIMIT_HEADERS_BYTES   (256 * KIB)  /* 1xx floods, trailers (413 MB seen) */
#define LIMIT_VALIDATOR_BYTES 1024         /* an ETag longer than that is abuse */
#define LIMIT_REDIRECTS       5            /* RFC 9110 15.4 leaves it to us */
#define LIMIT_ROBOTS_BYTES    (500 * KIB)  /* RFC 9309, 2.5: at least 500 KiB */
#define LIMIT_ROBOTS_STEPS    (512 * KIB)  /* bytes compared for one question: some
                                              2 ms; 500 KiB of sane rules use 0.1 */
#define LIMIT_INFLATE_RATIO   200          /* real pages stay under 40 … */
#define LIMIT_INFLATE_FREE    (1 * MIB)    /* … and small ones do no harm */
#define LIMIT_ENCODINGS       2            /* gzip in gzip is a mistake, more a bomb */
#define LIMIT_CODED_FREE      (64 * KIB)   /* a coded body may be so much larger than
                                              the decoded one may be: heads, names */
#define LIMIT_MEMBERS         65536        /* gzip members of a body; bgzip writes one
                                              for each 64 KiB, so this is 4 GiB */
#define LIMIT_HOST_BYTES      253          /* RFC 1035, 2.3.4, as text */
#define LIMIT_LABEL_BYTES     63           /* likewise */
#define LIMIT_REDIRECT_BYTES  (64 * KIB)   /* body of a redirect: read so that the
                                              connection lives, no further */
#define LIMIT_CONNECT_MS      10000        /* name, TCP and TLS; slower is dead */
#define LIMIT_STRAIN          5            /* a host's gap is doubled so often, at most */
#define LIMIT_PARKED          1024         /* redirects that wait for the host they lead to */
#define LIMIT_SILENT_MS       500          /* a transfer without any answer for so long
                                              leaves its place to another … */
#define LIMIT_SILENT_FACTOR   8            /* … of fetch.parallel times this … */
#define LIMIT_TRANSFERS       4096         /* … and this in all */
#define LIMIT_SLOW_BYTES_S    200          /* slower than that … */
#define LIMIT_SLOW_S          15           /* … for so long is a slowloris */

/* one host */
#define LIMIT_CRAWL_DELAY_S   300          /* more asks us not to come: robots.txt
                                              has Disallow for that */
#define LIMIT_HOST_PAUSE_S    (7 * 86400)  /* longest pause that is honoured, also
                                              when the clock jumps back */
#define LIMIT_BACKOFF_FLOOR_S (15 * 60)    /* 429 without Retry-After: first … */
#define LIMIT_BACKOFF_S       (24 * 3600)  /* … doubling to this */

/* one feed */
#define LIMIT_FEED_ARENA_FACTOR 10          /* arena: this often its bytes … */
#define LIMIT_FEED_ARENA_FLOOR  (16 * MIB)  /* … but at least this */
#define LIMIT_FEED_DEPTH        256         /* libxml2's own bound */
#define LIMIT_FEED_ATTRIBUTES   256         /* libxml2 is quadratic in them */
#define LIMIT_FEED_NAMES        4096        /* different ones; libxml2 is quadratic */
#define LIMIT_FEED_ENTRIES      10000       /* the newest; the rest is counted */
#define LIMIT_ENTRIES_HELD      16384       /* while they are looked for: 3.5 MB */
#define LIMIT_FEED_UNPACKED     (50 * MIB)  /* sitemaps.org's own bound */
#define LIMIT_SITEMAP_DEPTH     2           /* indexes of indexes, no deeper */
#define LIMIT_SITEMAPS_FIRST    4           /* of an index, when it is first read;
					      news is in the newest */
#define LIMIT_SITEMAPS_AT_ONCE  16          /* of an index, at one poll */
#define LIMIT_ARCHIVES          20          /* documents back into a gap (E43, E44) */
#define LIMIT_NEWS_SITEMAPS     2           /* of robots.txt, for a gap; an index there
					      leads to LIMIT_SITEMAPS_FIRST */
#define LIMIT_FURTHER_TRIES     5           /* then a document is given up */
#define LIMIT_ENTRY_LIST        256         /* authors, tags, enclosures each */
#define LIMIT_LANGUAGE_BYTES    1536        /* of a text tell its language as well
                                              as 4 KiB do, in a third of the time */
#define LIMIT_FIELDS_BYTES      (4 * KIB)   /* their names and numbers are our own */
#define LIMIT_TITLE_BYTES       (4 * KIB)   /* a headline, not an essay */
#define LIMIT_GUID_BYTES        (2 * KIB)   /* they are URLs or hashes */
#define LIMIT_FIELD_BYTES       (4 * MIB)   /* a whole article in a feed */
#define LIMIT_DATE_BYTES        128         /* the longest seen is 70 */

#define LIMIT_TERMS_BYTES       1024        /* a dozen of "backoff=604800" */

/* looking for feeds */
#define LIMIT_CANDIDATES         32 /* addresses that are fetched for one */
#define LIMIT_CANDIDATE_SITEMAPS 3  /* of robots.txt, by name news or not: each */

/* one page */
#define LIMIT_PAGE_ARENA   (192 * MIB) /* a 10 MiB page needs some 90 */
#define LIMIT_PAGE_DEPTH   256         /* tidy is quadratic in open elements */
#define LIMIT_PAGE_INLINE  12          /* open inline elements: tidy re-opens
                                          each in every block (2.2 GB seen) */
#define LIMIT_PAGE_ATTRIBUTES 64       /* of one tag; both parsers quadratic */
#define LIMIT_PAGE_HTML    (64 * MIB)  /* filtered; "<" may become "&lt;" */
#define LIMIT_PAGE_TIDY    (192 * MIB) /* tidy's nodes; 10 MiB pages use 60 */
#define LIMIT_AGGREGATOR_SITES   5   /* a planet has dozens */
#define LIMIT_AGGREGATOR_ENTRIES 200 /* the newest, of which they are counted */
#define LIMIT_HOME_PAGES         16  /* of a feed: the hosts it named first */
#define LIMIT_HOME_PAGE_S        (7 * 86400) /* between two looks */
#define LIMIT_HOME_PAGE_RETRY_S  86400       /* after no answer */
#define LIMIT_NAMED_ENTRIES      256 /* judged anew once it is named */
#define LIMIT_PAGE_FEEDS   16          /* feeds that a page names; few name 4 */
#define LIMIT_PAGE_NODES   1000000     /* 10 MiB of "<b>" are 3.5 million */
#define LIMIT_MODEL_BLOCKS 12000       /* 1.6 KB each; beyond: plain CUTER */
#define LIMIT_MODEL_NODES  200000      /* 64 bytes each, the same */
#define LIMIT_MODEL_BYTES  (8 * MIB)   /* its trees, laid out: 140 KiB */
#define LIMIT_ARTICLE_BYTES (4 * MIB)  /* War and Peace is 3.2 */
#define LIMIT_PARTS        12          /* pages of one article: more are a book,
					  or a trap */
#define LIMIT_ARTICLE_LIST 256         /* authors, tags, media each */
#define LIMIT_SITE_BYTES   (256 * MIB) /* counts of a site: 6 million */
#define LIMIT_SITE_PAGES   10000       /* that are compared at once */
#define LIMIT_SITE_MEMORY  (32 * KIB)  /* of a site's pages: 2 047 fingerprints */
#define LIMIT_SITE_SEEN    1024        /* fingerprints of one page; 99 in 100
					  have fewer */

/* workers */
#define LIMIT_WORKER_MEMORY   (512 * MIB) /* RLIMIT_AS; 10 MiB pages fit */
#define LIMIT_WORKER_CPU_S    10          /* RLIMIT_CPU: the second line */
#define LIMIT_WORKER_WALL_MS  10000       /* SIGKILL: the first */
#define LIMIT_READER_MEMORY   (2048 * MIB) /* a command's: what it is given may
					      be of 64 MiB, and more unpacked */
#define LIMIT_READER_BYTES    (320 * MIB)  /* told it at once, or said by it: a
					      kept page is LIMIT_RAW_BYTES */
#define LIMIT_READER_WALL_MS  60000       /* likewise: a minute is broken */
#define LIMIT_REPLY_BYTES     (64 * MIB)  /* a feed of 32 MiB, read */
#define LIMIT_WORKERS         64          /* more than that is a mistake */
/* A process may read on, of the same origin (daemon/worker_stay.c): */
#define LIMIT_STAY_DOCUMENTS  64          /* what one may have seen at most */
#define LIMIT_STAY_BYTES      (2 * MIB)   /* of a document that is sent to it;
					     a larger one is worth a fork */
#define LIMIT_STAY_CPU_MS     1000        /* what it may have used, of
					     LIMIT_WORKER_CPU_S */
#define LIMIT_STAY_HEAP       (16 * MIB)  /* and left behind, of
					     LIMIT_WORKER_MEMORY */
#define LIMIT_STAY_IDLE       16          /* wait at once; 1 MiB each */
#define LIMIT_STAY_IDLE_MS    2500        /* so long; host.gap is 1 s */
#define LIMIT_STAY_TURN_MS    250         /* back to back while other origins
					     wait for a place */
#define LIMIT_WORKER_SLOW_MS  250         /* of CPU: a document that takes more
					     leaves its place to others; a page
					     of an article takes some 2 */
#define LIMIT_WORKER_SLOW_WALL_MS 1000    /* … or so long, whatever it does */
#define LIMIT_PROOFS          3           /* documents read in no time that make
					     good for one that was not: a feed,
					     a robots.txt, a page */

#define LIMIT_DEATHS          40          /* workers that die in a row … */
#define LIMIT_DEATHS_S        20          /* … and then so many a second: a fork
					     each, whatever the reason */

/* documents that kill who reads them */
#define LIMIT_POISON_ROWS  1000        /* known by their hash: 100 KB in memory */
#define LIMIT_POISON_KEPT  50          /* of them with their bytes, the newest */
#define LIMIT_POISON_BYTES (8 * MIB)   /* that are kept of one */
#define LIMIT_POISON_S     (30 * 86400) /* then it is tried again: libraries
					   get better */

/* store */
#define LIMIT_BATCH_ROWS   500  /* rows a transaction: more gain little … */
#define LIMIT_PENDING      512  /* texts that wait to be indexed and told of
				    together: a batch's */
#define LIMIT_BATCH_MS     200  /* … or this long, whichever is first: others
				   wait for it */
#define LIMIT_LOG_PAGES    4000 /* of SQLite's log, 16 MiB: then they go into the
				   file.  Of a page that is written a transaction
				   a longer log writes fewer */
#define LIMIT_SLICE        500  /* of a long document: each looks anew at which
				   of its items are known */
#define LIMIT_STORE_QUEUE  1024 /* operations waiting; then fetching pauses */
#define LIMIT_STORE_NEWCOMERS 512 /* of hosts that are not proven: theirs pauses
				     before, so that those who are need not
				     wait for it */
#define LIMIT_STORE_FAULT_S 300  /* the disk fails, the file is gone: then the
				    daemon ends.  A path that switches over or
				    a server of files that starts again takes
				    a minute or two; after that a descriptor
				    does not recover, but one opened anew may */
#define LIMIT_STORE_DAMAGE_MS 20000 /* a page of the file is damaged: then the
				       daemon ends.  As long whoever watches
				       it (/health) can see why */
#define LIMIT_STORE_SCRUB_MS 20000 /* between two checks of the whole file, so
				      that damage is noticed within a minute;
				      up to … */
#define LIMIT_STORE_SCRUB_BYTES (256 * MIB) /* … this size, half a second; of a
					      larger one … */
#define LIMIT_STORE_SCRUB_PAGES 512 /* … so many pages are looked at each
				       second, 2 MiB: a GiB in nine minutes */
#define LIMIT_STORE_RETRY_MS 15000 /* between two tries of a disk that fails; a
				      daemon that tries is not stuck */
#define LIMIT_STORE_LOOK_MS 60000 /* is the file in its place?  As long we may
				     write what nobody will see */
#define LIMIT_BUSY_MS      5000 /* somebody else's write lock: the daemon */
#define LIMIT_PATIENCE_MS  60000 /* a command, which has a person or a pipe
				    behind it and nothing else to do */
#define LIMIT_BUSY_LOOK_MS 5    /* between two looks at the lock; who commits
				    all the time leaves gaps of this size */
#define LIMIT_WINDOW       4096 /* pages that the daemon has in hand; others
				   wait as rows */
#define LIMIT_WINDOW_HOST  32   /* … of one feed and host while many wait, */
#define LIMIT_WINDOW_HOST_MOST 512 /* and where few do: one that is fast need
				      not wait for the database */
#define LIMIT_WINDOW_FOREIGN 1024 /* … beside them, of feeds that may not speak
				     for the page: 20 such feeds never fill it
				     at one host … */
#define LIMIT_WINDOW_FOREIGN_HOST 8 /* … since each has so many there; more
				     gain nothing at one request a second */
#define LIMIT_OWED_COUNTED 16384 /* rows that wait, while more than the window
				    are looked for */
#define LIMIT_ARTICLE_TRIES 8   /* then the feed's own text is the article */
#define LIMIT_REVISIT_GAP_S (10 * 60)     /* between visits of one page, however
					     often its feed says that it changed */
#define LIMIT_REVISIT_DATES_S (7 * 86400) /* news are corrected within days; a date
					     that moves later is a machine's */
#define LIMIT_MISSING_S    86400 /* 404 for so long: gone from its site */
#define LIMIT_REVISITS_DUE 20000 /* looked at at once; no host has so many */
#define LIMIT_REVISIONS    20   /* of one article; counters flip for ever */
#define LIMIT_CLUSTER_WORDS 50  /* fewer are too few to be a copy of another */
#define LIMIT_CLUSTER_FIRSTS 65536 /* stories of a range, whose hashes are
				      9 MiB; a text is compared with those of
				      two: the newest 65 536 or more */
#define LIMIT_CLUSTER_SHARERS 8 /* the oldest that have a hash */
#define LIMIT_CLUSTER_LOOKS 64  /* of each of 8 hashes */
#define LIMIT_CLUSTER_COMPARED 16 /* of them by the whole sketch, those that
				     have most of the shingles */
#define LIMIT_ENTRY_ROW_BYTES 512 /* counted of an entry beside its texts:
				   what its rows and their indices take.  Ten
				   thousand entries a poll without a word
				   are a flood, too */
#define LIMIT_FEED_MEDIA   64   /* kept of one entry: an item, not a gallery */
#define LIMIT_STORE_ARENA  (64 * MIB)   /* rows copied for one operation */
#define LIMIT_OPEN_CHECK_BYTES (1024 * MIB) /* a larger file is not read
					      whole before a start */
#define LIMIT_RAW_BYTES    (256 * MIB)  /* a kept page, unpacked */
/* A page that others of its host are packed against (store/page_pack.c). */
#define LIMIT_PAGE_DICTIONARY_BYTES (2 * MIB) /* read for each of them */
#define LIMIT_PAGE_DICTIONARY_LEAST (4 * KIB) /* less gains nothing */
#define LIMIT_PAGE_DICTIONARY_S (7 * 86400) /* then a new one: looks change, and
					       what is let go shall go */
#define LIMIT_PAGE_DICTIONARIES 3 /* tried: a site has some kinds of pages */
#define LIMIT_SEARCH_BYTES 4096 /* of a query that people type */
#define LIMIT_SEARCH_TERMS 64   /* FTS5 nests what is joined */
#define LIMIT_SEARCH_RANKED 5000 /* of more, the newest: some 10 ms */
#define LIMIT_SEARCH_COUNTED 2000 /* texts of a word, to tell how rare it is */
#define LIMIT_SEARCH_HITS  10000 /* ranked in memory; nobody reads more */
#define LIMIT_NAME_BYTES   255  /* of a consumer */
#define LIMIT_CHANGES_LOOK 16384 /* passed over at a time, some 0.1 s, by a
				    consumer that wants few of them */

/* metrics and the status page */
#define LIMIT_RELOAD_MS      30000 /* a daemon reads 100 000 feeds in 2 s */
#define LIMIT_LISTEN_HEAD    (8 * KIB)  /* browsers send one */
#define LIMIT_LISTEN_BODY    (512 * KIB) /* 40 rows of 1 KiB that are all
                                            escaped, figures, consumers */
#define LIMIT_LISTEN_CLIENTS 64   /* a scraper and some people … */
#define LIMIT_LISTEN_PEER    32   /* … and of one address half of them */
#define LIMIT_LISTEN_NAMES   64   /* a machine has a few names */
#define LIMIT_LISTEN_CONSUMERS 32 /* told of: long names fit the body */
#define LIMIT_LISTEN_MS      5000 /* from accept to the last byte */

/* control socket */
#define LIMIT_CONTROL_FRAME   (64 * KIB)
#define LIMIT_CONTROL_CLIENTS 64 /* each waiting follower holds one */
#define LIMIT_CONTROL_MS      2000 /* a client that is silent is let go */

#endif
