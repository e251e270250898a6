import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** Who reported a card hears that it was deleted. */
export class Migration20261127173000_gone_reports extends Migration {
  /** An older one reads reports with their item alone, and mails nothing about these. */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261127173000_gone_reports';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/gone-reports.sql`, 'utf8'));
  }
}
