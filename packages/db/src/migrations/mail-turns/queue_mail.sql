drop function queue_mail(
  text, int, uuid, text, uuid, text, text, text, text, text, text, boolean
);

-- Queues a mail with codes for an email address. They belong to the newest challenge
-- while it is new, otherwise to a new challenge. Queues nothing if an earlier mail holds
-- a long code that lives for another half hour or more.
--
-- Every request enters a turn, whatever is known of the address, so that it costs its
-- asker the same. At most one turn of an address and IP address waits. A repeated request
-- keeps the place of the first, and waits for another half hour.
--
-- A mail to an address that never signed in is held until one of the address's turns has
-- paid. At most one mail is held per address. A challenge's `mails` counts only released
-- mails. The limits ignore the held mail, and a challenge that was never mailed.
--
-- A mail to a member is in the member's language. All other mails with the codes of one
-- challenge are in the language of the first.
--
-- Locks the address, then the turn, then the held mail, then challenges. Each statement
-- sees what earlier holders of these locks wrote.
create function queue_mail(
  asking text, new_challenge uuid, new_key text, new_mail uuid,
  asking_browser text, asking_system text, asking_language text, asking_ip text,
  asking_network text, asking_allocation text, asking_forwarded boolean
) returns void language plpgsql as $$
declare
  same_codes constant interval := '5 minutes';
  -- One, and two more for somebody who waits and asks again. More would fill a mailbox.
  many_of_challenge constant int := 3;
  many_mails constant int := 9;
  pause constant interval := '30 minutes';
  turn_waits constant interval := '30 minutes';
  day constant interval := '24 hours';
  present timestamptz;
  mailed bigint;
  newest timestamptz;
  chosen uuid;
  waiting uuid;
  known boolean;
  chosen_language text;
  suppressed boolean;
  is_held boolean;
  has_unmailed boolean;
begin
  insert into addresses (email, asked_at) values (asking, current_instant())
  on conflict (email) do update set asked_at = excluded.asked_at
  returning suppressed_at is not null into suppressed;
  present := current_instant();
  if asking_ip is not null then
    -- The turn is replaced, not changed: a claim that has read it without the mail of
    -- this request must not let it pay.
    with earlier as (
      delete from mail_turns
      where address = asking and ip = asking_ip and state = 'waiting'
      returning browser, system, language, is_forwarded, asked_at, ends_at
    )
    insert into mail_turns (
      id, address, ip, network, allocation, browser, system, language, is_forwarded,
      asked_at, ends_at
    )
    select new_mail, asking, asking_ip, asking_network, asking_allocation, asked.browser,
      asked.system, asked.language, asked.is_forwarded, asked.asked_at,
      present + turn_waits
    from (
      select browser, system, language, is_forwarded, asked_at from earlier
      where ends_at >= present
      union all
      select asking_browser, asking_system, asking_language, asking_forwarded, present
    ) asked
    order by asked.asked_at limit 1;
  end if;
  select language into chosen_language from users where email_key = asking;
  known := found;
  is_held := asking_ip is not null and not (known or suppressed);
  if not known then
    select id into waiting from outbox
    where recipient = asking and state = 'queued' and held for update;
  end if;
  select coalesce(sum(mails) filter (where created_at > present - day), 0),
    max(created_at) filter (where mails > 0 and created_at > present - day),
    coalesce(bool_or(mails = 0), false)
  into mailed, newest, has_unmailed from challenges where email = asking;
  if newest > present - same_codes and mailed < many_mails then
    update challenges set mails = mails + (case when is_held then 0 else 1 end)
    where email = asking and created_at = newest
      and mails between 1 and many_of_challenge - 1
    returning id into chosen;
  elsif newest is null
    or newest <= present - (case when mailed < many_mails then same_codes else pause end)
  then
    if has_unmailed then
      delete from challenges
      where email = asking and mails = 0
        and (not is_held or created_at <= present - same_codes);
      select id into chosen from challenges where email = asking and mails = 0;
    end if;
    if chosen is null then
      insert into challenges (id, email, created_at, mails, key_id)
      values (
        new_challenge, asking, present, case when is_held then 0 else 1 end, new_key
      )
      returning id into chosen;
    end if;
  end if;
  if chosen is null then
    return;
  end if;
  if waiting is not null and is_held then
    update outbox set challenge_id = chosen where id = waiting and challenge_id <> chosen;
    return;
  end if;
  if waiting is not null then
    update outbox set state = 'expired', held = false where id = waiting;
  end if;
  if not known then
    select language into chosen_language from outbox
    where challenge_id = chosen order by created_at limit 1;
    if not found then
      chosen_language := asking_language;
    end if;
  end if;
  insert into outbox (
    id, challenge_id, recipient, has_account, browser, system, language, next_at,
    created_at, held, state, outcome
  )
  values (
    new_mail, chosen, asking, known, asking_browser, asking_system, chosen_language,
    present, present, is_held, case when suppressed then 'refused' else 'queued' end,
    case when suppressed then 'suppressed' end
  );
end $$;
