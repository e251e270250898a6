-- What is older than AUDIT_MONTHS goes 30 days after the first start with this version, so
-- that an operator who kept everything can read before what will go.
alter table change_feeds
  add history_pruned_from timestamptz not null default current_instant() + interval '30 days';

-- The instant before which history goes that is kept for so many months.
create function history_kept_from(months int) returns timestamptz language sql stable as $$
  select case when history_pruned_from <= current_instant()
    then current_instant() - make_interval(months => months)
    else '-infinity' end
  from change_feeds
$$;

-- Whether a hidden card or a suspension stands on this event: its decision, or the answer to
-- an appeal against it.
create function is_stood_on(event audit_events) returns boolean language sql stable as $$
  select case
    when event.type not in ('profile.hidden', 'user.suspended', 'appeal.upheld') then false
    when event.profile_id is not null then exists (
      select from profiles where id = event.profile_id and hidden
    ) and not exists (
      select from audit_events later where later.profile_id = event.profile_id
        and later.type = 'profile.hidden' and later.position > event.position
    )
    else exists (
      select from users where id = event.user_id and suspended_at <= event.at
        and coalesce(suspended_until > current_instant(), true)
    )
  end
$$;

-- Deletes at most `most` events from before `kept_from` on which nothing stands, with the
-- actions that have no other event. Returns how many events it deleted. Keeps the last seven
-- months whatever it is asked: people may appeal for six.
create or replace function prune_audit(kept_from timestamptz, most int)
returns int language plpgsql as $$
declare
  event_ids uuid[];
  action_ids uuid[];
begin
  perform set_config('namecard.history', 'open', true);
  select array_agg(id), array_agg(distinct action_id) into event_ids, action_ids from (
    select id, action_id from audit_events
    where at < least(kept_from, current_instant() - interval '7 months')
      and not is_stood_on(audit_events)
    order by at limit most for update skip locked
  ) due;
  update audit_events set undoes_id = null where undoes_id = any(event_ids);
  delete from audit_events where id = any(event_ids);
  delete from moderation_actions actions where id = any(action_ids)
    and not exists (select from audit_events where action_id = actions.id);
  perform set_config('namecard.history', '', true);
  return coalesce(cardinality(event_ids), 0);
end $$;

-- Empties the IP address, browser and system of at most `most` actions older than 90 days.
-- Returns how many. Can change nothing else, and nothing younger.
create function forget_origins(most int) returns int language plpgsql as $$
declare
  emptied int;
begin
  perform set_config('namecard.history', 'open', true);
  update moderation_actions set ip = '', browser = '', system = '' where id in (
    select id from moderation_actions
    where at < current_instant() - interval '90 days' and ip || browser || system <> ''
    order by at limit most for update skip locked
  );
  get diagnostics emptied = row_count;
  perform set_config('namecard.history', '', true);
  return emptied;
end $$;

-- Few rows, even in years of moderation: it is built in a moment.
create index moderation_actions_with_origin on moderation_actions (at)
  where ip || browser || system <> '';
