-- What the databases of unit tests have in addition: the tests state times as
-- integers and booleans as 0 or 1, as on SQLite.  Databases of integration tests
-- are made from template1, so that the statements of the store run without
-- these functions.
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
