import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** Snoozes, invitations, lists and exports taken out, and stops are in the history. */
export class Migration20261127100458_event_types extends Migration {
  /** An older one can't name such an event. */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261127100458_event_types';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/event-types.sql`, 'utf8'));
  }
}
