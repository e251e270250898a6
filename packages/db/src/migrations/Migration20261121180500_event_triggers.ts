import { Migration } from '@mikro-orm/migrations';

/** Whatever kept events before, these keep them: forgetting asks no function, as an account may have done a hundred thousand things. */
export class Migration20261121180500_event_triggers extends Migration {
  override name = 'Migration20261121180500_event_triggers';

  override up(): void | Promise<void> {
    this.addSql(`
      create or replace function keep_event() returns trigger language plpgsql as $$
      begin
        raise exception 'events are never changed';
      end $$;
    `);
    this.addSql(`drop trigger events_stay on events;`);
    this.addSql(`
      create trigger events_stay before delete or update of id, position, act_id, at, action, profile_id, username, reason,
        note, private_note, before, after, undoes_id, ip, browser, system
      on events for each row execute function keep_event();
    `);
    // A database that was migrated by a version in between has it already.
    this.addSql(`drop trigger if exists events_keep_their_people on events;`);
    this.addSql(`
      create trigger events_keep_their_people before update of actor_id, user_id on events
      for each row when (
        new.actor_id is not null and new.actor_id is distinct from old.actor_id
        or new.user_id is not null and new.user_id is distinct from old.user_id
      ) execute function keep_event();
    `);
  }
}
