import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** People without an account hear what became of their report. */
export class Migration20261127134000_heard_reports extends Migration {
  /** An older one stores reports without a name or an address. */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261127134000_heard_reports';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/heard-reports.sql`, 'utf8'));
  }
}
