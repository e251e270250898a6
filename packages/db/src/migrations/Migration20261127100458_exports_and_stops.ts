import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** Exports of the history, and stops of large acts, are events of it. */
export class Migration20261127100458_exports_and_stops extends Migration {
  /** An older one can't name such an event. */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261127100458_exports_and_stops';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/exports-and-stops.sql`, 'utf8'));
  }
}
