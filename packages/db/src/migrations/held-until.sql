-- Until when an address is held: an account may come back to it, or waits to move to it. A
-- move that still needs a yes after its wait holds nothing: nobody may ever give it.
-- Leaves out the moves of one account. Null if the address is free.
create or replace function held_until(address text, but_of uuid default null) returns timestamptz
language sql stable parallel safe
return (
  select max(until) from (
    select undo_until as until from moves
    where from_key = address and user_id is distinct from but_of
      and closed_at is null and undo_until > current_instant()
    union all
    select due_at from moves
    where to_key = address and user_id is distinct from but_of
      and closed_at is null and due_at is not null and done_at is null
      and (not needs_yes or due_at > current_instant())
  ) held
);
