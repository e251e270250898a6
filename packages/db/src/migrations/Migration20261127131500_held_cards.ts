import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** A newcomer's card can wait for a look before anybody sees it. */
export class Migration20261127131500_held_cards extends Migration {
  /** An older one holds no card, and none is held before `REVIEW` has `hold`. */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261127131500_held_cards';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/held-cards.sql`, 'utf8'));
  }
}
