import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** An account can change its address, and for a time the change can be taken back. */
export class Migration20261127060000_moves extends Migration {
  override name = 'Migration20261127060000_moves';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/moves.sql`, 'utf8'));
  }
}
