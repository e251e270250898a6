import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** Where reports come from, who let an item go, and what became of removed cards. */
export class Migration20261126231000_guards extends Migration {
  override name = 'Migration20261126231000_guards';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/guards.sql`, 'utf8'));
  }
}
