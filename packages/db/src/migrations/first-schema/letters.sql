-- One collation folds letters alike in every database. The database's own collation may
-- be Turkish, where the lower case of I is not i, or C, where Ö stays Ö. PostgreSQL 17
-- has the collation built in. Earlier versions use ICU's root collation, which folds the
-- same letters.
do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    create collation letters from pg_c_utf8;
  else
    create collation letters from "und-x-icu";
  end if;
end $$;
create function fold_case(value text) returns text
language sql immutable strict parallel safe
return lower(value collate letters);
