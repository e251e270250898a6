import { Migration } from '@mikro-orm/migrations';

const kinds = {
  user: `'user.updated'`,
  profile: `case when new.hidden = old.hidden then 'profile.updated' when new.hidden then 'profile.hidden' else 'profile.restored' end`,
};

/** What raises the revision of each and writes the change down, unless `unless` has returned before. */
const functions = (unless = '') =>
  Object.entries(kinds).map(
    ([subject, kind]) => `
      create or replace function change_${subject}() returns trigger language plpgsql as $$
      declare
        changed_at timestamptz := new.updated_at;
      begin
        ${unless}
        new.revision := old.revision + 1;
        insert into pending_changes (kind, subject_id, revision) values (${kind}, new.id, new.revision);
        return new;
      end $$;
    `,
  );

const unlessUnchanged = `
  new.updated_at := old.updated_at;
  if new is not distinct from old then
    return new;
  end if;
  new.updated_at := changed_at;
`;

/** An update that sets what was there already is no change: it leaves `updated_at` and the revision, and nobody is told. */
export class Migration20261122213000_unchanged_rows extends Migration {
  override name = 'Migration20261122213000_unchanged_rows';

  override up(): void {
    functions(unlessUnchanged).forEach((sql) => this.addSql(sql));
  }

  override down(): void {
    functions().forEach((sql) => this.addSql(sql));
  }
}
