import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** Who has not heard of a decision yet hears that its card is gone. */
export class Migration20261129033547_gone_unheard extends Migration {
  override name = 'Migration20261129033547_gone_unheard';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/gone-unheard.sql`, 'utf8'));
  }
}
