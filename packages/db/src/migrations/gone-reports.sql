-- What somebody reported may be deleted before anybody has decided. Then a report whose
-- author is to hear of it leaves its item, without its words (entities/report.ts).
alter table reports
  alter column item_id drop not null,
  add column gone_at timestamptz;
create index reports_gone on reports (gone_at) where gone_at is not null;

-- Before the item goes with its card, and takes its reports along. A person hears of all by
-- one job, as of decisions.
create function leave_gone_item() returns trigger language plpgsql as $$
begin
  with left_it as (
    update reports set item_id = null, gone_at = current_instant(), text = null,
      network = left(network, 0), allocation = left(allocation, 0),
      heard_at = coalesce(heard_at, current_instant()),
      mail_due_at = case when email is not null then current_instant() end
    where item_id = old.id and (
      email is not null or reporter_id is not null
        and (old.closed_at is null or old.closed_at > current_instant() - interval '10 minutes')
    )
    returning reporter_id
  )
  insert into jobs (kind, key, run_at)
  select distinct 'decision', reporter_id::text, current_instant() + interval '10 minutes'
  from left_it where reporter_id is not null order by 2
  on conflict (kind, key) do update set kind = excluded.kind;
  return old;
end $$;
create trigger items_gone before delete on items for each row
  when (old.kind = 'reported' and (
    old.closed_at is null or old.closed_at > current_instant() - interval '1 day'
  ))
  execute function leave_gone_item();
