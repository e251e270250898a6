-- Deletes at most `most` events from before `kept_from`, with the actions that have no
-- other event. Returns how many events it deleted. Refuses to prune the last 28 days: the
-- shortest AUDIT_MONTHS is one month, and the shortest month has 28 days.
create function prune_audit(kept_from timestamptz, most int)
returns int language plpgsql as $$
declare
  event_ids uuid[];
  action_ids uuid[];
begin
  if kept_from > current_instant() - interval '28 days' then
    raise exception 'the history of the last 28 days is never pruned';
  end if;
  perform set_config('namecard.history', 'open', true);
  select array_agg(id), array_agg(distinct action_id) into event_ids, action_ids from (
    select id, action_id from audit_events where at < kept_from
    order by at limit most for update skip locked
  ) due;
  update audit_events set undoes_id = null where undoes_id = any(event_ids);
  delete from audit_events where id = any(event_ids);
  delete from moderation_actions actions where id = any(action_ids)
    and not exists (select from audit_events where action_id = actions.id);
  perform set_config('namecard.history', '', true);
  return coalesce(cardinality(event_ids), 0);
end $$;
