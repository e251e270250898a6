-- Whether an event stays: a decision stands on it, or an undo would return to it. Events
-- from before `since` go, so nobody can undo them.
create function is_kept(event audit_events, since timestamptz)
returns boolean language sql stable as $$
  select is_stood_on(event) or case event.type
    when 'profile.hidden' then exists (
      select from audit_events later where later.profile_id = event.profile_id
        and later.position > event.position and later.type = 'profile.restored'
        and later.at >= since and later.undone_by is null
    )
    when 'user.suspended' then exists (
      select from audit_events later where later.user_id = event.user_id
        and later.position > event.position and later.type = 'user.unsuspended'
        and later.at >= since and later.undone_by is null
    )
    else false
  end
$$;

-- Looks at the `most` events after this position. Deletes those from before `kept_from`
-- that are not kept, with the actions that have no other event. Returns the last position
-- it looked at; null if none of the events is that old. Keeps the last seven months whatever
-- it is asked: people may appeal for six.
create or replace function prune_audit(kept_from timestamptz, past bigint, most int)
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
      and not is_kept(audit_events, gone_before)
    for update skip locked
  ) due;
  update audit_events set undoes_id = null where undoes_id = any(event_ids);
  delete from audit_events where id = any(event_ids);
  delete from moderation_actions actions where id = any(action_ids)
    and not exists (select from audit_events where action_id = actions.id);
  perform set_config('namecard.history', '', true);
  return reached;
end $$;

-- Removes an erased user from the given actions and events. The note of an action stays
-- if others are concerned: it tells them why. If the erased user wrote it, it stays only
-- where a hidden card or a suspension of others stands on it.
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
    note = case when exists (
      select from audit_events where action_id = actions.id and user_id <> erased
        and (actor_id is distinct from erased or is_stood_on(audit_events))
    ) then note end
  where id = any(action_ids);
  update audit_events set
    username = case when user_id = erased then null else username end,
    before = case when user_id = erased then '{}' else before end,
    after = case when user_id = erased then '{}' else after end,
    user_id = nullif(user_id, erased),
    note = case when user_id <> erased and is_stood_on(audit_events) then note end
  where id = any(event_ids);
  perform set_config('namecard.history', '', true);
end $$;
