-- Which extractor has cut the page that is kept (`gleaner recut`).

-- Beside page and not in it: there it would stand behind the packed bytes.
-- No row: nobody knows.
CREATE TABLE page_cut (
	article_id INTEGER PRIMARY KEY
	    REFERENCES page (article_id) ON DELETE CASCADE,
	extractor INTEGER NOT NULL   -- cuter_extractor()
) STRICT;

PRAGMA user_version = 13;
