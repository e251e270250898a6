import { Migration } from '@mikro-orm/migrations';

export class Migration20261121103709_session_lapse extends Migration {
  override name = 'Migration20261121103709_session_lapse';

  override up(): void | Promise<void> {
    this.addSql(`alter table "sessions" add "lapsed" boolean not null default false;`);
  }
}
