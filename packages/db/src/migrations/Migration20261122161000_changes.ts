import { Migration } from '@mikro-orm/migrations';

/** No foreign key: a change is told when its subject is gone. What waits for its number has no index but its order. */
const log = `
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
      'user.created', 'user.updated', 'user.erased',
      'profile.created', 'profile.updated', 'profile.hidden', 'profile.restored', 'profile.deleted'
    )),
    subject_id uuid not null,
    revision int not null,
    at timestamptz not null
  );
  create table change_feeds (id uuid primary key, last_number bigint not null);
  insert into change_feeds (id, last_number) values (gen_random_uuid(), 0);
`;

/**
 * A change is written down with the revision that it raises, while its row is locked: positions rise with the commits of each
 * subject, and whoever sees one of its changes sees those before.
 */
const triggers = `
  create function change_user() returns trigger language plpgsql as $$
  begin
    new.revision := old.revision + 1;
    insert into pending_changes (kind, subject_id, revision) values ('user.updated', new.id, new.revision);
    return new;
  end $$;
  create function change_profile() returns trigger language plpgsql as $$
  begin
    new.revision := old.revision + 1;
    insert into pending_changes (kind, subject_id, revision) values (
      case when new.hidden = old.hidden then 'profile.updated' when new.hidden then 'profile.hidden' else 'profile.restored' end,
      new.id, new.revision
    );
    return new;
  end $$;
  create function log_creation() returns trigger language plpgsql as $$
  begin
    insert into pending_changes (kind, subject_id, revision) values (tg_argv[0], new.id, new.revision);
    return null;
  end $$;
  create function log_deletion() returns trigger language plpgsql as $$
  begin
    insert into pending_changes (kind, subject_id, revision) values (tg_argv[0], old.id, old.revision + 1);
    return null;
  end $$;

  drop trigger users_revision on users;
  drop trigger profiles_revision on profiles;
  drop function raise_revision;
  create trigger users_revision before update on users for each row
    when (old.* is distinct from new.* and old.profile_count = new.profile_count) execute function change_user();
  create trigger profiles_revision before update on profiles for each row
    when (old.* is distinct from new.*) execute function change_profile();
  create trigger users_creation after insert on users for each row execute function log_creation('user.created');
  create trigger profiles_creation after insert on profiles for each row execute function log_creation('profile.created');
  create trigger users_deletion after delete on users for each row execute function log_deletion('user.erased');
  create trigger profiles_deletion after delete on profiles for each row execute function log_deletion('profile.deleted');
`;

/**
 * Gives the next numbers to changes that wait, and says to how many; none while another does so. The lock is the feed's row, for
 * as long as the statement lasts: what comes after it sees all that the last holder did. Nothing is locked, nor written, where
 * nothing waits.
 */
const numbering = `
  create function number_changes(most int) returns int language plpgsql as $$
  declare
    reached bigint;
    numbered int;
  begin
    select last_number into reached from change_feeds
    where exists (select from pending_changes) for no key update skip locked;
    if not found then
      return 0;
    end if;
    with taken as (
      delete from pending_changes
      where position in (select position from pending_changes order by position limit most) returning *
    )
    insert into changes (number, kind, subject_id, revision, at)
    select reached + row_number() over (order by position), kind, subject_id, revision, at from taken;
    get diagnostics numbered = row_count;
    update change_feeds set last_number = reached + numbered;
    return numbered;
  end $$;
`;

export class Migration20261122161000_changes extends Migration {
  override name = 'Migration20261122161000_changes';

  override up(): void {
    for (const part of [log, triggers, numbering]) {
      this.addSql(part);
    }
  }
}
