import { Migration } from '@mikro-orm/migrations';

/** A reporter's address is kept as it is compared, as others are. */
export class Migration20261129041500_reporters_in_lower_case extends Migration {
  /** An older one folds the address where it compares it. */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261129041500_reporters_in_lower_case';

  override up(): void {
    this.addSql(`
      drop index reports_by_email;
      update reports set email = fold_case(email) where email <> fold_case(email);
      create index reports_by_email on reports (email) where email is not null;
    `);
  }
}
