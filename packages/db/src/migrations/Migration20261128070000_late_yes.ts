import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** A case that waits for another admin's yes holds its address no longer than its wait. */
export class Migration20261128070000_late_yes extends Migration {
  override name = 'Migration20261128070000_late_yes';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/held-until.sql`, 'utf8'));
  }
}
