import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** An undone event names its undo, and each event knows whether it stands. */
export class Migration20261126235500_undone_events extends Migration {
  override name = 'Migration20261126235500_undone_events';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/undone-events.sql`, 'utf8'));
  }
}
