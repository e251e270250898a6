import { Migration } from '@mikro-orm/migrations';

/**
 * A delivery is written three times and read in order: two indexes hold what waits and what failed, which is little, and leave what
 * was delivered to the sweep.
 */
const tables = `
  create table webhook_endpoints (
    id uuid primary key,
    url text not null,
    kinds text[] not null constraint webhook_endpoints_kinds_check check (kinds <@ array[
      'user.created', 'user.updated', 'user.erased',
      'profile.created', 'profile.updated', 'profile.hidden', 'profile.restored', 'profile.deleted'
    ]),
    state text not null default 'on' constraint webhook_endpoints_state_check check (state in ('on', 'paused', 'failed')),
    key_id text not null,
    secret bytea not null,
    previous_secret bytea,
    previous_until timestamptz,
    cursor bigint not null,
    accepted_at timestamptz,
    failing_since timestamptz,
    mail_due_at timestamptz,
    created_at timestamptz not null default current_instant()
  );
  create table webhook_deliveries (
    endpoint_id uuid
      constraint webhook_deliveries_endpoint_id_foreign references webhook_endpoints on delete cascade,
    number bigint,
    state text not null default 'waiting'
      constraint webhook_deliveries_state_check check (state in ('waiting', 'delivered', 'set_aside')),
    attempts int not null default 0,
    outcome text,
    due_since timestamptz not null,
    next_at timestamptz not null,
    settled_at timestamptz,
    primary key (endpoint_id, number)
  );
  create index webhook_deliveries_queue on webhook_deliveries (endpoint_id, (attempts > 0), next_at) where state = 'waiting';
  create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, number)
    where attempts > 0 and state <> 'delivered';
  create index webhook_deliveries_settled on webhook_deliveries (settled_at) where settled_at is not null;
`;

const types = `
  'profile.hidden', 'profile.restored', 'user.suspended', 'user.unsuspended', 'user.role_changed', 'user.erased',
  'user.exported', 'session.revoked', 'address.cleared', 'user.test_signed_in', 'mail.retried', 'key.created', 'key.ended',
  'webhook.created', 'webhook.changed', 'webhook.ended', 'webhook.tested', 'webhook.resent'
`;

const history = `
  alter table moderation_actions
    drop constraint moderation_actions_type_check,
    add constraint moderation_actions_type_check check (type in (${types}, 'undo'));
  alter table audit_events
    drop constraint audit_events_type_check,
    add constraint audit_events_type_check check (type in (${types}));
`;

/** Addresses that are told of changes, what each is still to be told, and that admins make, change and end them. */
export class Migration20261122162000_webhooks extends Migration {
  override name = 'Migration20261122162000_webhooks';

  override up(): void {
    this.addSql(tables);
    this.addSql(history);
  }
}
