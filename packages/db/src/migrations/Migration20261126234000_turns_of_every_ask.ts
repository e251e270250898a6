import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** Every request for a code has a turn, not only one whose mail is held. */
export class Migration20261126234000_turns_of_every_ask extends Migration {
  override name = 'Migration20261126234000_turns_of_every_ask';

  override up(): void {
    for (const file of ['mail_turns', 'queue_mail']) {
      const path = `${import.meta.dirname}/mail-turns/${file}.sql`;
      this.addSql(readFileSync(path, 'utf8'));
    }
  }
}
