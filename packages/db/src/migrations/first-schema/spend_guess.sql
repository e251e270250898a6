-- Counts a short code as a wrong guess before it is compared, and gives the challenges to
-- compare it with. So a crash after this commits gives nobody another guess.
--
-- 1. Lock the email address, then the IP network. Every caller locks in this order. An
--    email address without a row has no challenge. A later challenge is not returned.
-- 2. Stop if the IP address or its network has guessed too often. Nothing is counted.
-- 3. Count the guess for the IP address and its network, whether or not a code lives.
-- 4. Stop if short codes are closed to everybody, if no code lives, or if the address was
--    given too many wrong codes.
-- 5. Count the guess for the address.
--
-- `reached` names the limit that stopped it. `live` is null if nothing is to be compared.
create function spend_guess(
  given_address text, given_ip text, given_network text, per_address int, per_ip int,
  is_open boolean, code_minutes int, out reached text, out live json
) language plpgsql as $$
declare
  hour constant interval := '1 hour';
  day constant interval := '24 hours';
  newest timestamptz[];
  is_known boolean;
  network_row network_guesses;
  present timestamptz;
  counted record;
begin
  select guesses into newest from addresses where email = given_address
  for no key update;
  is_known := found;
  if per_ip > 0 then
    loop
      select * into network_row from network_guesses where network = given_network
      for no key update;
      exit when found;
      insert into network_guesses (network, guessed_at, ips)
      values (given_network, '{}', '{}') on conflict do nothing;
    end loop;
    present := current_instant();
    select count(*) filter (where g.ip = given_ip and g.at > present - hour) as ip_hour,
      count(*) filter (where g.ip = given_ip) as ip_day,
      count(*) filter (where g.at > present - hour) as network_hour,
      count(*) as network_day,
      array_agg(g.at) as times, array_agg(g.ip) as ips
    into counted
    from unnest(network_row.guessed_at, network_row.ips) as g (at, ip)
    where g.at > present - day;
    if counted.ip_hour >= per_ip or counted.ip_day >= 2 * per_ip
      or counted.network_hour >= 3 * per_ip or counted.network_day >= 6 * per_ip
    then
      reached := 'wrong_codes_per_ip';
      return;
    end if;
    -- Forgets guesses older than a day.
    update network_guesses
    set guessed_at = counted.times || present, ips = counted.ips || given_ip
    where network = given_network;
  end if;
  if not is_open then
    reached := 'wrong_codes_per_day';
    return;
  end if;
  if not is_known then
    return;
  end if;
  select json_agg(json_build_object('id', c.id, 'keyId', c.key_id)) into live
  from challenges c
  where c.email = given_address
    and c.created_at > current_instant() - make_interval(mins => code_minutes);
  if live is null then
    return;
  end if;
  if not has_guesses_left(newest, per_address) then
    live := null;
    reached := 'wrong_codes_per_address';
    return;
  end if;
  if per_address > 0 then
    update addresses
    set guesses = (newest || current_instant())
      [greatest(cardinality(newest) - per_address + 2, 1):]
    where email = given_address;
  end if;
end $$;
