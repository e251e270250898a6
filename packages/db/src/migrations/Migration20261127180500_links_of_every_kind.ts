import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** No card has a link of a new kind yet, so no text changes. */
export class Migration20261127180500_links_of_every_kind extends Migration {
  override name = 'Migration20261127180500_links_of_every_kind';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/links-text.sql`, 'utf8'));
  }
}
