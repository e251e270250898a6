import { Migration } from '@mikro-orm/migrations';

/** The history, and the feed of changes with what waits to be numbered. Their rows leave by age alone. */
const kept = ['moderation_actions', 'audit_events', 'pending_changes', 'changes'];

const refuseTruncate = `
  create function refuse_truncate() returns trigger language plpgsql as $$
  begin
    raise exception '% is never truncated', tg_table_name;
  end $$;
`;

/**
 * @param floor runs first. The shortest AUDIT_MONTHS is one month, and the shortest month has 28 days: pruning for any setting
 *   stays above that.
 */
const pruning = (floor = '') => `
  create or replace function prune_audit(kept_from timestamptz, most int)
  returns int language plpgsql as $$
  declare
    event_ids uuid[];
    action_ids uuid[];
  begin
    ${floor}
    perform set_config('namecard.history', 'open', true);
    select array_agg(id), array_agg(distinct action_id) into event_ids, action_ids from (
      select id, action_id from audit_events where at < kept_from order by at limit most for update skip locked
    ) due;
    update audit_events set undoes_id = null where undoes_id = any(event_ids);
    delete from audit_events where id = any(event_ids);
    delete from moderation_actions actions where id = any(action_ids)
      and not exists (select from audit_events where action_id = actions.id);
    perform set_config('namecard.history', '', true);
    return coalesce(cardinality(event_ids), 0);
  end $$;
`;

const floor = `
  if kept_from > current_instant() - interval '28 days' then
    raise exception 'the history of the last 28 days is never pruned';
  end if;
`;

/** The history is not emptied by mistake: neither by TRUNCATE, which fires no row's trigger, nor by pruning what is recent. */
export class Migration20261124090000_kept_history extends Migration {
  override name = 'Migration20261124090000_kept_history';

  override up(): void {
    this.addSql(refuseTruncate);
    for (const table of kept) {
      this.addSql(
        `create trigger ${table}_stay_whole before truncate on ${table} for each statement execute function refuse_truncate()`,
      );
    }
    this.addSql(pruning(floor));
  }

  override down(): void {
    this.addSql(pruning());
    for (const table of kept) {
      this.addSql(`drop trigger ${table}_stay_whole on ${table}`);
    }
    this.addSql('drop function refuse_truncate');
  }
}
