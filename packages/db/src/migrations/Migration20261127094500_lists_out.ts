import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** The list of users can be taken out. */
export class Migration20261127094500_lists_out extends Migration {
  /** An older one can't name it in the history, nor the scope of a key. */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261127094500_lists_out';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/lists-out.sql`, 'utf8'));
  }
}
