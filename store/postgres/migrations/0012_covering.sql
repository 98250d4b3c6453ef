-- Indexes for queries that count articles and changes of a period
-- (docs/schema-postgresql.md, "Example queries").

-- The languages and words of a period are read from the index alone.
CREATE INDEX article_by_time_lang ON article (sort_at, id)
    INCLUDE (lang, word_count);
DROP INDEX article_by_time;
ALTER INDEX article_by_time_lang RENAME TO article_by_time;

-- Nearly all changes are of the kind 'new'.
CREATE INDEX change_of_rest ON change (kind, at) WHERE kind <> 'new';

-- A query reads rows from an index alone if vacuum has visited their pages
-- since the rows were written.  By default, vacuum visits a table when a fifth
-- of its rows are new, which is days later.
ALTER TABLE article SET (autovacuum_vacuum_insert_scale_factor = 0.005,
    autovacuum_vacuum_scale_factor = 0.02);
