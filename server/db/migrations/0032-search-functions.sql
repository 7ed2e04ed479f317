-- Text as the search compares it, and the sequences of characters that its indexes contain. Neither depends on the
-- locale of the database: pg_trgm takes only ASCII for letters in a database whose character type is C.
-- Upper and lower case of all scripts: the collation is part of PostgreSQL 17 and newer, before that one of ICU.
do $$
declare
  folding text := coalesce(
    (select 'pg_catalog.pg_c_utf8' from pg_collation where collname = 'pg_c_utf8' limit 1),
    (select 'pg_catalog."und-x-icu"' from pg_collation where collname = 'und-x-icu' limit 1),
    'pg_catalog."default"');
begin
  execute format(
    $function$
      create function search_fold(value text) returns text language sql immutable parallel safe
      return lower((case when octet_length(value) = length(value) then value
        else regexp_replace(normalize(value, nfkd), U&'[\0300-\036F]', '', 'g') end) collate %s)
    $function$, folding);
end $$;

create function search_grams(value text) returns bigint[] language sql immutable parallel safe cost 2000
return (
  select coalesce(array_agg(distinct gram), '{}')
  from (
    select code as first, lead(code) over (order by place) as second, lead(code, 2) over (order by place) as third
    from (
      -- A space or control character is null, and so is every sequence with it.
      select case when ascii(letter) > 32 then ascii(letter)::bigint end as code, place
      from string_to_table(search_fold(value), null) with ordinality as letters (letter, place)
    ) as codes
  ) as sequences
  cross join lateral (values ((first << 21) | second), ((first << 42) | (second << 21) | third)) as grams (gram)
  where gram is not null
);
