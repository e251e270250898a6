import { Migration } from '@mikro-orm/migrations';

/**
 * At repeatable read a call within a statement sees no more than the statement does, and so no name that has come to rest since.
 * A row in the place of one that it can't see ends the statement, to be done again.
 */
export class Migration20261122120000_claims_at_any_level extends Migration {
  override name = 'Migration20261122120000_claims_at_any_level';

  override up(): void {
    this.addSql(`
      create or replace function claim_username(claimed_kind text, claimed_hash text, claimant uuid)
      returns void language plpgsql volatile strict as $$
      declare
        resting resting_usernames;
      begin
        if current_setting('transaction_isolation') = 'repeatable read' then
          insert into resting_usernames (kind, hash, until) values (claimed_kind, claimed_hash, '-infinity')
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
    `);
  }
}
