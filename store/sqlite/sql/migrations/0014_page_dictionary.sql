-- Pages of one host are similar.  One of them is stored as a whole, and the
-- others as differences from it (store/page/page_pack.c).

CREATE TABLE page_dictionary (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	host_key TEXT NOT NULL,
	at INTEGER NOT NULL,
	bytes INTEGER NOT NULL,      -- of the uncompressed page
	body BLOB NOT NULL           -- zstd
) STRICT;
CREATE INDEX page_dictionary_of_host ON page_dictionary (host_key, id);
CREATE INDEX page_dictionary_by_time ON page_dictionary (at);

-- NULL: compressed without a dictionary.
ALTER TABLE page ADD COLUMN dictionary_id INTEGER
    REFERENCES page_dictionary (id);
CREATE INDEX page_of_dictionary ON page (dictionary_id)
    WHERE dictionary_id IS NOT NULL;

-- A dictionary is deleted with the last page that needs it.
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
