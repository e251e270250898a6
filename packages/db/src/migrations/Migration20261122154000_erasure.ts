import { Migration } from '@mikro-orm/migrations';

/**
 * Whoever acted or is concerned is no foreign key any more: deleting a user would rewrite all of their history, 800,000 rows perhaps,
 * in the one statement that they wait for. A job forgets them there afterwards, in pieces.
 *
 * What was done stays written down. Two functions alone may change it, in which the setting `namecard.history` is `open`:
 * `forget_in_audit` where somebody was erased, `prune_audit` where it has become too old. They set it themselves: PostgreSQL lets
 * only its superuser tie a setting that it does not know to a function.
 */
const history = `
  alter table moderation_actions drop constraint moderation_actions_actor_id_foreign;
  alter table audit_events drop constraint audit_events_user_id_foreign;

  drop trigger moderation_actions_stay on moderation_actions;
  drop trigger moderation_actions_keep_their_actor on moderation_actions;
  drop trigger audit_events_stay on audit_events;
  drop trigger audit_events_keep_their_user on audit_events;
  create trigger moderation_actions_stay before delete or update of id, position, at, type, actor_kind, actor_id, ip, browser,
    system, reason, note, private_note on moderation_actions for each row
    when (current_setting('namecard.history', true) is distinct from 'open') execute function refuse_change();
  create trigger audit_events_stay before delete or update on audit_events for each row
    when (current_setting('namecard.history', true) is distinct from 'open') execute function refuse_change();

  create function forget_in_audit(erased uuid, action_ids uuid[], event_ids uuid[])
  returns void language plpgsql as $$
  begin
    perform set_config('namecard.history', 'open', true);
    update moderation_actions set
      -- The service itself acts where somebody uses a test login, from where they are.
      ip = case when actor_id = erased or actor_kind = 'system' then '' else ip end,
      browser = case when actor_id = erased or actor_kind = 'system' then '' else browser end,
      system = case when actor_id = erased or actor_kind = 'system' then '' else system end,
      actor_id = nullif(actor_id, erased), note = null, private_note = null
    where id = any(action_ids);
    update audit_events set
      username = case when user_id = erased then null else username end,
      before = case when user_id = erased then '{}' else before end,
      after = case when user_id = erased then '{}' else after end,
      user_id = nullif(user_id, erased), note = null
    where id = any(event_ids);
    perform set_config('namecard.history', '', true);
  end $$;

  create function prune_audit(kept_from timestamptz, most int)
  returns int language plpgsql as $$
  declare
    event_ids uuid[];
    action_ids uuid[];
  begin
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

/** Few events have a note of their own: an erasure looks for those of each action, and would read all events for each piece. */
const noted = `
  create index audit_events_noted on audit_events (action_id) where note is not null;
`;

const types = `
  'profile.hidden', 'profile.restored', 'user.suspended', 'user.unsuspended', 'user.role_changed', 'user.erased',
  'user.exported', 'session.revoked', 'address.cleared', 'user.test_signed_in', 'mail.retried'
`;

const kinds = `
  alter table moderation_actions drop constraint moderation_actions_type_check;
  alter table moderation_actions add constraint moderation_actions_type_check check (type in (${types}, 'undo'));
  alter table audit_events drop constraint audit_events_type_check;
  alter table audit_events add constraint audit_events_type_check check (type in (${types}));
`;

/** So that a sweep that finds nothing reads no whole table. `sessions.last_used_at` has none: it would cost each write of it. */
const due = `
  create index sessions_ended on sessions (ended_at) where ended_at is not null;
  create index sessions_open on sessions (created_at) where ended_at is null;
  create index addresses_by_time on addresses (asked_at);
  create index outbox_of_strangers on outbox (created_at) where not has_account;
  create index idempotency_keys_by_time on idempotency_keys (created_at);
`;

export class Migration20261122154000_erasure extends Migration {
  override name = 'Migration20261122154000_erasure';

  override up(): void {
    for (const part of [history, noted, kinds, due]) {
      this.addSql(part);
    }
  }
}
