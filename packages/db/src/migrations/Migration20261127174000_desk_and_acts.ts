import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** Keys act on searches, waves know approved websites, and empty cards are not judged. */
export class Migration20261127174000_desk_and_acts extends Migration {
  /** An older one opens the item of a held card at once. */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261127174000_desk_and_acts';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/desk-and-acts.sql`, 'utf8'));
  }
}
