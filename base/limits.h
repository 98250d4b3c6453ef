/*
 * limits.h -- the fixed limits of Gleaner, each with its reason.
 *
 * Every buffer, list, depth and time has a limit.  Limits that an operator may
 * change are configuration keys; all other limits are in this file and in
 * base/limits/.
 */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#define KIB (1024LL)
#define MIB (1024LL * 1024LL)

#include "base/limits/limits_delivery.h"

/* configuration */
#define LIMIT_CONFIG_BYTES      (256 * KIB)     /* libyaml needs quadratic
						   time for nested flow
						   collections */
#define LIMIT_CONFIG_DEPTH      32              /* maximum depth of nesting;
						   valid configurations have
						   less than 10 levels */
#define LIMIT_OPML_BYTES (32 * MIB) /* 100 000 feeds take about 20 MB */
#define LIMIT_INCLUDES 1024 /* included files; also the files that one pattern
			       may match */
#define LIMIT_INCLUDE_DEPTH 8 /* levels of nested includes */
#define LIMIT_CONFIG_ARENA      (64 * MIB)      /* the tree of 256 KiB of
						   keys takes 29 MiB */
#define LIMIT_CONFIG_FAULTS     200             /* reported lines; an
						   operator does not read
						   more at once */
#define LIMIT_CONFIG_TEXT_BYTES 4096            /* PATH_MAX; no configuration
						   value is longer than a
						   path */
#define LIMIT_CONTACT_BYTES     256             /* sent with each request */
#define LIMIT_SOCKET_PATH_BYTES 107             /* sun_path, unix(7) */
#define LIMIT_FEEDS             500000          /* about 250 bytes each */
#define LIMIT_FEED_HEADERS      32              /* request headers of one
						   feed; operators usually
						   set two */
#define LIMIT_FEED_SITES 16 /* sites that one feed is trusted for */
#define LIMIT_FEED_ALIASES 8 /* former addresses of one feed */
#define LIMIT_SITES 10000 /* entries of `sites`; they are written by hand */
#define LIMIT_RENDER_S 60 /* a browser needs 5 to 20 s for a heavy page */
#define LIMIT_CARRIED_URLS 3 /* depth of URLs inside of URLs: the link of an
				aggregator may contain a link of another
				aggregator */
#define LIMIT_REASON_BYTES 500 /* length of a reason in the configuration: one
				  or two sentences */
#define LIMIT_COOKIE_FILE_BYTES (256 * KIB) /* enough for LIMIT_SITE_COOKIES
					       cookies of 800 bytes */
#define LIMIT_SITE_COOKIES 300 /* RFC 6265, 6.1: 50 cookies for each domain; a
				  site may have several hosts */
#define LIMIT_HEADER_NAME_BYTES 128             /* registered header names
						   are shorter than 50 bytes */
#define LIMIT_MULTI_TENANT 1024 /* domains; the list is written by hand */
#define LIMIT_TAG_BYTES 256 /* a tag has one to three words */
#define LIMIT_INTERVAL_S        (365 * 86400LL) /* a longer interval is a
						   mistake in the
						   configuration */

/* URLs and headers */
#define LIMIT_URL_BYTES       2048        /* browsers and servers commonly
					     accept this length */
#define LIMIT_HEADERS_BYTES   (256 * KIB) /* stops floods of 1xx responses and
					     trailers; 413 MB were seen */
#define LIMIT_VALIDATOR_BYTES 1024 /* a longer ETag is treated as abuse */
#define LIMIT_REDIRECTS 10 /* RFC 9110, 15.4, sets no limit; five were too few
			      for a link shortener and a consent page */
#define LIMIT_ROBOTS_BYTES    (500 * KIB) /* RFC 9309, 2.5: at least 500 KiB */
#define LIMIT_ROBOTS_STEPS    (512 * KIB) /* bytes that are compared to find the
					     rule for one path, which takes
					     about 2 ms; 500 KiB of ordinary
					     rules need 0.1 ms */
#define LIMIT_INFLATE_RATIO 200 /* ratios of real pages are below 40 */
#define LIMIT_INFLATE_FREE    (1 * MIB)   /* the ratio is not checked below
					     this size */
#define LIMIT_ENCODINGS       2           /* two codings are a server mistake
					     (gzip in gzip), more are a
					     decompression bomb */
#define LIMIT_CODED_FREE      (64 * KIB)  /* bytes by which an encoded body may
					     exceed the limit of the decoded
					     body, for the headers and file
					     names of its coding */
#define LIMIT_MEMBERS         65536       /* gzip members of a body; bgzip
					     writes one for each 64 KiB, so this
					     number allows 4 GiB */
#define LIMIT_HOST_BYTES      253         /* length of a host name as text (RFC
					     1035, 2.3.4) */
#define LIMIT_LABEL_BYTES     63          /* length of a label of a host name
					     (RFC 1035, 2.3.4) */
#define LIMIT_REDIRECT_BYTES  (64 * KIB)  /* the body of a redirect is read
					     up to this size, to reuse the
					     connection */
#define LIMIT_CONNECT_MS      10000       /* DNS, TCP and TLS; slower servers
					     count as unreachable */
#define LIMIT_SLOWDOWN        5           /* maximum number of times that the
					     request interval of a slow host
					     is doubled */
#define LIMIT_PARKED 1024 /* redirects that wait for their target host */
#define LIMIT_SILENT_MS       500         /* a transfer without any answer for
					     this time is not counted against
					     fetch.parallel */
#define LIMIT_SILENT_FACTOR   8           /* maximum number of transfers, silent
					     ones included, as a multiple of
					     fetch.parallel */
#define LIMIT_TRANSFERS 4096 /* all transfers; each uses one descriptor */
#define LIMIT_SLOW_BYTES_S    200         /* a transfer below this rate for
					     LIMIT_SLOW_S is ended as a
					     slowloris attack */
#define LIMIT_SLOW_S          15          /* a transfer is ended if its rate is
					     below LIMIT_SLOW_BYTES_S for this
					     time */

/* one host */
#define LIMIT_CRAWL_DELAY_S   300         /* a longer delay would exclude
					     crawlers; robots.txt has Disallow
					     for that purpose */
#define LIMIT_HOST_PAUSE_S    (7 * 86400) /* longest pause of a host; a longer
					     pause is shortened. When the clock
					     is set back, stored pauses become
					     longer */
#define LIMIT_BACKOFF_FLOOR_S (15 * 60)   /* first back-off after 429 without
					     Retry-After */
#define LIMIT_BACKOFF_S       (24 * 3600) /* the back-off doubles up to one
					     day */

/* one feed */
#define LIMIT_FEED_ARENA_FACTOR 10         /* arena bytes per byte of the
					      feed */
#define LIMIT_FEED_ARENA_FLOOR  (16 * MIB) /* smallest arena; small feeds
					      need more than the factor */
#define LIMIT_FEED_DEPTH        256        /* libxml2's own limit */
#define LIMIT_FEED_ATTRIBUTES   256        /* libxml2 needs quadratic time
					      for the attributes of an
					      element */
#define LIMIT_FEED_NAMES        4096       /* different names in a document;
					      libxml2 needs quadratic time */
#define LIMIT_FEED_ENTRIES      10000      /* entries of a feed that are read:
					      the newest ones; the others are
					      only counted */
#define LIMIT_ENTRIES_HELD      16384      /* entries in memory while the newest
					      are selected: 3.5 MB */
#define LIMIT_FEED_DELETIONS    1000       /* entries that a feed reports as
					      deleted; the first are read */
#define LIMIT_FEED_UNPACKED     (50 * MIB) /* the limit of sitemaps.org */
#define LIMIT_SITEMAP_DEPTH     2          /* an index may list indexes, but
					      these list only sitemaps */
#define LIMIT_SITEMAPS_FIRST    4          /* sitemaps read when an index is
					      read for the first time; the
					      newest sitemaps contain the
					      news */
#define LIMIT_SITEMAPS_AT_ONCE  16         /* sitemaps of an index that are
					      read in one poll */
#define LIMIT_ARCHIVES          20         /* archive documents read for
					      missed items
					      (docs/etiquette.md, rows E43
					      and E44) */
#define LIMIT_NEWS_SITEMAPS     2          /* sitemaps of robots.txt read for
					      missed items; an index adds
					      LIMIT_SITEMAPS_FIRST */
#define LIMIT_LINKED_TRIES                                                     \
	5                                  /* failed requests before a linked  \
					       document is given up */
#define LIMIT_ENTRY_LIST        256        /* largest number of authors, of tags
					      and of enclosures of an entry */
#define LIMIT_LANGUAGE_BYTES    1536       /* bytes of text from which the
					      language is detected; 4 KiB give
					      the same accuracy, but take three
					      times as long */
#define LIMIT_FIELDS_BYTES      (4 * KIB)  /* size of an article's JSON member
					      "fields": names and numbers that
					      Gleaner writes itself */
#define LIMIT_TITLE_BYTES       (4 * KIB)  /* a headline is much shorter */
#define LIMIT_INDEXED_BYTES     KIB        /* length of an author, a tag or a
					      language in an index; an entry of
					      an index of PostgreSQL has at most
					      2704 bytes */
#define LIMIT_GUID_BYTES        (2 * KIB)  /* guids are URLs or hashes */
#define LIMIT_FIELD_BYTES       (4 * MIB)  /* a feed may contain the full
					      text of an article */
#define LIMIT_DATE_BYTES        128        /* the longest date seen has 70
					      bytes */

#define LIMIT_TERMS_BYTES 1024 /* length of the text that explains the time of a
				  poll: a dozen terms such as
				  "backoff=604800" */

/* feed discovery */
#define LIMIT_CANDIDATES         32 /* addresses fetched to find the feeds of
				       one address */
#define LIMIT_CANDIDATE_SITEMAPS 3  /* sitemaps of robots.txt that are tried:
				       this number with "news" in the name, and
				       this number without */

/* one page */
#define LIMIT_PAGE_ARENA         (192 * MIB) /* a 10 MiB page needs about 90
						MiB */
#define LIMIT_PAGE_DEPTH         256         /* open elements: tidy needs
						quadratic time for them */
#define LIMIT_PAGE_INLINE        12          /* open inline elements: tidy opens
						each of them again in every
						block (2.2 GB of output were
						seen) */
#define LIMIT_PAGE_ATTRIBUTES    64          /* attributes of one tag; both
						parsers need quadratic time
						for them */
#define LIMIT_PAGE_HTML          (64 * MIB)  /* size of a page after the
						prefilter, which may replace "<"
						by "&lt;" */
#define LIMIT_PAGE_TIDY          (192 * MIB) /* memory for the nodes of tidy; a
						page of 10 MiB needs 60 MiB */
#define LIMIT_AGGREGATOR_SITES   5           /* other sites to which the entries
						of a feed may link; an
						aggregator links to dozens */
#define LIMIT_AGGREGATOR_ENTRIES 200         /* number of newest entries in
						which sites are counted */
#define LIMIT_HOME_PAGES         16          /* home pages read for a feed:
						those of the hosts that the feed
						named first */
#define LIMIT_HOME_PAGE_S        (7 * 86400) /* time between two reads of a
						home page; links change
						rarely */
#define LIMIT_HOME_PAGE_RETRY_S  86400       /* time between two reads of a home
						page if there was no answer */
#define LIMIT_NAMED_ENTRIES      256         /* entries checked again after a
						home page named the feed */
#define LIMIT_PAGE_FEEDS         16          /* feeds in the head of a page;
						few pages name four */
#define LIMIT_PAGE_NODES         1000000     /* a page of 10 MiB of "<b>" would
						have 3.5 million */
#define LIMIT_MODEL_BLOCKS       12000       /* blocks of a page, 1.6 KB each;
						larger pages are extracted by
						plain CUTER */
#define LIMIT_MODEL_NODES        200000      /* nodes of a page, 64 bytes each;
						larger pages are extracted by
						plain CUTER */
#define LIMIT_MODEL_BYTES (8 * MIB) /* the trees in memory take 140 KiB */
#define LIMIT_ARTICLE_BYTES      (4 * MIB)   /* "War and Peace" has 3.2 MB */
#define LIMIT_PARTS              12          /* pages of one article; an article
						with more pages is a book or a
						crawler trap */
#define LIMIT_REFRESHES          3           /* refreshes that are followed for
						one page, as redirects */
#define LIMIT_SEGMENTS           20000       /* blocks into which a page is
						divided: enough for a book of 2
						million words */
#define LIMIT_SEGMENT_PATH       1024        /* bytes; the deepest paths of
						real pages have some 300 */
#define LIMIT_ARTICLE_LIST       256         /* largest number of authors, of
						tags and of media of an
						article */
#define LIMIT_SITE_BYTES         (256 * MIB) /* memory for the counters of one
						site: six million counters */
#define LIMIT_SITE_SAMPLE        (1 << 20)   /* words from which the method
						"entropy" computes its
						threshold: about 2000 pages */
#define LIMIT_SITE_PAGES 10000 /* pages of one site that are compared with each
				  other */
#define LIMIT_SITE_MEMORY        (32 * KIB)  /* size of a site memory: 2047
						fingerprints */
#define LIMIT_SITE_SEEN          1024        /* fingerprints of one page; 99
						% of pages have fewer */

/* workers */
#define LIMIT_WORKER_MEMORY       (512 * MIB)  /* RLIMIT_AS; enough for 10
						  MiB pages */
#define LIMIT_WORKER_CPU_S        10           /* RLIMIT_CPU; used if the
						  wall-clock limit fails */
#define LIMIT_WORKER_WALL_MS      10000        /* after this time the daemon
						  sends SIGKILL */
#define LIMIT_WORKER_STARVED_MS   50000        /* longest extension of
						  LIMIT_WORKER_WALL_MS for a
						  process that was ready, but
						  waited for a processor */
#define LIMIT_READER_MEMORY       (2048 * MIB) /* RLIMIT_AS for a worker of a
						  command, whose input may have
						  64 MiB, and more than that
						  after decompression */
#define LIMIT_READER_BYTES        (320 * MIB)  /* size of a command's request
						  or reply; a stored page may
						  have LIMIT_RAW_BYTES */
#define LIMIT_READER_WALL_MS      60000        /* wall-clock limit for a worker
						  of a command; no valid
						  document takes a minute */
#define LIMIT_REPLY_BYTES         (64 * MIB)   /* size of a worker's reply; the
						  reply to a feed of 32 MiB
						  contains all its entries */
#define LIMIT_WORKERS             64           /* processes; a larger number
						  is a mistake in the
						  configuration */
/* process reuse: one process reads documents of one origin
   (worker/worker_reuse.c) */
#define LIMIT_REUSE_DOCUMENTS     64           /* documents that one worker
						  process parses before it
						  ends */
#define LIMIT_REUSE_BYTES         (2 * MIB)    /* size of a document sent to
						  a reused process; for
						  larger ones a fork costs
						  little */
#define LIMIT_REUSE_CPU_MS        1000         /* CPU time used by a process
						  that is reused; part of
						  LIMIT_WORKER_CPU_S */
#define LIMIT_REUSE_HEAP          (16 * MIB)   /* heap in use by a process
						  that is reused; part of
						  LIMIT_WORKER_MEMORY */
#define LIMIT_REUSE_IDLE          32           /* idle workers; 10 MiB each */
#define LIMIT_REUSE_IDLE_MS       2500         /* idle time after which a reused
						  process ends; longer than
						  host.gap, which is 1 s by
						  default */
#define LIMIT_REUSE_TURN_MS       250          /* longest time in which a reused
						  process takes further
						  documents of its origin while
						  documents of other origins
						  wait */
#define LIMIT_WORKER_SLOW_MS      250          /* CPU time after which a
						  document moves to the slow
						  queue; an article page
						  takes about 2 ms */
#define LIMIT_WORKER_SLOW_WALL_MS 1000         /* wall-clock time after which
						  a document moves to the
						  slow queue */
#define LIMIT_TRUST_DOCUMENTS     3            /* number of fast documents after
						  a slow one that make a host
						  trusted again: a feed, a
						  robots.txt and a page */

#define LIMIT_DEATHS   40 /* worker deaths in a row before forks are limited
			     to LIMIT_DEATHS_S */
#define LIMIT_DEATHS_S 20 /* worker deaths per second after LIMIT_DEATHS; each
			     costs a fork */

/* crashers: documents that crash workers */
#define LIMIT_CRASHER_ROWS 1000 /* hashes of crashers in memory: 100 KB */
#define LIMIT_CRASHERS_STORED 50           /* number of documents whose bytes
					   are stored: the newest */
#define LIMIT_CRASHER_BYTES (8 * MIB)    /* bytes stored of one document */
#define LIMIT_CRASHER_S    (30 * 86400) /* after this time the document is tried
					   again, because libraries get fixed */

/* store */
#define LIMIT_BATCH_ROWS   500  /* rows written in one transaction; more rows
				   save little time */
#define LIMIT_DEFERRED     512  /* texts that are indexed and announced
				   together: the texts of one batch */
#define LIMIT_BATCH_MS     200  /* longest time before a commit, because
				   other connections wait for the lock */
#define LIMIT_LOG_PAGES                                                        \
	4000                    /* pages of the write-ahead log (16 MiB)       \
				   before a checkpoint; with a longer log,     \
				   pages that change often are copied to       \
				   the database less often */
#define LIMIT_SLICE        500  /* items of a long document in one operation;
				   each operation looks up which of its items
				   are known */
#define LIMIT_STORE_QUEUE  1024 /* operations in the queue; at this number
				   fetching pauses */
#define LIMIT_PREPARERS    4    /* threads that prepare pages for the store; one
				   prepares 1000 pages/s */
#define LIMIT_STORE_NEWCOMERS 512 /* operations in the queue from hosts that
				     are not trusted; at this number their
				     fetching pauses, so that operations of
				     trusted hosts do not wait */
#define LIMIT_STORE_FAULT_S 300  /* the daemon ends if the disk fails or the
				    file is missing for this time. The failover
				    of a storage path or the restart of a file
				    server takes a minute or two. After that
				    only a new process that opens the file can
				    succeed */
#define LIMIT_STORE_DAMAGE_MS 20000 /* the daemon ends this long after it
				       found a damaged page; meanwhile
				       /health reports the reason */
#define LIMIT_STORE_SCRUB_MS 20000 /* pause between two checks of the whole
				      file, so that damage is found within a
				      minute */
#define LIMIT_STORE_SCRUB_BYTES (256 * MIB) /* largest file that is checked
					       as a whole, which takes half a
					       second */
#define LIMIT_STORE_SCRUB_PAGES 512 /* pages that are checked each second (2
				       MiB) if the file is larger than
				       LIMIT_STORE_SCRUB_BYTES; 1 GiB takes nine
				       minutes */
#define LIMIT_STORE_RETRY_MS 15000 /* pause between two tries to write to a
				      disk that fails; must be shorter than
				      the watchdog's time */
#define LIMIT_STORE_LOOK_MS 60000 /* pause between two tests that the file is
				     still at its path; data written between two
				     tests may be lost */
#define LIMIT_BUSY_MS      5000 /* longest wait of the daemon for a write
				   lock of another process */
#define LIMIT_PATIENCE_MS  60000 /* longest wait of a command for a write
				    lock, because a person or a script waits
				    for its result */
#define LIMIT_BUSY_LOOK_MS 5    /* pause between two tries to get the lock; a
				   process that commits all the time releases
				   the lock for about this time between two
				   commits */
#define LIMIT_POSTGRES_QUEUE 128 /* queries that were sent and whose results
				    were not read; this number of results fits
				    the buffer of a socket */
#define LIMIT_POSTGRES_AHEAD 256 /* reads that share a round trip */
#define LIMIT_POSTGRES_IDLE_MS                                                 \
	30000 /* idle time in a transaction after which PostgreSQL ends the
		 connection; no command computes for so long inside a
		 transaction */
#define LIMIT_POSTGRES_IDS   128 /* ids of new articles that are reserved at
				    once; a crash loses the unused ones */
#define LIMIT_WINDOW       4096 /* pages held in memory by the daemon; further
				   pages wait as rows in the database */
#define LIMIT_WINDOW_HOST  32   /* largest number of pages in memory that have
				   the same feed and the same host; used if
				   pages of many feeds and hosts wait */
#define LIMIT_WINDOW_HOST_MOST 512 /* like LIMIT_WINDOW_HOST; used if pages of
				      few feeds and hosts wait. With this higher
				      number a fast host need not wait for the
				      database */
#define LIMIT_WINDOW_FOREIGN 1024 /* pages in memory of feeds that are not
				     entitled to the pages, in addition to
				     LIMIT_WINDOW */
/* Such pages of one feed. A page stays in memory while its host is paused. */
#define LIMIT_WINDOW_FOREIGN_FEED 256
#define LIMIT_WINDOW_FOREIGN_HOST 8 /* pages in memory that have the same feed
				       and the same host, if the feed is not
				       entitled to the pages; more pages save no
				       time, because a host gets one request per
				       second */
#define LIMIT_PENDING_COUNTED 16384 /* waiting rows that are counted; a higher
				    number is reported as this number */
#define LIMIT_ARTICLE_TRIES 8   /* failed requests for a page before the
				   feed's own text becomes the article */
#define LIMIT_ROBOTS_WAIT_S (3 * 86400) /* if robots.txt is unreachable for
					   longer, this counts as a failed
					   request for the page */
#define LIMIT_WALL_RETRY_S (30 * 60) /* shortest time to the next request after
					a challenge or a wall */
#define LIMIT_WALL_TRIES    3   /* like LIMIT_ARTICLE_TRIES, if the answers are
				   challenges or walls */
#define LIMIT_REVISIT_GAP_S (10 * 60)     /* shortest time between two visits
					     of a page, even if its feed
					     changes more often */
#define LIMIT_REVISIT_DATES_S (7 * 86400) /* if only the date of an item
					     changes, its page is fetched again
					     only while the article is not older
					     than this. News are corrected
					     within days; later changes of the
					     date are made by software */
#define LIMIT_MISSING_S    86400 /* an article is withdrawn if its page is
				    404 for this time */
#define LIMIT_REVISITS_DUE 20000 /* due revisits that one query reads; no host
				    has as many */
#define LIMIT_REVISIONS    20   /* revisions stored of one article; some pages
				   contain a counter and change at every
				   visit */
#define LIMIT_CLUSTER_WORDS 50  /* a shorter text is not compared with
				   others, because it cannot be recognised as
				   a copy */
#define LIMIT_FINGERPRINT_INDEX 65536 /* stories in one range of the index (9
					 MiB of hashes); a text is compared with
					 the stories of the two newest ranges,
					 which contain at least the newest
					 65 536 stories */
#define LIMIT_CLUSTER_SHARERS 8 /* stories that are stored for one hash: the
				   oldest ones */
#define LIMIT_CLUSTER_LOOKUPS 64  /* stories that are looked up for a text:
				     LIMIT_CLUSTER_SHARERS for each of its 8
				     hashes */
#define LIMIT_CLUSTER_COMPARED 16 /* stories whose whole sketch is compared with
				     the sketch of a text: those that share the
				     most hashes with the text */
#define LIMIT_ENTRY_ROW_BYTES 512 /* bytes counted for the rows and index
				     entries of an entry, in addition to its
				     texts; so entries without text use up a
				     limit of bytes, too */
#define LIMIT_FEED_MEDIA   64   /* media stored for one entry */
#define LIMIT_STORE_ARENA  (64 * MIB)   /* memory for rows that are copied
					   for one operation */
#define LIMIT_OPEN_CHECK_BYTES (1024 * MIB) /* a larger file is not checked
					       completely at start */
#define LIMIT_RAW_BYTES    (256 * MIB)  /* size of a stored page before
					   compression */
/* dictionaries: pages against which other pages of their host are compressed
 * (store/page/page_pack.c) */
#define LIMIT_PAGE_DICTIONARY_BYTES (2 * MIB) /* size of a dictionary; it is
						 read for each page that uses
						 it */
#define LIMIT_PAGE_DICTIONARY_LEAST                                            \
	(4 * KIB) /* a smaller dictionary saves nothing */
#define LIMIT_PAGE_DICTIONARY_S (7 * 86400) /* age at which a dictionary is
					       replaced, because pages change
					       and old dictionaries should be
					       deleted */
#define LIMIT_PAGE_CACHE_BYTES (32 * MIB) /* memory for the dictionaries of some
					     hundred hosts */
#define LIMIT_PAGE_DICTIONARIES 3 /* dictionaries that are tried for a page,
				     because a site has a few kinds of pages */
#define LIMIT_SEARCH_BYTES 4096 /* length of a search query; queries are
				   typed by people */
#define LIMIT_SEARCH_TERMS 64   /* terms of a query; FTS5 nests one level for
				   each term */
#define LIMIT_SEARCH_RANKED 5000 /* number of newest matches that are ranked;
				    this takes about 10 ms */
#define LIMIT_SEARCH_COUNTED 2000 /* texts that are counted for a word to
				     estimate how rare it is */
#define LIMIT_SEARCH_WORDS 16000 /* words of a text that are indexed; the last
				    position in a tsvector is 16383 */
#define LIMIT_SEARCH_WORD_BYTES 255 /* bytes of a word that are indexed;
				       PostgreSQL accepts lexemes of up to 2046
				       bytes */
#define LIMIT_SEARCH_VECTOR_BYTES (480 * KIB) /* size of the lexemes of a
						 tsvector; PostgreSQL limits a
						 tsvector with its positions to
						 1 MiB */
#define LIMIT_PREFIX_TEXTS 512   /* newest texts that are searched for words
				    with the prefix of a query, which takes 20
				    ms */
#define LIMIT_PREFIX_MATCHES 40000 /* texts that match a prefix: up to this
				      number FTS5 collects them in 50 ms */
#define LIMIT_PREFIX_WORDS 128   /* largest number of words that replace a
				    prefix, if the prefix matches more than
				    LIMIT_PREFIX_MATCHES texts; each word is
				    read in each segment of the index */
#define LIMIT_SEARCH_HITS  10000 /* matches that are ranked in memory */
#define LIMIT_SCAN_ARTICLES 1000 /* articles of one page of a list */
#define LIMIT_SCAN_LOOK 10000   /* articles that are compared with the filter
				   of one page: about 50 ms */
#define LIMIT_NAME_BYTES   255  /* length of a consumer's name */
#define LIMIT_CONSUMERS    10000 /* largest number of consumers; any member of
				    the service's group can create one, and
				    `gleaner consumers` lists them all */
#define LIMIT_LEASES       4096 /* batches of a consumer that are not
				   acknowledged; at this number its readers
				   wait */
#define LIMIT_LEASES_LOOK  64 /* expired batches that one request removes
				 because none of their changes matches the
				 filter */
#define LIMIT_LEASE_BATCH  10000     /* changes of a batch */
#define LIMIT_LEASE_MS     86400000L /* longest lease; a reader that died holds
					its batch until the lease ends */
#define LIMIT_REDELIVERIES 1000 /* redeliveries of a change; a transient fault
				   needs far fewer */
#define LIMIT_CHANGES_LOOK 16384 /* changes that are skipped at a time (about
				    0.1 s) for a consumer whose filter
				    matches few changes */

/* metrics and the status page */
#define LIMIT_RELOAD_MS        30000       /* longest time that a command waits
					      for a reload; a daemon reads
					      100 000 feeds in 2 s */
#define LIMIT_LISTEN_HEAD      (8 * KIB)   /* size of a request's head;
					      browsers send about 1 KiB */
#define LIMIT_LISTEN_BODY      (512 * KIB) /* size of a response; the largest
					      one has 40 rows of 1 KiB in which
					      every byte is escaped, the numbers
					      and the consumers */
#define LIMIT_LISTEN_CLIENTS   64          /* clients at the same time: a
					      metrics scraper and some people */
#define LIMIT_LISTEN_PEER      32          /* clients with the same address:
					      half of all clients */
#define LIMIT_LISTEN_NAMES     64          /* names in listen_names; a machine
					      has a few names */
#define LIMIT_LISTEN_CONSUMERS 32          /* consumers that are listed; they
					      fit into LIMIT_LISTEN_BODY even
					      with the longest names */
#define LIMIT_LISTEN_MS        5000        /* time from accept() to the last
					      byte of the response */

/* enrichment (docs/enrichment.md); an article has about 5 KB and 800 words */
#define LIMIT_ENRICH_BYTES     (64 * KIB) /* bytes of a text that are read: 99.9
					     % of articles are shorter */
#define LIMIT_ENRICH_WORDS     16384 /* words of a text that are read: 64 KiB of
					English text have 11 000 */
#define LIMIT_ENRICH_WORD_BYTES 64 /* longer words are not terms */
#define LIMIT_ENRICH_TEXT_SENTENCES 1024 /* sentences of a text that are read:
					    64 KiB of English text have 500 */
#define LIMIT_ENRICH_SENTENCE  1000 /* bytes at which a sentence is divided */
#define LIMIT_ENRICH_STEMS     1024 /* stems that are counted for document
				       frequencies */
#define LIMIT_ENRICH_KEYWORDS  50 /* keywords of an article */
#define LIMIT_ENRICH_SENTENCES 20 /* sentences of a summary */
#define LIMIT_ENRICH_INTERESTS 256 /* subjects of a reader that a summary
				      prefers: a profile has 64 keywords, each
				      with about four stems */
#define LIMIT_ENRICH_MEMBERS   16 /* texts of a story that are summarised: 4 KiB
				     of each, which is its lead */
#define LIMIT_ENRICH_UNWRITTEN 65536 /* counts of stems in memory; 64 articles
					have 10 000 different stems */
#define LIMIT_ENRICH_COUNTED   10000 /* counted articles of a language; they
					have about 150 000 stems */
#define LIMIT_ENRICH_ARENA     (32 * MIB) /* 16384 words need 10 MiB */

/* several machines (docs/fleet.md) */
#define LIMIT_SHARDS 256 /* shards of all hosts; a node moves one shard in a
			    second */
#define LIMIT_NODES  256 /* largest number of nodes; each node needs a shard */
#define LIMIT_FLEET_MOVE_MS 1000 /* a node gives at most one shard to another
				    node in this time */

#endif
