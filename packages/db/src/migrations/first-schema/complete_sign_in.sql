-- Exchanges a code that was right for its user and a session.
--
-- 1. Lock the email address. A short code gives its guess back, to that address and to
--    the IP network: a right code is no wrong guess. It does so even if another call won.
-- 2. Stop if the address may not sign up. Stop a test login that is over, or whose user
--    is a moderator or an admin.
-- 3. Delete the challenge, and stop if it is gone or too old. If calls race, only one
--    deletes it. Then delete the other challenges of the address.
-- 4. Make the user, or lock an existing one: a suspension or a change of role comes
--    before this or after it. A user without a language gets that of this sign-in.
-- 5. Begin the session, unless the user is suspended. Delete sessions beyond the limit.
--
-- An appeal uses up the code in the same way. It stops after step 3, and makes no user and
-- no session. `account` is the user of the address, locked, or null.
--
-- A test login's long code has no challenge: it skips steps 1 and 3.
-- `is_suspended` is null if the code was not exchanged, and `account.id` then too.
create function complete_sign_in(
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
