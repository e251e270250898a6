import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** In order: a file may use what earlier files make. */
const files = [
  'clock',
  'letters',
  'people',
  'usernames',
  'claim_username',
  'sign-in',
  'limits',
  'spend_guess',
  'complete_sign_in',
  'hash-keys',
  'mail',
  'queue_mail',
  'profiles',
  'counts',
  'jobs',
  'instances',
  'keys',
  'moderation',
  'waiting_acts',
  'items',
  'forget_in_audit',
  'prune_audit',
  'changes',
  'number_changes',
  'webhooks',
];

/** The whole schema of 1.0.0. The entities describe the rows. */
export class Migration20261125080000_first_schema extends Migration {
  override name = 'Migration20261125080000_first_schema';

  override up(): void {
    for (const file of files) {
      const path = `${import.meta.dirname}/first-schema/${file}.sql`;
      this.addSql(readFileSync(path, 'utf8'));
    }
  }
}
