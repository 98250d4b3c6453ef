-- Site rules (docs/rules.md).

-- The rules with which a stored page was extracted; 0: without rules.
ALTER TABLE page_cut ADD COLUMN rules bigint NOT NULL DEFAULT 0;
CREATE INDEX page_cut_by_rules ON page_cut (article_id) WHERE rules <> 0;

-- What the pages of a file of rules showed.  failed: pages in succession on
-- which the rules found no text.
CREATE TABLE site_rule (
	path text COLLATE "C" PRIMARY KEY,
	digest bigint NOT NULL,
	applied bigint NOT NULL,
	applied_at timestamptz,
	failed bigint NOT NULL,
	failed_at timestamptz,
	why text COLLATE "C"
);

-- The text of an article may be from a rule.
ALTER TABLE article DROP CONSTRAINT article_origin_check;
ALTER TABLE article ADD CONSTRAINT article_origin_check
CHECK (origin IN ('page', 'json-ld', 'feed', 'rule'));
