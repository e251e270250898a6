import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** The deletion of old history passes what decisions stand on, page by page. */
export class Migration20261129011234_prune_in_pages extends Migration {
  /** An older one calls the former function. */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261129011234_prune_in_pages';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/prune-in-pages.sql`, 'utf8'));
  }
}
