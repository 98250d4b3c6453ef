-- Hosts and their robots.txt (store/feed/hosts.c).

-- name: host_put
INSERT INTO host (host, shard, pause_until_at, failures, crawl_delay_s)
VALUES (:host, shard_of(:host), :pause_until_at, :failures, :crawl_delay_s)
ON CONFLICT (host) DO UPDATE SET pause_until_at = excluded.pause_until_at,
    failures = excluded.failures, crawl_delay_s = excluded.crawl_delay_s;

-- name: host_list
SELECT host, pause_until_at, failures, crawl_delay_s FROM host
WHERE shard = ANY (:shards::integer[]) ORDER BY host;

-- name: robots_put
INSERT INTO robots (origin, rules, fetched_at, expires_at, disallow_all,
    read_at, unreachable_since)
VALUES (:origin, :rules, :fetched_at, :expires_at, :disallow_all,
    nullif(:read_at::timestamptz, to_timestamp(0)),
    nullif(:unreachable_since::timestamptz, to_timestamp(0)))
ON CONFLICT (origin) DO UPDATE SET rules = excluded.rules,
    fetched_at = excluded.fetched_at, expires_at = excluded.expires_at,
    disallow_all = excluded.disallow_all, read_at = excluded.read_at,
    unreachable_since = excluded.unreachable_since;
