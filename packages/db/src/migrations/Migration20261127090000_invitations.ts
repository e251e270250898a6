import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** People can be invited, and an invited address may sign up. */
export class Migration20261127090000_invitations extends Migration {
  /** An older one can't name invitations in the history, nor the scope of their keys. */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261127090000_invitations';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/invitations.sql`, 'utf8'));
  }
}
