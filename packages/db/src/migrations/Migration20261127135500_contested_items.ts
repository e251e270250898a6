import { Migration } from '@mikro-orm/migrations';

/** A change of an address that the old address has ended stands on the desk. */
export class Migration20261127135500_contested_items extends Migration {
  /** An older one can't name such an item. */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261127135500_contested_items';

  override up(): void {
    this.addSql(
      `alter table "items" drop constraint "items_kind_check", add constraint "items_kind_check" check ("kind" in ('new', 'changed', 'reported', 'appealed', 'second_look', 'contested'));`,
    );
  }
}
