import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** Why a card is hidden stays known: after an undo, and without the moderator. */
export class Migration20261129164900_reasons_kept extends Migration {
  override name = 'Migration20261129164900_reasons_kept';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/reasons-kept.sql`, 'utf8'));
  }
}
