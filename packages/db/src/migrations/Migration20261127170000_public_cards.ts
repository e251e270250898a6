import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** A card is for anybody or for members, from its making. */
export class Migration20261127170000_public_cards extends Migration {
  /**
   * An older one reads all cards alike, as before. So an owner's choice holds once no older
   * one runs. Cards that it makes take the setting of the first start.
   */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261127170000_public_cards';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/public-cards.sql`, 'utf8'));
  }
}
