import { Migration } from '@mikro-orm/migrations';

/**
 * An index serves a search by the beginning of a text only in the order of
 * collation C. Most databases have another collation.
 */
export class Migration20261126231500_username_order extends Migration {
  override name = 'Migration20261126231500_username_order';

  override up(): void {
    this.addSql('alter table profiles alter column username_key type text collate "C"');
  }
}
