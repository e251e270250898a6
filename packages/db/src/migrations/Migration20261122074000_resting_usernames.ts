import { Migration } from '@mikro-orm/migrations';

/**
 * The functions are volatile, so that each call sees what has been committed by then. A statement that claims a username waits
 * for whoever is giving it up, and the name rests by the time it goes on: what the statement itself sees is older than that. So
 * does one that makes a profile wait for one that deletes another of the same owner.
 */
export class Migration20261122074000_resting_usernames extends Migration {
  override name = 'Migration20261122074000_resting_usernames';

  override up(): void {
    this.addSql(`
      alter table users add column username_since timestamptz, add column profiles_rest_until timestamptz;
      -- Longer than it was, perhaps: then a name rests that need not.
      update users set username_since = created_at where username is not null;

      create table resting_usernames (
        kind text constraint resting_usernames_kind_check check (kind in ('users', 'profiles')),
        hash text,
        owner_id uuid constraint resting_usernames_owner_id_foreign references users on delete set null,
        until timestamptz not null,
        primary key (kind, hash)
      );
      create index resting_usernames_by_owner on resting_usernames (owner_id);

      create function claim_username(claimed_kind text, claimed_hash text, claimant uuid)
      returns void language plpgsql volatile strict as $$
      declare
        resting resting_usernames;
      begin
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

      create function count_resting_profiles(owner uuid, claimed_hash text)
      returns int language plpgsql volatile as $$
      begin
        return (
          select count(*) from resting_usernames
          where owner_id = owner and kind = 'profiles' and hash <> claimed_hash and until > current_instant()
        );
      end $$;
    `);
  }
}
