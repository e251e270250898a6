import { Migration } from '@mikro-orm/migrations';

export class Migration20261127021321_decision_mails extends Migration {
  override name = 'Migration20261127021321_decision_mails';

  override up(): void | Promise<void> {
    this.addSql(`alter table "outbox" add "decisions" jsonb null;`);
    this.addSql(`alter table "outbox" alter column "challenge_id" drop not null;`);
  }
}
