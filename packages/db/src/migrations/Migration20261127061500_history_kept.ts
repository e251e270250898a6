import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** The history keeps what decisions stand on, and forgets where actions came from. */
export class Migration20261127061500_history_kept extends Migration {
  override name = 'Migration20261127061500_history_kept';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/history-kept.sql`, 'utf8'));
  }
}
