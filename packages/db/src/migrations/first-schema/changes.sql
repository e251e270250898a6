-- The feed of changes. `subject_id` is no foreign key: a change outlives its subject.
create sequence pending_change_positions as bigint;
create table pending_changes (
  position bigint primary key default nextval('pending_change_positions'),
  kind text not null,
  subject_id uuid not null,
  revision int not null,
  at timestamptz not null default current_instant()
);
alter sequence pending_change_positions owned by pending_changes.position;

create table changes (
  number bigint primary key,
  kind text not null constraint changes_kind_check check (kind in (
    'user.created', 'user.updated', 'user.erased', 'profile.created', 'profile.updated',
    'profile.hidden', 'profile.restored', 'profile.deleted'
  )),
  subject_id uuid not null,
  revision int not null,
  at timestamptz not null
);

create table change_feeds (id uuid primary key, last_number bigint not null);
insert into change_feeds (id, last_number) values (gen_random_uuid(), 0);

create trigger pending_changes_stay_whole before truncate on pending_changes
  for each statement execute function refuse_truncate();
create trigger changes_stay_whole before truncate on changes
  for each statement execute function refuse_truncate();

-- A change is logged with the revision that it raises, while its row is locked. So the
-- positions of a subject's changes rise in the order of their commits. A reader who sees
-- one of them sees all before it.
--
-- An update that sets the same values is no change. It leaves `updated_at` and the
-- revision, and is not logged.
create function change_user() returns trigger language plpgsql as $$
declare
  changed_at timestamptz := new.updated_at;
begin
  new.updated_at := old.updated_at;
  if new is not distinct from old then
    return new;
  end if;
  new.updated_at := changed_at;
  new.revision := old.revision + 1;
  insert into pending_changes (kind, subject_id, revision)
  values ('user.updated', new.id, new.revision);
  return new;
end $$;
-- A change of `profile_count` is not the user's. Their language is not public.
create trigger users_revision before update on users for each row
  when (
    old.* is distinct from new.* and old.profile_count = new.profile_count
    and old.language is not distinct from new.language
  )
  execute function change_user();

-- Does the same for a profile, and logs whether it was hidden or restored.
create function change_profile() returns trigger language plpgsql as $$
declare
  changed_at timestamptz := new.updated_at;
begin
  new.updated_at := old.updated_at;
  if new is not distinct from old then
    return new;
  end if;
  new.updated_at := changed_at;
  new.revision := old.revision + 1;
  insert into pending_changes (kind, subject_id, revision) values (
    case
      when new.hidden = old.hidden then 'profile.updated'
      when new.hidden then 'profile.hidden'
      else 'profile.restored'
    end,
    new.id, new.revision
  );
  return new;
end $$;
create trigger profiles_revision before update on profiles for each row
  when (old.* is distinct from new.*) execute function change_profile();

create function log_creation() returns trigger language plpgsql as $$
begin
  insert into pending_changes (kind, subject_id, revision)
  values (tg_argv[0], new.id, new.revision);
  return null;
end $$;
create trigger users_creation after insert on users
  for each row execute function log_creation('user.created');
create trigger profiles_creation after insert on profiles
  for each row execute function log_creation('profile.created');

create function log_deletion() returns trigger language plpgsql as $$
begin
  insert into pending_changes (kind, subject_id, revision)
  values (tg_argv[0], old.id, old.revision + 1);
  return null;
end $$;
create trigger users_deletion after delete on users
  for each row execute function log_deletion('user.erased');
create trigger profiles_deletion after delete on profiles
  for each row execute function log_deletion('profile.deleted');
