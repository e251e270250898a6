import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** Searches compare texts as people see them. Profiles keep the compared texts. */
export class Migration20261127030000_search_texts extends Migration {
  override name = 'Migration20261127030000_search_texts';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/search-texts.sql`, 'utf8'));
  }
}
