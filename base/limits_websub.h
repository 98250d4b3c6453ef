/*
 * limits_websub.h -- every limit of WebSub (crawler/websub, daemon/websub),
 * with its reason.  limits.h has the limits of other modules.
 */
#ifndef BASE_LIMITS_WEBSUB_H
#define BASE_LIMITS_WEBSUB_H

#include "base/limits.h"

/* subscriptions */
#define LIMIT_WEBSUB_LEASE_S (10 * 86400) /* the lease that is requested; the
					     Recommendation names 10 days as a
					     good default */
#define LIMIT_WEBSUB_LEASE_MAX_S (90 * 86400) /* a longer lease is renewed after
						 this time, because the feed or
						 its hub may have moved */
#define LIMIT_WEBSUB_RENEW_S 2 /* least time between two renewals: the requests
				  go to the hub that chose the lease */
#define LIMIT_WEBSUB_REPLAYS 64 /* signatures of read deliveries that are
				   remembered for each subscription, so that a
				   repeated delivery is not read again */
#define LIMIT_WEBSUB_VERIFY_S 3600 /* time that a hub has to verify a request;
				      hubs retry for some minutes */
#define LIMIT_WEBSUB_RETRY_S 900 /* wait after the first failed request;
				    doubled by each further failure */
#define LIMIT_WEBSUB_RETRY_MAX_S (7 * 86400) /* longest wait after failures,
						as for feeds */
#define LIMIT_WEBSUB_DENIED_S (30 * 86400) /* wait after a denial: the hub does
					      not want the subscription */
#define LIMIT_WEBSUB_LEAVE_TRIES 5 /* requests to end a subscription; after
				      them the lease ends it */
#define LIMIT_WEBSUB_TOKEN_BYTES 24 /* random bytes of a callback path: 192
				       bits cannot be guessed */
#define LIMIT_WEBSUB_SECRET_BYTES 32 /* random bytes of a secret, the length of
					a SHA-256; its text has 64 bytes, and
					the Recommendation permits 199 */
#define LIMIT_WEBSUB_CALLBACK_BYTES 1024 /* the key websub.callback; the token
					    is appended */
#define LIMIT_WEBSUB_AT_ONCE 32 /* subscription requests that wait or run at
				   the same time; most go to few hubs */
#define LIMIT_WEBSUB_ANSWER_BYTES (64 * KIB) /* body of a hub's response, which
						is not used */
#define LIMIT_WEBSUB_REASON_BYTES 200 /* stored text of a denial */

/* trust in a hub */
#define LIMIT_WEBSUB_SILENT_S 86400 /* a hub that has delivered nothing for this
				       time does not slow down polling */
#define LIMIT_WEBSUB_POLL_S (6 * 3600) /* interval of polls while the hub
					  delivers what polls find: a quarter of
					  a day, so that a fault of the hub is
					  found on the same day */

/* the server of the callbacks */
#define LIMIT_WEBSUB_CLIENTS 64 /* connections at the same time; hubs send one
				   request on each */
#define LIMIT_WEBSUB_HEAD (16 * KIB) /* head of a request; the query has the
					topic, a challenge and a reason */
#define LIMIT_WEBSUB_HEAD_MS 10000 /* time from accept() to the end of the
				      head */
#define LIMIT_WEBSUB_BODY_MS 60000 /* time from accept() to the end of the
				      response; fetch.feed_bytes at 4 Mbit/s */
#define LIMIT_WEBSUB_HELD_BYTES (64 * MIB) /* bytes of all deliveries in memory:
					      two of the largest feeds */
#define LIMIT_WEBSUB_CHALLENGE 1024 /* bytes of hub.challenge; hubs send up to
				       128 */
#define LIMIT_WEBSUB_BURST 60 /* deliveries of a subscription at once; the
				 largest agencies publish 60 items in a
				 minute */
#define LIMIT_WEBSUB_PER_MINUTE 30 /* deliveries of a subscription in a minute
				      after the burst */
#define LIMIT_WEBSUB_WAITING 8 /* deliveries of a subscription that wait for a
				  worker; the hub repeats later ones */

#endif
