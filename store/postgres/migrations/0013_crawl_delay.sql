-- The crawl delay of a host is stored, so that it is also observed after a
-- restart.  Old rows of robots are deleted by their time.

ALTER TABLE host ADD COLUMN crawl_delay_s bigint NOT NULL DEFAULT 0;
CREATE INDEX robots_by_expiry ON robots (expires_at);
