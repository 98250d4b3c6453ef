-- Marks of the readers of profiles (docs/portal.md).

-- article_id does not refer to article: a mark stays when its article is
-- deleted.  mark: 1 liked, -1 disliked.
CREATE TABLE profile_mark (
	profile text COLLATE "C" NOT NULL,
	article_id bigint NOT NULL,
	mark bigint NOT NULL CHECK (mark IN (1, -1)),
	at timestamptz NOT NULL,
	PRIMARY KEY (profile, article_id)
);

-- The features that the article had when it was marked.
CREATE TABLE profile_feature (
	profile text COLLATE "C" NOT NULL,
	article_id bigint NOT NULL,
	n bigint NOT NULL,
	facet text COLLATE "C" NOT NULL
	    CHECK (facet IN ('keyword', 'category', 'feed', 'language')),
	value text COLLATE "C" NOT NULL,
	label text COLLATE "C" NOT NULL,
	weight double precision NOT NULL,
	PRIMARY KEY (profile, article_id, n),
	FOREIGN KEY (profile, article_id)
	    REFERENCES profile_mark (profile, article_id) ON DELETE CASCADE
);
