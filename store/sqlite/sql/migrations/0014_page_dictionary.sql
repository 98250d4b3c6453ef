-- Pages of one host are alike: one of them is kept whole, and of the others
-- what differs (store/page_pack.c).

CREATE TABLE page_dictionary (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	host_key TEXT NOT NULL,
	at INTEGER NOT NULL,
	bytes INTEGER NOT NULL,      -- of the page, unpacked
	body BLOB NOT NULL           -- zstd
) STRICT;
CREATE INDEX page_dictionary_of_host ON page_dictionary (host_key, id);
CREATE INDEX page_dictionary_by_time ON page_dictionary (at);

-- NULL: packed by itself.
ALTER TABLE page ADD COLUMN dictionary_id INTEGER
    REFERENCES page_dictionary (id);
CREATE INDEX page_of_dictionary ON page (dictionary_id)
    WHERE dictionary_id IS NOT NULL;

-- It goes with the last page that needs it.
CREATE TRIGGER page_dictionary_left AFTER DELETE ON page
WHEN old.dictionary_id IS NOT NULL AND NOT EXISTS
    (SELECT 1 FROM page WHERE dictionary_id = old.dictionary_id)
BEGIN
	DELETE FROM page_dictionary WHERE id = old.dictionary_id;
END;
CREATE TRIGGER page_dictionary_changed AFTER UPDATE OF dictionary_id ON page
WHEN old.dictionary_id IS NOT NULL AND NOT EXISTS
    (SELECT 1 FROM page WHERE dictionary_id = old.dictionary_id)
BEGIN
	DELETE FROM page_dictionary WHERE id = old.dictionary_id;
END;

PRAGMA user_version = 14;
