-- The change log (store/change).  article.sql takes the numbers.

-- name: change_last
SELECT seq FROM change_counter;

-- name: consumer_lags
SELECT name, consumer.seq,
    greatest(0, (SELECT seq FROM change_counter) - consumer.seq), made_at,
    last_ack_at, 0, 0
FROM consumer ORDER BY name;
