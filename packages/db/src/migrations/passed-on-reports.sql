-- The item whose decision answers the reports of an item: this one, or the second look that
-- it was passed on to, open or closed. None if that was deleted.
create function decided_in(reported items) returns setof items language sql stable as $$
  select decision.* from items decision
  where decision.profile_id = reported.profile_id
    and decision.outcome is distinct from 'passed_on' and (
      decision.id = reported.id
      or reported.outcome = 'passed_on' and decision.kind = 'second_look'
        and coalesce(decision.closed_at, 'infinity') >= reported.closed_at
    )
  order by decision.closed_at limit 1
$$;

create or replace function count_open_reports(card uuid)
returns int language plpgsql volatile as $$
begin
  return (
    select count(*) from items cross join lateral decided_in(items) decision
    join reports on reports.item_id = items.id
    where items.profile_id = card and decision.closed_at is null
  );
end $$;

-- A report that was passed on leaves its item too. All of a card's go with the first item
-- that is deleted: the reports' own item, or their second look.
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
        email is not null or reporter_id is not null and decision.id is not null
          and coalesce(decision.closed_at, 'infinity') > current_instant() - interval '10 minutes'
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
    old.closed_at is null or old.closed_at > current_instant() - interval '1 day'
    or old.outcome = 'passed_on'
  ))
  execute function leave_gone_item();
