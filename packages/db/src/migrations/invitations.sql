-- An address that may sign up (entities/invitation.ts).
create table invitations (
  email_key text primary key,
  email text not null,
  language text
    constraint invitations_language_check check (language in ('en', 'de', 'fr', 'es')),
  invited_by uuid
    constraint invitations_invited_by_foreign references users on delete set null,
  event_id uuid not null,
  draft jsonb,
  invited_at timestamptz not null default current_instant(),
  mail_due_at timestamptz,
  mailed_at timestamptz,
  again_at timestamptz,
  reminded_at timestamptz,
  refusal text,
  used_at timestamptz,
  withdrawn_at timestamptz
);
create index invitations_by_time on invitations (invited_at, email_key);
create index invitations_by_event on invitations (event_id);
create index invitations_by_inviter on invitations (invited_by)
  where invited_by is not null;
create index invitations_to_mail on invitations (mail_due_at)
  where mail_due_at is not null;

-- Mails that nobody asked for, by address (entities/never-again.ts).
create table never_again (
  hash text primary key,
  mails int not null default 0,
  never boolean not null default false,
  until timestamptz not null
);
create index never_again_by_end on never_again (until);

-- Whether an address in lower case may sign up because somebody invited it.
create function is_invited(address text) returns boolean
language sql stable parallel safe
return exists (
  select from invitations
  where email_key = address and used_at is null and withdrawn_at is null
    and invited_at > current_instant() - interval '90 days'
);

-- Queues a mail with codes for an email address. They belong to the newest challenge
-- while it is new, otherwise to a new challenge. Queues nothing if an earlier mail holds
-- a long code that lives for another half hour or more.
--
-- Every request enters a turn, whatever is known of the address, so that it costs its
-- asker the same. At most one turn of an address and IP address waits. A repeated request
-- keeps the place of the first, and waits for another half hour.
--
-- A mail to an address that never signed in and was not invited is held until one of the
-- address's turns has paid. At most one mail is held per address. A challenge's `mails` counts only released
-- mails. The limits ignore the held mail, and a challenge that was never mailed.
--
-- A mail to a member is in the member's language. All other mails with the codes of one
-- challenge are in the language of the first.
--
-- Locks the address, then the turn, then the held mail, then challenges. Each statement
-- sees what earlier holders of these locks wrote.
create or replace function queue_mail(
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
  is_member boolean;
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
  is_member := found;
  known := is_member or is_invited(asking);
  is_held := asking_ip is not null and not (known or suppressed);
  if not is_member then
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
  if not is_member then
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

-- Exchanges a code that was right for its user and a session.
--
-- 1. Lock the email address. A short code gives its guess back, to that address and to
--    the IP network: a right code is no wrong guess. It does so even if another call won.
-- 2. Stop if the address may not sign up. Stop a test login that is over, or whose user
--    is a moderator or an admin.
-- 3. Delete the challenge, and stop if it is gone or too old. If calls race, only one
--    deletes it. Then delete the other challenges of the address.
-- 4. Make the user and use up the invitation, or lock an existing user: a suspension or a
--    change of role comes before this or after it. A user without a language gets that of this sign-in.
-- 5. Begin the session, unless the user is suspended. Delete sessions beyond the limit.
--
-- An appeal uses up the code in the same way. It stops after step 3, and makes no user and
-- no session. `account` is the user of the address, locked, or null.
--
-- A test login's long code has no challenge: it skips steps 1 and 3.
-- `is_suspended` is null if the code was not exchanged, and `account.id` then too.
create or replace function complete_sign_in(
  given_address text, given_ip text, given_network text, per_address int, per_ip int,
  typed text, is_short boolean, given_challenge uuid, code_minutes int,
  is_admitted boolean, appeals boolean, test_end timestamptz, new_user uuid, new_session uuid,
  new_token bytea, new_kind text, new_browser text, new_system text, new_language text,
  out account users, out is_suspended boolean
) language plpgsql as $$
declare
  most_sessions constant int := 100;
begin
  if is_short then
    update addresses
    set guesses = trim_array(guesses, least(cardinality(guesses), per_address, 1))
    where email = given_address;
    update network_guesses n set (guessed_at, ips) = (
      select coalesce(array_agg(g.at), '{}'), coalesce(array_agg(g.ip), '{}')
      from unnest(n.guessed_at, n.ips) with ordinality as g (at, ip, place)
      where g.place <> (
        select max(own.place)
        from unnest(n.ips) with ordinality as own (ip, place) where own.ip = given_ip
      )
    )
    where n.network = given_network and given_ip = any(n.ips) and per_ip > 0;
  elsif given_challenge is not null then
    perform from addresses where email = given_address for update;
  end if;
  if not is_admitted then
    return;
  end if;
  if test_end is not null and (
    test_end <= current_instant()
    or exists (select from users where email_key = given_address and role <> 'user')
  ) then
    return;
  end if;
  if given_challenge is not null then
    delete from challenges
    where email = given_address and id = given_challenge
      and created_at > current_instant() - make_interval(mins => code_minutes);
    if not found then
      return;
    end if;
    delete from challenges where email = given_address;
  end if;
  if appeals then
    select * into account from users where email_key = given_address for no key update;
    is_suspended := coalesce(
      account.suspended_until > current_instant(), account.suspended_at is not null
    );
    return;
  end if;
  -- Setting the key itself would lock the row as if it were deleted, and wait for
  -- everybody who refers to it.
  insert into users (id, email, email_key, language)
  values (new_user, typed, given_address, new_language)
  on conflict (email_key)
  do update set language = coalesce(users.language, excluded.language)
  returning * into account;
  if account.id = new_user then
    update invitations
    set used_at = current_instant(), withdrawn_at = null, mail_due_at = null
    where email_key = given_address;
  end if;
  if test_end is not null and account.role <> 'user' then
    account := null;
    return;
  end if;
  is_suspended := coalesce(
    account.suspended_until > current_instant(), account.suspended_at is not null
  );
  if not is_suspended then
    insert into sessions (id, user_id, token_hash, kind, browser, system, test_ends_at)
    values (
      new_session, account.id, new_token, new_kind, new_browser, new_system, test_end
    );
  end if;
  if account.id <> new_user then
    -- Ended sessions go first, then the least recently used ones.
    delete from sessions where id = any(array(
      select s.id from sessions s where s.user_id = account.id and s.id <> new_session
      order by s.ended_at is null desc, s.last_used_at desc, s.id desc
      offset most_sessions - 1
    ));
  end if;
end $$;

alter table service_keys
  drop constraint service_keys_scopes_check,
  add constraint service_keys_scopes_check check (
    scopes <@ array[
      'profiles:read', 'users:read', 'users:write', 'users:invite', 'moderation',
      'changes:read'
    ]
  );
