import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** Who reads a member's address is in the history. */
export class Migration20261127131000_address_events extends Migration {
  /** An older one can't name such an event. */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261127131000_address_events';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/event-types.sql`, 'utf8'));
  }
}
