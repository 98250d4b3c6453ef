/*
 * limits_delivery.h -- part of limits.h: the limits of gleaner serve, of the
 * control socket, of gleaner push and of WebSub.
 */
#ifndef BASE_LIMITS_DELIVERY_H
#define BASE_LIMITS_DELIVERY_H

/* gleaner serve */
#define LIMIT_SERVE_THREADS     6          /* threads that answer, two for each
					      lane of requests; each has a
					      connection to the database with 16
					      MiB of cache */
#define LIMIT_SERVE_CLIENTS     4096       /* connections at the same time: a
					      thousand long polls and some
					      hundred browsers; each needs
					      LIMIT_SERVE_HEAD */
#define LIMIT_SERVE_PEER        2048       /* connections from one address: half
					      of all; a reverse proxy has one
					      address */
#define LIMIT_SERVE_IDLE        1024       /* connections without a complete
					      request; at this number the oldest
					      of them is closed when a new one
					      is accepted */
#define LIMIT_SERVE_HEAD        (16 * KIB) /* memory of a connection: head of
					      the request and of the response;
					      browsers send about 1 KiB */
#define LIMIT_SERVE_TARGET      (8 * KIB)  /* size of path and query: a search
					      of LIMIT_SEARCH_BYTES, encoded */
#define LIMIT_SERVE_PARAMETERS  32         /* parameters of a query; the API has
					      ten */
#define LIMIT_SERVE_BODY        (16 * KIB) /* size of the body of a POST; an
					      acknowledgement has 100 bytes */
#define LIMIT_SERVE_RESPONSE    (32 * MIB) /* size of a response: a batch of
					      long articles */
#define LIMIT_SERVE_FEED        (8 * MIB)  /* size at which a feed or a batch of
					      changes ends early; feed readers
					      request it often */
#define LIMIT_SERVE_UNSENT      (256 * MIB) /* bodies of all responses that are
					      sent: a quarter of the memory that
					      the unit permits.  Above it, large
					      responses are 503 */
#define LIMIT_SERVE_SMALL       (64 * KIB)  /* size of a response that is sent
					      above LIMIT_SERVE_UNSENT, too: an
					      article */
#define LIMIT_SERVE_FEED_ITEMS  200        /* entries of one document of a feed
					      */
#define LIMIT_SERVE_LOCATION    1024       /* size of a redirect's target */
#define LIMIT_SERVE_QUEUE       2048       /* requests that wait for a thread;
					      further ones get 503 */
#define LIMIT_SERVE_QUERY_MS    10000      /* time for the queries of a request;
					      a search takes less than a second.
					      After this time the client gets
					      503 */
#define LIMIT_SERVE_STOP_MS     3000       /* time for the requests that wait
					      or run at SIGTERM; the server must
					      end within 10 s */
#define LIMIT_SERVE_HEAD_MS     10000      /* time from the first byte of a
					      request to its end; for the first
					      request of a connection, from
					      accept() */
#define LIMIT_SERVE_KEEP_MS     30000      /* idle time of a connection between
					      two requests */
#define LIMIT_SERVE_SEND_MS     120000     /* time for sending a response: 32 MiB
					      at 2 Mbit/s */
#define LIMIT_SERVE_WAIT_MS     60000      /* longest wait of a long poll;
					      proxies close idle connections
					      after that time */
#define LIMIT_SERVE_WAITERS     2048       /* long polls at the same time;
					      further ones get 503 */
#define LIMIT_SERVE_LOOK_MS     100        /* pause between two checks of the
					      change log while clients wait; a
					      check reads one number in shared
					      memory */
#define LIMIT_SERVE_LOG_S       20         /* lines of the log in a second; a
					      client could cause one with each
					      request */
#define LIMIT_SERVE_TOKENS      256        /* tokens; each request is compared
					      with all of them */
#define LIMIT_SERVE_TOKEN_BYTES 512        /* length of a token; longer ones are
					      mistakes */
#define LIMIT_SERVE_RATE        20         /* requests of a token in a second,
					      on average; a consumer asks once
					      for each batch */
#define LIMIT_SERVE_BURST       200        /* requests that a token may send
					      at once: a feed reader polls
					      many listings together */
#define LIMIT_SERVE_TOKEN_FILE  (256 * KIB) /* 256 tokens with comments */

/* control socket */
#define LIMIT_CONTROL_FRAME   (64 * KIB) /* size of a request or reply on the
					    control socket; usual ones have
					    less than 1 KiB */
#define LIMIT_CONTROL_CLIENTS 256        /* connections; each waiting `gleaner
					    follow` uses one */
#define LIMIT_CONTROL_MEMBERS 192        /* connections of members of the group;
					    the remaining ones are reserved for
					    root */
#define LIMIT_CONTROL_GROUPS  1024       /* groups of a client that are
					    compared; a client with more groups
					    is refused */
#define LIMIT_CONTROL_MS      10000      /* a client that sends nothing for
					    this time is disconnected; on a
					    busy machine an honest client may
					    need several seconds */

/* push */
#define LIMIT_PUSH_BATCH 10000 /* changes that are not acknowledged; the same
				  limit as for a batch of `follow` */
#define LIMIT_PUSH_BYTES (64 * MIB) /* size in memory of the lines of the
				       changes that are not acknowledged; at
				       this size no further change is read */
#define LIMIT_PUSH_LINE_LEAST (4 * KIB) /* smallest limit for the size of a
					   message; the members without the text
					   need about 1 KiB */
#define LIMIT_PUSH_BACKOFF_FIRST_MS 500 /* first pause after a failed request; a
					   receiver restarts within a second or
					   two */
#define LIMIT_PUSH_BACKOFF_MS 60000 /* longest pause after failed requests; a
				       receiver that works again gets its
				       changes within a minute */
#define LIMIT_PUSH_RETRY_AFTER_S 3600 /* a longer Retry-After counts as an hour,
					 so that a wrong clock or a typing error
					 does not end a delivery */
#define LIMIT_PUSH_ANSWER_MS 30000 /* longest time for an answer; after this
				      time the request has failed */
#define LIMIT_PUSH_ANSWER_BYTES (64 * KIB) /* size of the body of an answer;
					      only the status is used, so the
					      transfer of a longer body is
					      ended */
#define LIMIT_PUSH_ANSWER_BODY_MS                                              \
	500                       /* time for the body of an answer; after     \
				      this time the connection is closed, and  \
				      the status is used */
#define LIMIT_PUSH_CURSOR_MS 1000 /* longest time between an acknowledgement
				     and the move of the cursor */
#define LIMIT_PUSH_LOOK_MS 100 /* pause between two checks for new changes */
#define LIMIT_PUSH_END_MS 4000 /* time for answers after SIGTERM; after this
				  time the requests without an answer are
				  cancelled */
#define LIMIT_PUSH_EXIT_S 8 /* longest time between SIGTERM and the end of the
			       process, also if a library waits for a DNS
			       server */
#define LIMIT_PUSH_SECRET_BYTES (64 * KIB) /* size of a file with a secret: a
					      key has 24 to 64 bytes, a file of
					      credentials has some KiB */
#define LIMIT_PUSH_REPORT_MS 5000 /* pause between two reports to the daemon */
#define LIMIT_PUSH_REPORT_WAIT_MS 200 /* time for the answer to a report; no
					 change is delivered during this time */
#define LIMIT_PUSH_REPORT_FAILED_MS 30000 /* pause after a report without an
					     answer; half of
					     LIMIT_PUSH_REPORT_S */
#define LIMIT_PUSH_REPORT_S 60 /* a push that sent no report for this time is no
				  longer listed */
#define LIMIT_PUSHES 32 /* pushes whose last report the daemon stores */

/* WebSub (crawler/websub, daemon/websub) */

#define LIMIT_WEBSUB_LEASE_S (10 * 86400) /* the lease that is requested; the
					     Recommendation names 10 days as a
					     good default */
#define LIMIT_WEBSUB_LEASE_MAX_S (90 * 86400) /* a longer lease is renewed after
						 this time, because the feed or
						 its hub may have moved */
#define LIMIT_WEBSUB_RENEW_S 2 /* shortest time between two renewals, even if
				  the hub grants a shorter lease; only this hub
				  gets these requests */
#define LIMIT_WEBSUB_REPLAYS 64 /* signatures of read deliveries that are
				   stored for each subscription, so that a
				   repeated delivery is not read again */
#define LIMIT_WEBSUB_VERIFY_S 3600 /* time that a hub has to verify a request;
				      hubs retry for some minutes */
#define LIMIT_WEBSUB_RETRY_S 900 /* wait after the first failed request;
				    doubled by each further failure */
#define LIMIT_WEBSUB_RETRY_MAX_S (7 * 86400) /* longest wait after failures;
						feeds have the same limit */
#define LIMIT_WEBSUB_DENIED_S (30 * 86400) /* wait after a hub has denied a
					      subscription */
#define LIMIT_WEBSUB_LEAVE_TRIES 5 /* requests to end a subscription; after
				      them the lease ends it */
#define LIMIT_WEBSUB_TOKEN_BYTES 24 /* random bytes of a callback path: 192
				       bits cannot be guessed */
#define LIMIT_WEBSUB_SECRET_BYTES 32 /* random bytes of a secret, the length of
					a SHA-256; its text has 64 bytes, and
					the Recommendation permits 199 */
#define LIMIT_WEBSUB_CALLBACK_BYTES 1024 /* length of the URL in the key
					    websub.callback, to which a token is
					    appended */
#define LIMIT_WEBSUB_AT_ONCE 32 /* subscription requests that wait or run at
				   the same time; most go to few hubs */
#define LIMIT_WEBSUB_ANSWER_BYTES (64 * KIB) /* body of a hub's response, which
						is not used */
#define LIMIT_WEBSUB_REASON_BYTES 200 /* stored text of a denial */

/* trust in a hub */
#define LIMIT_WEBSUB_SILENT_S 86400 /* a hub that has delivered nothing for this
				       time does not slow down polling */
#define LIMIT_WEBSUB_POLL_S (6 * 3600) /* interval of polls while the hub
					  delivers all items that the polls
					  find: a quarter of a day, so that a
					  fault of the hub is found on the same
					  day */

/* the server of the callbacks */
#define LIMIT_WEBSUB_CLIENTS 64 /* connections at the same time; hubs send one
				   request on each */
#define LIMIT_WEBSUB_HEAD (16 * KIB) /* head of a request; the query has the
					topic, a challenge and a reason */
#define LIMIT_WEBSUB_HEAD_MS 10000 /* time from accept() to the end of the
				      head */
#define LIMIT_WEBSUB_BODY_MS 60000 /* time from accept() to the end of the
				      response; enough for a body of
				      fetch.feed_bytes at 4 Mbit/s */
#define LIMIT_WEBSUB_HELD_BYTES (64 * MIB) /* bytes of all deliveries in memory:
					      two of the largest feeds */
#define LIMIT_WEBSUB_CHALLENGE 1024 /* bytes of hub.challenge; hubs send up to
				       128 */
#define LIMIT_WEBSUB_BURST 60 /* deliveries of a subscription at once; the
				 largest agencies publish 60 items in a
				 minute */
#define LIMIT_WEBSUB_PER_MINUTE 30 /* deliveries of a subscription in a minute
				      after the burst */
#define LIMIT_WEBSUB_UNKNOWN 100 /* unknown callbacks that a node looks up in
				    the database in a second, if several nodes
				    share the database; the look-ups take some
				    per cent of the database's time */
#define LIMIT_WEBSUB_WAITING 64 /* deliveries of a subscription that wait for a
				   worker: a burst, and those that arrive while
				   it is read; further ones get 503, and the hub
				   repeats them */
#define LIMIT_WEBSUB_HELD 256 /* deliveries of all subscriptions in memory; each
				 needs a descriptor */

#endif
