-- Keyed hashes of where a report came from, until its item closes, for 30 days at most. Then
-- both are empty. They are null if the reporter's account was older than a day.
alter table reports add network text, add allocation text;
update reports set network = '', allocation = '' where reporter_id is null;
create index reports_of_networks on reports (at) where network <> '';

-- A report stays without a name if its author is erased.
alter table reports drop constraint reports_reporter_id_foreign;
alter table reports add constraint reports_reporter_id_foreign
  foreign key (reporter_id) references users on delete set null;

create function forget_networks() returns trigger language plpgsql as $$
begin
  update reports set network = '', allocation = '' where item_id = new.id and network <> '';
  return null;
end $$;
create trigger items_forget_networks after update of closed_at on items for each row
  when (old.closed_at is null and new.closed_at is not null)
  execute function forget_networks();

-- Who leased an item last. It stays when the lease is over.
alter table items add last_leased_by uuid
  constraint items_last_leased_by_foreign references users on delete set null;
update items set last_leased_by = leased_by where leased_by is not null;
create index items_last_leased on items (last_leased_by) where last_leased_by is not null;

-- Closed because all its reporters were suspended as spam.
alter table items drop constraint items_outcome_check;
alter table items add constraint items_outcome_check check (outcome in (
  'approved', 'hidden', 'restored', 'upheld', 'passed_on', 'withdrawn', 'dismissed'
));
create index items_dismissed on items (closed_at) where outcome = 'dismissed';

-- Cards that were removed while hidden or reported. The hash is that of the username.
create table removed_cards (
  id uuid primary key,
  owner_id uuid constraint removed_cards_owner_id_foreign
    references users on delete set null,
  hash text not null,
  hidden boolean not null,
  reports int not null,
  removed_at timestamptz not null default current_instant()
);
create index removed_cards_by_owner on removed_cards (owner_id) where owner_id is not null;
create index removed_cards_by_hash on removed_cards (hash);
create index removed_cards_by_time on removed_cards (removed_at);

-- Both functions are volatile, so that they see what was committed before the call. The
-- statements that call them may have waited for a report or for a removal. Their own
-- snapshots are older than that wait.
create function count_open_reports(card uuid) returns int language plpgsql volatile as $$
begin
  return (
    select count(*) from reports join items on items.id = reports.item_id
    where items.profile_id = card and items.kind = 'reported' and items.closed_at is null
  );
end $$;
create function has_removed(owner uuid, name_hash text)
returns boolean language plpgsql volatile as $$
begin
  return exists (select from removed_cards where owner_id = owner)
    or exists (select from removed_cards where hash = name_hash);
end $$;
