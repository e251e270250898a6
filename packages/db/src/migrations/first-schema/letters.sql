-- Letters are folded by one collation, whatever the database's own is. Under a Turkish one
-- the lower case of I is no i, and under C that of Ö is Ö. From PostgreSQL 17 on the
-- collation is built in. Before, it is ICU's root, which folds the same letters.
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
