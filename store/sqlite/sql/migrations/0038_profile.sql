-- Marks of the readers of profiles (docs/portal.md).

-- article_id does not refer to article: a mark stays when its article is
-- deleted.  mark: 1 liked, -1 disliked.
CREATE TABLE profile_mark (
	profile TEXT NOT NULL,
	article_id INTEGER NOT NULL,
	mark INTEGER NOT NULL CHECK (mark IN (1, -1)),
	at INTEGER NOT NULL,
	PRIMARY KEY (profile, article_id)
) STRICT, WITHOUT ROWID;

-- The features that the article had when it was marked.
CREATE TABLE profile_feature (
	profile TEXT NOT NULL,
	article_id INTEGER NOT NULL,
	n INTEGER NOT NULL,
	facet TEXT NOT NULL
	    CHECK (facet IN ('keyword', 'category', 'feed', 'language')),
	value TEXT NOT NULL,
	label TEXT NOT NULL,
	weight REAL NOT NULL,
	PRIMARY KEY (profile, article_id, n),
	FOREIGN KEY (profile, article_id)
	    REFERENCES profile_mark (profile, article_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 38;
