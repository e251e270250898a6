-- The mail about a decision may wait for days: for the provider, or for the day's other
-- mail. Until it has left, a member's job tells since when they have heard of nothing.
create or replace function leave_gone_item() returns trigger language plpgsql as $$
begin
  with left_it as (
    update reports set item_id = null, gone_at = current_instant(), text = null,
      network = left(network, 0), allocation = left(allocation, 0),
      heard_at = coalesce(heard_at, current_instant()),
      mail_due_at = case when email is not null then current_instant() end
    from items left join lateral decided_in(items) decision on true
    where reports.item_id = items.id and items.profile_id = old.profile_id
      and (items.id = old.id or items.outcome = 'passed_on')
      and (
        email is not null or reporter_id is not null and decision.id is not null and (
          decision.closed_at is null or decision.outcome in ('hidden', 'approved') and exists (
            select from jobs where kind = 'decision' and key = reporter_id::text
              and coalesce((progress ->> 'since')::timestamptz, created_at - interval '1 hour') < decision.closed_at
          )
        )
      )
    returning reporter_id
  )
  insert into jobs (kind, key, run_at)
  select distinct 'decision', reporter_id::text, current_instant() + interval '10 minutes'
  from left_it where reporter_id is not null order by 2
  on conflict (kind, key) do update set kind = excluded.kind;
  return old;
end $$;
drop trigger items_gone on items;
create trigger items_gone before delete on items for each row
  when (old.kind in ('reported', 'second_look') and (
    old.closed_at is null or old.closed_at > current_instant() - interval '180 days'
    or old.outcome = 'passed_on'
  ))
  execute function leave_gone_item();
