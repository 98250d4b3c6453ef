-- What the databases of unit tests have: the tests state times as integers and
-- booleans as 0 or 1, as on SQLite.  Databases of integration tests are made
-- from template1, so that the statements of the store run without these casts.
CREATE FUNCTION public.time_of(bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT AS 'SELECT pg_catalog.to_timestamp($1)';
CREATE FUNCTION public.time_of(integer) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT AS 'SELECT pg_catalog.to_timestamp($1)';
CREATE CAST (bigint AS timestamptz) WITH FUNCTION public.time_of(bigint)
AS IMPLICIT;
CREATE CAST (integer AS timestamptz) WITH FUNCTION public.time_of(integer)
AS IMPLICIT;
CREATE FUNCTION public.later(timestamptz, integer) RETURNS timestamptz
LANGUAGE sql IMMUTABLE STRICT
AS 'SELECT $1 + pg_catalog.make_interval(secs => $2)';
CREATE OPERATOR pg_catalog.+ (LEFTARG = timestamptz, RIGHTARG = integer,
    FUNCTION = public.later);
UPDATE pg_catalog.pg_cast SET castcontext = 'i'
WHERE castsource = 'integer'::regtype AND casttarget = 'boolean'::regtype;
