-- The source of a category may be 'shipped', the lists of terms of the program.
ALTER TABLE article_category DROP CONSTRAINT article_category_source_check;
ALTER TABLE article_category ADD CONSTRAINT article_category_source_check
CHECK (source IN ('publisher', 'model', 'shipped'));
