-- Site rules (docs/rules.md).

-- The rules with which a stored page was extracted; 0: without rules.
ALTER TABLE page_cut ADD COLUMN rules INTEGER NOT NULL DEFAULT 0;
CREATE INDEX page_cut_by_rules ON page_cut (article_id) WHERE rules <> 0;

-- What the pages of a file of rules showed.  failed: pages in succession on
-- which the rules found no text.
CREATE TABLE site_rule (
	path TEXT PRIMARY KEY,
	digest INTEGER NOT NULL,
	applied INTEGER NOT NULL,
	applied_at INTEGER,
	failed INTEGER NOT NULL,
	failed_at INTEGER,
	why TEXT
) STRICT, WITHOUT ROWID;

-- The text of an article may be from a rule.  As in migration 23, only the text
-- of the schema is replaced, and a table is created so that other connections
-- read it.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql,
    'origin IN (''page'', ''json-ld'') OR origin = ''feed''',
    'origin IN (''page'', ''json-ld'') OR origin IN (''feed'', ''rule'')')
WHERE type = 'table' AND name = 'article';
PRAGMA writable_schema = RESET;
CREATE TABLE reworded (n INTEGER) STRICT;
DROP TABLE reworded;

PRAGMA user_version = 39;
