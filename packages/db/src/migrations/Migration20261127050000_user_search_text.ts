import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** The search of users compares texts as that of profiles does. Users keep the text. */
export class Migration20261127050000_user_search_text extends Migration {
  override name = 'Migration20261127050000_user_search_text';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/user-search-text.sql`, 'utf8'));
  }
}
