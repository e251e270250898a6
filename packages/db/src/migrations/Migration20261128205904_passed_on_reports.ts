import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** A report that was passed on is open as long as its second look. */
export class Migration20261128205904_passed_on_reports extends Migration {
  override name = 'Migration20261128205904_passed_on_reports';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/passed-on-reports.sql`, 'utf8'));
  }
}
