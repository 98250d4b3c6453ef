-- The template of the databases of tests with STORE=postgres.  It adds casts
-- and operators, because the tests state times as integers and booleans as 0 or
-- 1, as on SQLite.
CREATE FUNCTION public.time_of(bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT AS 'SELECT pg_catalog.to_timestamp($1)';
CREATE FUNCTION public.time_of(integer) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT AS 'SELECT pg_catalog.to_timestamp($1)';
CREATE CAST (bigint AS timestamptz) WITH FUNCTION public.time_of(bigint)
AS ASSIGNMENT;
CREATE CAST (integer AS timestamptz) WITH FUNCTION public.time_of(integer)
AS ASSIGNMENT;
UPDATE pg_catalog.pg_cast SET castcontext = 'a'
WHERE castsource = 'integer'::regtype AND casttarget = 'boolean'::regtype;

DO $$
DECLARE
	compared text;
BEGIN
	FOREACH compared IN ARRAY ARRAY['=', '<>', '<', '>', '<=', '>='] LOOP
		EXECUTE format('CREATE FUNCTION public.%I(timestamptz, bigint)
		    RETURNS boolean LANGUAGE sql IMMUTABLE STRICT AS
		    ''SELECT $1 %s pg_catalog.to_timestamp($2)''',
		    'compared' || compared, compared);
		EXECUTE format('CREATE OPERATOR pg_catalog.%s (
		    LEFTARG = timestamptz, RIGHTARG = bigint,
		    FUNCTION = public.%I)', compared, 'compared' || compared);
	END LOOP;
END $$;

-- For integration tests: views of all tables in which a time is a number of
-- seconds and a boolean 0 or 1; and functions of SQLite that their queries use.
CREATE FUNCTION public.show_tables() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	shown record;
BEGIN
	-- the first daemon may not have made all tables yet
	IF (SELECT count(*) FILTER (WHERE table_schema = 'shown')
	    = count(*) FILTER (WHERE table_schema = 'gleaner')
	    FROM information_schema.columns
	    WHERE table_schema IN ('shown', 'gleaner')) THEN
		RETURN;
	END IF;
	SET LOCAL client_min_messages = warning;
	DROP SCHEMA IF EXISTS shown CASCADE;
	CREATE SCHEMA shown;
	FOR shown IN SELECT table_name AS name, string_agg(CASE data_type
	    WHEN 'timestamp with time zone' THEN
		format('extract(epoch FROM %1$I)::bigint AS %1$I', column_name)
	    WHEN 'boolean' THEN format('%1$I::integer AS %1$I', column_name)
	    WHEN 'bytea' THEN CASE WHEN column_name IN ('etag', 'last_modified')
		THEN format('convert_from(%1$I, ''UTF8'') AS %1$I', column_name)
		ELSE format('%I', column_name) END
	    ELSE format('%I', column_name) END, ', ' ORDER BY ordinal_position)
	    AS columns
	    FROM information_schema.columns WHERE table_schema = 'gleaner'
	    GROUP BY table_name
	LOOP
		EXECUTE format('CREATE VIEW shown.%I AS SELECT %s FROM gleaner.%I',
		    shown.name, shown.columns, shown.name);
	END LOOP;
END $$;
-- The statements of the store do not see these operators.
CREATE FUNCTION public.later(timestamptz, bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT AS 'SELECT $1 + $2 * interval ''1 second''';
CREATE FUNCTION public.earlier(timestamptz, bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT AS 'SELECT $1 - $2 * interval ''1 second''';
CREATE OPERATOR public.+ (LEFTARG = timestamptz, RIGHTARG = bigint,
    FUNCTION = public.later);
CREATE OPERATOR public.- (LEFTARG = timestamptz, RIGHTARG = bigint,
    FUNCTION = public.earlier);
CREATE FUNCTION public.iif(boolean, anycompatible, anycompatible)
RETURNS anycompatible LANGUAGE sql IMMUTABLE AS 'SELECT CASE WHEN $1 THEN $2 ELSE $3 END';
CREATE FUNCTION public.added(boolean, bigint) RETURNS bigint LANGUAGE sql
IMMUTABLE STRICT AS 'SELECT $1::integer + $2';
CREATE OPERATOR public.+ (LEFTARG = boolean, RIGHTARG = bigint,
    FUNCTION = public.added);
CREATE FUNCTION public.unixepoch() RETURNS bigint
LANGUAGE sql AS 'SELECT extract(epoch FROM now())::bigint';
CREATE FUNCTION public.joined(text, text, text) RETURNS text LANGUAGE sql
IMMUTABLE AS 'SELECT CASE WHEN $1 IS NULL THEN $2
    WHEN $2 IS NULL THEN $1 ELSE $1 || $3 || $2 END';
CREATE FUNCTION public.joined(text, text) RETURNS text LANGUAGE sql
IMMUTABLE AS 'SELECT public.joined($1, $2, '','')';
CREATE AGGREGATE public.group_concat(text, text) (
    SFUNC = public.joined, STYPE = text);
CREATE AGGREGATE public.group_concat(text) (
    SFUNC = public.joined, STYPE = text);
CREATE FUNCTION public.joined(text, bigint) RETURNS text LANGUAGE sql
IMMUTABLE AS 'SELECT public.joined($1, $2::text)';
CREATE AGGREGATE public.group_concat(bigint) (
    SFUNC = public.joined, STYPE = text);
CREATE FUNCTION public.instr(text, text) RETURNS integer LANGUAGE sql IMMUTABLE
AS 'SELECT strpos($1, $2)';
CREATE FUNCTION public.zeroblob(integer) RETURNS bytea LANGUAGE sql IMMUTABLE
AS 'SELECT decode(repeat(''00'', $1), ''hex'')';
CREATE FUNCTION public.hex(bytea) RETURNS text LANGUAGE sql IMMUTABLE AS
'SELECT upper(encode($1, ''hex''))';
