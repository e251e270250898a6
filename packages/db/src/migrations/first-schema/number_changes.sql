-- Gives the next numbers to changes that wait, and returns how many got one. Returns 0
-- while another call numbers. The lock is the feed's row: its next holder sees all that
-- its last holder wrote. If nothing waits, it locks and writes nothing.
create function number_changes(most int) returns int language plpgsql as $$
declare
  reached bigint;
  numbered int;
begin
  select last_number into reached from change_feeds
  where exists (select from pending_changes) for no key update skip locked;
  if not found then
    return 0;
  end if;
  with taken as (
    delete from pending_changes
    where position in (select position from pending_changes order by position limit most)
    returning *
  )
  insert into changes (number, kind, subject_id, revision, at)
  select reached + row_number() over (order by position), kind, subject_id, revision, at
  from taken;
  get diagnostics numbered = row_count;
  update change_feeds set last_number = reached + numbered;
  return numbered;
end $$;
