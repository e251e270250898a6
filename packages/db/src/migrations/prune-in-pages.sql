drop function prune_audit(timestamptz, int);

-- Looks at the `most` events after this position. Deletes those from before `kept_from` on
-- which nothing stands, with the actions that have no other event. Returns the last position
-- it looked at; null if none of the events is that old. Keeps the last seven months whatever
-- it is asked: people may appeal for six.
create function prune_audit(kept_from timestamptz, past bigint, most int)
returns bigint language plpgsql as $$
declare
  gone_before timestamptz := least(kept_from, current_instant() - interval '7 months');
  reached bigint;
  event_ids uuid[];
  action_ids uuid[];
begin
  select max(position) into reached from (
    select position, at from audit_events where position > past order by position limit most
  ) page having bool_or(at < gone_before);
  if reached is null then
    return null;
  end if;
  perform set_config('namecard.history', 'open', true);
  select array_agg(id), array_agg(distinct action_id) into event_ids, action_ids from (
    select id, action_id from audit_events
    where position > past and position <= reached and at < gone_before
      and not is_stood_on(audit_events)
    for update skip locked
  ) due;
  update audit_events set undoes_id = null where undoes_id = any(event_ids);
  delete from audit_events where id = any(event_ids);
  delete from moderation_actions actions where id = any(action_ids)
    and not exists (select from audit_events where action_id = actions.id);
  perform set_config('namecard.history', '', true);
  return reached;
end $$;
