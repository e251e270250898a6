-- An event, its undo, the undo of that and so on are a chain. `chain_id` is its first event.
-- None of the three is a foreign key: `prune_audit` deletes events of a chain one by one.
alter table audit_events
  add undone_by uuid,
  add stands boolean not null default true,
  add chain_id uuid;

-- Every second event of a chain stands, counted back from the newest.
select set_config('namecard.history', 'open', true);
with recursive chains (id, chain_id, length) as (
  select id, id, 0 from audit_events first
  where undoes_id is null
    and exists (select from audit_events undoing where undoing.undoes_id = first.id)
  union all
  select undoing.id, chains.chain_id, length + 1
  from chains join audit_events undoing on undoing.undoes_id = chains.id
), counted as (
  select *, max(length) over (partition by chain_id) as most from chains
)
update audit_events events set
  chain_id = counted.chain_id,
  stands = (most - length) % 2 = 0,
  undone_by = (select id from audit_events undoing where undoing.undoes_id = events.id)
from counted where counted.id = events.id;
select set_config('namecard.history', '', true);

create index audit_events_by_chain on audit_events (chain_id, position)
  where chain_id is not null;

-- Marks the undone event, and reverses `stands` in the rest of the chain. Only this function
-- changes the three columns. The history stays closed to all others.
create function mark_undone() returns trigger language plpgsql as $$
declare
  chain uuid;
begin
  select coalesce(chain_id, id) into chain from audit_events where id = new.undoes_id;
  perform set_config('namecard.history', 'open', true);
  update audit_events set
    chain_id = chain,
    stands = case when id = new.id then true else not stands end,
    undone_by = case when id = new.undoes_id then new.id else undone_by end
  where id in (chain, new.id) or chain_id = chain;
  perform set_config('namecard.history', '', true);
  return null;
end $$;
create trigger audit_events_mark_undone after insert on audit_events for each row
  when (new.undoes_id is not null) execute function mark_undone();
