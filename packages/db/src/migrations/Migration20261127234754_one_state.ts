import { Migration } from '@mikro-orm/migrations';

/** An act has one state, and a move none beside its times. Each start of one is mailed. */
export class Migration20261127234754_one_state extends Migration {
  /** An older one reads the columns. */
  static readonly oldest = '1.0.0';

  override name = 'Migration20261127234754_one_state';

  override up(): void {
    this.addSql(`
      alter table moves drop column end_state, drop column mails_old;
      alter table waiting_acts drop constraint waiting_acts_state_check;
      update waiting_acts set state = case outcome when 'done' then 'done' else 'stopped' end where state = 'ended';
      alter table waiting_acts drop column outcome,
        add constraint waiting_acts_state_check check (state in ('previewed', 'waiting', 'running', 'done', 'stopped'));
    `);
  }
}
