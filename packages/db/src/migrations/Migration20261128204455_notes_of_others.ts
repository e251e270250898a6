import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** An erased owner takes no note along that tells others why their cards are hidden. */
export class Migration20261128204455_notes_of_others extends Migration {
  override name = 'Migration20261128204455_notes_of_others';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/notes-of-others.sql`, 'utf8'));
  }
}
