-- Lets a user take a username unless it rests for somebody else. A username that rests
-- for the claimant stops resting.
--
-- The function is volatile, so that it sees what was committed before the call. A
-- statement that takes a username waits for the statement that gives it up, and then
-- calls this function. The snapshot of the waiting statement is older than its wait.
create function claim_username(claimed_kind text, claimed_hash text, claimant uuid)
returns void language plpgsql volatile strict as $$
declare
  resting resting_usernames;
begin
  -- At repeatable read the function sees no more than its statement does. So it inserts a
  -- row first. Where an unseen row is in the way, the insert fails with a serialization
  -- error, and the caller tries again.
  if current_setting('transaction_isolation') = 'repeatable read' then
    insert into resting_usernames (kind, hash, until)
    values (claimed_kind, claimed_hash, '-infinity')
    on conflict do nothing;
    if found then
      delete from resting_usernames where kind = claimed_kind and hash = claimed_hash;
      return;
    end if;
  end if;
  select * into resting from resting_usernames
  where kind = claimed_kind and hash = claimed_hash and until > current_instant();
  if not found then
    return;
  end if;
  if resting.owner_id is distinct from claimant then
    raise unique_violation using constraint = claimed_kind || '_username_key_unique';
  end if;
  delete from resting_usernames where kind = claimed_kind and hash = claimed_hash;
end $$;
