import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';

/** Acts on all that a search finds are done by a job. */
export class Migration20261127093000_acts_on_searches extends Migration {
  override name = 'Migration20261127093000_acts_on_searches';

  override up(): void {
    this.addSql(readFileSync(`${import.meta.dirname}/acts-on-searches.sql`, 'utf8'));
  }
}
