-- Removes an erased user from the given actions and events. The note of an action stays
-- if others are concerned: it tells them why.
create or replace function forget_in_audit(erased uuid, action_ids uuid[], event_ids uuid[])
returns void language plpgsql as $$
begin
  perform set_config('namecard.history', 'open', true);
  -- Of two who are erased at the same time, the second sees that the first is gone.
  perform from moderation_actions where id = any(action_ids) order by id for update;
  update moderation_actions actions set
    -- For a test login the actor is the service, but the IP address is its user's.
    ip = case when actor_id = erased or actor_kind = 'system' then '' else ip end,
    browser = case
      when actor_id = erased or actor_kind = 'system' then '' else browser
    end,
    system = case when actor_id = erased or actor_kind = 'system' then '' else system end,
    session_id = case when actor_id = erased then null else session_id end,
    actor_id = nullif(actor_id, erased), private_note = null,
    note = case when actor_id is distinct from erased and exists (
      select from audit_events where action_id = actions.id and user_id <> erased
    ) then note end
  where id = any(action_ids);
  update audit_events set
    username = case when user_id = erased then null else username end,
    before = case when user_id = erased then '{}' else before end,
    after = case when user_id = erased then '{}' else after end,
    user_id = nullif(user_id, erased), note = null
  where id = any(event_ids);
  perform set_config('namecard.history', '', true);
end $$;
